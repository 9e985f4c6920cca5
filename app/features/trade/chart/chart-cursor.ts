/** The crosshair under the arrow keys: which bar a key leads to. Pure. */
interface CursorPlace {
  /** Index of the bar that is read now; null before the first key. */
  readonly at: number | null
  readonly count: number
  /** The first and last bar in view, and so how much a page is. */
  readonly from: number
  readonly to: number
}

/** Null for a key that means nothing here, and where there are no bars. */
export function cursorTarget(key: string, { at, count, from, to }: CursorPlace): number | null {
  if (count === 0) return null
  const page = Math.max(1, to - from)
  const start = at ?? Math.min(count - 1, Math.max(0, to))
  const steps: Readonly<Record<string, number>> = {
    // The first key reads the bar where the crosshair appears, the newest in view.
    ArrowLeft: at === null ? start : start - 1,
    ArrowRight: at === null ? start : start + 1,
    PageUp: start - page,
    PageDown: start + page,
    Home: 0,
    End: count - 1,
  }
  const target = steps[key]
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target))
}
