import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReceiptProofs, listReceipts, type ReceiptProof } from '../../contract/orders'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { receiptEntry } from '../../rules/log/entry'
import { isIncluded, leafHash } from '../../rules/log/merkle'
import { parseNoteKey } from '../../rules/log/note'
import { parseLogProof } from '../../rules/log/proof-file'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { open } from '../../tests/fixtures/trader-actions'

let world: World
let trader: TestTrader
let orderId: string
beforeAll(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
  await world.quoteAll()
  orderId = (await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).Id
})
afterAll(() => world.close())

async function grown(): Promise<void> {
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const proofs = async () => (await trader.call(listReceiptProofs, { id: orderId })).data

/** As a stranger checks it, who has the published keys and the receipt's hash. */
function holds(proof: ReceiptProof, hash = proof.Hash): boolean {
  if (proof.State !== 'logged') return false
  const parsed = parseLogProof(proof.Proof)
  if (parsed?.extra == null) return false
  const keys = world.broker.logs.published('aurora')!.keys.map((key) => parseNoteKey(key)!)
  const opened = openCheckpoint(parsed.checkpoint, keys)
  if (!opened.ok) return false
  const { size, root } = opened.checkpoint
  const leaf = leafHash(receiptEntry(parsed.extra, Buffer.from(hash, 'hex')))
  return parsed.index === proof.Index && isIncluded({ index: parsed.index, size, root, leaf }, parsed.hashes)
}

test('a receipt that is not in the log yet says so, and since when it waits', async () => {
  const [receipt] = (await trader.call(listReceipts, { id: orderId })).data
  expect(await proofs()).toEqual([{ Hash: receipt!.hash, State: 'waiting', At: expect.any(Number) }])
})

test('once it is in the log it carries a proof that anybody can check, and of no other receipt', async () => {
  await grown()
  const receipts = (await trader.call(listReceipts, { id: orderId })).data
  const found = await proofs()
  expect(found.map(({ Hash }) => Hash)).toEqual(receipts.map(({ hash }) => hash))
  for (const proof of found) {
    expect(holds(proof)).toBe(true)
    expect(holds(proof, 'ab'.repeat(32))).toBe(false)
  }
})

test('the proof follows the log to its newest checkpoint', async () => {
  const [before] = await proofs()
  for (let count = 0; count < 3; count++) await open(world, trader, 'buy', 'EURUSD', { lots: '0.01' })
  await grown()
  const [after] = await proofs()
  expect(holds(before!)).toBe(true)
  expect(holds(after!)).toBe(true)
  expect(after).not.toEqual(before)
})

test("another trader's order has no proofs", async () => {
  const other = await world.demoTrader()
  expect((await other.call(listReceiptProofs, { id: orderId })).outcome).toBe('ORDER_NOT_FOUND')
})
