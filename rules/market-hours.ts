/**
 * Is this market open, when does it open, when does it close: pure answers from rules/market-calendars.ts. A calendar is
 * named, which means the one in force, or given.
 *
 * Invariant: an open interval is `[open, close)` in UTC milliseconds; sessions that touch (midnight) are one interval, and
 * daylight saving moves an interval exactly as it moves the wall clock of the exchange.
 */

import { DAY_MS, MINUTE_MS } from './durations'
import { type Calendar, type CalendarName, calendarNamed, type Minutes } from './market-calendars'
import { utcToWall, wallToUtc } from './wall-time'

export { CALENDARS, type CalendarName } from './market-calendars'

const WEEK_MS = 7 * DAY_MS
/** The first Sunday of the epoch, 1970-01-04, from which weeks are counted. */
const FIRST_SUNDAY_MS = 3 * DAY_MS
/** No calendar here pauses longer; a search that finds nothing by then answers null. */
const SEARCH_DAYS = 30
const CACHED_DAYS = 4_000

interface OpenInterval {
  /** UTC milliseconds, included. */
  open: number
  /** UTC milliseconds, not included. */
  close: number
}

type Which = CalendarName | Calendar
const calendarOf = (which: Which): Calendar => (typeof which === 'string' ? calendarNamed(which) : which)

const intervalsByDay = new WeakMap<Calendar, Map<number, readonly OpenInterval[]>>()

/** True while orders may be dealt on this calendar at `timeMs` (UTC). */
export function isMarketOpen(which: Which, timeMs: number): boolean {
  if (calendarOf(which).isAlwaysOpen) return true
  return openIntervalsOfUtcDay(calendarOf(which), Math.floor(timeMs / DAY_MS)).some(({ open, close }) => open <= timeMs && timeMs < close)
}

/** The first instant after `timeMs` at which a closed market opens; null when it never closes. */
export function nextOpen(which: Which, timeMs: number): number | null {
  if (calendarOf(which).isAlwaysOpen) return null
  return openIntervals(which, timeMs - DAY_MS, timeMs + SEARCH_DAYS * DAY_MS).find(({ open }) => open > timeMs)?.open ?? null
}

/**
 * The first instant after `timeMs` at which an open market closes; null when it never does.
 * `ignorePausesUpToMs` looks past short pauses (the forex day has one of five minutes), for a sentence like "closes Friday".
 */
export function nextClose(which: Which, timeMs: number, ignorePausesUpToMs = 0): number | null {
  if (calendarOf(which).isAlwaysOpen) return null
  const intervals = openIntervals(which, timeMs - DAY_MS, timeMs + SEARCH_DAYS * DAY_MS)
  const index = intervals.findIndex(
    ({ close }, i) => close > timeMs && (intervals[i + 1]?.open ?? Number.POSITIVE_INFINITY) - close > ignorePausesUpToMs,
  )
  return intervals[index]?.close ?? null
}

/** Every open interval that touches `[fromMs, toMs)`, ascending, cut to that window, touching ones joined. */
export function openIntervals(which: Which, fromMs: number, toMs: number): OpenInterval[] {
  const calendar = calendarOf(which)
  if (calendar.isAlwaysOpen) return fromMs < toMs ? [{ open: fromMs, close: toMs }] : []
  const found: OpenInterval[] = []
  for (let day = Math.floor(fromMs / DAY_MS); day * DAY_MS < toMs; day++) {
    for (const interval of openIntervalsOfUtcDay(calendar, day)) {
      const open = Math.max(interval.open, fromMs)
      const close = Math.min(interval.close, toMs)
      if (open < close) joinInterval(found, open, close)
    }
  }
  return found
}

/** Calendars without what their file closes beside the week. */
const regular = new WeakMap<Calendar, Calendar>()

/**
 * The first day on a city's wall, today included, whose hours differ from those of its week: a holiday, an early close, a late open.
 * The wall's midnight as `utcToWall` counts; null when there is none within `days`.
 */
export function nextUnusualDay(calendar: Calendar, timeZone: string, timeMs: number, days: number): number | null {
  const usual = regular.get(calendar) ?? { ...calendar, closures: new Map() }
  regular.set(calendar, usual)
  const today = Math.floor(utcToWall(timeZone, timeMs) / DAY_MS) * DAY_MS
  for (let wall = today; wall < today + days * DAY_MS; wall += DAY_MS) {
    const [from, to] = [wallToUtc(timeZone, wall), wallToUtc(timeZone, wall + DAY_MS)]
    const hours = (of: Calendar) => openIntervals(of, from, to).map(({ open, close }) => `${open} ${close}`)
    if (hours(calendar).join() !== hours(usual).join()) return wall
  }
  return null
}

function openIntervalsOfUtcDay(calendar: Calendar, utcDay: number): readonly OpenInterval[] {
  const days = intervalsByDay.get(calendar) ?? new Map<number, readonly OpenInterval[]>()
  intervalsByDay.set(calendar, days)
  const cached = days.get(utcDay)
  if (cached) return cached
  const computed = computeUtcDay(calendar, utcDay)
  if (days.size >= CACHED_DAYS) days.clear()
  days.set(utcDay, computed)
  return computed
}

function computeUtcDay(calendar: Calendar, utcDay: number): OpenInterval[] {
  const dayStart = utcDay * DAY_MS
  const dayEnd = dayStart + DAY_MS
  const joined: OpenInterval[] = []
  for (let wallDay = utcDay - 1; wallDay <= utcDay + 1; wallDay++) {
    for (const session of sessionsOfWallDay(calendar, wallDay)) {
      for (const { open, close } of withoutWeeklyClosures(calendar, session)) {
        if (open < dayEnd && close > dayStart) joinInterval(joined, Math.max(open, dayStart), Math.min(close, dayEnd))
      }
    }
  }
  return joined
}

function sessionsOfWallDay(calendar: Calendar, wallDay: number): OpenInterval[] {
  const wallMidnight = wallDay * DAY_MS
  const date = new Date(wallMidnight).toISOString().slice(0, 10)
  const sessions = calendar.week[new Date(wallMidnight).getUTCDay()] ?? []
  return (calendar.closures.get(date) ?? [])
    .reduce<readonly Minutes[]>((rest, closure) => rest.flatMap((session) => leaveOut(session, closure)), sessions)
    .map(([start, end]) => ({
      open: wallToUtc(calendar.timeZone, wallMidnight + start * MINUTE_MS),
      close: wallToUtc(calendar.timeZone, wallMidnight + end * MINUTE_MS),
    }))
}

function withoutWeeklyClosures(calendar: Calendar, session: OpenInterval): OpenInterval[] {
  let rest = [session]
  for (const closure of calendar.weeklyClosures) {
    const wall = utcToWall(closure.timeZone, session.open)
    const weekStart = wall - ((wall - FIRST_SUNDAY_MS) % WEEK_MS)
    for (const start of [weekStart - WEEK_MS, weekStart]) {
      const from = wallToUtc(closure.timeZone, start + closure.startMinute * MINUTE_MS)
      const to = wallToUtc(closure.timeZone, start + (closure.startMinute + closure.lengthMinutes) * MINUTE_MS)
      rest = rest.flatMap((interval) => subtract(interval, from, to))
    }
  }
  return rest
}

function leaveOut([start, end]: Minutes, [from, until]: Minutes): Minutes[] {
  const before: Minutes = [start, Math.min(end, from)]
  const after: Minutes = [Math.max(start, until), end]
  return [before, after].filter(([first, last]) => first < last)
}

function subtract(interval: OpenInterval, from: number, to: number): OpenInterval[] {
  if (to <= interval.open || from >= interval.close) return [interval]
  const before = { open: interval.open, close: from }
  const after = { open: to, close: interval.close }
  return [before, after].filter(({ open, close }) => open < close)
}

function joinInterval(intervals: OpenInterval[], open: number, close: number): void {
  const last = intervals.at(-1)
  if (last && last.close === open) last.close = close
  else intervals.push({ open, close })
}
