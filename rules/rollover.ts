/**
 * When positions are held over a night: every day at 17:00 in New York, by its wall clock. A day counts once, the triple day three times
 * (the weekend's nights are settled with it), and a day on which the market did not trade not at all.
 */
import { DAY_MS, HOUR_MS } from './durations'
import type { Calendar } from './market-calendars'
import { openIntervals } from './market-hours'
import { utcToWall, wallToUtc } from './wall-time'

const ROLLOVER_ZONE = 'America/New_York'
const ROLLOVER_WALL_MS = 17 * HOUR_MS

/** As `Date.getUTCDay()` counts. */
const WEEKDAY = { monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5 } as const
export type TripleDay = keyof typeof WEEKDAY | 'none'

/** The last rollover at or before an instant. UTC milliseconds. */
export function lastRollover(timeMs: number): number {
  const today = Math.floor(utcToWall(ROLLOVER_ZONE, timeMs) / DAY_MS) * DAY_MS
  const rollover = wallToUtc(ROLLOVER_ZONE, today + ROLLOVER_WALL_MS)
  return rollover <= timeMs ? rollover : wallToUtc(ROLLOVER_ZONE, today - DAY_MS + ROLLOVER_WALL_MS)
}

/** The rollover after a rollover. */
export function nextRollover(rolloverMs: number): number {
  return wallToUtc(ROLLOVER_ZONE, utcToWall(ROLLOVER_ZONE, rolloverMs) + DAY_MS)
}

/** Those after `afterMs`, itself a rollover, up to and including `untilMs`, ascending. */
export function rolloversBetween(afterMs: number, untilMs: number): number[] {
  const found: number[] = []
  for (let next = nextRollover(afterMs); next <= untilMs; next = nextRollover(next)) found.push(next)
  return found
}

export function isRollover(timeMs: number): boolean {
  return lastRollover(timeMs) === timeMs
}

/**
 * How many nights a rollover counts in a market: 0 on a date on which it did not trade before 17:00 by its own clock. With a triple day
 * the weekend counts nothing by itself; `none` counts every day that traded, also of a weekend.
 */
export function rolloverNights(rolloverMs: number, calendar: Calendar, tripleDay: TripleDay): 0 | 1 | 3 {
  const wall = utcToWall(ROLLOVER_ZONE, rolloverMs)
  const weekday = new Date(wall).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  if (tripleDay !== 'none' && isWeekend) return 0
  const [from, to] = [wallToUtc(calendar.timeZone, wall - ROLLOVER_WALL_MS), wallToUtc(calendar.timeZone, wall)]
  if (openIntervals(calendar, from, to).length === 0) return 0
  return tripleDay !== 'none' && WEEKDAY[tripleDay] === weekday ? 3 : 1
}
