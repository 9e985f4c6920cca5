/**
 * What the canvas draws of a drawing, and where it can be held. Pure geometry; chart-drawings.client.ts registers it.
 *
 * Every stroke has an unseen band round it: the library feels a line within two pixels only, and no finger hits that.
 */
import type { Coordinate, OverlayFigure } from 'klinecharts'
import { decimalText } from '../../../ui/decimal-text'
import { type ChartTheme, fadeColour } from './chart-theme'
import type { DrawingTool } from './drawings'

export interface DrawingCanvas {
  readonly theme: ChartTheme
  readonly text: string
  readonly isSelected: boolean
  /** Width of the band round a stroke: more for a finger than for a mouse. */
  readonly reach: number
  readonly precision: number
}

export interface DrawingQuestion {
  readonly tool: DrawingTool
  readonly canvas: DrawingCanvas
  /** Of the points that are set so far, and of the pointer while one is being set. */
  readonly places: readonly Coordinate[]
  readonly prices: readonly number[]
  readonly width: number
  readonly height: number
}

type Stroke = readonly [Coordinate, Coordinate]

const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const
const NOTE_SIZE = 12
const LABEL_SIZE = 10

export function drawingFigures(question: DrawingQuestion): OverlayFigure[] {
  const { tool, canvas, places } = question
  const strokes = strokesOf(question)
  const fill = fillOf(question)
  return [
    ...(fill === null ? [] : [area(fill, fadeColour(canvas.theme.colours['brand-text'], 0.1), false)]),
    ...strokes.map((stroke, index) => line(stroke, question, tool === 'fibonacci' && index > 0 && index < strokes.length - 1)),
    ...strokes.map((stroke) => area(bandOf(stroke, canvas.reach), 'transparent', false)),
    ...labelsOf(question),
    ...(canvas.isSelected ? places.map((place) => knob(place, canvas)) : []),
  ]
}

/** The strokes of a tool; none while it has too few points. */
export function strokesOf({ tool, places, width, height }: Pick<DrawingQuestion, 'tool' | 'places' | 'width' | 'height'>): Stroke[] {
  const [first, second, third] = places
  if (first === undefined) return []
  if (tool === 'horizontal')
    return [
      [
        { x: 0, y: first.y },
        { x: width, y: first.y },
      ],
    ]
  if (tool === 'vertical')
    return [
      [
        { x: first.x, y: 0 },
        { x: first.x, y: height },
      ],
    ]
  if (second === undefined) return []
  if (tool === 'trend') return [[first, second]]
  if (tool === 'ray') return [[first, beyond(first, second, width + height)]]
  if (tool === 'channel') return third === undefined ? [[first, second]] : [[first, second], shiftStroke([first, second], third)]
  if (tool === 'rectangle') return edges(corners(first, second))
  if (tool === 'fibonacci') return levels(first, second, width)
  return []
}

/** On from `from` through `to`, further than any canvas is wide. */
function beyond(from: Coordinate, to: Coordinate, reach: number): Coordinate {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0) return to
  const times = (reach * 2) / length
  return { x: from.x + (to.x - from.x) * times, y: from.y + (to.y - from.y) * times }
}

/** The same stroke through another point: moved up or down, or sideways where it stands upright. */
function shiftStroke([from, to]: Stroke, through: Coordinate): Stroke {
  if (from.x === to.x) {
    const by = through.x - from.x
    return [
      { x: from.x + by, y: from.y },
      { x: to.x + by, y: to.y },
    ]
  }
  const by = through.y - (from.y + ((to.y - from.y) * (through.x - from.x)) / (to.x - from.x))
  return [
    { x: from.x, y: from.y + by },
    { x: to.x, y: to.y + by },
  ]
}

function corners(one: Coordinate, other: Coordinate): Coordinate[] {
  return [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }]
}

function edges(points: readonly Coordinate[]): Stroke[] {
  return points.map((point, index) => [point, points[(index + 1) % points.length] ?? point])
}

/** From the second point (0 %) to the first (100 %), each level out to the right edge. */
function levels(first: Coordinate, second: Coordinate, width: number): Stroke[] {
  const x = Math.min(first.x, second.x)
  return FIBONACCI_LEVELS.map((level) => {
    const y = second.y + (first.y - second.y) * level
    return [
      { x, y },
      { x: Math.max(width, x), y },
    ]
  })
}

function fillOf({ tool, places: [first, second, third] }: DrawingQuestion): Coordinate[] | null {
  if (first === undefined || second === undefined) return null
  if (tool === 'rectangle') return corners(first, second)
  if (tool !== 'channel' || third === undefined) return null
  const [from, to] = shiftStroke([first, second], third)
  return [first, second, to, from]
}

export function bandOf([from, to]: Stroke, reach: number): Coordinate[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const side = { x: (-(to.y - from.y) / length) * (reach / 2), y: ((to.x - from.x) / length) * (reach / 2) }
  return [
    { x: from.x + side.x, y: from.y + side.y },
    { x: to.x + side.x, y: to.y + side.y },
    { x: to.x - side.x, y: to.y - side.y },
    { x: from.x - side.x, y: from.y - side.y },
  ]
}

function line([from, to]: Stroke, { canvas }: DrawingQuestion, isThin: boolean): OverlayFigure {
  return {
    type: 'line',
    attrs: { coordinates: [from, to] },
    styles: {
      style: 'solid',
      size: canvas.isSelected ? 2 : isThin ? 1 : 1.5,
      color: fadeColour(canvas.theme.colours['brand-text'], isThin ? 0.7 : 1),
      smooth: false,
    },
    ignoreEvent: true,
  }
}

function area(coordinates: readonly Coordinate[], color: string, isSilent: boolean): OverlayFigure {
  return { type: 'polygon', attrs: { coordinates }, styles: { style: 'fill', color }, ignoreEvent: isSilent }
}

function knob({ x, y }: Coordinate, { theme: { colours } }: DrawingCanvas): OverlayFigure {
  return {
    type: 'circle',
    attrs: { x, y, r: 5 },
    styles: { style: 'stroke_fill', color: colours['chart-bg'], borderColor: colours['brand-text'], borderSize: 2 },
    ignoreEvent: true,
  }
}

function labelsOf({ tool, canvas, places, prices, width }: DrawingQuestion): OverlayFigure[] {
  const { theme } = canvas
  const [first, second] = places
  const [start, end] = prices
  if (first === undefined) return []
  const plain = {
    style: 'fill',
    family: theme.fontFamily,
    color: theme.colours['brand-text'],
    backgroundColor: 'transparent',
    borderSize: 0,
  }
  if (tool === 'note') {
    const styles = {
      ...plain,
      ...{ size: NOTE_SIZE, weight: 500, paddingLeft: 6, paddingRight: 6, paddingTop: 5, paddingBottom: 5, borderRadius: 3 },
      color: theme.colours['brand-text'],
      backgroundColor: theme.colours['bg-raised'],
    }
    return [{ type: 'text', attrs: { x: first.x, y: first.y, text: canvas.text || '…', align: 'left', baseline: 'middle' }, styles }]
  }
  if (tool !== 'fibonacci' || second === undefined || start === undefined || end === undefined) return []
  return levels(first, second, width).map(([from], index) => {
    const level = FIBONACCI_LEVELS[index] ?? 0
    const price = decimalText((end + (start - end) * level).toFixed(canvas.precision), { decimals: canvas.precision })
    return {
      type: 'text',
      attrs: { x: from.x + 4, y: from.y - 1, text: `${(level * 100).toFixed(1)}%  ${price}`, align: 'left', baseline: 'bottom' },
      styles: { ...plain, size: LABEL_SIZE, weight: 500, paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 1 },
      ignoreEvent: true,
    }
  })
}

/** A horizontal line says its price on the axis. */
export function drawingAxisFigures({ tool, canvas, places, prices, width }: DrawingQuestion): OverlayFigure[] {
  const [place] = places
  const [price] = prices
  if (tool !== 'horizontal' || place === undefined || price === undefined) return []
  const { colours, fontFamily } = canvas.theme
  return [
    {
      type: 'text',
      attrs: {
        x: width,
        y: place.y,
        width,
        text: decimalText(price.toFixed(canvas.precision), { decimals: canvas.precision }),
        align: 'right',
        baseline: 'middle',
      },
      styles: {
        style: 'fill',
        size: 11,
        weight: 600,
        family: fontFamily,
        color: colours['brand-text'],
        backgroundColor: colours['bg-sunken'],
        borderSize: 0,
        borderRadius: 2,
        ...{ paddingLeft: 6, paddingRight: 6, paddingTop: 4, paddingBottom: 3 },
      },
      ignoreEvent: true,
    },
  ]
}
