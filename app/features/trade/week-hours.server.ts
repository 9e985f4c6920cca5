/**
 * When a market is open on the coming seven days, day by day on London's wall clock, as words. On the server only, like every moment
 * that is written out.
 */
import { DAY_TIME_ZONE } from '../../../rules/candles'
import { DAY_MS, MINUTE_MS } from '../../../rules/durations'
import type { CalendarName } from '../../../rules/market-calendars'
import { openIntervals } from '../../../rules/market-hours'
import { utcToWall, wallToUtc } from '../../../rules/wall-time'
import { type Language, languageFacts } from '../../language/language'
import { londonTag } from './chart/chart-words'
import type { DayHours } from './scene/trade-data'

const DAYS = 7

/** Today first; holidays, early closes and the two clocks of daylight saving are in it. */
export function weekHours(calendar: CalendarName, nowMs: number, language: Language): DayHours[] {
  const day = new Intl.DateTimeFormat(londonTag(languageFacts(language).tag), {
    timeZone: DAY_TIME_ZONE,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const today = Math.floor(utcToWall(DAY_TIME_ZONE, nowMs) / DAY_MS) * DAY_MS
  return Array.from({ length: DAYS }, (_, index) => {
    const wall = today + index * DAY_MS
    const from = wallToUtc(DAY_TIME_ZONE, wall)
    const to = wallToUtc(DAY_TIME_ZONE, wall + DAY_MS)
    const clock = (timeMs: number) => clockText(timeMs === to ? DAY_MS : utcToWall(DAY_TIME_ZONE, timeMs) - wall)
    return {
      // At noon: a day that begins an hour earlier by the sun has the same name.
      day: day.format(from + DAY_MS / 2),
      times: openIntervals(calendar, from, to).map(({ open, close }) => `${clock(open)}–${clock(close)}`),
    }
  })
}

/** "22:00", "24:00" for the end of the day. */
function clockText(sinceMidnightMs: number): string {
  const minutes = Math.round(sinceMidnightMs / MINUTE_MS)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
