import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeAllOrders, closeOrder, listPositions, listReceipts, reverseOrder, setStopPrice, submitOrder } from '../../contract/orders'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { WORLD_START } from '../../tests/fixtures/frozen-clock'
import { books, ended, endOf, holding, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import type { BusEvent } from '../bus/bus'

let world: World
let trader: TestTrader

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.setWall(WORLD_START)
  await world.quoteAll()
  await world.price('EURUSD', '1.20000')
  trader = await world.demoTrader()
})

describe('partial close', () => {
  test('the part ends as an order of its own; the rest keeps its number, and margin and fee add up', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '1' })
    await world.price('EURUSD', '1.21000')
    const part = (await trader.call(closeOrder, { id: order.Id, cont: '0.3' })).data
    expect(part).toMatchObject({ Status: 3, Quantity: '0.3', ParentId: order.Id, CloseReason: 'manual', FactProfits: '300.00000000' })
    const { data, balance } = await holding(trader)
    expect(data).toMatchObject([{ Id: order.Id, Quantity: '0.7', Price: '1.20000', FactProfits: '700.00000000' }])
    expect([part.CautionMoney, data[0]?.CautionMoney, part.TradeFee, data[0]?.TradeFee]).toEqual([
      '360.00000000',
      '840.00000000',
      '2.10000000',
      '4.90000000',
    ])
    // 10,000 − 7 fee − 840 margin + 300 profit
    expect(balance).toBe('9453.00000000')
    expect((await trader.call(closeOrder, { id: order.Id })).data).toMatchObject({
      Id: order.Id,
      Quantity: '0.7',
      FactProfits: '700.00000000',
    })
    expect((await holding(trader)).balance).toBe('10993.00000000')
    const events = async (id: string) => (await trader.call(listReceipts, { id })).data.map(({ body }) => body.event)
    expect(await events(order.Id)).toEqual(['order_opened', 'order_closed'])
    expect(await events(part.Id)).toEqual(['order_opened', 'order_closed'])
    expect(await books(world)).toEqual([])
  })

  test.each([
    ['0', 'LOTS_TOO_SMALL'],
    ['0.005', 'LOTS_TOO_SMALL'],
    ['0.015', 'LOTS_OFF_STEP'],
    ['0.995', 'LOTS_OFF_STEP'],
    ['1.01', 'LOTS_TOO_LARGE'],
    ['-0.1', 'PARAMETER_INVALID'],
  ])('%s of 1 lot: %s', async (cont, outcome) => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '1' })
    expect((await trader.call(closeOrder, { id: order.Id, cont })).outcome).toBe(outcome)
    expect((await holding(trader)).data).toMatchObject([{ Quantity: '1' }])
  })

  test('the stops stay on the rest', async () => {
    const order = await open(world, trader, 'sell', 'EURUSD', { lots: '1', stopLoss: '1.21000' })
    await trader.call(closeOrder, { id: order.Id, cont: '0.5' })
    await world.price('EURUSD', '1.21000')
    expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_loss', Quantity: '0.5', FactProfits: '-500.00000000' })
    expect(await books(world)).toEqual([])
  })
})

test('close all closes what is open and tells what a closed market keeps', async () => {
  await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  await open(world, trader, 'sell', 'EURUSD', { lots: '0.1' })
  const crypto = await open(world, trader, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '10' })
  // Saturday: forex rests, crypto does not.
  world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
  await world.price('BTCUSDT', '91000.00')
  const { data } = await trader.call(closeAllOrders, {})
  expect(data.closed.map(({ Id }) => Id)).toEqual([crypto.Id])
  expect(data.kept.map(({ code }) => code)).toEqual([3002, 3002])
  world.clock.setWall(WORLD_START)
  await world.price('EURUSD', '1.20000')
  expect((await trader.call(closeAllOrders, { forex_id: world.broker.market.instrument('EURUSD')!.id })).data.closed).toHaveLength(2)
  expect((await trader.call(closeAllOrders, { forex_id: 'nothing' })).outcome).toBe('INSTRUMENT_NOT_FOUND')
  expect(await books(world)).toEqual([])
})

test('close all carries more positions than ids were taken for', async () => {
  for (let count = 0; count < 12; count++) await open(world, trader, 'buy', 'EURUSD', { lots: '0.01' })
  expect((await trader.call(closeAllOrders, {})).data.closed).toHaveLength(12)
  expect((await holding(trader)).total).toBe(0)
  expect(await books(world)).toEqual([])
})

describe('reverse', () => {
  test('closes and opens the other way in one go, without the stops', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.5', stopLoss: '1.19000' })
    await world.price('EURUSD', '1.20100', '1.20110')
    const { closed, opened } = (await trader.call(reverseOrder, { id: order.Id })).data
    expect(closed).toMatchObject({ Id: order.Id, UpdatePrice: '1.20100', FactProfits: '50.00000000' })
    expect(opened).toMatchObject({ OrderType: 2, Quantity: '0.5', Price: '1.20100', TargetLossPrice: '0.00000', Status: 1 })
    expect((await holding(trader)).data.map(({ Id }) => Id)).toEqual([opened.Id])
    expect(await books(world)).toEqual([])
  })

  test('both or neither: an account that cannot carry the new side keeps the old one', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '8' })
    await world.price('EURUSD', '1.19700')
    expect((await trader.call(reverseOrder, { id: order.Id })).outcome).toBe('INSUFFICIENT_MARGIN')
    expect((await holding(trader)).data).toMatchObject([{ Id: order.Id, OrderType: 1 }])
    expect(await books(world)).toEqual([])
  })
})

describe('a trailing stop is kept by the broker', () => {
  test('it follows a better price, never a worse one, and closes where it stands', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
    const edited = await trader.call(setStopPrice, {
      id: order.Id,
      stop_loss_price: '0',
      target_profit_price: '0',
      trailing_distance: '0.00500',
    })
    expect(edited.data).toMatchObject({ TargetLossPrice: '1.19500', TrailingDistance: '0.005' })
    const stop = async () => (await holding(trader)).data[0]?.TargetLossPrice
    await world.price('EURUSD', '1.20001')
    expect(await stop()).toBe('1.19501')
    await world.price('EURUSD', '1.21000')
    expect(await stop()).toBe('1.20500')
    await world.price('EURUSD', '1.20600')
    expect(await stop()).toBe('1.20500')
    await world.price('EURUSD', '1.20400')
    expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.20400', TargetLossPrice: '1.20500' })
    expect(await books(world)).toEqual([])
  })

  test('ticks that come faster than it is kept still close at the stop they have moved', async () => {
    const order = await open(world, trader, 'sell', 'EURUSD', { lots: '0.1' })
    await trader.call(setStopPrice, { id: order.Id, stop_loss_price: '0', target_profit_price: '0', trailing_distance: '0.00500' })
    for (const price of [119_900, 119_500, 119_000, 119_400, 119_501, 121_000]) world.feed.push('EURUSD', BigInt(price) * 1_000n)
    await world.settle()
    expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: '1.19501', TargetLossPrice: '1.19500' })
  })

  test('taking the stop loss off takes the trailing off; setting another stop keeps it', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
    const edit = { id: order.Id, target_profit_price: '0' }
    await trader.call(setStopPrice, { ...edit, stop_loss_price: '1.19000', trailing_distance: '0.00500' })
    expect((await trader.call(setStopPrice, { ...edit, stop_loss_price: '1.19200' })).data.TrailingDistance).toBe('0.005')
    expect((await trader.call(setStopPrice, { ...edit, stop_loss_price: '0' })).data).toMatchObject({
      TrailingDistance: '0',
      TargetLossPrice: '0.00000',
    })
    await world.price('EURUSD', '1.25000')
    expect((await holding(trader)).data[0]?.TargetLossPrice).toBe('0.00000')
  })
})

describe('margin calls', () => {
  /** 8 lots at 1:100 use 9,600 of 10,000 USDT; one pip is 80 USDT. */
  async function heavy(): Promise<BusEvent[]> {
    const told: BusEvent[] = []
    await open(world, trader, 'buy', 'EURUSD', { lots: '8' })
    world.broker.bus.subscribe({ tenantId: 'aurora', traderId: trader.id }, (event) => {
      if (event.topic === 'ACCOUNT_NOTICE') told.push(event)
    })
    return told
  }
  const levels = (told: BusEvent[]) => told.map(({ payload }) => (payload as { Level: string }).Level)

  test('each level is told once on the way down, and again only after it has recovered', async () => {
    const told = await heavy()
    // Equity 9,944 at 1.20000: 103.58 %.
    await world.price('EURUSD', '1.19956')
    expect(levels(told)).toEqual(['100'])
    await world.price('EURUSD', '1.19900')
    await world.price('EURUSD', '1.19990')
    await world.price('EURUSD', '1.19900')
    expect(levels(told)).toEqual(['100'])
    await world.price('EURUSD', '1.19650')
    expect(levels(told)).toEqual(['100', '75'])
    await world.price('EURUSD', '1.20100')
    await world.price('EURUSD', '1.19900')
    expect(levels(told)).toEqual(['100', '75', '100'])
  })

  test('the stop-out cancels what is pending, closes, and needs no call any more', async () => {
    const told = await heavy()
    const waiting = await trader.call(submitOrder, {
      forex_id: world.broker.market.instrument('EURUSD')!.id,
      type: '1',
      status: '0',
      cont: '0.01',
      multiple: '100',
      target_price: '1.10000',
    })
    await world.price('EURUSD', '1.19300')
    expect(levels(told)).toEqual([])
    expect((await ended(trader)).map(({ CloseReason, CancelReason }) => [CloseReason, CancelReason]).sort()).toEqual([
      ['cancelled', 'stop_out'],
      ['stop_out', null],
    ])
    expect(await endOf(trader, waiting.data.Id)).toMatchObject({ CancelReason: 'stop_out' })
    expect(await books(world)).toEqual([])
  })
})

test('the positions and quotes of one moment, for the stop-out map', async () => {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '1' })
  const { data } = await trader.call(listPositions, {})
  expect(data).toMatchObject({ stop_out_level: '50', total_margin: '1200.00000000', orders: [{ Id: order.Id }] })
  expect(data.quotes).toMatchObject([{ Code: 'EURUSD', Bid: '1.20000', QuoteToUsdt: expect.any(String), MarketStatus: 1 }])
})
