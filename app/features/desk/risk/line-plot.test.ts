import { expect, test } from 'vitest'
import { linePath, scaleOf, yOf } from './line-plot'

test.each([
  [
    [0, 4_721_139],
    [0, 2_000_000, 4_000_000, 6_000_000],
  ],
  [
    [6_400, 15_489],
    [5_000, 10_000, 15_000, 20_000],
  ],
  [
    [-30, 10],
    [-40, -20, 0, 20],
  ],
])('a scale of round numbers holds %j', (values, marks) => {
  const scale = scaleOf(values)
  expect(scale.marks).toEqual(marks)
  expect([scale.low <= Math.min(...values), scale.high >= Math.max(...values)]).toEqual([true, true])
})

test('a line that does not move has a scale, too', () => {
  const { low, high } = scaleOf([0, 0])
  expect(high).toBeGreaterThan(low)
  expect(Number.isFinite(scaleOf([1.2]).high)).toBe(true)
})

test('points lie by their time and value', () => {
  const box = { left: 0, right: 100, top: 0, bottom: 50 }
  const scale = { low: 0, high: 10, marks: [] }
  expect(yOf(10, scale, box)).toBe(0)
  const points = [
    { at: 0, value: 0 },
    { at: 30, value: 5 },
    { at: 60, value: 10 },
  ]
  expect(linePath(points, { from: 0, to: 60 }, scale, box)).toBe('M0.0 50.0L50.0 25.0L100.0 0.0')
})
