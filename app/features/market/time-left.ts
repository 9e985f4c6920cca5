/** A time that is left, in the two units in which it is read. Pure. */
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes' | 'seconds'
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** A started minute counts as a whole one: "in 3 min" never means less than two. The last minute is told in seconds. */
export function leftParts(leftMs: number): TimeLeft {
  if (leftMs <= MINUTE_MS) return { unit: 'seconds', days: 0, hours: 0, minutes: 0, seconds: Math.ceil(leftMs / SECOND_MS) }
  const whole = Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS
  return {
    unit: whole >= DAY_MS ? 'days' : whole >= HOUR_MS ? 'hours' : 'minutes',
    days: Math.floor(whole / DAY_MS),
    hours: Math.floor((whole % DAY_MS) / HOUR_MS),
    minutes: Math.floor((whole % HOUR_MS) / MINUTE_MS),
    seconds: 0,
  }
}

/** How long what leftParts says stays true. */
export function nextChangeMs(leftMs: number): number {
  const step = leftMs <= MINUTE_MS ? SECOND_MS : MINUTE_MS
  const rest = leftMs % step
  return rest === 0 ? step : rest + 1
}
