import { expect, test } from 'vitest'
import { ariaSort, type MarketOrder, nextOrder, orderMarkets } from './market-order'

const LISTED = [
  { id: '1', symbol: 'USD/JPY', change: '-0.41', isOpen: true },
  { id: '2', symbol: 'EUR/USD', change: '+0.34', isOpen: true },
  { id: '3', symbol: 'WTI', change: '+9.00', isOpen: false },
  { id: '4', symbol: 'BTC/USDT', change: '+10.05', isOpen: true },
]

test.each<[MarketOrder, string[]]>([
  ['broker', ['USD/JPY', 'EUR/USD', 'WTI', 'BTC/USDT']],
  ['name', ['BTC/USDT', 'EUR/USD', 'USD/JPY', 'WTI']],
  ['change-down', ['BTC/USDT', 'EUR/USD', 'USD/JPY', 'WTI']],
  ['change-up', ['USD/JPY', 'EUR/USD', 'BTC/USDT', 'WTI']],
])('in the order %s; a closed market stands behind those that show a change', (order, codes) => {
  expect(orderMarkets(LISTED, order, (each) => each).map(({ symbol }) => symbol)).toEqual(codes)
})

test("a head leads through its orders and back to the broker's", () => {
  expect([nextOrder('change', 'broker'), nextOrder('change', 'change-down'), nextOrder('change', 'change-up')]).toEqual([
    'change-down',
    'change-up',
    'broker',
  ])
  expect([nextOrder('name', 'change-up'), nextOrder('name', 'name')]).toEqual(['name', 'broker'])
})

test('only the head that sorts says how', () => {
  expect([ariaSort('change', 'change-down'), ariaSort('change', 'change-up'), ariaSort('name', 'change-up')]).toEqual([
    'descending',
    'ascending',
    'none',
  ])
})
