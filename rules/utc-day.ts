/** Days of UTC as they are written: `2026-11-20`. */
import { DAY_MS } from './durations'

/** @param at Unix milliseconds */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Its first millisecond and the one after its last; null for what is no day of the calendar. */
export function dayBounds(day: string): { readonly from: number; readonly to: number } | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const from = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(from) || utcDay(from) !== day ? null : { from, to: from + DAY_MS }
}
