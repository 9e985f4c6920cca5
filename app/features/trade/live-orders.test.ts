import { expect, test } from 'vitest'
import type { OrderEvent } from '../../terms/pushes'
import { followedStop, newerEvents, withEvents, withTrailedStops } from './live-orders'
import type { TradeData } from './scene/trade-data'
import { eurUsd, figures, holdingOrder } from './ticket/ticket-fixtures'

const held = holdingOrder(eurUsd, { id: '1' })
const waiting = holdingOrder(eurUsd, { id: '2', status: 'pending', kind: 'stop', entryPrice: '0', askedPrice: '1.17000' })
const data: TradeData = {
  instruments: [eurUsd],
  categories: [],
  isWhole: true,
  sessions: {},
  orders: {
    figures,
    holding: { orders: [held], total: 1 },
    pending: { orders: [waiting], total: 1 },
    history: { orders: [], total: 0 },
  },
  orderTimes: {},
  defaultCode: 'EURUSD',
  defaultPeriod: '15min',
  leverages: {},
  lots: {},
  readAt: 1_000,
  formKey: 'key',
}

const event = (change: Partial<OrderEvent>): OrderEvent => ({
  id: '1',
  status: 'closed',
  closeReason: 'stop_loss',
  cancelReason: null,
  price: '1.16040',
  profit: '-60.00000000',
  closedTime: '18 Nov 14:02:11',
  ...change,
})
const ids = (loaded: TradeData) =>
  (['holding', 'pending', 'history'] as const).map(
    (tab) => `${tab} ${loaded.orders?.[tab].orders.map(({ id }) => id)} of ${loaded.orders?.[tab].total}`,
  )

test('a position that a trigger closed is in history with its reason', () => {
  const live = withEvents(data, [{ event: event({}), at: 2_000 }])
  expect(ids(live)).toEqual(['holding  of 0', 'pending 2 of 1', 'history 1 of 1'])
  expect(live.orders?.history.orders[0]).toMatchObject({ status: 'closed', closeReason: 'stop_loss', price: '1.16040' })
})

test('an order that was filled is held at its fill price', () => {
  const fill = event({ id: '2', status: 'open', closeReason: null, price: '1.17002', profit: '0' })
  const live = withEvents(data, [{ event: fill, at: 2_000 }])
  expect(ids(live)).toEqual(['holding 2,1 of 2', 'pending  of 0', 'history  of 0'])
  expect(live.orders?.holding.orders[0]).toMatchObject({ status: 'open', entryPrice: '1.17002', kind: 'stop' })
})

test('an order may be filled and closed between two loads', () => {
  const heard = [
    { event: event({ id: '2', status: 'open', closeReason: null }), at: 2_000 },
    { event: event({ id: '2' }), at: 2_001 },
  ]
  expect(ids(withEvents(data, heard))).toEqual(['holding 1 of 1', 'pending  of 0', 'history 2 of 1'])
})

test('what the load already knows is not done twice', () => {
  const heard = [{ event: event({}), at: 900 }]
  expect(withEvents(data, heard)).toBe(data)
  expect(newerEvents(data, heard)).toEqual([])
})

test('an event about an order of another page changes nothing here', () => {
  expect(withEvents(data, [{ event: event({ id: '99' }), at: 2_000 }])).toBe(data)
})

test('a trailing stop follows the quotes of the page from where it stood, and never back', () => {
  const order = holdingOrder(eurUsd, { trailingDistance: '0.00300', stopLoss: '1.16050' })
  const first = followedStop(order, undefined, { bid: '1.16428', ask: '1.16430' })
  expect(first).toBe('1.16128')
  expect(followedStop(order, first ?? '', { bid: '1.16400', ask: '1.16402' })).toBeNull()
  expect(followedStop(order, first ?? '', { bid: '1.16500', ask: '1.16502' })).toBe('1.16200')
})

test('a followed stop is shown until the load knows a better one', () => {
  const trailing = { ...held, trailingDistance: '0.003' }
  const of = (stopLoss: string) =>
    withTrailedStops(
      { ...data, orders: { ...data.orders!, holding: { orders: [{ ...trailing, stopLoss: stopLoss }], total: 1 } } },
      new Map([['1', '1.16128']]),
    ).orders?.holding.orders[0]?.stopLoss
  expect([of('1.16050'), of('1.16200')]).toEqual(['1.16128', '1.16200'])
})
