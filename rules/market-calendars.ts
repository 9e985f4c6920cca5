/**
 * When each kind of market trades, as data: weekly sessions on the wall clock of the exchange, its holidays, early closes and
 * late opens. `rules/market-hours.ts` reads it. Sources and the one deliberate deviation: docs/decisions/004-market-hours.md.
 *
 * Invariant: sessions of a day are ascending and do not overlap; `24:00` joins the next day's `00:00`.
 */
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

/** Sessions of one weekday as wall minutes `[start, end)` since midnight; 1440 is the end of the day. */
export type DaySessions = readonly (readonly [startMinute: number, endMinute: number])[]

export interface WeeklyClosure {
  timeZone: string
  /** Minutes since Sunday 00:00 of the week in which the closure starts, and how long it lasts. */
  startMinute: number
  lengthMinutes: number
}

export interface Calendar {
  timeZone: string
  /** Sunday first, as `Date.getUTCDay()` counts. */
  week: readonly [DaySessions, DaySessions, DaySessions, DaySessions, DaySessions, DaySessions, DaySessions]
  /** Dates `YYYY-MM-DD` on the exchange's wall that do not trade at all. */
  holidays: ReadonlySet<string>
  /** On these dates nothing trades from the wall minute on, or until it. */
  earlyCloses: ReadonlyMap<string, number>
  lateOpens: ReadonlyMap<string, number>
  /** Additional hours in which nothing trades, kept on another city's wall clock. */
  weeklyClosures: readonly WeeklyClosure[]
  isAlwaysOpen: boolean
}

const FRIDAY_22_00 = (5 * 24 + 22) * 60
const TWO_DAYS = 2 * 24 * 60

const CHRISTMAS_AND_NEW_YEAR_EVES = ['2024-12-24 17:00', '2024-12-31 17:00', '2025-12-24 17:00', '2025-12-31 17:00']
const CHRISTMAS_AND_NEW_YEAR = [
  '2023-12-25 17:00',
  '2024-01-01 17:00',
  '2024-12-25 17:05',
  '2025-01-01 17:05',
  '2025-12-25 17:05',
  '2026-01-01 17:05',
]

/** Good Friday, Christmas Day and New Year's Day as exchanges keep them. */
const GREAT_HOLIDAYS =
  '2024-01-01 2024-03-29 2024-12-25 2025-01-01 2025-04-18 2025-12-25 2026-01-01 2026-04-03 2026-12-25 2027-01-01 2027-03-26 2027-12-24 ' +
  '2028-01-01 2028-04-14 2028-12-25'

const UK_HOLIDAYS =
  '2024-01-01 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26 2025-01-01 2025-04-18 2025-04-21 2025-05-05 ' +
  '2025-05-26 2025-08-25 2025-12-25 2025-12-26 2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28 ' +
  '2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28 2028-01-03 2028-04-14 2028-04-17 2028-05-01 ' +
  '2028-05-29 2028-08-28 2028-12-25 2028-12-26'

const JAPAN_HOLIDAYS =
  '2024-01-01 2024-01-02 2024-01-03 2024-01-08 2024-02-12 2024-03-20 2024-04-29 2024-05-03 2024-05-06 2024-07-15 2024-08-12 2024-09-16 ' +
  '2024-09-23 2024-10-14 2024-11-04 2024-12-23 2024-12-31 2025-01-01 2025-01-02 2025-01-03 2025-01-13 2025-02-11 2025-03-20 2025-04-29 ' +
  '2025-05-05 2025-07-21 2025-08-11 2025-09-15 2025-09-23 2025-10-13 2025-11-03 2025-11-24 2025-12-23 2025-12-31 2026-01-01 2026-01-02 ' +
  '2026-01-12 2026-02-11 2026-03-20 2026-04-29 2026-05-04 2026-05-05 2026-07-20 2026-08-11 2026-09-21 2026-09-23 2026-10-12 2026-11-03 ' +
  '2026-11-23 2026-12-23 2026-12-31 2027-01-01 2027-01-04 2027-01-11 2027-02-11 2027-03-22 2027-04-29 2027-05-03 2027-05-04 2027-05-05 ' +
  '2027-07-19 2027-08-11 2027-09-20 2027-09-23 2027-10-11 2027-11-03 2027-11-23 2027-12-23 2027-12-31'

const HONG_KONG_HOLIDAYS =
  '2024-01-01 2024-02-12 2024-02-13 2024-03-29 2024-04-01 2024-04-04 2024-05-01 2024-05-15 2024-06-10 2024-07-01 2024-09-18 2024-10-01 ' +
  '2024-10-11 2024-12-25 2024-12-26 2025-01-01 2025-01-29 2025-01-30 2025-01-31 2025-04-04 2025-04-18 2025-04-21 2025-05-01 2025-05-05 ' +
  '2025-07-01 2025-10-01 2025-10-07 2025-10-29 2025-12-25 2025-12-26 2026-01-01 2026-02-17 2026-02-18 2026-02-19 2026-04-03 2026-04-06 ' +
  '2026-04-07 2026-05-01 2026-05-25 2026-06-19 2026-07-01 2026-10-01 2026-10-19 2026-12-25 2027-01-01 2027-02-08 2027-02-09 2027-03-26 ' +
  '2027-03-29 2027-04-05 2027-05-13 2027-06-09 2027-06-18 2027-07-01 2027-09-16 2027-10-01 2027-10-08 2027-12-27'

const CLOSED: DaySessions = []

const CALENDAR_BY_NAME: Record<CalendarName, Calendar> = {
  /** The dealers' week in New York with its five-minute daily pause, and never in London's weekend. */
  forex: calendar('America/New_York', {
    sunday: '17:03-24:00',
    weekdays: '00:00-16:58 17:03-24:00',
    friday: '00:00-16:58',
    holidays: '2023-12-24 2023-12-31',
    earlyCloses: CHRISTMAS_AND_NEW_YEAR_EVES,
    lateOpens: CHRISTMAS_AND_NEW_YEAR,
    weeklyClosures: [{ timeZone: 'Europe/London', startMinute: FRIDAY_22_00, lengthMinutes: TWO_DAYS }],
  }),
  /** Gold and silver: the same week, an hour's pause each evening, no holidays at the provider. */
  metals: calendar('America/New_York', { sunday: '18:03-24:00', weekdays: '00:00-16:58 18:03-24:00', friday: '00:00-16:58' }),
  energies: calendar('America/New_York', {
    sunday: '18:00-24:00',
    weekdays: '00:00-17:00 18:00-24:00',
    friday: '00:00-17:00',
    holidays: GREAT_HOLIDAYS,
  }),
  brent: calendar('America/New_York', {
    sunday: '20:00-24:00',
    weekdays: '00:00-18:00 20:00-24:00',
    friday: '00:00-18:00',
    holidays: GREAT_HOLIDAYS,
  }),
  'us-indices': calendar('America/Chicago', {
    sunday: '17:00-24:00',
    weekdays: '00:00-15:15 15:30-16:00 17:00-24:00',
    friday: '00:00-15:15 15:30-16:00',
    holidays: GREAT_HOLIDAYS,
  }),
  'germany-index': calendar('Europe/Berlin', { weekdays: '01:15-22:00', friday: '01:15-22:00', holidays: GREAT_HOLIDAYS }),
  'uk-index': calendar('Europe/London', { weekdays: '01:00-21:00', friday: '01:00-21:00', holidays: UK_HOLIDAYS }),
  'japan-index': calendar('America/Chicago', {
    sunday: '17:00-24:00',
    weekdays: '00:00-16:00 17:00-24:00',
    friday: '00:00-16:00',
    holidays: JAPAN_HOLIDAYS,
  }),
  'hong-kong-index': calendar('Asia/Hong_Kong', {
    monday: '09:15-12:00 13:00-16:30 17:15-24:00',
    weekdays: '00:00-03:00 09:15-12:00 13:00-16:30 17:15-24:00',
    friday: '00:00-03:00 09:15-12:00 13:00-16:30',
    holidays: HONG_KONG_HOLIDAYS,
  }),
  crypto: { ...calendar('UTC', { weekdays: '00:00-24:00' }), isAlwaysOpen: true },
}

/** The calendar of that name. */
export function calendarNamed(name: CalendarName): Calendar {
  return CALENDAR_BY_NAME[name]
}

interface CalendarText {
  sunday?: string
  monday?: string
  /** Tuesday to Thursday, and Monday when it has no text of its own. */
  weekdays: string
  friday?: string
  holidays?: string
  earlyCloses?: readonly string[]
  lateOpens?: readonly string[]
  weeklyClosures?: readonly WeeklyClosure[]
}

function calendar(timeZone: string, text: CalendarText): Calendar {
  const weekday = sessions(text.weekdays)
  const monday = text.monday === undefined ? weekday : sessions(text.monday)
  const friday = text.friday === undefined ? weekday : sessions(text.friday)
  return {
    timeZone,
    week: [sessions(text.sunday), monday, weekday, weekday, weekday, friday, CLOSED],
    holidays: new Set(text.holidays?.split(' ')),
    earlyCloses: minuteByDate(text.earlyCloses),
    lateOpens: minuteByDate(text.lateOpens),
    weeklyClosures: text.weeklyClosures ?? [],
    isAlwaysOpen: false,
  }
}

function sessions(text: string | undefined): DaySessions {
  if (!text) return CLOSED
  return text.split(' ').map((session) => {
    const [start = '', end = ''] = session.split('-')
    return [minutes(start), minutes(end)] as const
  })
}

function minuteByDate(entries: readonly string[] = []): ReadonlyMap<string, number> {
  return new Map(
    entries.map((entry) => {
      const [date = '', time = ''] = entry.split(' ')
      return [date, minutes(time)] as const
    }),
  )
}

function minutes(time: string): number {
  const [hours = '0', rest = '0'] = time.split(':')
  return Number(hours) * 60 + Number(rest)
}
