import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelOrder, listOrders, listReceipts, type Order, setStopPrice, submitOrder } from '../../contract/orders'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { WORLD_START } from '../../tests/fixtures/frozen-clock'
import { books, endOf, holding, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'

let world: World
let trader: TestTrader

beforeAll(async () => {
  world = await createWorld({
    tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora!.trading, overrides: { GBPUSD: { minStopDistance: '0.00100' } } } } },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.setWall(WORLD_START)
  await world.quoteAll()
  await world.price('EURUSD', '1.20000', '1.20010')
  trader = await world.demoTrader()
})

interface PendingTerms {
  readonly code?: string
  readonly lots?: string
  readonly stopLoss?: string
  readonly takeProfit?: string
  readonly trailing?: string
}

function place(side: 'buy' | 'sell', target: string, { code = 'EURUSD', lots = '1', stopLoss, takeProfit, trailing }: PendingTerms = {}) {
  return trader.call(submitOrder, {
    forex_id: world.broker.market.instrument(code)!.id,
    type: side === 'buy' ? '1' : '2',
    status: '0',
    cont: lots,
    multiple: '100',
    target_price: target,
    stop_loss_price: stopLoss ?? '0',
    target_profit_price: takeProfit ?? '0',
    ...(trailing === undefined ? {} : { trailing_distance: trailing }),
  })
}
const placed = async (...args: Parameters<typeof place>): Promise<Order> => {
  const { outcome, data } = await place(...args)
  expect(outcome).toBe('ok')
  return data
}
const pending = async () => (await trader.call(listOrders, { status: '0' })).data.data

describe('the kind is read from the target against the quote, and frozen', () => {
  test.each([
    ['buy', '1.19000', 'limit'],
    ['buy', '1.20009', 'limit'],
    ['buy', '1.20011', 'stop'],
    ['sell', '1.21000', 'limit'],
    ['sell', '1.20001', 'limit'],
    ['sell', '1.19999', 'stop'],
  ] as const)('%s at %s is a %s', async (side, target, kind) => {
    const order = await placed(side, target)
    expect(order).toMatchObject({
      Status: 0,
      PendingKind: kind,
      OriginPrice: target,
      Price: '0.00000',
      CautionMoney: '0.00000000',
      OpenedAt: null,
    })
    expect((await pending()).map(({ Id }) => Id)).toEqual([order.Id])
    expect((await holding(trader)).total_margin).toBe('0.00000000')
  })
})

describe('a pending order fires on the side at which it opens', () => {
  test.each([
    // kind, side, target, bid / ask just before, bid / ask that fires, fill
    ['buy limit', 'buy', '1.19000', '1.18991', '1.19001', '1.18990', '1.19000', '1.19000'],
    ['buy limit gap: better', 'buy', '1.19000', '1.19500', '1.19510', '1.18000', '1.18010', '1.18010'],
    ['buy stop', 'buy', '1.21000', '1.20989', '1.20999', '1.20990', '1.21000', '1.21000'],
    ['buy stop gap: worse', 'buy', '1.21000', '1.20900', '1.20910', '1.22000', '1.22010', '1.22010'],
    ['sell limit', 'sell', '1.21000', '1.20999', '1.21009', '1.21000', '1.21010', '1.21000'],
    ['sell stop', 'sell', '1.19000', '1.19001', '1.19011', '1.19000', '1.19010', '1.19000'],
    ['sell stop gap: worse', 'sell', '1.19000', '1.19500', '1.19510', '1.18000', '1.18010', '1.18000'],
  ] as const)('%s', async (_name, side, target, bidBefore, askBefore, bid, ask, fill) => {
    const order = await placed(side, target)
    await world.price('EURUSD', bidBefore, askBefore)
    expect((await pending()).length).toBe(1)
    world.pass(1_000)
    await world.price('EURUSD', bid, ask)
    const [filled] = (await holding(trader)).data
    expect(filled).toMatchObject({ Id: order.Id, Status: 1, Price: fill, OriginPrice: target, PendingKind: order.PendingKind })
    expect(filled?.OpenedAt).toBe(world.clock.now())
    expect(await pending()).toEqual([])
    const receipts = (await trader.call(listReceipts, { id: order.Id })).data
    expect(receipts.map(({ body }) => body.event)).toEqual(['order_placed', 'order_opened'])
    expect(await books(world)).toEqual([])
  })

  test('it fires once, and never on the tick at which it was placed', async () => {
    await placed('buy', '1.20009')
    await world.settle()
    expect((await pending()).length).toBe(1)
    await world.price('EURUSD', '1.19000', '1.19010')
    await world.price('EURUSD', '1.19500', '1.19510')
    await world.price('EURUSD', '1.18000', '1.18010')
    expect((await holding(trader)).total).toBe(1)
  })

  test('its stops are armed by the fill, and a trailing stop begins at its distance from the fill', async () => {
    const order = await placed('buy', '1.19000', { takeProfit: '1.19500', trailing: '0.00200' })
    await world.price('EURUSD', '1.18990', '1.19000')
    expect((await holding(trader)).data[0]).toMatchObject({
      TargetLossPrice: '1.18790',
      TargetProfitPrice: '1.19500',
      TrailingDistance: '0.002',
    })
    await world.price('EURUSD', '1.19500', '1.19510')
    expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'take_profit', UpdatePrice: '1.19500' })
  })
})

test('margin is looked at again when it fires: what cannot be carried is cancelled and says why', async () => {
  // 10,000 USDT at 1:100 carry 8 lots of 1,200 each, not two orders of five.
  await placed('buy', '1.19000', { lots: '5' })
  const second = await placed('buy', '1.19000', { lots: '5' })
  await world.price('EURUSD', '1.18990', '1.19000')
  expect((await holding(trader)).total).toBe(1)
  expect(await endOf(trader, second.Id)).toMatchObject({
    Status: 3,
    CloseReason: 'cancelled',
    CancelReason: 'insufficient_margin',
    FactProfits: '0.00000000',
  })
  const receipts = (await trader.call(listReceipts, { id: second.Id })).data
  expect(receipts.map(({ body }) => [body.event, body.reason])).toEqual([
    ['order_placed', 'limit'],
    ['order_cancelled', 'insufficient_margin'],
  ])
  expect(await books(world)).toEqual([])
})

describe('what is refused says what would be allowed', () => {
  test.each([
    ['buy', '0', {}, 'TARGET_PRICE_REQUIRED', {}],
    ['buy', '1.20010', {}, 'TARGET_IS_MARKET_PRICE', { allowed: '≤ 1.20009 · ≥ 1.20011' }],
    ['buy', '1.190001', {}, 'PRICE_OFF_GRID', { decimals: '5' }],
    ['buy', '1.19000', { stopLoss: '1.19000' }, 'STOP_LOSS_WRONG_SIDE', { allowed: '≤ 1.18999' }],
    ['sell', '1.19000', { takeProfit: '1.19500' }, 'TAKE_PROFIT_WRONG_SIDE', { allowed: '≤ 1.18999' }],
    ['buy', '1.19000', { lots: '50' }, 'INSUFFICIENT_MARGIN', {}],
    ['buy', '1.26100', { code: 'GBPUSD' }, 'TARGET_TOO_CLOSE', {}],
    ['buy', '1.25000', { code: 'GBPUSD', stopLoss: '1.24950' }, 'STOP_LOSS_TOO_CLOSE', { allowed: '≤ 1.24900' }],
    ['buy', '1.25000', { code: 'GBPUSD', takeProfit: '1.25050' }, 'TAKE_PROFIT_TOO_CLOSE', { allowed: '≥ 1.25100' }],
    ['buy', '1.25000', { code: 'GBPUSD', trailing: '0.00050' }, 'TRAILING_TOO_CLOSE', { min: '0.001' }],
  ] as const)('%s at %s with %j: %s', async (side, target, terms, outcome, details) => {
    await world.price('GBPUSD', '1.26040', '1.26050')
    const answer = await place(side, target, terms)
    expect(answer.outcome).toBe(outcome)
    expect(answer.details).toMatchObject(details)
    expect(await pending()).toEqual([])
  })
})

describe('a pending order is edited and cancelled', () => {
  test('target and stops move together; the kind stays', async () => {
    const order = await placed('buy', '1.19000')
    const edit = { id: order.Id, target_price: '1.18000', stop_loss_price: '1.17000', target_profit_price: '1.19000' }
    expect((await trader.call(setStopPrice, edit)).data).toMatchObject({
      OriginPrice: '1.18000',
      TargetLossPrice: '1.17000',
      TargetProfitPrice: '1.19000',
      PendingKind: 'limit',
    })
    await world.price('EURUSD', '1.18500', '1.18510')
    expect((await holding(trader)).total).toBe(0)
    await world.price('EURUSD', '1.17990', '1.18000')
    expect((await holding(trader)).data.map(({ Price }) => Price)).toEqual(['1.18000'])
  })

  test('a target that would make it another kind is refused, and so is a target for a position', async () => {
    const order = await placed('buy', '1.19000')
    const edit = { id: order.Id, stop_loss_price: '0', target_profit_price: '0' }
    expect((await trader.call(setStopPrice, { ...edit, target_price: '1.21000' })).outcome).toBe('TARGET_WRONG_SIDE')
    const position = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
    expect((await trader.call(setStopPrice, { ...edit, id: position.Id, target_price: '1.19' })).outcome).toBe('ORDER_NOT_PENDING')
  })

  test('cancelled it never fires, also in a closed market; cancelling twice is one cancel', async () => {
    const order = await placed('sell', '1.19000')
    world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
    expect((await trader.call(cancelOrder, { id: order.Id })).data).toMatchObject({
      Status: 3,
      CloseReason: 'cancelled',
      CancelReason: 'trader',
    })
    expect((await trader.call(cancelOrder, { id: order.Id })).outcome).toBe('ORDER_NOT_PENDING')
    world.clock.setWall(WORLD_START)
    await world.price('EURUSD', '1.18000', '1.18010')
    expect((await holding(trader)).total).toBe(0)
    expect(await books(world)).toEqual([])
  })

  test("another trader's order does not exist", async () => {
    const order = await placed('buy', '1.19000')
    const other = await world.demoTrader()
    expect((await other.call(cancelOrder, { id: order.Id })).outcome).toBe('ORDER_NOT_FOUND')
    expect((await other.call(setStopPrice, { id: order.Id, stop_loss_price: '0', target_profit_price: '0' })).outcome).toBe(
      'ORDER_NOT_FOUND',
    )
  })
})
