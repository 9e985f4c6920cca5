/** Lines 7 to 16 of the trading correctness list (line 8 has its own file): how an order lives and ends. */
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ledgerEntry, ledgerTransaction } from '../../broker/db/schema'
import { getBalance } from '../../contract/wallet'
import { formatFixed, parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import {
  books,
  cancel,
  close,
  ended,
  endOf,
  holding,
  open,
  PLAIN_TERMS,
  pending,
  place,
  protect,
  reset,
  submit,
} from '../fixtures/trader-actions'

let world: World
let trader: TestTrader
beforeAll(async () => {
  const trading = { ...PLAIN_TERMS.aurora!.trading, overrides: { GBPUSD: { minStopDistance: '0.00100' } } }
  world = await createWorld({ tenants: { aurora: { trading } } })
})
afterAll(async () => {
  expect(world.complaints).toEqual([])
  await world.close()
})
beforeEach(async () => {
  await world.quoteAll()
  for (const code of ['EURUSD', 'GBPUSD', 'AUDUSD']) await world.price(code, '1.20000')
  trader = await world.demoTrader()
})

const balanceOf = async (of = trader) => parseFixed((await of.call(getBalance, {})).data.balance)

function entriesOf(orderId: string, kind: string) {
  const isIt = and(eq(ledgerTransaction.kind, kind), eq(ledgerTransaction.orderId, BigInt(orderId)))
  return world.broker.database.system((tx) =>
    tx
      .select({ account: ledgerEntry.account, amount: ledgerEntry.amount })
      .from(ledgerTransaction)
      .innerJoin(
        ledgerEntry,
        and(eq(ledgerEntry.tenantId, ledgerTransaction.tenantId), eq(ledgerEntry.transactionId, ledgerTransaction.id)),
      )
      .where(isIt),
  )
}

test('§5.7 an order moves from pending to holding to completed and never back; who comes second is told and does nothing', async () => {
  const waiting = await place(world, trader, 'buy', 'EURUSD', '1.19000')
  expect((await close(trader, waiting.Id)).outcome).toBe('ORDER_NOT_HOLDING')
  expect((await cancel(trader, waiting.Id)).data).toMatchObject({ Status: 3, CloseReason: 'cancelled', CancelReason: 'trader' })
  expect((await cancel(trader, waiting.Id)).outcome).toBe('ORDER_NOT_PENDING')
  const held = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  expect((await cancel(trader, held.Id)).outcome).toBe('ORDER_NOT_PENDING')
  expect((await close(trader, held.Id)).data.Status).toBe(3)
  const before = await balanceOf()
  expect((await close(trader, held.Id)).outcome).toBe('ORDER_NOT_HOLDING')
  expect((await protect(trader, held.Id, '1.10000', '0')).outcome).toBe('ORDER_NOT_HOLDING')
  expect(await balanceOf()).toBe(before)
  expect(await entriesOf(held.Id, 'order_close')).toHaveLength(2)
  const again = world.broker.database.withTenant('aurora', (tx) =>
    tx.insert(ledgerTransaction).values({
      tenantId: 'aurora',
      traderId: BigInt(trader.id),
      isDemo: true,
      kind: 'order_close',
      orderId: BigInt(held.Id),
      createdAt: 1,
    }),
  )
  await expect(again).rejects.toThrow()
  const unended = world.broker.database.withTenant('aurora', (tx) =>
    tx.execute(sql`update trade_order set status = 0 where id = ${held.Id}::bigint`),
  )
  await expect(unended).rejects.toThrow()
})

test('§5.9 stops stand on their side at their distance; one that the price has passed is refused with what is allowed', async () => {
  const order = await open(world, trader, 'buy', 'GBPUSD', { lots: '0.1' })
  const passed = await protect(trader, order.Id, '1.20000', '0')
  expect([passed.outcome, passed.msg]).toEqual(['STOP_LOSS_WRONG_SIDE', expect.stringContaining('1.19900')])
  expect((await protect(trader, order.Id, '1.19901', '0')).outcome).toBe('STOP_LOSS_TOO_CLOSE')
  expect((await protect(trader, order.Id, '0', '1.19000')).outcome).toBe('TAKE_PROFIT_WRONG_SIDE')
  expect((await protect(trader, order.Id, '1.19900', '1.20100')).outcome).toBe('ok')
  const short = await open(world, trader, 'sell', 'GBPUSD', { lots: '0.1' })
  expect((await protect(trader, short.Id, '1.19000', '0')).outcome).toBe('STOP_LOSS_WRONG_SIDE')
  expect((await protect(trader, short.Id, '1.20100', '1.19900')).outcome).toBe('ok')
})

test('§5.9 an edit that races its trigger: either the old stop closes the order or the new one holds it, never both', async () => {
  for (let round = 0; round < 12; round++) {
    await world.price('EURUSD', '1.20000')
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.01', stopLoss: '1.19500' })
    const racers = [() => protect(trader, order.Id, '1.18000', '0'), async () => world.feed.push('EURUSD', parseFixed('1.19500'))]
    const [first, second] = round % 2 === 0 ? racers : racers.reverse()
    const answers = await Promise.all([first!(), second!()])
    await world.settle()
    const edited = answers.find((answer) => answer !== undefined)?.outcome
    const end = await endOf(trader, order.Id)
    if (edited === 'ok') expect(end).toBeUndefined()
    else expect([edited, end?.CloseReason]).toEqual(['ORDER_NOT_HOLDING', 'stop_loss'])
    if (end === undefined) await close(trader, order.Id)
  }
  expect(await books(world)).toEqual([])
})

test('§5.10 a pending order keeps its kind, fires once at the market of the tick that crosses, never at its own tick, or says why not', async () => {
  await world.price('EURUSD', '1.20000', '1.20010')
  const limit = await place(world, trader, 'buy', 'EURUSD', '1.20009', { lots: '0.1' })
  const stop = await place(world, trader, 'sell', 'EURUSD', '1.19000', { lots: '0.1' })
  expect([limit.PendingKind, stop.PendingKind]).toEqual(['limit', 'stop'])
  world.feed.heartbeat('EURUSD')
  await world.settle()
  expect((await pending(trader)).map(({ Id }) => Id)).toEqual([stop.Id, limit.Id])
  await world.price('EURUSD', '1.18500', '1.18510')
  const fired = (await holding(trader)).data
  expect(fired.map(({ Id, Price, PendingKind }) => [Id, Price, PendingKind])).toEqual([
    [stop.Id, '1.18500', 'stop'],
    [limit.Id, '1.18510', 'limit'],
  ])
  await world.price('EURUSD', '1.18400', '1.18410')
  expect((await holding(trader)).total).toBe(2)

  const poor = await world.demoTrader()
  const large = await place(world, poor, 'buy', 'EURUSD', '1.10000', { lots: '7' })
  await open(world, poor, 'buy', 'AUDUSD', { lots: '6' })
  await world.price('EURUSD', '1.10000')
  expect(await endOf(poor, large.Id)).toMatchObject({ CloseReason: 'cancelled', CancelReason: 'insufficient_margin' })
  expect(await entriesOf(large.Id, 'order_open')).toEqual([])
})

test('§5.10 a fill that later ticks have overtaken must be carried at the price of now, too, or is cancelled', async () => {
  const order = await place(world, trader, 'buy', 'EURUSD', '1.19000', { lots: '8' })
  world.feed.push('EURUSD', parseFixed('1.19000'))
  world.feed.push('EURUSD', parseFixed('1.18700'))
  await world.settle()
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'cancelled', CancelReason: 'insufficient_margin' })
  expect(await pending(trader)).toEqual([])
})

test('§5.11 each tick counts, however short; in one tick stops close by id, then equity is judged, then pending orders fill', async () => {
  const short = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  world.feed.push('EURUSD', parseFixed('1.19000'))
  world.feed.push('EURUSD', parseFixed('1.20000'))
  await world.settle()
  expect(await endOf(trader, short.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.19000' })

  const one = await world.demoTrader()
  const second = await open(world, one, 'buy', 'EURUSD', { lots: '3', stopLoss: '1.19000' })
  const third = await open(world, one, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19100' })
  const kept = await open(world, one, 'buy', 'EURUSD', { lots: '0.2' })
  const waiting = await place(world, one, 'buy', 'EURUSD', '1.19500', { lots: '0.2' })
  // The three lots lose 6,000: with them the account would be under its level; without them it is not.
  await world.price('EURUSD', '1.18000')
  const closed = await world.broker.database.system((tx) =>
    tx
      .select({ orderId: ledgerTransaction.orderId, kind: ledgerTransaction.kind })
      .from(ledgerTransaction)
      .where(and(eq(ledgerTransaction.traderId, BigInt(one.id)), sql`kind <> 'demo_grant'`))
      .orderBy(ledgerTransaction.id),
  )
  expect(closed.slice(3).map(({ orderId, kind }) => [orderId?.toString(), kind])).toEqual([
    [second.Id, 'order_close'],
    [third.Id, 'order_close'],
    [waiting.Id, 'order_open'],
  ])
  expect((await holding(one)).data.map(({ Id }) => Id)).toEqual([waiting.Id, kept.Id])
})

test('§5.12 a gap: a stop loss fills at the first price there is, equal or worse; a take profit at its price or better', async () => {
  for (const [side, gap, isLoss] of [
    ['buy', '1.17000', true],
    ['buy', '1.23000', false],
    ['sell', '1.23000', true],
    ['sell', '1.17000', false],
  ] as const) {
    await world.price('EURUSD', '1.20000')
    const [low, high] = ['1.19000', '1.21000']
    const stops = side === 'buy' ? { stopLoss: low, takeProfit: high } : { stopLoss: high, takeProfit: low }
    const order = await open(world, trader, side, 'EURUSD', { lots: '0.1', ...stops })
    await world.price('EURUSD', gap)
    const reason = isLoss ? 'stop_loss' : 'take_profit'
    expect(await endOf(trader, order.Id)).toMatchObject({
      CloseReason: reason,
      UpdatePrice: gap,
      FactProfits: isLoss ? '-300.00000000' : '300.00000000',
    })
  }
})

test('§5.13 a stop-out cancels what is pending, closes the largest loss first, looks again after each, and stops when it may', async () => {
  for (const code of ['EURUSD', 'GBPUSD', 'AUDUSD']) await world.price(code, '1.00000')
  const [euro, pound, aussie] = [
    await open(world, trader, 'buy', 'EURUSD', { lots: '5' }),
    await open(world, trader, 'buy', 'GBPUSD', { lots: '2' }),
    await open(world, trader, 'buy', 'AUDUSD', { lots: '1' }),
  ]
  const waiting = await place(world, trader, 'buy', 'EURUSD', '0.90000', { lots: '0.1' })
  await world.price('AUDUSD', '0.97000')
  await world.price('GBPUSD', '0.99000')
  expect(await ended(trader)).toEqual([])
  // Equity 10,000 − 56 − 3,000 − 2,000 − 1,000 = 3,944 on a margin of 8,000.
  await world.price('EURUSD', '0.99800')
  expect(await endOf(trader, waiting.Id)).toMatchObject({ CancelReason: 'stop_out' })
  expect(await endOf(trader, aussie.Id)).toMatchObject({ CloseReason: 'stop_out', UpdatePrice: '0.97000' })
  expect((await holding(trader)).data.map(({ Id }) => Id)).toEqual([pound.Id, euro.Id])
})

test('§5.14 after a gap that costs more than there is the trader stands at 0 and the house bears the rest in an entry of its own', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '8' })
  await world.price('EURUSD', '1.10000')
  expect(await balanceOf()).toBe(0n)
  const borne = 80_000n * 10n ** 8n - (10_000n - 56n) * 10n ** 8n
  expect(await entriesOf(order.Id, 'negative_balance_protection')).toEqual(
    expect.arrayContaining([
      { account: 'trader:available', amount: borne },
      { account: 'house:protection', amount: -borne },
    ]),
  )
  expect(await books(world)).toEqual([])
})

test('§5.15 opening never raises free margin; what is locked is the sum of the orders; the total profit is the sum of the rows', async () => {
  const action = fc.record({
    code: fc.constantFrom('EURUSD', 'USDJPY', 'BTCUSDT', 'NGAS'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    hundredths: fc.integer({ min: 1, max: 60 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 6 }), fc.integer({ min: -9, max: 9 }), async (actions, permille) => {
      await world.quoteAll()
      const owner = await world.demoTrader()
      for (const { code, side, hundredths } of actions) {
        const before = parseFixed((await holding(owner)).free_margin)
        const leverage = String(world.broker.market.instrument(code)!.leverages[0])
        const { outcome } = await submit(world, owner, side, code, { lots: (hundredths / 100).toFixed(2), leverage })
        expect(['ok', 'INSUFFICIENT_MARGIN']).toContain(outcome)
        expect(parseFixed((await holding(owner)).free_margin)).toBeLessThanOrEqual(before)
      }
      const { referencePrice, pricePrecision } = world.broker.market.instrument('EURUSD')!
      await world.price('EURUSD', formatFixed((referencePrice * BigInt(1_000 + permille)) / 1_000n, pricePrecision))
      const figures = await holding(owner)
      const sum = (field: 'CautionMoney' | 'FactProfits') => figures.data.reduce((total, order) => total + parseFixed(order[field]), 0n)
      expect(parseFixed(figures.total_margin)).toBe(sum('CautionMoney'))
      expect(parseFixed(figures.all_fact_profits)).toBe(sum('FactProfits'))
    }),
    { numRuns: 15 },
  )
}, 60_000)

test('§5.16 a demo reset closes, cancels and refunds in one go, and cannot race an open', async () => {
  for (let round = 0; round < 6; round++) {
    const owner = await world.demoTrader()
    const held = await open(world, owner, 'buy', 'EURUSD', { lots: '1' })
    const waiting = await place(world, owner, 'buy', 'EURUSD', '1.10000')
    const [outcome, opening] = await Promise.all([reset(owner), submit(world, owner, 'buy', 'EURUSD', { lots: '1' })])
    expect([outcome, opening.outcome]).toEqual(['ok', 'ok'])
    expect([(await endOf(owner, held.Id))?.CloseReason, (await endOf(owner, waiting.Id))?.CancelReason]).toEqual([
      'demo_reset',
      'demo_reset',
    ])
    const { data, net_value } = await holding(owner)
    // The open came first and was closed by the reset, or came after it and paid its fee from the fresh balance.
    const isAfter = data.length === 1
    expect(data.length).toBe(isAfter ? 1 : 0)
    expect(net_value).toBe(isAfter ? '9993.00000000' : '10000.00000000')
  }
  expect(await books(world)).toEqual([])
})
