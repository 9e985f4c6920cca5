import { expect, test } from 'vitest'
import type { Order } from '../../terms/order'
import { orderExample } from './order-examples'
import { isComplete, orderListReducer, startOrderList } from './order-list'

const orders = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => orderExample({ id: String(from + index) }))
const page = (number: number, shown: Order[], total: number) => ({
  orders: shown,
  total,
  page: number,
  next: shown.length < 20 ? null : { page: String(number + 1), after: `orders3.${number}` },
})
const ids = (list: { orders: readonly { id: string }[] }) => list.orders.map((order) => order.id)

test('a list is finished when the loaded count reaches the total', () => {
  const first = startOrderList(page(1, orders(1, 20), 23))
  expect(isComplete(first)).toBe(false)
  const all = orderListReducer(first, { type: 'page-loaded', ...page(2, orders(21, 23), 23) })
  expect(isComplete(all)).toBe(true)
  expect(ids(all)).toHaveLength(23)
})

test('a page that repeats an order shows it once', () => {
  const first = startOrderList(page(1, orders(1, 20), 23))
  const all = orderListReducer(first, { type: 'page-loaded', ...page(2, orders(20, 23), 23) })
  expect(ids(all)).toHaveLength(23)
})

test('a page out of turn is ignored', () => {
  const first = startOrderList(page(1, orders(1, 20), 60))
  expect(orderListReducer(first, { type: 'page-loaded', ...page(3, orders(41, 60), 60) })).toBe(first)
  const second = orderListReducer(first, { type: 'page-loaded', ...page(2, orders(21, 40), 60) })
  expect(orderListReducer(second, { type: 'page-loaded', ...page(2, orders(21, 40), 60) })).toBe(second)
})

test('a fresh first page starts the list anew', () => {
  const grown = orderListReducer(startOrderList(page(1, orders(1, 20), 40)), { type: 'page-loaded', ...page(2, orders(21, 40), 40) })
  const fresh = orderListReducer(grown, { type: 'restarted', ...page(1, orders(2, 21), 39) })
  expect(ids(fresh)).toHaveLength(20)
  expect(fresh.page).toBe(1)
})

test('a closed order leaves once and does not come back with the next page', () => {
  const first = startOrderList(page(1, orders(1, 20), 22))
  const left = orderListReducer(first, { type: 'order-left', id: '3' })
  expect(ids(left)).not.toContain('3')
  expect(left.total).toBe(21)
  expect(orderListReducer(left, { type: 'order-left', id: '3' })).toBe(left)
  expect(orderListReducer(left, { type: 'order-left', id: 'unknown' })).toBe(left)
  const next = orderListReducer(left, { type: 'page-loaded', ...page(2, [orderExample({ id: '3' }), ...orders(21, 22)], 21) })
  expect(ids(next)).not.toContain('3')
})

test('an empty page ends the list whatever the total said', () => {
  const list = orderListReducer(startOrderList(page(1, orders(1, 20), 25)), { type: 'page-loaded', ...page(2, [], 25) })
  expect(isComplete(list)).toBe(true)
})

test('a page with nothing behind it ends the list, though it began further down', () => {
  const last = startOrderList({ ...page(3, orders(41, 45), 45) })
  expect(isComplete(last)).toBe(true)
  expect(isComplete(startOrderList({ ...page(2, orders(21, 40), 45) }))).toBe(false)
})
