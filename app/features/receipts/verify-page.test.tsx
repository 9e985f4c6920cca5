import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sha256Hex } from '../../../broker/receipts/canonical-json'
import type { Receipt } from '../../../contract/orders'
import type { Tenant } from '../../../contract/tenant'
import { TEST_SIGNING_KEY, testSigner } from '../../../tests/fixtures/test-signer'
import { serverI18n } from '../../language/i18n.server'
import type { Language } from '../../language/language'
import { canonicalText } from '../../ui/download-json'
import { bodyExample } from './receipt-examples'
import type { TrustedKey } from './trusted-keys'
import { VerifyPage } from './verify-page'

const KEY: TrustedKey = {
  keyId: TEST_SIGNING_KEY.keyId,
  publicKey: TEST_SIGNING_KEY.publicKey,
  broker: 'aurora',
  owner: 'Aurora Markets Demo',
}

function signed(changes: Readonly<Record<string, unknown>> = {}): Receipt {
  const { body, hash, keyId, signature } = testSigner.sign({ id: 'aurora' } as Tenant, bodyExample(changes))
  return { body: JSON.parse(body) as Receipt['body'], hash, key_id: keyId, signature }
}
const file = (...receipts: Receipt[]) => canonicalText(receipts.length === 1 ? receipts[0] : receipts)

async function open(options: { keys?: readonly TrustedKey[]; language?: Language; isMainSite?: boolean; fragment?: string } = {}) {
  const { keys = [KEY], language = 'en', isMainSite = false, fragment = '' } = options
  const i18n = await serverI18n(language)
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ tenant: isMainSite ? null : { id: 'aurora' } }),
      Component: () => (
        <I18nextProvider i18n={i18n}>
          <VerifyPage data={{ title: '', keys, logs: [] }} />
        </I18nextProvider>
      ),
    },
  ])
  render(<Stub initialEntries={[`/${fragment}`]} />)
  await screen.findAllByRole('textbox')
  return userEvent.setup()
}

const input = () => screen.getByLabelText<HTMLTextAreaElement>('Receipt')
const give = (text: string) => fireEvent.change(input(), { target: { value: text } })
async function check(text: string) {
  give(text)
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
}
const verdict = () => screen.findByRole('heading', { level: 2, name: /^(Genuine|Not genuine|Cannot be checked|أصلي)/ })

beforeEach(() =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new Error('the network is off'))),
  ),
)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the five checks stand under a receipt, and what its copy cannot prove is not checked', async () => {
  await open()
  await check(file(signed()))
  await verdict()
  const steps = within(screen.getByRole('list', { name: 'Five checks' })).getAllByRole('heading')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Passed: Signature',
    'Not checked: In the log',
    'Not checked: Checkpoint',
    'Not checked: Witnesses',
    'Not checked: Same history',
  ])
  expect(screen.getByRole('img', { name: '1 of 5 checks passed · Not checked: 4' })).toBeTruthy()
  expect(screen.getByText(/Not checked: This copy carries no proof/)).toBeTruthy()
})

test('what another page hands over in the fragment is checked at once', async () => {
  await open({ fragment: `#${encodeURIComponent(file(signed()))}` })
  expect((await verdict()).textContent).toBe('Genuine')
})

test('a genuine receipt is said to be so in words, with everything that it states', async () => {
  await open()
  await check(file(signed()))
  expect((await verdict()).textContent).toBe('Genuine')
  expect(screen.getByText(/was signed by Aurora Markets Demo, and nothing in it has been changed/)).toBeTruthy()
  const card = screen.getByRole('article')
  for (const text of [
    'Position opened',
    'DEMO account',
    'Demonstration site',
    'Simulated prices',
    'Buy',
    'Market order',
    '2025-11-18 14:00:03.120 UTC',
  ])
    expect(within(card).getAllByText(text).length, text).toBeGreaterThan(0)
  const facts = Object.fromEntries(
    within(card)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    Instrument: 'EURUSD',
    Lots: '0.2',
    'Requested price': '1.16430',
    'Fill price': '1.16432',
    'Stop loss': 'none',
    'Take profit': '1.17000',
    Bid: '1.16422',
    Ask: '1.16432',
    'Price source': 'simulated',
    'Tick number': '88213',
    'Quote age': '120 ms',
    Margin: '232.86400000USDT',
    Fee: '1.40000000USDT',
    'Conversion rate': '1',
    'Available balance after': '9,765.73600000USDT',
    'Ledger entries': 'Transaction 90: 201, 202, 203',
    Broker: 'Aurora Markets Demo',
    'Previous receipt': 'none: it is the account’s first',
  })
  expect(fetch).not.toHaveBeenCalled()
})

test('after one changed character it is not genuine, and the facts are called unconfirmed', async () => {
  await open()
  await check(file(signed()).replace('"price":"1.16432"', '"price":"1.16431"'))
  expect((await verdict()).textContent).toBe('Not genuine')
  expect(screen.getByText(/The contents do not match their hash/)).toBeTruthy()
  expect(screen.getByText(/They are not confirmed/)).toBeTruthy()
})

test('a receipt that was only written anew is not what was issued, and it is said why', async () => {
  await open()
  await check(JSON.stringify(JSON.parse(file(signed())), null, 2))
  expect((await verdict()).textContent).toBe('Not genuine')
  expect(screen.getByText(/does not match the issued form byte for byte/)).toBeTruthy()
})

test('a key that is not known is neither; with the broker.json that a person gives it is genuine', async () => {
  const person = await open({ keys: [] })
  expect(screen.getByText(/could not be loaded/)).toBeTruthy()
  await check(file(signed()))
  expect((await verdict()).textContent).toBe('Cannot be checked')
  await person.click(screen.getByText('Check against another key'))
  const own = screen.getByLabelText('A broker’s broker.json, or a public key')
  fireEvent.change(own, { target: { value: 'no key' } })
  expect(screen.getByText(/neither a broker.json/)).toBeTruthy()
  expect(screen.queryByText('Cannot be checked')).toBeNull()
  const statement = { legal_name: 'Somebody', receipt_keys: [{ key_id: KEY.keyId, public_key: KEY.publicKey }] }
  fireEvent.change(own, { target: { value: JSON.stringify(statement) } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect((await verdict()).textContent).toBe('Genuine')
  expect(screen.getByText(/signed by Somebody/)).toBeTruthy()
})

test('the verdict takes the focus, and the field stands back without losing what is in it', async () => {
  await open()
  await check(file(signed()))
  const heading = await verdict()
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('heading', { name: 'Check another receipt' })).toBeTruthy()
  expect(input().value).toBe(file(signed()))
})

test('what failed is an alert, open from the start, with both hashes and what to do; whoever closes it finds it closed', async () => {
  const person = await open()
  await check(file(signed()).replace('"price":"1.16432"', '"price":"1.16431"'))
  expect((await verdict()).closest('section')?.getAttribute('role')).toBe('alert')
  const step = screen.getByRole('heading', { name: 'Failed: Signature' }).closest('li') as HTMLElement
  const details = within(step).getByText('Details').closest('details') as HTMLDetailsElement
  expect(details.open).toBe(true)
  for (const words of ['Hash that was signed', 'Hash of this text', 'What this means.', 'What a hash cannot tell.'])
    expect(within(step).getByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open order 41' })).toBeTruthy()
  expect(screen.getByText('not confirmed')).toBeTruthy()
  await person.click(within(step).getByText('Details'))
  await waitFor(() => expect(details.open).toBe(false))
})

test('the details of a step stay as this device last had them', async () => {
  const person = await open()
  await check(file(signed()))
  const details = () => screen.getByRole('heading', { name: 'Passed: Signature' }).closest('li')?.querySelector('details')
  await verdict()
  expect(details()?.open).toBe(false)
  await person.click(within(details() as HTMLElement).getByText('Details'))
  await waitFor(() => expect(JSON.parse(localStorage.getItem('candor.proof.open') ?? '{}')).toEqual({ signature: true }))
  cleanup()
  await open()
  await check(file(signed()))
  await verdict()
  expect(details()?.open).toBe(true)
})

test('a hash shows its ends, the whole in groups of four when asked, and c copies it', async () => {
  const person = await open()
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  })
  const receipt = signed()
  await check(file(receipt))
  await verdict()
  await person.click(screen.getAllByText('Details')[0] as HTMLElement)
  const hash = screen.getByRole('button', { name: `${receipt.hash.slice(0, 8)}…${receipt.hash.slice(-8)}` })
  hash.focus()
  await person.keyboard('c')
  expect(written).toEqual([receipt.hash])
  await person.click(hash)
  expect(hash.textContent).toBe(receipt.hash.match(/.{4}/g)?.join(' '))
})

test('what is pasted anywhere on the page is checked', async () => {
  await open()
  fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => file(signed()) } })
  expect((await verdict()).textContent).toBe('Genuine')
})

test('a receipt that is not sealed yet says when it was signed, and nothing is passed that was not checked', async () => {
  await open()
  await check(JSON.stringify({ receipts: [signed()], proofs: [] }))
  expect((await verdict()).textContent).toBe('Genuine, not in the log yet')
  expect(screen.getByText(/sealed within a second\. This one was signed at 2025-11-18 14:00:03\.120 UTC/)).toBeTruthy()
  expect(screen.getByRole('img', { name: '1 of 5 checks passed · Waiting: 1 · Not checked: 3' })).toBeTruthy()
})

test('the result is saved as a text with the verdict and the whole values', async () => {
  const person = await open()
  const saved: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => String(saved.push(blob)), revokeObjectURL: () => undefined }))
  const receipt = signed()
  await check(file(receipt))
  await verdict()
  await person.click(screen.getByRole('button', { name: 'Save this result' }))
  const text = (await saved[0]?.text()) ?? ''
  for (const part of ['Genuine', `Hash of the receipt: ${receipt.hash}`, 'Passed: Signature', 'Not checked: Same history'])
    expect(text).toContain(part)
})

test('a text or a key that changes takes the report away: it belonged to another one', async () => {
  await open()
  await check(file(signed()))
  await verdict()
  give(`${input().value} `)
  expect(screen.queryByRole('heading', { name: 'Genuine' })).toBeNull()
  expect(screen.queryByRole('article')).toBeNull()
})

test.each([
  ['', /Paste a receipt or choose a file/],
  ['hello', /not JSON text/],
  ['{}', /not a receipt\. A receipt has exactly four parts/],
])('of %j it is said what is missing, and nothing is lost', async (text, words) => {
  await open()
  await check(text)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(input().value).toBe(text)
  expect(input().getAttribute('aria-invalid')).toBe('true')
})

describe('a file', () => {
  const json = (text: string) => new File([text], 'receipt.json', { type: 'application/json' })

  test('that is chosen is checked at once', async () => {
    const person = await open()
    await person.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), json(`${file(signed())}\n`))
    expect((await verdict()).textContent).toBe('Genuine')
    expect(input().value).toContain('"event":"order_opened"')
  })

  test('that is dropped is checked at once', async () => {
    await open()
    fireEvent.drop(input(), { dataTransfer: { types: ['Files'], files: [json(file(signed()))] } })
    expect((await verdict()).textContent).toBe('Genuine')
  })

  test('that is too large is refused before it is read', async () => {
    await open()
    const large = json('x')
    Object.defineProperty(large, 'size', { value: 100_000_000 })
    const read = vi.spyOn(large, 'text')
    fireEvent.drop(input(), { dataTransfer: { types: ['Files'], files: [large] } })
    expect(await screen.findByText(/The limit is 1000 receipts/)).toBeTruthy()
    expect(read).not.toHaveBeenCalled()
  })

  test('that cannot be read is said to be so', async () => {
    await open()
    const broken = json('x')
    vi.spyOn(broken, 'text').mockRejectedValue(new Error('gone'))
    fireEvent.drop(input(), { dataTransfer: { types: ['Files'], files: [broken] } })
    expect(await screen.findByText(/could not be read/)).toBeTruthy()
  })
})

test('a list tells of each receipt how it follows the one before, and opens what it says when asked', async () => {
  const receipts: Receipt[] = []
  for (let i = 0; i < 5; i++)
    receipts.push(signed({ previous: receipts.at(-1)?.hash ?? '', at: 1_763_474_403_120 + i, event: 'order_edited' }))
  const person = await open()
  await check(file(...receipts.filter((_, index) => index !== 2)))
  expect((await verdict()).textContent).toBe('Genuine')
  expect(screen.getByText(/All 4 receipts were signed by Aurora Markets Demo/)).toBeTruthy()
  const list = screen.getAllByRole('article').slice(0, 4)
  const lines = list.map((card) => within(card).getByText(/receipt.*\.$/i).textContent)
  expect(lines).toEqual([
    'The first receipt of its account.',
    'Follows directly after the receipt before it.',
    'Receipts are missing between this one and the one before it.',
    'Follows directly after the receipt before it.',
  ])
  const pressed = () => screen.getAllByRole('button', { name: 'Show details' }).map((button) => button.getAttribute('aria-pressed'))
  expect(pressed()).toEqual(['true', 'false', 'false', 'false'])
  await person.click(within(screen.getAllByRole('article')[1] as HTMLElement).getByRole('button', { name: 'Show details' }))
  expect(pressed()).toEqual(['false', 'true', 'false', 'false'])
  expect(screen.getAllByText('Order number')).toHaveLength(1)
})

/** As `/mine/statements` saves it. */
function statementFile(rows: readonly { readonly amount: string; readonly balance: string }[]): string {
  const whole = rows.map((row, at) => ({ n: at + 1, at: 1, kind: 'deposit', instrument: '', side: '', number: '', ...row }))
  const rowsHash = sha256Hex(whole.map((row) => `${canonicalText(row)}\n`).join(''))
  const kinds = [{ kind: 'deposit', count: rows.length, sum: '5.00000000' }]
  const balances = { opening: '1.00000000', closing: '6.00000000', kinds, rows: rows.length, rows_hash: rowsHash }
  const of = { v: 1, event: 'statement', broker: 'aurora', account: '4711', from: 1_759_276_800_000, to: 1_761_955_200_000 }
  const { body, hash, keyId, signature } = testSigner.sign({ id: 'aurora' } as Tenant, { ...of, ...balances })
  const statement = canonicalText({ body: JSON.parse(body), hash, key_id: keyId, signature })
  return `{"statement":${statement},"rows":[${whole.map((row) => `\n${canonicalText(row)}`).join(',')}\n]}\n`
}

describe('the file of a statement', () => {
  const rows = [
    { amount: '2.00000000', balance: '3.00000000' },
    { amount: '3.00000000', balance: '6.00000000' },
  ]
  const steps = () => within(screen.getByRole('list', { name: 'Six checks' })).getAllByRole('heading')

  test('dropped anywhere on the page is checked in six steps, and shows its two balances', async () => {
    await open()
    const dropped = new File([statementFile(rows)], 'statement.json', { type: 'application/json' })
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [dropped] } })
    expect((await verdict()).textContent).toBe('Genuine')
    expect(screen.getByText(/signed this statement, its transactions add up/)).toBeTruthy()
    expect(steps().map(({ textContent }) => textContent)).toEqual([
      'Passed: Signature',
      'Passed: Adds up',
      'Not checked: In the log',
      'Not checked: Checkpoint',
      'Not checked: Witnesses',
      'Not checked: Same history',
    ])
    const card = within(screen.getByRole('article'))
    expect(card.getByRole('heading', { name: 'What the statement says' })).toBeTruthy()
    for (const text of ['4711', 'Opening balance', 'Closing balance']) expect(card.getByText(text)).toBeTruthy()
  })

  test('whose rows do not add up fails at its sum, and says what to do', async () => {
    await open()
    await check(statementFile([rows[0] ?? { amount: '', balance: '' }, { amount: '3.00000000', balance: '7.00000000' }]))
    expect((await verdict()).textContent).toBe('Not genuine')
    expect(steps()[1]?.textContent).toBe('Failed: Adds up')
    expect(screen.getByText('The balance of transaction 2 does not follow from the one before.')).toBeTruthy()
    expect(screen.getByText(/Download the statement again from your account/)).toBeTruthy()
  })

  test('of a period that is not over is said to be unsigned', async () => {
    await open()
    await check('{"statement":{"period":"2026-11","signature":null},"rows":[]}')
    expect(await screen.findByText('This statement is not signed yet: its period is not over.')).toBeTruthy()
  })

  test.each([
    ['parts of another kind', '{"statement":{"body":{"kinds":5,"account":{}},"hash":"","key_id":"","signature":""},"rows":[]}'],
    ['a list in its place', `{"statement":[${signed({ event: 'statement' })}],"rows":[]}`],
    ['a file of receipts in its place', `{"statement":{"receipts":[${signed({ event: 'statement' })}],"proofs":[]},"rows":[]}`],
  ])('with %s is told, and the page goes on', async (_, text) => {
    await open()
    await check(text)
    await waitFor(() => expect(screen.queryByText('Genuine')).toBeNull())
    await check(file(signed()))
    expect((await verdict()).textContent).toBe('Genuine')
  })
})

test('a body that says nothing sensible is shown without breaking the page', async () => {
  await open()
  const odd = {
    lots: 'many',
    price: '<b>',
    quote: [],
    ledger: [null, { transaction: 1 }],
    at: 'today',
    side: 'up',
    reason: 'because',
    event: 'x',
    fee: '1e9',
  }
  await check(file(signed(odd)))
  expect((await verdict()).textContent).toBe('Genuine')
  const card = screen.getByRole('article')
  for (const text of ['many', '<b>', 'up', 'because', '1e9']) expect(within(card).getByText(text)).toBeTruthy()
})

test('the page speaks the language of the person', async () => {
  await open({ language: 'ar', isMainSite: true })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('التحقق من إيصال')
  fireEvent.change(screen.getByLabelText('الإيصال'), { target: { value: file(signed()) } })
  fireEvent.click(screen.getByRole('button', { name: 'تحقق' }))
  await waitFor(async () => expect((await verdict()).textContent).toBe('أصلي'))
})
