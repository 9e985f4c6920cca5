import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOrderTicks, listReceipts, type Order } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { WORLD_START } from '../../tests/fixtures/frozen-clock'
import { books, ended, endOf, holding, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { ledgerEntry, ledgerTransaction, tradeOrder } from '../db/schema'

let world: World
let trader: TestTrader

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.quoteAll()
  for (const code of ['EURUSD', 'GBPUSD', 'AUDUSD']) await world.price(code, '1.00000')
  trader = await world.demoTrader()
})

/** What was closed, in the order in which the books say it was. */
function closes() {
  return world.broker.database.system(async (tx) => {
    const isThisOrder = and(eq(tradeOrder.tenantId, ledgerTransaction.tenantId), eq(tradeOrder.id, ledgerTransaction.orderId))
    const isClose = and(eq(ledgerTransaction.kind, 'order_close'), eq(ledgerTransaction.traderId, BigInt(trader.id)))
    const rows = await tx
      .select()
      .from(ledgerTransaction)
      .innerJoin(tradeOrder, isThisOrder)
      .where(isClose)
      .orderBy(asc(ledgerTransaction.id))
    return rows.map(({ trade_order }) => [trade_order.instrumentCode, trade_order.closeReason])
  })
}

test('is judged and filled at the tick that reached the level, however many come before the books are open', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '8' })
  const push = (bid: string) => world.feed.push('EURUSD', { bid: parseFixed(bid), ask: parseFixed(bid), last: parseFixed(bid) })
  // 9,944 of equity on a margin of 8,000; the level of 50 % is reached at 0.99257.
  push('0.99300')
  push('0.99250')
  push('0.98000')
  push('1.00500')
  await world.settle()
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_out', UpdatePrice: '0.99250' })
  const closed = (await trader.call(listReceipts, { id: order.Id })).data.at(-1)?.body
  expect(closed).toMatchObject({ reason: 'stop_out', price: '0.99250', quote: { bid: '0.9925' } })
  const ticks = (await trader.call(listOrderTicks, { id: order.Id })).data.at(-1)
  expect(ticks?.Ticks.find(({ IsTraded }) => IsTraded)?.Bid).toBe('0.9925')
})

test('a take profit and a stop-out that ticks reach one after the other happen in the order of the ticks', async () => {
  const winner = await open(world, trader, 'sell', 'GBPUSD', { lots: '1', takeProfit: '0.99000' })
  const loser = await open(world, trader, 'buy', 'EURUSD', { lots: '8' })
  const push = (code: string, bid: string) => world.feed.push(code, { bid: parseFixed(bid), ask: parseFixed(bid), last: parseFixed(bid) })
  push('EURUSD', '0.99400')
  push('GBPUSD', '0.98900')
  push('EURUSD', '0.99100')
  push('EURUSD', '0.95000')
  await world.settle()
  expect(await endOf(trader, winner.Id)).toMatchObject({ CloseReason: 'take_profit', UpdatePrice: '0.98900' })
  // 10,000 − 63 + 1,100 − 7,200 at 0.99100 leaves 3,837 of 8,000.
  expect(await endOf(trader, loser.Id)).toMatchObject({ CloseReason: 'stop_out', UpdatePrice: '0.99100' })
})

describe('with 5 lots of EUR/USD, 2 of GBP/USD and 1 of AUD/USD on a margin of 8,000', () => {
  let orders: Order[]
  beforeEach(async () => {
    orders = []
    for (const [code, lots] of [
      ['EURUSD', '5'],
      ['GBPUSD', '2'],
      ['AUDUSD', '1'],
    ] as const)
      orders.push(await open(world, trader, 'buy', code, { lots }))
  })

  test('nothing is closed above the level', async () => {
    // 10,000 − 56 − 3,000 − 2,000 − 940 = 4,004 of 4,000
    await world.price('AUDUSD', '0.97000')
    await world.price('GBPUSD', '0.99000')
    await world.price('EURUSD', '0.99812')
    expect((await holding(trader)).net_value).toBe('4004.00000000')
    expect(await ended(trader)).toEqual([])
  })

  test('the largest loss goes first, and only as much as must', async () => {
    await world.price('AUDUSD', '0.97000')
    await world.price('GBPUSD', '0.99000')
    await world.price('EURUSD', '0.99800')
    // 3,944 ≤ 4,000: AUD/USD (−3,000) goes; 3,944 > 3,500 holds.
    expect(await closes()).toEqual([['AUDUSD', 'stop_out']])
    await world.price('EURUSD', '0.99700')
    // 3,444 ≤ 3,500: GBP/USD (−2,000) goes before EUR/USD (−1,500); 3,444 > 2,500 holds.
    expect(await closes()).toEqual([
      ['AUDUSD', 'stop_out'],
      ['GBPUSD', 'stop_out'],
    ])
    expect(await endOf(trader, orders[0]!.Id)).toBeUndefined()
    expect(await books(world)).toEqual([])
  })

  test('one tick that ruins everything closes everything, largest loss first', async () => {
    await world.price('AUDUSD', '0.99500')
    await world.price('GBPUSD', '0.99000')
    await world.price('EURUSD', '0.90000')
    expect(await closes()).toEqual([
      ['EURUSD', 'stop_out'],
      ['GBPUSD', 'stop_out'],
      ['AUDUSD', 'stop_out'],
    ])
    expect((await holding(trader)).balance).toBe('0.00000000')
    expect(await books(world)).toEqual([])
  })

  test('a stop loss in the same tick goes first, and what it frees may save the rest', async () => {
    const guarded = await open(world, trader, 'buy', 'EURUSD', { lots: '0.5', stopLoss: '0.99900' })
    // Margin 8,500, level 4,250; the tick loses 6,000 of 9,940.5. Without the guarded order: 3,940.5 ≤ 4,000 is still too little.
    await world.price('AUDUSD', '0.97500')
    await world.price('EURUSD', '0.99400')
    expect(await endOf(trader, guarded.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '0.99400' })
    expect(await closes()).toEqual([['EURUSD', 'stop_loss']])
    // 10,000 − 59.5 − 2,500 − 3,000 − 300 = 4,140.5 > 4,000
    expect((await holding(trader)).net_value).toBe('4140.50000000')
  })
})

test('equal losses go by order id', async () => {
  const first = await open(world, trader, 'buy', 'EURUSD', { lots: '4' })
  const second = await open(world, trader, 'buy', 'EURUSD', { lots: '4' })
  // 9,944 − 6,000 = 3,944 ≤ 4,000
  await world.price('EURUSD', '0.99250')
  expect((await endOf(trader, first.Id))?.CloseReason).toBe('stop_out')
  expect(await endOf(trader, second.Id)).toBeUndefined()
})

test('exactly at the level the account is stopped out, a hair above it is not', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '5' })
  // Margin 5,000, fee 35: 9,965 − 7,465 = 2,500
  await world.price('EURUSD', '0.98508')
  expect(await endOf(trader, order.Id)).toBeUndefined()
  await world.price('EURUSD', '0.98507')
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_out', FactProfits: '-7465.00000000' })
})

test('the shown stop-out price is the first at which it happens', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '3' })
  await open(world, trader, 'sell', 'GBPUSD', { lots: '1' })
  const shown = (await holding(trader)).data.find((one) => one.Id === order.Id)!.StopOutPrice
  await world.price('EURUSD', (Number(shown) + 0.00001).toFixed(5))
  expect(await ended(trader)).toEqual([])
  await world.price('EURUSD', shown)
  expect(await closes()).toEqual([['EURUSD', 'stop_out']])
})

test('a gap that costs more than there is leaves nothing owed, and the house bears it visibly', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '5' })
  await world.price('EURUSD', '0.90000')
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_out', FactProfits: '-50000.00000000' })
  expect(await holding(trader)).toMatchObject({ balance: '0.00000000', net_value: '0.00000000', total_margin: '0.00000000' })
  const covered = await world.broker.database.system((tx) =>
    tx
      .select({ account: ledgerEntry.account, amount: ledgerEntry.amount })
      .from(ledgerEntry)
      .innerJoin(
        ledgerTransaction,
        and(eq(ledgerTransaction.tenantId, ledgerEntry.tenantId), eq(ledgerTransaction.id, ledgerEntry.transactionId)),
      )
      .where(and(eq(ledgerTransaction.kind, 'negative_balance_protection'), eq(ledgerTransaction.orderId, BigInt(order.Id)))),
  )
  // 10,000 − 35 − 50,000
  expect(new Map(covered.map(({ account, amount }) => [account, amount]))).toEqual(
    new Map([
      ['trader:available', 40_035n * 10n ** 8n],
      ['house:protection', -40_035n * 10n ** 8n],
    ]),
  )
  expect(await books(world)).toEqual([])
})

test('while a position in an open market has no fresh price the account is not judged; with it, it is', async () => {
  await open(world, trader, 'buy', 'EURUSD', { lots: '2' })
  const coin = await open(world, trader, 'buy', 'BTCUSDT', { lots: '1', leverage: '20' })
  world.pass(2_001)
  await world.price('BTCUSDT', '80000.00')
  expect(await ended(trader)).toEqual([])
  await world.price('EURUSD', '1.00000')
  expect((await endOf(trader, coin.Id))?.CloseReason).toBe('stop_out')
})

test('on a weekend the last prices of closed markets count, and only what can be traded is closed', async () => {
  const euro = await open(world, trader, 'buy', 'EURUSD', { lots: '4' })
  await world.price('EURUSD', '0.99000')
  await world.price('BTCUSDT', '91000.00')
  const coin = await open(world, trader, 'buy', 'BTCUSDT', { lots: '0.1', leverage: '10' })
  world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
  try {
    // Equity 10,000 − 28 − 2 − 4,000 = 5,970 on a margin of 4,910: stopped out from 2,455 down.
    await world.price('BTCUSDT', '55900.00')
    expect(await closes()).toEqual([])
    // The euro has lost more, but its market is closed.
    await world.price('BTCUSDT', '55800.00')
    expect(await closes()).toEqual([['BTCUSDT', 'stop_out']])
    expect([await endOf(trader, euro.Id), (await endOf(trader, coin.Id))?.UpdatePrice]).toEqual([undefined, '55800.00'])
  } finally {
    world.clock.setWall(WORLD_START)
  }
})

test('no engine work failed on the way', () => {
  expect(world.complaints).toEqual([])
})
