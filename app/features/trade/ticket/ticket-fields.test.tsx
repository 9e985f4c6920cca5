/**
 * Every field of the ticket against the texts that a person may leave in it: what is sent is what is seen. Either nothing is
 * sent and the page says why, or exactly the number goes out that stands in the field. Each text is met on one field or two here, and
 * all of them on each with TYPED_TEXTS=all (`npm run test:long -- fields`).
 */
import { cleanup, fireEvent, isInaccessible, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { keptElement } from '../../../../tests/fixtures/kept-element'
import { someTypedTexts } from '../../../../tests/fixtures/typed-texts'
import { typedDecimal, wireDecimal } from '../../../ui'
import { eurUsd } from './ticket-fixtures'
import { showTicket } from './ticket-scene'

afterEach(cleanup)

const refuse = () => ({ placed: false as const, message: 'No.', isUncertain: false })
const wide = { quote: { ...eurUsd.quote, bid: '1.16420', ask: '1.16430' } }
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
/** By value: 1.5 and 1.50 are one number. A text without a number has none. */
const numberOf = (text: string) => (typedDecimal(text) === '' ? Number.NaN : Number(typedDecimal(text)))

/** The big one at the foot; a quick size may have the same name. */
function ownButton(name: RegExp): HTMLElement {
  const [own] = screen.getAllByRole('button', { name })
  if (own === undefined) throw new Error('the ticket has no such button')
  return own
}
/** As `getAllByRole('status')`, which would ask every element of the page. */
const toldStatus = () =>
  [...document.querySelectorAll('[role="status"], output')]
    .filter((element) => !isInaccessible(element))
    .map(({ textContent }) => textContent)
    .join('')

/** The market is at 1.164. */
function isFar(wire: string, shown: string): boolean {
  const price = numberOf(shown)
  return wire.endsWith('_price') && price > 0 && (price >= 11.6428 || price <= 0.116428)
}

interface Case {
  readonly wire: string
  readonly name: RegExp
  /** What has to be pressed before the field is there. */
  readonly open: readonly (readonly ['radio' | 'switch', string])[]
  readonly button: RegExp
  /** How many of the field's unit are one in price. */
  readonly toPrice?: number
}

const CASES: readonly Case[] = [
  { wire: 'cont', name: /^Lots$/, open: [], button: /^Sell/ },
  { wire: 'target_price', name: /^Order price/, open: [['radio', 'Pending']], button: /^Sell/ },
  { wire: 'target_profit_price', name: /^Take profit/, open: [['switch', 'Take profit']], button: /^Buy/ },
  { wire: 'stop_loss_price', name: /^Stop loss/, open: [['switch', 'Stop loss']], button: /^Sell/ },
  { wire: 'trailing_distance', name: /^Trailing stop, Pips/, open: [['switch', 'Trailing stop']], button: /^Buy/, toPrice: 10_000 },
]

describe.each(CASES.map((each, turn) => ({ ...each, turn })))('$wire', ({ wire, name, open, button, toPrice = 1, turn }) => {
  test('what is sent is what the field shows, or nothing is', { timeout: 120_000 }, async () => {
    const { press, sent } = await showTicket({ instrument: wide, answer: refuse })
    for (const [role, label] of open) await press(role, label)
    const walked = keptElement(() => field(name))
    const pressed = keptElement(() => ownButton(button))
    for (const text of someTypedTexts(turn)) {
      const before = sent.length
      fireEvent.focus(walked())
      fireEvent.change(walked(), { target: { value: text } })
      const left = walked().value
      fireEvent.blur(walked())
      const shown = walked().value
      expect(numberOf(shown), `${JSON.stringify(left)} became ${JSON.stringify(shown)} by leaving the field`).toBe(numberOf(left))
      const own = pressed()
      fireEvent.click(own)
      if (own.getAttribute('aria-disabled') === 'true') {
        expect(sent.length, `${JSON.stringify(text)} was sent from a button that was off`).toBe(before)
        expect(toldStatus(), `no reason for ${JSON.stringify(text)}`).not.toBe('')
        continue
      }
      if (isFar(wire, shown)) {
        // Ten times the price or more is asked about, and the slip is taken back.
        fireEvent.click(await screen.findByRole('button', { name: 'Change the price' }))
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
        expect(sent.length).toBe(before)
        continue
      }
      await waitFor(() => expect(sent.length).toBe(before + 1))
      const out = sent.at(-1)?.[wire] ?? ''
      expect(wireDecimal(shown), `${JSON.stringify(text)} went out as ${out} while the field shows ${JSON.stringify(shown)}`).not.toBe('')
      expect(Number((Number(out) * toPrice).toFixed(8))).toBe(numberOf(shown))
      await waitFor(() => expect(pressed().getAttribute('aria-busy')).toBeNull())
    }
  })
})

test('a target that is emptied takes the price off both buttons, and neither sends', async () => {
  const { press, sent } = await showTicket({ instrument: wide })
  await press('radio', 'Pending')
  fireEvent.change(field(/^Order price/), { target: { value: '' } })
  for (const side of [/^Buy/, /^Sell/]) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: side })
    expect(button).toHaveTextContent('Enter a price')
    expect(button).not.toHaveTextContent('1.16')
    fireEvent.click(button)
  }
  fireEvent.blur(field(/^Order price/))
  expect(field(/^Order price/)).toHaveValue('')
  expect(sent).toEqual([])
})

test('a target ten times the price asks once more and goes out only then', async () => {
  const { press, sent } = await showTicket({ instrument: wide, answer: refuse })
  await press('radio', 'Pending')
  fireEvent.change(field(/^Order price/), { target: { value: '11.7000' } })
  fireEvent.blur(field(/^Order price/))
  fireEvent.click(screen.getByRole('button', { name: /^Buy/ }))
  expect(await screen.findByText(/^Order price: 11\.70000\. The current price is 1\.164/)).toBeInTheDocument()
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Buy' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ target_price: '11.70000' })
})
