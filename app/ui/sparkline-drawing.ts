import { SPARKLINE_BOX } from './sparkline-box'

/** A sparkline as it is drawn: small enough to be sent instead of its points, in whole units of a box that is stretched to any size. */
export interface SparklineDrawing {
  /** Path data of the line. */
  readonly line: string
  /** Height of the dotted line, the day's open, from the top. */
  readonly base: number
  /** Where the last point is against the open. */
  readonly direction: 'up' | 'down' | 'flat'
}

const PADDING = 4

/**
 * @param points closes, oldest first; numbers, because this is a drawing
 * @param open of the day; the first point where there is none
 */
export function drawSparkline(points: readonly number[], open?: number | null): SparklineDrawing {
  const { width, height } = SPARKLINE_BOX
  const finite = points.filter(Number.isFinite)
  const first = open ?? finite[0] ?? 0
  const last = finite.at(-1) ?? first
  const low = Math.min(first, ...finite)
  const high = Math.max(first, ...finite)
  const y = (value: number) => Math.round(high === low ? height / 2 : PADDING + ((high - value) / (high - low)) * (height - 2 * PADDING))
  const x = (index: number) => Math.round((index * width) / (finite.length - 1))
  const steps = finite.slice(1).map((value, index) => {
    const down = y(value) - y(finite[index] ?? value)
    return `${x(index + 1) - x(index)}${down < 0 ? '' : ' '}${down}`
  })
  return {
    line: steps.length === 0 ? `M0 ${y(last)}h${width}` : `M0 ${y(finite[0] ?? last)}l${steps.join(' ')}`,
    base: y(first),
    direction: last > first ? 'up' : last < first ? 'down' : 'flat',
  }
}
