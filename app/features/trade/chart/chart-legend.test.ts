import { expect, test } from 'vitest'
import { changeText, type LegendQuestion, legendOf, volumeText } from './chart-legend'
import type { ChartTheme } from './chart-theme'

const theme = {
  colours: new Proxy({}, { get: (_, name) => String(name) }),
  fontFamily: 'sans-serif',
} as unknown as ChartTheme
const words = { open: 'O', high: 'H', low: 'L', close: 'C', time: 'Time', volume: 'Volume', change: 'Change' }
const bar = (close: number) => ({ timestamp: 0, open: 1234.5, high: 1240, low: 1230, close, volume: 1520 })
const read = (part: Partial<LegendQuestion>) =>
  legendOf({ bar: bar(1236), previous: bar(1234), time: null, precision: 2, words, theme, isNarrow: false, ...part }).map(
    ({ title, value }) => [title, value].map((each) => (typeof each === 'string' ? each : each.text)).join(''),
  )

test('the newest bar is named by its prices and its change, on a phone by its prices alone', () => {
  expect(read({})).toEqual(['O 1,234.50', 'H 1,240.00', 'L 1,230.00', 'C 1,236.00', 'Change +2.00 (+0.16%)'])
  expect(read({ isNarrow: true })).toEqual(['O 1,234.50', 'H 1,240.00', 'L 1,230.00', 'C 1,236.00'])
})

test('under the crosshair time and volume stand too, on every screen', () => {
  for (const isNarrow of [false, true]) {
    const parts = read({ time: '18 Nov, 14:00', isNarrow })
    expect([parts[0], parts.at(-1)]).toEqual(['18 Nov, 14:00', 'Volume 1.52K'])
  }
})

test('a change has the colour of its direction, and the first candle has none', () => {
  const colour = (close: number) =>
    legendOf({ bar: bar(close), previous: bar(1234), time: null, precision: 2, words, theme, isNarrow: false }).at(-1)?.value
  expect(colour(1235)).toMatchObject({ color: 'up-text' })
  expect(colour(1233)).toMatchObject({ color: 'down-text' })
  expect(colour(1234)).toMatchObject({ color: 'text-2', text: '0.00 (0.00%)' })
  expect(read({ previous: null })).toHaveLength(4)
})

test('a fall is written with a minus sign', () => {
  expect(changeText(1.1, 1.10012, 5)).toBe('−0.00012 (−0.01%)')
})

test.each([
  [0, '0.00'],
  [999.5, '999.50'],
  [1520, '1.52K'],
  [2_500_000, '2.50M'],
  [7_100_000_000, '7.10B'],
])('a volume of %d reads %s', (volume, text) => {
  expect(volumeText(volume)).toBe(text)
})
