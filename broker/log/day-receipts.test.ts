import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeOrder, listReceipts } from '../../contract/orders'
import { listDayReceipts } from '../../contract/receipts'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { open } from '../../tests/fixtures/trader-actions'

let world: World
let trader: TestTrader
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const hashesOf = async (day: string, after?: string) =>
  (await trader.call(listDayReceipts, { day, ...(after === undefined ? {} : { after }) })).data

beforeAll(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
  await world.quoteAll()
})
afterAll(() => world.close())

test('a day has the receipts of what happened on it, and of what was still open when it began', async () => {
  const first = dayOf(world.clock.now())
  const left = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const ended = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  await trader.call(closeOrder, { id: ended.Id })
  world.pass(DAY_MS)
  await world.quoteAll()
  const second = dayOf(world.clock.now())
  const orders = async (day: string) => (await hashesOf(day)).receipts.map(({ body }) => [body.order, body.event])
  expect(await orders(second)).toEqual([[left.Id, 'order_opened']])
  await trader.call(closeOrder, { id: left.Id })
  expect(await orders(second)).toEqual([
    [left.Id, 'order_opened'],
    [left.Id, 'order_closed'],
  ])
  expect((await orders(first)).filter(([order]) => order === ended.Id)).toHaveLength(2)
  expect((await orders(dayOf(world.clock.now() + DAY_MS))).length).toBe(0)
})

test('each receipt is the one of its order, with its proof once it is in the log', async () => {
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
  const { receipts, proofs, next } = await hashesOf(dayOf(world.clock.now()))
  const [own] = receipts
  expect((await trader.call(listReceipts, { id: String(own?.body.order) })).data).toContainEqual(own)
  expect(proofs.map(({ hash }) => hash)).toEqual(receipts.map(({ hash }) => hash))
  expect(next).toBeNull()
})

test('nobody finds the receipts of another trader', async () => {
  const other = await world.demoTrader()
  const { data } = await other.call(listDayReceipts, { day: dayOf(world.clock.now()) })
  expect(data.receipts.filter(({ body }) => body.order !== null)).toEqual([])
})
