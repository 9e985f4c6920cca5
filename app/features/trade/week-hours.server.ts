/**
 * When a market is open on the coming seven days, day by day on London's wall clock, as words. On the server only, like every moment
 * that is written out.
 */

import { dateTag } from '../../../contract/language-tags'
import { DAY_TIME_ZONE } from '../../../rules/candles'
import { DAY_MS, MINUTE_MS } from '../../../rules/durations'
import type { Calendar } from '../../../rules/market-calendars'
import { nextUnusualDay, openIntervals } from '../../../rules/market-hours'
import { utcToWall, wallToUtc } from '../../../rules/wall-time'
import { formatOf } from '../../language/intl'
import { type Language, languageFacts } from '../../language/language'
import type { DayHours } from './scene/trade-data'

const DAYS = 7
/** How far ahead a holiday is announced. */
const AHEAD_DAYS = 60

/** Today first; holidays, early closes and the two clocks of daylight saving are in it. */
export function weekHours(calendar: Calendar, nowMs: number, language: Language): DayHours[] {
  const today = Math.floor(utcToWall(DAY_TIME_ZONE, nowMs) / DAY_MS) * DAY_MS
  return Array.from({ length: DAYS }, (_, index) => dayHours(calendar, today + index * DAY_MS, language))
}

/** The next day that has other hours than its weekday usually has, today included; null: none in the coming two months. */
export function nextHolidayHours(calendar: Calendar, nowMs: number, language: Language): DayHours | null {
  const found = nextUnusualDay(calendar, DAY_TIME_ZONE, nowMs, AHEAD_DAYS)
  return found === null ? null : dayHours(calendar, found, language)
}

/** @param wall midnight of the day on London's clock */
function dayHours(calendar: Calendar, wall: number, language: Language): DayHours {
  const day = formatOf(dateTag(languageFacts(language).tag), {
    timeZone: DAY_TIME_ZONE,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const from = wallToUtc(DAY_TIME_ZONE, wall)
  const to = wallToUtc(DAY_TIME_ZONE, wall + DAY_MS)
  const clock = (timeMs: number) => clockText(timeMs === to ? DAY_MS : utcToWall(DAY_TIME_ZONE, timeMs) - wall)
  return {
    // At noon: a day that begins an hour earlier by the sun has the same name.
    day: day.format(from + DAY_MS / 2),
    times: openIntervals(calendar, from, to).map(({ open, close }) => `${clock(open)}–${clock(close)}`),
  }
}

/** "22:00", "24:00" for the end of the day. */
function clockText(sinceMidnightMs: number): string {
  const minutes = Math.round(sinceMidnightMs / MINUTE_MS)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
