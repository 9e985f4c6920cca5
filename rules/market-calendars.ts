/**
 * When each kind of market trades, as data: weekly sessions on the wall clock of the exchange, and what is closed beside them.
 * `rules/market-hours.ts` reads it. The facts stand in market-calendars.json with the source of each; a newer file takes its place by
 * `putInForce`. The one deliberate deviation: docs/decisions/004-market-hours.md.
 *
 * Invariant: sessions of a day are ascending and do not overlap; `24:00` joins the next day's `00:00`.
 */
import { DAY_MS } from './durations'
import shipped from './market-calendars.json' with { type: 'json' }

export const CALENDARS = [
  'forex',
  'metals',
  'energies',
  'brent',
  'us-indices',
  'germany-index',
  'uk-index',
  'japan-index',
  'hong-kong-index',
  'crypto',
] as const

export type CalendarName = (typeof CALENDARS)[number]

/** Wall minutes `[start, end)` since midnight; 1440 is the end of the day. */
export type Minutes = readonly [start: number, end: number]

interface WeeklyClosure {
  timeZone: string
  /** Minutes since Sunday 00:00 of the week in which the closure starts, and how long it lasts. */
  startMinute: number
  lengthMinutes: number
}

export interface Calendar {
  timeZone: string
  /** Sunday first, as `Date.getUTCDay()` counts. */
  week: readonly (readonly Minutes[])[]
  /** By the date `YYYY-MM-DD` on the exchange's wall: when nothing trades although the week would. */
  closures: ReadonlyMap<string, readonly Minutes[]>
  /** Additional hours in which nothing trades, kept on another city's wall clock. */
  weeklyClosures: readonly WeeklyClosure[]
  isAlwaysOpen: boolean
  /** The last date whose closures are known; null: there are none. */
  knownUntil: string | null
}

export type Calendars = Readonly<Record<CalendarName, Calendar>>

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A calendar as its file has it; `contract/market-calendars.ts` judges one that somebody else wrote. */
export interface CalendarText {
  /** Who says so. */
  readonly source: string
  readonly knownUntil: string | null
  readonly timeZone: string
  /** `00:00-16:58 17:03-24:00`; a weekday that is left out does not trade. */
  readonly week: { readonly [Day in Weekday]?: string | undefined }
  readonly closures?: readonly ClosureText[] | undefined
  readonly weeklyClosures?: readonly WeeklyClosureText[] | undefined
}
interface ClosureText {
  /** Which rule or source names these dates. */
  readonly rule: string
  /** `17:00`; left out: from midnight, until midnight. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly dates: readonly string[]
}
interface WeeklyClosureText {
  readonly rule: string
  readonly timeZone: string
  /** `friday 22:00`. */
  readonly from: string
  readonly hours: number
}

export interface CalendarsText {
  readonly source: string
  readonly calendars: Readonly<Record<CalendarName, CalendarText>>
}

/** The calendars of a file that was judged. */
export function readCalendars({ calendars }: CalendarsText): Calendars {
  return Object.fromEntries(CALENDARS.map((name) => [name, readCalendar(calendars[name])])) as Record<CalendarName, Calendar>
}

let inForce = readCalendars(shipped)

/** The calendar of that name, of the file in force: the shipped one until another is put in its place. */
export function calendarNamed(name: CalendarName): Calendar {
  return inForce[name]
}

/** From now on every answer about this process's markets follows these. */
export function putInForce(calendars: Calendars): void {
  inForce = calendars
}

/** The calendars whose closures are known for less than `withinMs` from now. */
export function endingCalendars(calendars: Calendars, nowMs: number, withinMs: number): CalendarName[] {
  return CALENDARS.filter((name) => {
    const { knownUntil } = calendars[name]
    return knownUntil !== null && Date.parse(knownUntil) + DAY_MS - nowMs < withinMs
  })
}

function readCalendar({ timeZone, week, closures = [], weeklyClosures = [], knownUntil }: CalendarText): Calendar {
  const sessions = WEEKDAYS.map((day) => (week[day] ?? '').split(' ').filter(Boolean).map(readSession))
  const byDate = new Map<string, Minutes[]>()
  for (const { from = '00:00', until = '24:00', dates } of closures)
    for (const date of dates) byDate.set(date, [...(byDate.get(date) ?? []), [readMinute(from), readMinute(until)]])
  return {
    timeZone,
    week: sessions,
    closures: byDate,
    weeklyClosures: weeklyClosures.map(readWeeklyClosure),
    isAlwaysOpen: byDate.size + weeklyClosures.length === 0 && sessions.every(([only]) => only?.[0] === 0 && only[1] === 24 * 60),
    knownUntil,
  }
}

function readWeeklyClosure({ timeZone, from, hours }: WeeklyClosureText): WeeklyClosure {
  const [day = '', time = ''] = from.split(' ')
  const weekday = (WEEKDAYS as readonly string[]).indexOf(day)
  return { timeZone, startMinute: weekday * 24 * 60 + readMinute(time), lengthMinutes: hours * 60 }
}

function readSession(text: string): Minutes {
  const [start = '', end = ''] = text.split('-')
  return [readMinute(start), readMinute(end)]
}

function readMinute(time: string): number {
  const [hours = '0', rest = '0'] = time.split(':')
  return Number(hours) * 60 + Number(rest)
}
