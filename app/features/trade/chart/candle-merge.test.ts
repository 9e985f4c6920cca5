import { expect, test } from 'vitest'
import type { Candle } from '../../../terms/candle'
import { olderOnly, withLive, withNewest } from './candle-merge'

const candle = (Time: number, Close = 1): Candle => ({ time: Time, open: 1, high: 2, low: 0.5, close: Close, volume: 10 })
const times = (candles: readonly Candle[]) => candles.map(({ time }) => time)

test.each([
  ['nothing was there', [], [1, 2], [1, 2], false],
  ['the page goes on where it ended', [1, 2, 3], [3, 4], [1, 2, 3, 4], true],
  ['the page lies within', [1, 2, 3], [2, 3], [1, 2, 3], true],
  ['the page is empty', [1, 2], [], [1, 2], true],
  ['the page does not reach back', [1, 2], [5, 6], [5, 6], false],
  ['the page comes unsorted and twice', [], [3, 1, 3], [1, 3], false],
])('the newest page over the series, when %s', (_, kept, page, expected, isJoined) => {
  const merged = withNewest(
    kept.map((time) => candle(time)),
    page.map((time) => candle(time)),
  )
  expect([times(merged.candles), merged.isJoined]).toEqual([expected, isJoined])
})

test('a candle that was unfinished is replaced by the one of the page', () => {
  expect(withNewest([candle(1), candle(2, 1.5)], [candle(2, 1.9)]).candles[1]?.close).toBe(1.9)
})

test.each([
  ['the same start replaces', 2, [1, 2]],
  ['a newer one is appended', 3, [1, 2, 3]],
  ['an older one is left out', 1, [1, 2]],
])('live: %s', (_, time, expected) => {
  const merged = withLive([candle(1), candle(2)], candle(time, 9))
  expect(times(merged)).toEqual(expected)
  expect(merged.at(-1)?.close).toBe(time === 1 ? 1 : 9)
})

test('an older page never brings a candle that is there already', () => {
  expect(times(olderOnly([candle(3), candle(1), candle(2), candle(5)], 3))).toEqual([1, 2])
})
