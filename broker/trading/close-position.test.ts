import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelOrder, closeOrder } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { books, close, ended, endOf, holding, open, PLAIN_TERMS, protect, reset, submit } from '../../tests/fixtures/trader-actions'
import { ledgerTransaction } from '../db/schema'

let world: World
let trader: TestTrader

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.quoteAll()
  await world.price('EURUSD', '1.20000', '1.20010')
  trader = await world.demoTrader()
})

function closings(orderId: string) {
  const isIt = and(eq(ledgerTransaction.kind, 'order_close'), eq(ledgerTransaction.orderId, BigInt(orderId)))
  return world.broker.database.system((tx) => tx.select().from(ledgerTransaction).where(isIt))
}

describe('exactly one close wins', () => {
  test('of a hundred that ask at once', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD')
    const answers = await Promise.all(Array.from({ length: 100 }, () => close(trader, order.Id)))
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual([...Array(99).fill('ORDER_NOT_HOLDING'), 'ok'])
    expect(await closings(order.Id)).toHaveLength(1)
    // 10,000 − 7 − 10 of spread
    expect((await holding(trader)).balance).toBe('9983.00000000')
    expect(await books(world)).toEqual([])
  })

  test.each(Array.from({ length: 8 }, (_, round) => [round]))('of trader, stop loss, stop-out and reset, round %i', async (round) => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '8', stopLoss: '1.19500' })
    const events: string[] = []
    const stop = world.broker.bus.subscribe({ tenantId: 'aurora', traderId: trader.id }, ({ topic, payload }) => {
      const event = payload as { CloseReason?: string | null } | null
      if (topic === 'FOREX_CLOSED' && event?.CloseReason) events.push(event.CloseReason)
    })
    // 8 lots lose 8,000 of 9,150 with a margin of 9,600: past the stop loss and the stop-out level in one tick.
    const fall = () => world.feed.push('EURUSD', { bid: parseFixed('1.19000'), ask: parseFixed('1.19010') })
    const closing = async () => (await close(trader, order.Id)).outcome
    const falling = async () => fall()
    const racers: (() => Promise<unknown>)[] = [
      closing,
      falling,
      closing,
      falling,
      ...(round % 2 ? [] : [async () => void (await reset(trader))]),
    ]
    const turned = racers.map((_, index) => racers[(index + round) % racers.length]!)
    const answers = await Promise.all(turned.map((race) => race()))
    await world.settle()
    stop()
    const end = await endOf(trader, order.Id)
    expect(['manual', 'stop_loss', 'stop_out', 'demo_reset']).toContain(end?.CloseReason)
    expect(events).toEqual([end?.CloseReason])
    expect(await closings(order.Id)).toHaveLength(1)
    const manual = answers.filter((outcome) => outcome === 'ok').length
    expect(manual).toBe(end?.CloseReason === 'manual' ? 1 : 0)
    expect(await books(world)).toEqual([])
  })
})

test('a close with the same key gives the same answer again and closes nothing else', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD')
  const first = await trader.call(closeOrder, { id: order.Id }, { key: 'close-once' })
  await world.price('EURUSD', '1.25000')
  const again = await trader.call(closeOrder, { id: order.Id }, { key: 'close-once' })
  expect(again.text).toBe(first.text)
  expect(first.data).toMatchObject({ Id: order.Id, UpdatePrice: '1.20000', FactProfits: '-10.00000000' })
})

test('what is not there to close is named', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD')
  const other = await world.demoTrader()
  const foreign = await world.demoTrader('meridian')
  expect((await close(other, order.Id)).outcome).toBe('ORDER_NOT_FOUND')
  expect((await close(foreign, order.Id)).outcome).toBe('ORDER_NOT_FOUND')
  expect((await close(trader, '999999999')).outcome).toBe('ORDER_NOT_FOUND')
  expect((await close(trader, 'x')).outcome).toBe('ORDER_NOT_FOUND')
  expect((await protect(other, order.Id, '1.1', '0')).outcome).toBe('ORDER_NOT_FOUND')
  expect((await trader.call(cancelOrder, { id: order.Id })).outcome).toBe('ORDER_NOT_PENDING')
  world.pass(2_001)
  expect((await close(trader, order.Id)).outcome).toBe('QUOTE_STALE')
  await world.price('EURUSD', '1.20000')
  await close(trader, order.Id)
  expect((await close(trader, order.Id)).outcome).toBe('ORDER_NOT_HOLDING')
  expect((await protect(trader, order.Id, '1.1', '0')).outcome).toBe('ORDER_NOT_HOLDING')
})

describe('editing protection', () => {
  test.each([
    // side, stop loss, take profit, outcome at 1.20000 / 1.20010
    ['buy', '1.19000', '1.21000', 'ok'],
    ['buy', '1.20000', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['buy', '0', '1.20000', 'TAKE_PROFIT_WRONG_SIDE'],
    ['buy', '1.190001', '0', 'PRICE_OFF_GRID'],
    ['sell', '1.20011', '1.20009', 'ok'],
    ['sell', '1.20010', '0', 'STOP_LOSS_WRONG_SIDE'],
    ['sell', '0', '1.20010', 'TAKE_PROFIT_WRONG_SIDE'],
  ] as const)('%s to %s and %s: %s', async (side, stopLoss, takeProfit, outcome) => {
    const order = await open(world, trader, side, 'EURUSD', { lots: '0.1' })
    const answer = await protect(trader, order.Id, stopLoss, takeProfit)
    expect(answer.outcome).toBe(outcome)
    const [row] = (await holding(trader)).data
    const isKept = outcome === 'ok' ? stopLoss : '0.00000'
    expect(row?.TargetLossPrice).toBe(isKept)
  })
})

describe('a demo reset', () => {
  test('closes what is open at the prices of now and starts again with the first balance', async () => {
    await open(world, trader, 'buy', 'EURUSD', { lots: '3' })
    await open(world, trader, 'sell', 'USDJPY', { lots: '1' })
    await world.price('EURUSD', '1.19000')
    expect(await reset(trader)).toBe('ok')
    expect(await holding(trader)).toMatchObject({
      total: 0,
      balance: '10000.00000000',
      total_margin: '0.00000000',
      all_fact_profits: '0.00000000',
    })
    expect((await ended(trader)).map((order) => [order.CloseReason, order.FactProfits])).toEqual([
      ['demo_reset', '0.00000000'],
      ['demo_reset', '-3030.00000000'],
    ])
    expect(await books(world)).toEqual([])
  })

  test('cannot be used to keep an order that is opened at the same moment', async () => {
    const [answer] = await Promise.all([submit(world, trader, 'buy', 'EURUSD'), reset(trader)])
    const state = await holding(trader)
    const sum = Number(state.balance) + Number(state.total_margin)
    // Before the reset it is closed with it; after it, it stands on the fresh balance and has paid its fee.
    expect(answer.outcome).toBe('ok')
    expect([10_000, 9_993]).toContain(sum)
    expect(state.total).toBe(sum === 10_000 ? 0 : 1)
    expect(await books(world)).toEqual([])
  })
})

test('no engine work failed on the way', () => {
  expect(world.complaints).toEqual([])
})
