/**
 * What the canvas draws of the lines: the strokes across the candles and the prices on the axis, all in one overlay so that
 * the prices can make room for each other. Pure geometry; kline.client.ts registers it with the chart.
 */
import type { OverlayFigure } from 'klinecharts'
import type { ChartLine } from './chart-lines'
import type { ChartColour, ChartTheme } from './chart-theme'

export interface LineCanvas {
  readonly theme: ChartTheme
  readonly lines: readonly ChartLine[]
  /** Price of the last-price mark and the height that it covers below its middle, so that tags keep clear of it. */
  readonly last: { readonly price: number; readonly heightBelow: number } | null
}

/** Where a line stands on the canvas, from the upper edge of the candles; null while it is out of sight. */
export interface LinePlace {
  readonly id: string
  readonly y: number | null
}

export interface LineLayout {
  /** Of the candles, without the axes. */
  readonly width: number
  readonly height: number
  readonly places: readonly LinePlace[]
}

const TAG_GAP = 20
const TEXT_SIZE = 11

interface Stroke {
  readonly style: 'solid' | 'dashed'
  readonly dashedValue: number[]
  readonly size: number
}

const STROKES: Readonly<Record<ChartLine['kind'], Stroke>> = {
  entry: { style: 'solid', dashedValue: [], size: 1 },
  target: { style: 'dashed', dashedValue: [8, 4], size: 1 },
  'take-profit': { style: 'dashed', dashedValue: [4, 3], size: 1 },
  'stop-loss': { style: 'dashed', dashedValue: [4, 3], size: 1 },
  'stop-out': { style: 'dashed', dashedValue: [2, 3], size: 1 },
  ask: { style: 'dashed', dashedValue: [1, 3], size: 1 },
}
/** A stop that follows the price: dash and dot. */
const TRAILING_DASHES = [8, 3, 2, 3]

function colourName(line: ChartLine): ChartColour {
  if (line.kind === 'take-profit') return 'ok-text'
  if (line.kind === 'stop-loss') return 'warn-text'
  if (line.kind === 'stop-out') return 'danger-text'
  if (line.kind === 'ask') return 'text-3'
  return line.side === 'sell' ? 'down' : 'up'
}

function lineColour(line: ChartLine, { colours }: ChartTheme): string {
  return colours[colourName(line)]
}

interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * Moves tags apart so that no two middles are closer than `gap`, clear of `taken`, a stretch that something else covers, and
 * below the upper edge at 0. Order is kept; those above the stretch move up and all others down, each as little as it must.
 */
export function spreadTags(middles: readonly number[], gap: number, taken: Stretch | null = null): number[] {
  const order = middles.map((_, index) => index).sort((left, right) => middles[left]! - middles[right]!)
  const middle = taken === null ? Number.NEGATIVE_INFINITY : (taken.from + taken.to) / 2
  const above = order.filter((index) => middles[index]! <= middle)
  const placed = [...middles]
  let edge = taken === null ? Number.POSITIVE_INFINITY : taken.from + gap / 2
  for (const index of [...above].reverse()) {
    edge = Math.min(middles[index]!, edge - gap)
    placed[index] = edge
  }
  // More than there is room for above: they go on below.
  const isCrowded = above.length > 0 && edge < gap / 2
  const rest = isCrowded ? order : order.slice(above.length)
  edge = isCrowded || taken === null ? -gap / 2 : taken.to - gap / 2
  for (const index of rest) {
    edge = Math.max(middles[index]!, edge + gap)
    if (taken !== null && edge > taken.from - gap / 2 && edge < taken.to + gap / 2) edge = taken.to + gap / 2
    placed[index] = edge
  }
  return placed
}

export function layoutOf(
  lines: readonly ChartLine[],
  yOf: (price: number) => number,
  { width, height }: { width: number; height: number },
): LineLayout {
  return {
    width,
    height,
    places: lines.map(({ id, price }) => {
      const y = yOf(price)
      return { id, y: y >= 0 && y <= height ? y : null }
    }),
  }
}

export function isSameLayout(left: LineLayout | null, right: LineLayout): boolean {
  if (left === null || left.width !== right.width || left.height !== right.height || left.places.length !== right.places.length)
    return false
  return right.places.every(({ id, y }, index) => left.places[index]?.id === id && left.places[index]?.y === y)
}

/** The strokes across the candles. The words on them are elements of the page (line-layer.tsx), which can be touched and read. */
export function paneFigures({ theme, lines }: LineCanvas, layout: LineLayout): OverlayFigure[] {
  return lines.flatMap((line, index): OverlayFigure[] => {
    const y = layout.places[index]?.y
    if (y === null || y === undefined) return []
    const stroke = STROKES[line.kind]
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: layout.width, y },
          ],
        },
        styles: {
          ...stroke,
          ...(line.isTrailing ? { dashedValue: TRAILING_DASHES } : {}),
          ...(line.isMoving ? { size: 2 } : {}),
          color: lineColour(line, theme),
        },
        ignoreEvent: true,
      },
    ]
  })
}

/** The prices of the lines on the axis, moved apart where they would cover each other or the last price. */
export function axisFigures(
  { theme, lines, last }: LineCanvas,
  yOf: (price: number) => number,
  size: { width: number; height: number },
): OverlayFigure[] {
  const shown = lines.map((line) => ({ line, y: yOf(line.price) })).filter(({ y }) => y >= 0 && y <= size.height)
  const lastY = last === null ? null : yOf(last.price)
  const taken = last === null || lastY === null ? null : { from: lastY - 9, to: lastY + last.heightBelow }
  const places = spreadTags(
    shown.map(({ y }) => y),
    TAG_GAP,
    taken,
  )
  return shown.map(({ line }, index) => ({
    type: 'text',
    attrs: { x: size.width, y: places[index], width: size.width, text: line.priceText, align: 'right', baseline: 'middle' },
    styles: {
      style: 'fill',
      size: TEXT_SIZE,
      weight: 600,
      family: theme.fontFamily,
      color: line.isMoving ? theme.colours['text-inverse'] : lineColour(line, theme),
      backgroundColor: theme.colours[line.isMoving ? 'bg-inverse' : 'bg-sunken'],
      borderSize: 0,
      borderRadius: 2,
      ...{ paddingLeft: 6, paddingRight: 6, paddingTop: 4, paddingBottom: 3 },
    },
    ignoreEvent: true,
  }))
}

/**
 * The price range that the axis should show: the candles', widened for lines that are not far outside
 * (at most `reach` times the candles' own height), so that a near stop is seen and a far one flattens nothing.
 */
export function widenedRange(from: number, to: number, prices: readonly number[], reach = 0.8): { from: number; to: number } {
  const height = to - from
  const near = prices.filter((price) => price >= from - height * reach && price <= to + height * reach)
  return { from: Math.min(from, ...near), to: Math.max(to, ...near) }
}
