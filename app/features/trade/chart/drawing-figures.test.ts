import { expect, test } from 'vitest'
import type { ChartTheme } from './chart-theme'
import { bandOf, drawingAxisFigures, drawingFigures, strokesOf } from './drawing-figures'
import type { DrawingTool } from './drawings'

const theme = { colours: new Proxy({}, { get: (_, name) => String(name) }), fontFamily: 'sans-serif' } as unknown as ChartTheme
const canvas = { theme, text: '', isSelected: false, reach: 10, precision: 5 }
const size = { width: 300, height: 200 }
const at = (x: number, y: number) => ({ x, y })
const strokes = (tool: DrawingTool, ...places: { x: number; y: number }[]) =>
  strokesOf({ tool, places, ...size }).map(([from, to]) => [from.x, from.y, to.x, to.y])

test.each<[DrawingTool, { x: number; y: number }[], number[][]]>([
  ['trend', [at(10, 20), at(30, 40)], [[10, 20, 30, 40]]],
  ['trend', [at(10, 20)], []],
  ['horizontal', [at(10, 20)], [[0, 20, 300, 20]]],
  ['vertical', [at(10, 20)], [[10, 0, 10, 200]]],
  // 1000 px on, in the direction of the second point.
  ['ray', [at(0, 0), at(3, 4)], [[0, 0, 600, 800]]],
  ['ray', [at(5, 5), at(5, 5)], [[5, 5, 5, 5]]],
  [
    'channel',
    [at(0, 0), at(100, 100), at(50, 80)],
    [
      [0, 0, 100, 100],
      [0, 30, 100, 130],
    ],
  ],
  [
    'channel',
    [at(10, 0), at(10, 100), at(40, 50)],
    [
      [10, 0, 10, 100],
      [40, 0, 40, 100],
    ],
  ],
  [
    'rectangle',
    [at(0, 0), at(20, 10)],
    [
      [0, 0, 20, 0],
      [20, 0, 20, 10],
      [20, 10, 0, 10],
      [0, 10, 0, 0],
    ],
  ],
  ['note', [at(10, 20)], []],
])('%s through %j', (tool, places, expected) => {
  expect(strokes(tool, ...places)).toEqual(expected)
})

test('retracement goes from the second point, 0 %, to the first, 100 %, and each level says its price', () => {
  const heights = strokes('fibonacci', at(50, 200), at(10, 100)).map(([x, y, end]) => [x, Math.round((y ?? 0) * 10) / 10, end])
  expect(heights[0]).toEqual([10, 100, 300])
  expect(heights[4]).toEqual([10, 161.8, 300])
  expect(heights[6]).toEqual([10, 200, 300])
  const figures = drawingFigures({ tool: 'fibonacci', canvas, places: [at(50, 200), at(10, 100)], prices: [1.1, 1.2], ...size })
  const texts = figures.filter(({ type }) => type === 'text').map(({ attrs }) => (attrs as { text: string }).text)
  expect(texts[0]).toBe('0.0%  1.20000')
  expect(texts[4]).toBe('61.8%  1.13820')
  expect(texts[6]).toBe('100.0%  1.10000')
})

test('a stroke is held within its band, whatever its slope', () => {
  expect(bandOf([at(0, 0), at(100, 0)], 10)).toEqual([at(0, 5), at(100, 5), at(100, -5), at(0, -5)])
  const figures = drawingFigures({ tool: 'trend', canvas, places: [at(0, 0), at(100, 0)], prices: [1, 1], ...size })
  expect(figures.filter(({ ignoreEvent }) => ignoreEvent !== true).map(({ type }) => type)).toEqual(['polygon'])
})

test('a selected drawing shows its points, and a horizontal line its price on the axis', () => {
  const selected = drawingFigures({
    tool: 'trend',
    canvas: { ...canvas, isSelected: true },
    places: [at(0, 0), at(9, 9)],
    prices: [1, 1],
    ...size,
  })
  expect(selected.filter(({ type }) => type === 'circle')).toHaveLength(2)
  const [tag] = drawingAxisFigures({ tool: 'horizontal', canvas, places: [at(5, 7)], prices: [1.16], ...size })
  expect(tag?.attrs).toMatchObject({ y: 7, text: '1.16000' })
  expect(drawingAxisFigures({ tool: 'trend', canvas, places: [at(5, 7)], prices: [1.16], ...size })).toEqual([])
})
