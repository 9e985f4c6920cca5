/**
 * Entry, take-profit and stop-loss lines of the positions, all in one overlay so that their tags on the price axis can
 * make room for each other. Pure geometry here; kline.client.ts registers it with the chart.
 */
import type { OverlayFigure } from 'klinecharts'
import type { ChartTheme } from './chart-theme'

export interface ChartLine {
  readonly id: string
  readonly kind: 'entry' | 'take-profit' | 'stop-loss'
  readonly price: number
  readonly priceText: string
  /** On an entry: side and lots. On a stop: its short name. */
  readonly label: string
  readonly side: 'buy' | 'sell'
  /** On an entry: the live profit as text. */
  readonly result?: string
  readonly resultIsLoss?: boolean
}

export interface LineCanvas {
  readonly theme: ChartTheme
  readonly lines: readonly ChartLine[]
  /** Price of the last-price mark and the height that it covers below its middle, so that tags keep clear of it. */
  readonly last: { readonly price: number; readonly heightBelow: number } | null
}

const TAG_GAP = 20
const LABEL_HEIGHT = 20
const TEXT_SIZE = 11

export function lineColour(line: ChartLine, { colours }: ChartTheme): string {
  if (line.kind === 'take-profit') return colours['ok-text']
  if (line.kind === 'stop-loss') return colours['warn-text']
  return line.side === 'buy' ? colours.up : colours.down
}

/**
 * Moves tags apart so that no two middles are closer than `gap`. Order is kept; a tag moves as little as it must, and
 * `fixed` ones do not move at all.
 */
export function spreadTags(middles: readonly number[], gap: number, fixed: readonly { from: number; to: number }[] = []): number[] {
  const order = middles.map((_, index) => index).sort((left, right) => middles[left]! - middles[right]!)
  const placed = [...middles]
  for (const index of order) {
    for (const { from, to } of fixed) {
      const y = placed[index]!
      if (y > from - gap / 2 && y < to + gap / 2) placed[index] = y <= (from + to) / 2 ? from - gap / 2 : to + gap / 2
    }
  }
  const byPlace = [...order].sort((left, right) => placed[left]! - placed[right]! || middles[left]! - middles[right]!)
  for (let at = 1; at < byPlace.length; at += 1) {
    const before = placed[byPlace[at - 1]!]!
    if (placed[byPlace[at]!]! < before + gap) placed[byPlace[at]!] = before + gap
  }
  return placed
}

/** Lines across the candles with their labels: entries at the left, stops beside the axis. */
export function paneFigures(
  { theme, lines }: LineCanvas,
  yOf: (price: number) => number,
  size: { width: number; height: number },
  textWidth: (text: string) => number,
): OverlayFigure[] {
  return lines.flatMap((line) => {
    const y = yOf(line.price)
    if (!(y >= 0 && y <= size.height)) return []
    const colour = lineColour(line, theme)
    const isEntry = line.kind === 'entry'
    const labelWidth = textWidth(line.label)
    const resultWidth = line.result === undefined ? 0 : textWidth(line.result) + 8
    const width = labelWidth + resultWidth + 14
    const x = isEntry ? 10 : size.width - width - 8
    const words = { style: 'fill', size: TEXT_SIZE, weight: 600, family: theme.fontFamily, backgroundColor: 'transparent', ...NO_PADDING }
    const figures: OverlayFigure[] = [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: size.width, y },
          ],
        },
        styles: { style: isEntry ? 'solid' : 'dashed', dashedValue: [4, 3], size: 1, color: colour },
        ignoreEvent: true,
      },
      {
        type: 'rect',
        attrs: { x, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT },
        styles: { style: 'stroke_fill', color: theme.colours['bg-raised'], borderColor: colour, borderSize: 1, borderRadius: 3 },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: x + 7, y, text: line.label, align: 'left', baseline: 'middle' },
        styles: { ...words, color: isEntry ? theme.colours[line.side === 'buy' ? 'up-text' : 'down-text'] : colour },
        ignoreEvent: true,
      },
    ]
    if (line.result !== undefined) {
      figures.push({
        type: 'text',
        attrs: { x: x + 7 + labelWidth + 8, y, text: line.result, align: 'left', baseline: 'middle' },
        styles: { ...words, color: theme.colours[line.resultIsLoss ? 'down-text' : 'up-text'] },
        ignoreEvent: true,
      })
    }
    return figures
  })
}

const NO_PADDING = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0, borderColor: 'transparent' }

/** The prices of the lines on the axis, moved apart where they would cover each other or the last price. */
export function axisFigures(
  { theme, lines, last }: LineCanvas,
  yOf: (price: number) => number,
  size: { width: number; height: number },
): OverlayFigure[] {
  const shown = lines.map((line) => ({ line, y: yOf(line.price) })).filter(({ y }) => y >= 0 && y <= size.height)
  const lastY = last === null ? null : yOf(last.price)
  const fixed = last === null || lastY === null ? [] : [{ from: lastY - 9, to: lastY + last.heightBelow }]
  const places = spreadTags(
    shown.map(({ y }) => y),
    TAG_GAP,
    fixed,
  )
  return shown.map(({ line }, index) => ({
    type: 'text',
    attrs: { x: size.width, y: places[index], width: size.width, text: line.priceText, align: 'right', baseline: 'middle' },
    styles: {
      style: 'fill',
      size: TEXT_SIZE,
      weight: 600,
      family: theme.fontFamily,
      color: lineColour(line, theme),
      backgroundColor: theme.colours['bg-sunken'],
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
