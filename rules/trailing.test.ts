import { expect, test } from 'vitest'
import { parseFixed } from './decimal'
import type { OrderSide } from './price'
import { trailedStop } from './trailing'

test.each<[string, OrderSide, string, string, string, string, string | null]>([
  ['a long follows a better bid', 'buy', '1.16', '0.003', '1.165', '1.166', '1.162'],
  ['a long stays while the bid falls', 'buy', '1.162', '0.003', '1.164', '1.165', null],
  ['a long stays at the very same price', 'buy', '1.162', '0.003', '1.165', '1.166', null],
  ['a short follows a better ask', 'sell', '1.17', '0.003', '1.165', '1.166', '1.169'],
  ['a short stays while the ask rises', 'sell', '1.169', '0.003', '1.166', '1.167', null],
  ['a first price sets a stop that there was none of', 'buy', '0', '0.003', '1.165', '1.166', '1.162'],
  ['a distance of 0 follows nothing', 'buy', '1.16', '0', '1.165', '1.166', null],
  ['there is no stop at or under 0', 'buy', '0', '2', '1.165', '1.166', null],
])('%s', (_, side, stopLoss, distance, bid, ask, expected) => {
  const stop = trailedStop(
    { side, stopLoss: parseFixed(stopLoss), trailingDistance: parseFixed(distance) },
    { bid: parseFixed(bid), ask: parseFixed(ask) },
  )
  expect(stop).toBe(expected === null ? null : parseFixed(expected))
})
