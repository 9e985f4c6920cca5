/** Days of reconciliation end at 17:00 in New York, and are called by that date. */
import { DAY_MS } from '../../rules/durations'
import { lastRollover, nextRollover } from '../../rules/rollover'
import { utcToWall } from '../../rules/wall-time'
import type { Window } from './copies'

export interface ReconciliationDay extends Window {
  readonly day: string
}

/** The day that a rollover ended. */
export function dayEndedBy(rolloverAt: number): ReconciliationDay {
  return { day: nameOf(rolloverAt), from: lastRollover(rolloverAt - DAY_MS / 2), to: rolloverAt }
}

/** The day that runs, up to now. */
export function dayThatRuns(now: number): ReconciliationDay & { readonly endsAt: number } {
  const from = lastRollover(now)
  const endsAt = nextRollover(from)
  return { day: nameOf(endsAt), from, to: now, endsAt }
}

/** When a day of this name ends; undefined for a date that there is not. */
export function endOfDay(day: string): number | undefined {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return Number.isNaN(noon) ? undefined : lastRollover(noon + DAY_MS / 2)
}

/** The day of a name, up to now where it runs still; empty for a date that there is not. */
export function dayNamed(day: string, now: number): ReconciliationDay {
  const endsAt = endOfDay(day)
  return endsAt === undefined ? { day, from: 0, to: 0 } : { ...dayEndedBy(endsAt), to: Math.min(endsAt, now) }
}

function nameOf(rolloverAt: number): string {
  return new Date(utcToWall('America/New_York', rolloverAt)).toISOString().slice(0, 10)
}

/** Days on which most providers rest and write no statement. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
}
