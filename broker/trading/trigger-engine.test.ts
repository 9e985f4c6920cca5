import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { WORLD_START } from '../../tests/fixtures/frozen-clock'
import { books, close, ended, endOf, holding, open, PLAIN_TERMS, protect } from '../../tests/fixtures/trader-actions'
import { done } from '../calls/handler'
import { auditEvent } from '../db/schema'
import { runOnBooks } from '../ledger/sql-books'

let world: World
let trader: TestTrader

beforeAll(async () => {
  world = await createWorld({
    tenants: {
      ...PLAIN_TERMS,
      meridian: { trading: { overrides: { EURUSD: { spread: '0.00040', leverages: [100] } }, maxLeverage: 100 } },
    },
  })
})
afterAll(() => world.close())

beforeEach(async () => {
  world.clock.setWall(WORLD_START)
  await world.quoteAll()
  await world.price('EURUSD', '1.20000', '1.20010')
  trader = await world.demoTrader()
})

describe('stop loss and take profit fire on the side at which the order closes', () => {
  test.each([
    // side, stop loss, take profit, bid, ask, reason, closing price
    ['buy', '1.19000', '0', '1.19001', '1.19011', null, ''],
    ['buy', '1.19000', '0', '1.19000', '1.19010', 'stop_loss', '1.19000'],
    ['buy', '1.19000', '0', '1.15000', '1.15010', 'stop_loss', '1.15000'],
    ['buy', '0', '1.21000', '1.20999', '1.21009', null, ''],
    ['buy', '0', '1.21000', '1.21000', '1.21010', 'take_profit', '1.21000'],
    ['buy', '0', '1.21000', '1.23000', '1.23010', 'take_profit', '1.23000'],
    ['sell', '1.21000', '0', '1.20989', '1.20999', null, ''],
    ['sell', '1.21000', '0', '1.20990', '1.21000', 'stop_loss', '1.21000'],
    ['sell', '1.21000', '0', '1.25000', '1.25010', 'stop_loss', '1.25010'],
    ['sell', '0', '1.19000', '1.18991', '1.19001', null, ''],
    ['sell', '0', '1.19000', '1.18990', '1.19000', 'take_profit', '1.19000'],
    ['sell', '0', '1.19000', '1.17000', '1.17010', 'take_profit', '1.17010'],
    ['buy', '1.19000', '1.21000', '1.19500', '1.19510', null, ''],
    ['buy', '0', '0', '1.19000', '1.19010', null, ''],
  ] as const)('%s with stop loss %s and take profit %s at %s / %s: %s %s', async (side, stopLoss, takeProfit, bid, ask, reason, price) => {
    const order = await open(world, trader, side, 'EURUSD', { stopLoss, takeProfit })
    await world.price('EURUSD', bid, ask)
    const end = await endOf(trader, order.Id)
    expect(end?.CloseReason ?? null).toBe(reason)
    expect(end?.UpdatePrice ?? '').toBe(price)
    expect(await books(world)).toEqual([])
  })
})

test('a stop loss that a gap has jumped is filled at the first price there is, and the loss is that price’s', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000', leverage: '200' })
  await world.price('EURUSD', '1.17000', '1.17010')
  const end = await endOf(trader, order.Id)
  expect([end?.UpdatePrice, end?.FactProfits]).toEqual(['1.17000', '-3010.00000000'])
  // 10,000 − 7 fee − 3,010
  expect((await holding(trader)).balance).toBe('6983.00000000')
})

test('the tick that set a trigger off is its price, whatever comes behind it', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000', takeProfit: '1.21000' })
  const push = (bid: string) => world.feed.push('EURUSD', { bid: parseFixed(bid), ask: parseFixed(bid) })
  push('1.18900')
  push('1.21500')
  push('1.10000')
  await world.settle()
  const end = await endOf(trader, order.Id)
  expect([end?.CloseReason, end?.UpdatePrice]).toEqual(['stop_loss', '1.18900'])
})

test('orders that one tick reaches close by order id', async () => {
  const orders: Order[] = []
  for (const stopLoss of ['1.18500', '1.19500', '1.19000', '1.18700'])
    orders.push(await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss }))
  await world.price('EURUSD', '1.18000', '1.18010')
  const closes = await world.broker.database.system((tx) =>
    tx.select().from(auditEvent).where(eq(auditEvent.action, 'order.close')).orderBy(asc(auditEvent.id)),
  )
  const own = closes.map(({ object }) => object).filter((object) => orders.some((order) => object === `order:${order.Id}`))
  expect(own).toEqual(orders.map((order) => `order:${order.Id}`))
})

test('a trigger closes once: one closing event for the trader, one closing entry in the books', async () => {
  const heard: string[] = []
  const stop = world.broker.bus.subscribe({ tenantId: 'aurora', traderId: trader.id }, ({ topic, payload }) => {
    if (topic === 'FOREX_CLOSED') heard.push((payload as { Id: string; CloseReason: string | null }).CloseReason ?? 'open')
  })
  await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  for (const bid of ['1.18000', '1.17000', '1.16000']) world.feed.push('EURUSD', parseFixed(bid))
  await world.settle()
  stop()
  expect(heard.filter((reason) => reason !== 'open')).toEqual(['stop_loss'])
  expect(await books(world)).toEqual([])
})

test('a closed market sets nothing off and lets nobody close; the first tick after the opening does', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
  await world.price('EURUSD', '1.10000', '1.10010')
  expect(await endOf(trader, order.Id)).toBeUndefined()
  expect((await close(trader, order.Id)).outcome).toBe('MARKET_CLOSED')
  world.clock.setWall(Date.parse('2026-11-22T22:30:00Z'))
  await world.price('EURUSD', '1.16000', '1.16010')
  const end = await endOf(trader, order.Id)
  expect([end?.CloseReason, end?.UpdatePrice]).toEqual(['stop_loss', '1.16000'])
})

test('the price of a closed market stops nobody out of another', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '8' })
  const coin = await open(world, trader, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '50' })
  world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
  await world.price('EURUSD', '1.10000', '1.10010')
  expect([await endOf(trader, order.Id), await endOf(trader, coin.Id)]).toEqual([undefined, undefined])
})

test('while the conversion pair is stale nothing is triggered and nothing can be closed', async () => {
  await world.price('USDJPY', '160.000')
  await world.price('EURJPY', '182.000')
  const order = await open(world, trader, 'buy', 'EURJPY', { stopLoss: '181.000' })
  world.pass(2_001)
  await world.price('EURJPY', '180.000')
  expect(await endOf(trader, order.Id)).toBeUndefined()
  expect((await close(trader, order.Id)).outcome).toBe('QUOTE_STALE')
  await world.price('USDJPY', '160.000')
  await world.price('EURJPY', '180.500')
  expect((await endOf(trader, order.Id))?.UpdatePrice).toBe('180.500')
})

test('a stop that was edited between the tick and the lock no longer fires, and stays armed', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  const id = BigInt(order.Id)
  await world.broker.database.withTenant('aurora', (tx) =>
    runOnBooks(tx, 'aurora', BigInt(trader.id), world.clock.now(), (books) => {
      // The tick comes while the books are open; the edit is committed before it gets them.
      world.feed.push('EURUSD', { bid: parseFixed('1.18000') })
      return done(books.changeOrder(books.orders.find((one) => one.id === id)!, { stopLoss: parseFixed('1.17000') }))
    }),
  )
  await world.settle()
  expect(await endOf(trader, order.Id)).toBeUndefined()
  await world.price('EURUSD', '1.16900')
  expect((await endOf(trader, order.Id))?.UpdatePrice).toBe('1.16900')
})

test('an edited stop fires at its new price and not at its old one; 0 takes it off', async () => {
  const first = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000', takeProfit: '1.21000' })
  const second = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  expect((await protect(trader, first.Id, '1.18000', '1.22000')).outcome).toBe('ok')
  expect((await protect(trader, second.Id, '0', '0')).data).toMatchObject({ TargetLossPrice: '0.00000', TargetProfitPrice: '0.00000' })
  await world.price('EURUSD', '1.18500')
  await world.price('EURUSD', '1.21500')
  expect(await ended(trader)).toEqual([])
  await world.price('EURUSD', '1.17000')
  expect((await ended(trader)).map((order) => [order.Id, order.UpdatePrice])).toEqual([[first.Id, '1.17000']])
})

test('positions in yen are revalued by the dollar: its fall alone stops the account out', async () => {
  await world.price('USDJPY', '160.000')
  await world.price('EURJPY', '182.000')
  const order = await open(world, trader, 'buy', 'EURJPY')
  expect(order.CautionMoney).toBe('1137.50000000')
  await world.price('EURJPY', '170.000')
  // 12 × 100,000 ÷ 160 = 7,500 lost of 9,993
  expect((await holding(trader)).net_value).toBe('2493.00000000')
  await world.price('USDJPY', '125.000')
  const end = await endOf(trader, order.Id)
  expect([end?.CloseReason, end?.UpdatePrice, end?.FactProfits]).toEqual(['stop_out', '170.000', '-9600.00000000'])
})

test('each company’s orders are triggered at its own prices', async () => {
  const other = await world.demoTrader('meridian')
  await world.price('EURUSD', '1.20000')
  const tight = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  const wide = await open(world, other, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  expect([tight.Price, wide.Price]).toEqual(['1.20000', '1.20020'])
  await world.price('EURUSD', '1.19010')
  expect(await endOf(trader, tight.Id)).toBeUndefined()
  expect((await endOf(other, wide.Id))?.UpdatePrice).toBe('1.18990')
  await world.price('EURUSD', '1.19000')
  expect((await endOf(trader, tight.Id))?.UpdatePrice).toBe('1.19000')
})

test('no engine work failed on the way', () => {
  expect(world.complaints).toEqual([])
})
