/** Where the points of a line lie in a plot: pixels only, worked out from the figures that stand beside it as text. */

export interface PlotPoint {
  /** Unix milliseconds. */
  readonly at: number
  readonly value: number
}

export interface PlotBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface PlotScale {
  readonly low: number
  readonly high: number
  /** Values with a line and a label. */
  readonly marks: readonly number[]
}

/** A scale of round numbers that holds the values, with two to five marks. */
export function scaleOf(values: readonly number[]): PlotScale {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const spread = high - low || Math.abs(high) * 0.002 || 1
  const rough = spread / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? power * 10
  const first = Math.floor(low / step) * step
  const last = Math.ceil(high / step) * step
  const count = Math.round((last - first) / step)
  return {
    low: first,
    high: last === first ? first + step : last,
    marks: Array.from({ length: count + 1 }, (_, index) => first + index * step),
  }
}

export function yOf(value: number, { low, high }: PlotScale, { top, bottom }: PlotBox): number {
  return bottom - ((value - low) / (high - low)) * (bottom - top)
}

/** A path through the points, by time from `from` to `to`. */
export function linePath(
  points: readonly PlotPoint[],
  span: { readonly from: number; readonly to: number },
  scale: PlotScale,
  box: PlotBox,
): string {
  const width = Math.max(1, span.to - span.from)
  return points
    .map(({ at, value }, index) => {
      const x = box.left + ((at - span.from) / width) * (box.right - box.left)
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${yOf(value, scale, box).toFixed(1)}`
    })
    .join('')
}
