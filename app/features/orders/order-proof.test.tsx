import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Receipt, ReceiptFile } from '../../../contract/orders'
import type { LoggedReceipt } from '../../terms/order'
import { DASH } from '../../ui'
import { canonicalText } from '../../ui/download-json'
import { forgetTabStates } from '../../visitor/tab-state'
import { orderExample } from './order-examples'
import type { ProofAnswer } from './orders-data'
import { createOrdersScreen } from './orders-fixtures'
import { receiptFileName } from './receipt-file'

beforeEach(() => act(() => forgetTabStates()))
afterEach(cleanup)

const closed = orderExample({
  id: '77',
  status: 'closed',
  closeReason: 'stop_loss',
  stopLoss: '1.16050',
  price: '1.16000',
  profit: '-68.00000000',
})
const receipt = (event: string, hash: string): Receipt => ({
  body: { v: 1, event, b: 'ü', a: '1.0' },
  hash: hash.repeat(64),
  key_id: 'key',
  signature: 'signature',
})

async function openProof(proof: (what: string | null) => ProofAnswer, button: string) {
  await createOrdersScreen({ tab: '3', orders: [closed], proof })
  const panel = within(screen.getByRole('complementary', { name: 'detail' }))
  await userEvent.setup().click(panel.getByText(button))
  return panel
}

test('nothing of the proof is read before it is asked for', async () => {
  const proof = vi.fn(() => ({ receipts: [] }))
  await createOrdersScreen({ tab: '3', orders: [closed], proof })
  expect(proof).not.toHaveBeenCalled()
})

test('each receipt and all of them together are saved as canonical JSON', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download !== '') saved.push({ name: this.download, text: blobs.at(-1)!.text() })
  })
  const receipts = [receipt('order_opened', 'a'), receipt('order_closed', 'b')]
  const panel = await openProof(() => ({ receipts }), 'proof.receipts')
  const [first] = await panel.findAllByText('proof.download')
  await userEvent.setup().click(first!)
  await userEvent.setup().click(panel.getByText('proof.downloadAll'))
  expect(saved.map(({ name }) => name)).toEqual(['aurora-77-receipt-1.json', 'aurora-77-receipts.json'])
  expect(await saved[0]!.text).toBe(canonicalText(receipts[0]))
  expect(await saved[0]!.text).toContain('{"body":{"a":"1.0","b":"ü","event":"order_opened","v":1},"hash":"')
  expect(await saved[1]!.text).toBe(canonicalText(receipts))
  expect(panel.getByText('proof.verify')).toHaveAttribute('href', '/verify')
})

test('proofs are saved beside the receipts that are in the log, which stay as they were', async () => {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const receipts = [receipt('order_opened', 'a'), receipt('order_closed', 'b')]
  const proofs: LoggedReceipt[] = [
    { hash: 'a'.repeat(64), place: { index: 7, proof: 'c2sp.org/tlog-proof@v1\n' }, termsIndex: null },
    { hash: 'b'.repeat(64), place: null, termsIndex: null },
  ]
  const panel = await openProof(() => ({ receipts, proofs }), 'proof.receipts')
  expect(await panel.findByText('proof.inLog')).toBeTruthy()
  expect(panel.getByText('proof.notInLog')).toBeTruthy()
  const user = userEvent.setup()
  for (const button of panel.getAllByText('proof.download')) await user.click(button)
  await user.click(panel.getByText('proof.downloadAll'))
  const proven = [{ hash: 'a'.repeat(64), proof: 'c2sp.org/tlog-proof@v1\n' }]
  const texts = await Promise.all(blobs.map((blob) => blob.text()))
  for (const text of texts) expect(ReceiptFile.safeParse(JSON.parse(text)).success).toBe(true)
  expect(texts).toEqual([
    canonicalText({ receipts: [receipts[0]], proofs: proven }),
    canonicalText(receipts[1]),
    canonicalText({ receipts, proofs: proven }),
  ])
})

test('the ticks are shown with the traded one and the quarantined one named in words', async () => {
  const tick = {
    source: 'simulated',
    bid: '1.16000',
    ask: '1.16010',
    time: 1_795_000_000_123,
    verdict: 'accepted' as const,
    isTraded: false,
  }
  const ticks = [
    {
      event: 'order_closed',
      receiptHash: 'a'.repeat(64),
      ticks: [
        { ...tick, seq: '41', verdict: 'quarantined' as const },
        { ...tick, seq: '42', isTraded: true },
      ],
    },
  ]
  const panel = await openProof((what) => (what === 'ticks' ? { ticks } : {}), 'proof.ticks')
  const rows = within(await panel.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
  expect(within(rows[0]!).getByText('ticks.verdict.quarantined')).toBeTruthy()
  expect(within(rows[0]!).queryByText('ticks.traded')).toBeNull()
  expect(within(rows[1]!).getByText('ticks.traded')).toBeTruthy()
  expect(
    within(rows[1]!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([expect.stringMatching(/^\d\d:/), '1.16000', '1.16010', 'ticks.traded', '42'])
  // The source is said once over the table, where its whole name has room.
  expect(panel.getByText('simulated').closest('table')).toBeNull()
})

test('the times of source and arrival have a column where any tick knows them', async () => {
  const tick = { source: 'lp1', bid: '1.16000', ask: '1.16010', time: 1_795_000_000_123, verdict: 'accepted' as const, isTraded: false }
  const ticks = [
    {
      event: 'order_closed',
      receiptHash: 'a'.repeat(64),
      ticks: [
        { ...tick, seq: '41' },
        { ...tick, seq: '42', arrivedAt: 1_795_000_000_456 },
      ],
    },
  ]
  const panel = await openProof((what) => (what === 'ticks' ? { ticks } : {}), 'proof.ticks')
  const table = within(await panel.findByRole('table'))
  expect(table.getByText('ticks.column.arrived')).toBeTruthy()
  expect(table.queryByText('ticks.column.made')).toBeNull()
  const last = (row: number) => within(table.getAllByRole('row')[row]!).getAllByRole('cell').at(-1)?.textContent
  expect([last(1), last(2)]).toEqual([DASH, expect.stringMatching(/^\d\d:\d\d:\d\d\.456$/)])
})

test('a proof that does not load says so and can be asked for again', async () => {
  let isDown = true
  const panel = await openProof(() => (isDown ? { code: 'NETWORK_ERROR' } : { receipts: [] }), 'proof.receipts')
  await panel.findByText('proof.failed')
  isDown = false
  await userEvent.setup().click(panel.getByText('error.retry'))
  await panel.findByText('proof.noReceipts')
})

test('a stop loss that a gap has passed tells what was asked for and the slippage', async () => {
  await createOrdersScreen({ tab: '3', orders: [closed] })
  const panel = within(screen.getByRole('complementary', { name: 'detail' }))
  expect(panel.getByText('fact.closeRequested')).toBeTruthy()
  expect(panel.getByText('slippage.worse', { exact: false }).textContent).toContain('0.00050')
  expect(panel.getByText('reason.stop_loss')).toBeTruthy()
  expect(panel.getByText('public:demoBadge')).toBeTruthy()
})

test('a file is named by broker and order', () => {
  expect(receiptFileName('aurora', '12')).toBe('aurora-12-receipts.json')
  expect(receiptFileName('aurora', '12', 3)).toBe('aurora-12-receipt-3.json')
})
