import { expect, test } from 'vitest'
import { orderExample } from './order-examples'
import { isComplete, orderListReducer, startOrderList } from './order-list'

const orders = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => orderExample({ Id: String(from + index) }))
const ids = (list: { orders: readonly { Id: string }[] }) => list.orders.map((order) => order.Id)

test('a list is finished when the loaded count reaches the total', () => {
  const first = startOrderList(orders(1, 20), 23)
  expect(isComplete(first)).toBe(false)
  const all = orderListReducer(first, { type: 'page-loaded', page: 2, orders: orders(21, 23), total: 23 })
  expect(isComplete(all)).toBe(true)
  expect(ids(all)).toHaveLength(23)
})

test('a page that repeats an order shows it once', () => {
  const first = startOrderList(orders(1, 20), 23)
  const all = orderListReducer(first, { type: 'page-loaded', page: 2, orders: orders(20, 23), total: 23 })
  expect(ids(all)).toHaveLength(23)
})

test('a page out of turn is ignored', () => {
  const first = startOrderList(orders(1, 20), 60)
  expect(orderListReducer(first, { type: 'page-loaded', page: 3, orders: orders(41, 60), total: 60 })).toBe(first)
  const second = orderListReducer(first, { type: 'page-loaded', page: 2, orders: orders(21, 40), total: 60 })
  expect(orderListReducer(second, { type: 'page-loaded', page: 2, orders: orders(21, 40), total: 60 })).toBe(second)
})

test('a fresh first page starts the list anew', () => {
  const grown = orderListReducer(startOrderList(orders(1, 20), 40), { type: 'page-loaded', page: 2, orders: orders(21, 40), total: 40 })
  const fresh = orderListReducer(grown, { type: 'restarted', orders: orders(2, 21), total: 39 })
  expect(ids(fresh)).toHaveLength(20)
  expect(fresh.page).toBe(1)
})

test('a closed order leaves once and does not come back with the next page', () => {
  const first = startOrderList(orders(1, 20), 22)
  const left = orderListReducer(first, { type: 'order-left', id: '3' })
  expect(ids(left)).not.toContain('3')
  expect(left.total).toBe(21)
  expect(orderListReducer(left, { type: 'order-left', id: '3' })).toBe(left)
  expect(orderListReducer(left, { type: 'order-left', id: 'unknown' })).toBe(left)
  const next = orderListReducer(left, { type: 'page-loaded', page: 2, orders: [orderExample({ Id: '3' }), ...orders(21, 22)], total: 21 })
  expect(ids(next)).not.toContain('3')
})

test('an empty page ends the list whatever the total said', () => {
  const list = orderListReducer(startOrderList(orders(1, 20), 25), { type: 'page-loaded', page: 2, orders: [], total: 25 })
  expect(isComplete(list)).toBe(true)
})
