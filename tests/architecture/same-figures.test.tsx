/**
 * What hangs on money says the same in every language: each receipt, the order ticket and the statement, beside the English one (mails
 * and text messages: tests/delivery). A figure that is missing, doubled or written in another style is found here; which word stands
 * for which is held by scripts/words.
 */
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyExample } from '../../app/features/receipts/receipt-examples'
import { ReceiptFacts } from '../../app/features/receipts/receipt-facts'
import { readTerms as readTicketTerms } from '../../app/features/trade/scene/ticket-terms'
import { newDraft } from '../../app/features/trade/ticket/ticket-draft'
import { eurUsd } from '../../app/features/trade/ticket/ticket-fixtures'
import type { TicketLock } from '../../app/features/trade/ticket/ticket-lock'
import { showTicket } from '../../app/features/trade/ticket/ticket-scene'
import { hintText, lockText, type TradeText } from '../../app/features/trade/ticket/trade-texts'
import type { StatementsData } from '../../app/features/wallet/statement/statement-data'
import { StatementsPage } from '../../app/features/wallet/statement/statements-page'
import { serverI18n } from '../../app/language/i18n.server'
import type { Receipt } from '../../contract/orders'
import { LANGUAGES, type Language } from '../../contract/primitives'
import { readTexts } from '../../scripts/words/read-texts'
import { numbersIn, oddities } from '../fixtures/said-figures'

afterEach(cleanup)

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** The text of an element with a space between what stands in different places: the parts of a number are one place. */
function shownText(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let text = ''
  let before: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const place = node.parentElement?.closest('[data-num]') ?? node.parentElement
    text += (place === before ? '' : ' ') + (node.textContent ?? '')
    before = place
  }
  return text
}

async function rowsOf(language: Language, page: ReactElement): Promise<{ label: string; value: string }[]> {
  const i18n = await serverI18n(language)
  const { container } = render(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>)
  const rows = [...container.querySelectorAll('dt')].map((term) => ({
    label: term.textContent ?? '',
    value: term.parentElement?.querySelector('dd')?.textContent ?? '',
  }))
  cleanup()
  return rows
}

describe('receipts', () => {
  const pending = { kind: 'limit', requested_price: '1.16000', price: null, quote: null, margin: null, fee: null, ledger: [] }
  const ended = { event: 'order_closed', profit: '-39.99999999', parent: '40', reason: 'stop_loss', side: 'sell', fee: null }
  const receipts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'a market order': {},
    'a sale of much': { side: 'sell', lots: '1250.5', margin: '1234567.89000000', leverage: '50' },
    'a pending order': { event: 'order_placed', ...pending },
    'an order that waits for its provider': { event: 'order_sent', price: null, quote: null, reason: 'trader' },
    'a night that was paid for': { event: 'adjustment', reason: 'funding', profit: '-1.25000000' },
    'an order that was changed': { event: 'order_edited', ...pending, trailing_distance: '0.00150' },
    'a position that was closed': ended,
    'a part of a position': { ...ended, parent: '41', reason: 'manual', profit: '12.50000000' },
    'a stop-out': { ...ended, reason: 'stop_out' },
    'an order that was cancelled': { event: 'order_cancelled', ...pending, reason: 'cancelled' },
  }
  const given = `${JSON.stringify(bodyExample({}))} ab cd`

  test.each(Object.entries(receipts))('%s has the same figures under its own labels in every language', async (_name, changes) => {
    const receipt: Receipt = { body: bodyExample(changes), hash: 'ab', key_id: 'k1', signature: 'cd' }
    const english = await rowsOf('en', <ReceiptFacts receipt={receipt} />)
    const labels = new Map([...readTexts('en')].filter(([key]) => key.startsWith('receipt:fact.')).map(([key, text]) => [text, key]))
    expect(english.length).toBeGreaterThan(8)
    for (const language of OTHERS) {
      const texts = readTexts(language)
      const rows = await rowsOf(language, <ReceiptFacts receipt={receipt} />)
      expect(
        rows.map(({ label }) => label),
        language,
      ).toEqual(english.map(({ label }) => texts.get(labels.get(label) ?? label)))
      expect(new Set(rows.map(({ label }) => label)).size, language).toBe(new Set(english.map(({ label }) => label)).size)
      expect(
        rows.map(({ value }) => numbersIn(value)),
        language,
      ).toEqual(english.map(({ value }) => numbersIn(value)))
      expect(
        rows.flatMap(({ value }) => oddities(value, language, given)),
        language,
      ).toEqual([])
    }
  })
})

describe('the order ticket', () => {
  const shown = async (language: Language) => {
    const { container } = await showTicket({ i18n: await serverI18n(language), instrument: { feeRate: '7' } })
    // What is said only to screen readers counts as well.
    const said = [...container.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label') ?? '')
    const text = [shownText(container), ...said].join(' ')
    const fields = screen.getAllByRole<HTMLInputElement>('spinbutton').map((field) => field.value)
    cleanup()
    return { numbers: numbersIn(text).toSorted(), fields, text }
  }

  test('has the same figures in every language', async () => {
    const english = await shown('en')
    expect(english.numbers.length).toBeGreaterThan(5)
    for (const language of OTHERS) {
      const { numbers, fields, text } = await shown(language)
      expect(fields, language).toEqual(english.fields)
      expect(numbers, language).toEqual(english.numbers)
      expect(oddities(text, language, 'EUR/USD EURUSD'), language).toEqual([])
    }
  })

  test('says what is wrong with the same figures in every language', async () => {
    const terms = readTicketTerms(eurUsd)
    const locks: readonly TicketLock[] = [
      { kind: 'stale' },
      { kind: 'braked', reason: '1234' },
      { kind: 'margin', missing: 123_456_789_012n },
      { kind: 'lots', problem: 'LOTS_TOO_SMALL' },
      { kind: 'lots', problem: 'LOTS_TOO_LARGE' },
      { kind: 'lots', problem: 'LOTS_OFF_STEP' },
      { kind: 'protection', name: 'takeProfit' },
      { kind: 'protection', name: 'stopLoss' },
      { kind: 'target' },
    ] as readonly TicketLock[]
    const draft = { ...newDraft(terms), target: 'x' }
    const price = 116_430_000n
    const words = { terms, session: undefined, ageSeconds: 75 }
    const said = (t: TradeText) => [
      ...locks.map((lock) => lockText(t, lock, draft, words)),
      hintText(
        t,
        {
          kind: 'stop-range',
          name: 'stopLoss',
          buy: { bound: 'at-most', price },
          sell: { bound: 'at-least', price: price + 20_000n },
        } as never,
        5,
      ),
    ]
    const speaker = async (language: Language) => (await serverI18n(language)).getFixedT(null, ['trade', 'public']) as unknown as TradeText
    const english = said(await speaker('en'))
    for (const language of OTHERS) {
      const own = said(await speaker(language))
      expect(
        own.map((text) => numbersIn(text).toSorted()),
        language,
      ).toEqual(english.map((text) => numbersIn(text).toSorted()))
      expect(
        own.flatMap((text) => oddities(text, language, '')),
        language,
      ).toEqual([])
    }
  })
})

const TENANT = { id: 'aurora', name: 'Aurora', legal: { entity: 'Aurora Markets', registeredAddress: 'Hong Kong' } }

test('a statement has the same figures in every language, line by line', async () => {
  const lines = [
    { n: 1, at: '3', kind: '', what: '', number: '', amount: '-39.99999999', balance: '60.00000001' },
    { n: 2, at: '4', kind: '', what: '', number: '', amount: '1234567.89000000', balance: '1234627.89000001' },
  ]
  const data: StatementsData = {
    ...{ title: '', account: '4081772', isDemo: false, list: [] },
    shown: {
      ...{ period: '2026-11', name: '', state: 'running', from: '', until: '', progress: { done: 2, of: 2 } },
      summary: { opening: '100.00000000', closing: '1234627.89000001', moved: '1234527.89000001', kinds: [], rows: 2 },
      ...{ lines, pages: 1, hasMore: false, signed: null },
    },
  }
  const shown = async (language: Language) => {
    const i18n = await serverI18n(language)
    const Page = () => (
      <I18nextProvider i18n={i18n}>
        <StatementsPage data={data} />
      </I18nextProvider>
    )
    const Stub = createRemixStub([{ id: 'root', path: '/', loader: () => ({ tenant: TENANT }), Component: Page }])
    const { container } = render(<Stub />)
    await screen.findByRole('table')
    const rows = [...container.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join(' '))
    cleanup()
    return rows
  }
  const english = await shown('en')
  expect(numbersIn(english.join(' '))).toContain('\u221239.99999999')
  for (const language of OTHERS) {
    const rows = await shown(language)
    expect(rows.map(numbersIn), language).toEqual(english.map(numbersIn))
    expect(
      rows.flatMap((row) => oddities(row, language, 'Aurora Markets')),
      language,
    ).toEqual([])
  }
})
