import { describe, expect, test } from 'vitest'
import { SPARKLINE_BOX } from './sparkline-box'
import { drawSparkline } from './sparkline-drawing'

/** The points that a browser goes through, from the path data. */
function pointsOf(line: string): readonly (readonly [number, number])[] {
  const numbers = (line.match(/-?\d+/g) ?? []).map(Number)
  const points: [number, number][] = [[numbers[0] ?? Number.NaN, numbers[1] ?? Number.NaN]]
  for (let index = 2; index < numbers.length; index += 2) {
    const [x, y] = points.at(-1) ?? [0, 0]
    points.push([x + (numbers[index] ?? Number.NaN), y + (numbers[index + 1] ?? Number.NaN)])
  }
  return points
}

describe('drawSparkline', () => {
  test('goes from edge to edge, the highest at the top, the lowest at the bottom, the open between them', () => {
    const { line, base, direction } = drawSparkline([1.16, 1.18, 1.14], 1.15)
    expect(pointsOf(line)).toEqual([
      [0, 26],
      [72, 4],
      [144, 48],
    ])
    expect([base, direction]).toEqual([37, 'down'])
  })

  test('does not drift over a whole day: each point is where it would be alone', () => {
    const closes = Array.from({ length: 48 }, (_, index) => 88_000 + 900 * Math.sin(index * 1.7) + index * 13.37)
    const [low, high] = [Math.min(...closes), Math.max(...closes)]
    const points = pointsOf(drawSparkline(closes, closes[0]).line)
    expect(points).toHaveLength(closes.length)
    for (const [index, [x, y]] of points.entries()) {
      expect(Math.abs(x - (index * SPARKLINE_BOX.width) / 47)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(y - (4 + ((high - (closes[index] ?? 0)) / (high - low)) * 44))).toBeLessThanOrEqual(0.5)
    }
  })

  test.each([
    ['no point', [], 1.2, 'M0 26h144', 'flat'],
    ['no point and no open', [], null, 'M0 26h144', 'flat'],
    ['one point', [1.3], 1.2, 'M0 4h144', 'up'],
    ['a price that stands still', [1.2, 1.2, 1.2], 1.2, 'M0 26l72 0 72 0', 'flat'],
    ['what is no number is left out', [1, Number.NaN, 2, Number.POSITIVE_INFINITY], 1, 'M0 48l144-44', 'up'],
  ])('%s', (_what, closes, open, line, direction) => {
    expect(drawSparkline(closes, open)).toMatchObject({ line, direction })
  })
})
