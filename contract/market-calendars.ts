/**
 * The file of market hours, as an operator may put it beside the brands (`market-calendars.json`). The shipped one, in rules/, has the
 * same form. What the numbers mean: rules/market-calendars.ts.
 */
import { z } from 'zod'
import type { CalendarsText, CalendarText } from '../rules/market-calendars'

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
const Time = z.string().regex(TIME, 'is no time of day such as "17:00"')
const DAY = z.iso.date('is no date such as "2027-12-25"')
const TimeZone = z.string().refine(isTimeZone, 'is no time zone such as "America/New_York"')
const Sessions = z.string().refine(areSessions, 'are no sessions such as "00:00-16:58 17:03-24:00", ascending and apart')

const Closure = z
  .strictObject({
    rule: z.string().min(1).describe('Which rule or source names these dates'),
    from: Time.optional().describe('Wall time from which nothing trades; left out: midnight'),
    until: Time.optional().describe('Wall time until which nothing trades; left out: the end of the day'),
    dates: z.array(DAY),
  })
  .refine(({ from = '00:00', until = '24:00' }) => from < until, 'ends before it begins')

const WeeklyClosure = z.strictObject({
  rule: z.string().min(1),
  timeZone: TimeZone,
  from: z
    .string()
    .regex(/^(?:sun|mon|tues|wednes|thurs|fri|satur)day (?:[01]\d|2[0-3]):[0-5]\d$/, 'is no weekday and time such as "friday 22:00"'),
  hours: z.number().int().min(1).max(168),
})

const Calendar = z.strictObject({
  source: z.string().min(1).describe('Who says so'),
  knownUntil: DAY.nullable().describe('The last date whose closures are known; null for a market that never closes'),
  timeZone: TimeZone,
  week: z.strictObject({
    sunday: Sessions.optional(),
    monday: Sessions.optional(),
    tuesday: Sessions.optional(),
    wednesday: Sessions.optional(),
    thursday: Sessions.optional(),
    friday: Sessions.optional(),
    saturday: Sessions.optional(),
  }),
  closures: z.array(Closure).optional(),
  weeklyClosures: z.array(WeeklyClosure).optional(),
}) satisfies z.ZodType<CalendarText>

export const CalendarsFile = z.strictObject({
  source: z.string().min(1),
  calendars: z.strictObject({
    forex: Calendar,
    metals: Calendar,
    energies: Calendar,
    brent: Calendar,
    'us-indices': Calendar,
    'germany-index': Calendar,
    'uk-index': Calendar,
    'japan-index': Calendar,
    'hong-kong-index': Calendar,
    crypto: Calendar,
  }),
}) satisfies z.ZodType<CalendarsText>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function areSessions(text: string): boolean {
  const times = text.split(' ').flatMap((session) => session.split('-'))
  const isPaired = text.split(' ').every((session) => session.split('-').length === 2)
  return isPaired && times.every((time, index) => TIME.test(time) && (index === 0 || (times[index - 1] ?? '') < time))
}
