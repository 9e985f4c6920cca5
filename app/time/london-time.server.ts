/**
 * Times as words, written on the server only: the names that two runtimes have for a weekday may differ, and the page that
 * is hydrated must say what the server said.
 */
import { DAY_TIME_ZONE } from '../../rules/candles'
import { dateTimeFormat } from '../language/intl'
import type { Language } from '../language/language'

function writer(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateTimeFormat(language, { timeZone: DAY_TIME_ZONE, ...options })
}

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const WEEKDAY_CLOCK: Intl.DateTimeFormatOptions = { weekday: 'short', ...CLOCK }
const WHOLE_DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'numeric', day: 'numeric' }

/** "Fri 22:00". */
export function weekdayTime(timeMs: number, language: Language): string {
  return writer(language, WEEKDAY_CLOCK).format(timeMs)
}

/** "09:14" when it was today, else "19 Nov". */
export function shortTime(timeMs: number, nowMs: number, language: Language): string {
  const day = writer(language, WHOLE_DAY)
  return writer(language, day.format(timeMs) === day.format(nowMs) ? CLOCK : DAY).format(timeMs)
}
