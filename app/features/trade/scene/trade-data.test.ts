import { expect, test } from 'vitest'
import { eurUsd, figures, holdingOrder } from '../ticket/ticket-fixtures'
import { type TradeData, withFreshOrder } from './trade-data'

const order = holdingOrder(eurUsd, { id: '9', placedAt: 1_000 })
const page = { orders: [], total: 0 }
const data = (readAt: number, orders = page): TradeData => ({
  instruments: [eurUsd],
  categories: [],
  isWhole: true,
  sessions: {},
  orders: { figures, holding: orders, pending: page, history: page },
  orderTimes: {},
  defaultCode: 'EURUSD',
  defaultPeriod: '15min',
  leverages: {},
  lots: {},
  readAt,
  formKey: '',
})

test('an order that was placed a moment ago is shown before the loader knows it', () => {
  expect(withFreshOrder(data(900), order).orders?.holding).toEqual({ orders: [order], total: 1 })
})
test('it is not shown twice', () => {
  const known = data(900, { orders: [order], total: 1 } as never)
  expect(withFreshOrder(known, order)).toBe(known)
})
test('it is not brought back when the loader, asked later, no longer has it', () => {
  const later = data(2_000)
  expect(withFreshOrder(later, order)).toBe(later)
})
test('a pending order joins the pending ones', () => {
  const pending = holdingOrder(eurUsd, { id: '10', placedAt: 1_000, status: 'pending', kind: 'limit' })
  const { orders } = withFreshOrder(data(900), pending)
  expect([orders?.holding.total, orders?.pending]).toEqual([0, { orders: [pending], total: 1 }])
})
