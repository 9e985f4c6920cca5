/**
 * Customer service of a company: when people are there, and the page of its chat provider if it has one. Without a provider the site
 * has a page of its own: address, hours and the feedback form.
 */
import { z } from 'zod'
import { HttpsUrl } from '../primitives'

/** As a week is read: Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const Weekday = z.enum(WEEKDAYS)
const ClockTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time of day is written like 09:00, the end of the day 24:00')

const Open = z
  .strictObject({
    from: Weekday.describe('First day of the week on which these times hold'),
    to: Weekday.describe('Last day, the same for one day alone'),
    opens: ClockTime.describe("On the company's clock, like 09:00"),
    closes: ClockTime.describe('Later on the same day, 24:00 for its end'),
  })
  .refine(({ from, to }) => WEEKDAYS.indexOf(from) <= WEEKDAYS.indexOf(to), 'a week begins on Monday: the first day comes after the last')
  .refine(({ opens, closes }) => opens < closes, 'customer service closes before it opens')

export const ServiceHours = z.strictObject({
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'a time zone is written like Europe/London')
    .describe('Whose clock the hours are read on, like Europe/London'),
  open: z.array(Open).min(1).max(14).describe('When somebody is there'),
})
export type ServiceHours = z.infer<typeof ServiceHours>

export const Service = z.strictObject({
  link: HttpsUrl.optional().describe(
    "Page of a chat provider, https; its host must be in linkHosts. Without it the site's own page is shown. Later kept at the desk",
  ),
  type: z
    .enum(['frame', 'window'])
    .default('frame')
    .describe("The provider's page: shown inside the page, or opened in a window of its own"),
  hours: ServiceHours.optional().describe('When customer service answers; nothing is said about it when absent'),
})

/** Asking for a zone takes as long as judging a whole brand, and there are some hundred of them. */
const timeZones = new Set<string>()

function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true
  try {
    const isKnown = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    if (isKnown) timeZones.add(name)
    return isKnown
  } catch {
    return false
  }
}
