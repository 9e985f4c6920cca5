/** The days of a file: whole days of UTC, both ends included, as the date fields write them. */
import { DAY_MS } from '../../../../rules/durations'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Days as `2026-11-22`. */
export interface Period {
  readonly from: string
  readonly to: string
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Start of the day in Unix milliseconds; null for what is no day of the calendar. */
export function startOf(day: string): number | null {
  if (!DATE.test(day)) return null
  const at = Date.parse(`${day}T00:00:00Z`)
  // The parser takes the 31st of February for a day in March.
  return Number.isNaN(at) || at < 0 || dayOf(at) !== day ? null : at
}

/** `from` inclusive, `to` exclusive, for the wire; null where a day cannot be read. */
export function boundsOf({ from, to }: Period): { readonly from: string; readonly to: string } | null {
  const [first, last] = [startOf(from), startOf(to)]
  return first === null || last === null ? null : { from: String(first), to: String(last + DAY_MS) }
}

/** What was asked for, and what was left open: `days` up to today. */
export function periodOf(search: URLSearchParams, now: number, days: number): Period {
  const to = search.get('to') || dayOf(now)
  return { from: search.get('from') || dayOf((startOf(to) ?? now) - (days - 1) * DAY_MS), to: to.slice(0, 10) }
}
