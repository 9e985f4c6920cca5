/**
 * Times and numbers as FIX writes them. Numbers never pass through a double.
 *
 * Invariant: a text that says a number which a `Fixed` cannot hold exactly is refused, not rounded.
 */
import { FIXED_DECIMALS, type Fixed, formatFixedShort, parseFixed } from '../../rules/decimal'

const NUMBER = /^(-?)0*(\d{0,18})(?:\.(\d*?)0*)?$/
const MOMENT = /^(\d{4})(\d\d)(\d\d)-(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/
const DATE = /^\d{8}$/
const TIME = /^\d\d:\d\d:\d\d(?:\.\d{1,9})?$/

/** Reads `00023.2300` as 23.23; null for what is no number, or has more than eight decimals that count. */
export function readNumber(text: string): Fixed | null {
  const [, sign, whole, fraction = ''] = NUMBER.exec(text) ?? []
  if (whole === undefined || !/\d/.test(text) || fraction.length > FIXED_DECIMALS) return null
  return parseFixed(`${sign}${whole || '0'}${fraction ? `.${fraction}` : ''}`)
}

export const writeNumber = (value: Fixed): string => formatFixedShort(value)

/** A count or a sequence number; null for anything else. */
export function readCount(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Unix milliseconds of `20261118-12:00:00.123`; digits beyond them are dropped. Null for what is no moment of the calendar. */
export function readTime(text: string): number | null {
  const parts = MOMENT.exec(text)
  if (parts === null) return null
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [number, number, number, number, number, number]
  // A leap second is the last moment of its minute.
  const time = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59), Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3)))
  const isOfCalendar = new Date(time).getUTCDate() === day && new Date(time).getUTCMonth() === month - 1
  return isOfCalendar && hour < 24 && minute < 60 && second <= 60 ? time : null
}

/** A date and a time of a day, each in a field of its own; a time alone is one of the day of `about`. */
export function readDateAndTime(date: string, time: string, about: string): number | null {
  const day = date || about.slice(0, 8)
  return DATE.test(day) && TIME.test(time) ? readTime(`${day}-${time}`) : null
}

export function writeTime(unixMs: number): string {
  return new Date(unixMs).toISOString().replaceAll('-', '').replace('T', '-').slice(0, -1)
}
