import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedDataFolder } from '../tests/fixtures/recorded-data'
import { HOUR_MS } from './durations'
import { CALENDARS, type CalendarName, isMarketOpen, nextClose, nextOpen, openIntervals } from './market-hours'
import { utcToWall, wallToUtc } from './wall-time'

const MINUTE = 60_000
const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16))

describe('wall time', () => {
  test.each([
    ['Europe/London', '2026-01-15T12:00Z', 0],
    ['Europe/London', '2026-07-15T12:00Z', 60],
    ['America/New_York', '2026-03-08T06:59Z', -300],
    ['America/New_York', '2026-03-08T07:00Z', -240],
    ['Asia/Hong_Kong', '2026-07-15T12:00Z', 480],
  ])('%s at %s is %i minutes from UTC', (zone, when, minutes) => {
    expect(utcToWall(zone, at(when)) - at(when)).toBe(minutes * MINUTE)
  })

  test('a wall reading that never occurs becomes the moment after the jump, one that occurs twice its later occurrence', () => {
    expect(iso(wallToUtc('Europe/London', at('2026-03-29T01:30Z')))).toBe('2026-03-29T01:30')
    expect(iso(wallToUtc('Europe/London', at('2026-10-25T01:30Z')))).toBe('2026-10-25T01:30')
  })
})

describe('forex', () => {
  test.each([
    ['2026-11-20T21:57Z', true, 'Friday evening, before the close'],
    ['2026-11-20T22:00Z', false, 'Friday 22:00 London, winter'],
    ['2026-11-21T12:00Z', false, 'Saturday'],
    ['2026-11-22T21:59Z', false, 'Sunday before 22:00 London, winter'],
    ['2026-11-22T22:03Z', true, 'Sunday evening after the open'],
    ['2026-06-19T20:57Z', true, 'Friday evening, summer'],
    ['2026-06-19T21:00Z', false, 'Friday 22:00 London, summer'],
    ['2026-06-21T20:59Z', false, 'Sunday before 22:00 London, summer'],
    ['2026-06-21T21:03Z', true, 'Sunday evening, summer'],
    ['2026-03-15T21:30Z', false, 'Sunday 21:30 London while only New York has moved its clocks'],
    ['2026-03-15T22:00Z', true, 'Sunday 22:00 London in that week'],
    ['2026-11-18T22:00Z', false, 'the five-minute pause at 17:00 New York'],
    ['2025-12-25T18:00Z', false, 'Christmas Day until 17:05 New York'],
    ['2025-12-25T22:05Z', true, 'Christmas Day from 17:05 New York'],
  ])('%s is open: %s (%s)', (when, isOpen) => {
    expect(isMarketOpen('forex', at(when))).toBe(isOpen)
  })

  test('on a Saturday the next open is Sunday and the close after it Monday evening, or Friday when short pauses are ignored', () => {
    const saturday = at('2026-11-21T05:00Z')
    expect(iso(nextOpen('forex', saturday))).toBe('2026-11-22T22:03')
    expect(iso(nextClose('forex', saturday))).toBe('2026-11-23T21:58')
    expect(iso(nextClose('forex', saturday, 10 * MINUTE))).toBe('2026-11-27T21:58')
  })

  test('is closed from Friday 22:00 to Sunday 22:00 London in every week of 2024 to 2026', () => {
    for (const { open, close } of openIntervals('forex', at('2024-01-01T00:00Z'), at('2027-01-01T00:00Z'))) {
      for (const edge of [open, close - 1]) {
        const wall = new Date(utcToWall('Europe/London', edge))
        const minuteOfWeek = (wall.getUTCDay() * 24 + wall.getUTCHours()) * 60 + wall.getUTCMinutes()
        expect(minuteOfWeek).toBeGreaterThanOrEqual(22 * 60)
        expect(minuteOfWeek).toBeLessThan((5 * 24 + 22) * 60)
      }
      expect(close - open).toBeLessThanOrEqual(24 * 60 * MINUTE)
    }
  })
})

test('crypto never closes', () => {
  expect(isMarketOpen('crypto', at('2026-12-25T00:00Z'))).toBe(true)
  expect(nextOpen('crypto', at('2026-11-21T00:00Z'))).toBeNull()
  expect(nextClose('crypto', at('2026-11-21T00:00Z'))).toBeNull()
})

test('index hours follow their own city: Germany and Hong Kong are shut on a Friday night while New York still trades', () => {
  const friday = at('2026-11-20T21:10Z')
  expect(isMarketOpen('germany-index', friday)).toBe(false)
  expect(isMarketOpen('hong-kong-index', friday)).toBe(false)
  expect(isMarketOpen('us-indices', friday)).toBe(true)
})

test.each(CALENDARS)('%s: the next open and close are exactly where isMarketOpen changes', (name) => {
  for (let t = at('2026-03-01T00:00Z'); t < at('2026-04-10T00:00Z'); t += 7 * HOUR_MS + 13 * MINUTE) {
    const open = nextOpen(name, t)
    const close = nextClose(name, t)
    if (open !== null) expect([isMarketOpen(name, open - 1), isMarketOpen(name, open)]).toEqual([false, true])
    if (close !== null) expect([isMarketOpen(name, close - 1), isMarketOpen(name, close)]).toEqual([true, false])
  }
})

// The oracle: a recorded database of exchange sessions, read only when it is at hand.
interface OracleEntry {
  exchangeTimeZone: string
  holidays?: string[]
  earlyCloses?: Record<string, string>
  lateOpens?: Record<string, string>
  [weekday: string]: unknown
}
interface OracleSession {
  start: string
  end: string
  state: string
}

const folder = recordedDataFolder('the market-hours oracle')

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function minuteOf(text: string): number {
  const [, days = '0', hours = '0', minutes = '0'] = /^(?:(\d+)\.)?(\d+):(\d+):\d+$/.exec(text) ?? []
  return Number(days ?? 0) * 1440 + Number(hours) * 60 + Number(minutes)
}

/** Written apart from the product's code: it asks the runtime for the wall clock of every half hour. */
function oracleFor(entry: OracleEntry): (timeMs: number) => boolean {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: entry.exchangeTimeZone,
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  let halfHour = Number.NaN
  let date = ''
  let startMinute = 0
  let sessions: [number, number][] = []
  let blockedBefore = 0
  let blockedAfter = 1440
  return (timeMs) => {
    const current = Math.floor(timeMs / (30 * MINUTE))
    if (current !== halfHour) {
      halfHour = current
      const parts = Object.fromEntries(format.formatToParts(current * 30 * MINUTE).map((part) => [part.type, part.value]))
      startMinute = Number(parts.hour) * 60 + Number(parts.minute)
      date = `${parts.month}/${parts.day}/${parts.year}`
      const weekday = WEEKDAYS.find((name) => name === parts.weekday?.toLowerCase()) ?? ''
      const listed = (entry[weekday] as OracleSession[]).filter((session) => session.state === 'market')
      sessions = entry.holidays?.includes(date) ? [] : listed.map((session) => [minuteOf(session.start), minuteOf(session.end)])
      blockedBefore = minuteOf(entry.lateOpens?.[date] ?? '00:00:00')
      blockedAfter = minuteOf(entry.earlyCloses?.[date] ?? '1.00:00:00')
    }
    const minute = startMinute + Math.floor((timeMs - halfHour * 30 * MINUTE) / MINUTE)
    if (minute < blockedBefore || minute >= blockedAfter) return false
    return sessions.some(([start, end]) => start <= minute && minute < end)
  }
}

interface Difference {
  from: number
  to: number
  oracle: boolean
}

function loadEntry(key: string): OracleEntry {
  const database = JSON.parse(readFileSync(path.join(folder ?? '', 'market-hours-database.json'), 'utf8')) as {
    entries: Record<string, OracleEntry>
  }
  const entry = database.entries[key]
  if (!entry) throw new Error(`${key} is not in the oracle`)
  return entry
}

/** Intervals of 2024 to 2026 in which calendar and oracle disagree, looked at every `stepMs`. */
function differences(name: CalendarName, entry: OracleEntry, stepMs: number): Difference[] {
  const isOpenByOracle = oracleFor(entry)
  const found: Difference[] = []
  for (let t = at('2024-01-01T00:00Z'); t < at('2027-01-01T00:00Z'); t += stepMs) {
    const oracle = isOpenByOracle(t)
    if (isMarketOpen(name, t) === oracle) continue
    const last = found.at(-1)
    if (last && last.to === t && last.oracle === oracle) last.to = t + stepMs
    else found.push({ from: t, to: t + stepMs, oracle })
  }
  return found
}

function say({ from, to, oracle }: Difference): string {
  return `${iso(from)} to ${iso(to)}: oracle says ${oracle ? 'open' : 'closed'}`
}

test("forex rests from Christmas Eve and New Year's Eve of 2026, which are Thursdays, until Sunday evening", () => {
  for (const [eve, sunday] of [
    ['2026-12-24', '2026-12-27'],
    ['2026-12-31', '2027-01-03'],
  ]) {
    expect(isMarketOpen('forex', at(`${eve}T21:57Z`))).toBe(true)
    expect(iso(nextOpen('forex', at(`${eve}T21:58Z`)))).toBe(`${sunday}T22:03`)
  }
})

describe.skipIf(!folder)('agreement with the recorded market-hours database over 2024 to 2026', () => {
  test.each([
    ['metals', 'Cfd-oanda-XAUUSD', 1],
    ['metals', 'Cfd-oanda-XAGUSD', 15],
    ['crypto', 'Crypto-coinbase-[*]', 15],
    ['us-indices', 'Cfd-oanda-SPX500USD', 15],
    ['us-indices', 'Cfd-oanda-NAS100USD', 15],
    ['us-indices', 'Cfd-oanda-US30USD', 15],
    ['uk-index', 'Cfd-oanda-UK100GBP', 15],
    ['japan-index', 'Cfd-oanda-JP225USD', 15],
    ['hong-kong-index', 'Cfd-oanda-HK33HKD', 15],
  ] as const)('%s equals %s, looked at every %i min', { timeout: 60_000 }, (name, key, minutes) => {
    expect(differences(name, loadEntry(key), minutes * MINUTE).map(say)).toEqual([])
  })

  test('forex equals Forex-oanda-[*] in every minute but twelve Sunday hours, when London has not reached 22:00, and the feasts of 2026', {
    timeout: 60_000,
  }, () => {
    expect(differences('forex', loadEntry('Forex-oanda-[*]'), MINUTE).map(say)).toEqual([
      '2024-03-10T21:03 to 2024-03-10T22:00: oracle says open',
      '2024-03-17T21:03 to 2024-03-17T22:00: oracle says open',
      '2024-03-24T21:03 to 2024-03-24T22:00: oracle says open',
      '2024-10-27T21:03 to 2024-10-27T22:00: oracle says open',
      '2025-03-09T21:03 to 2025-03-09T22:00: oracle says open',
      '2025-03-16T21:03 to 2025-03-16T22:00: oracle says open',
      '2025-03-23T21:03 to 2025-03-23T22:00: oracle says open',
      '2025-10-26T21:03 to 2025-10-26T22:00: oracle says open',
      '2026-03-08T21:03 to 2026-03-08T22:00: oracle says open',
      '2026-03-15T21:03 to 2026-03-15T22:00: oracle says open',
      '2026-03-22T21:03 to 2026-03-22T22:00: oracle says open',
      '2026-10-25T21:03 to 2026-10-25T22:00: oracle says open',
      // The database ends before these were published.
      '2026-12-24T22:03 to 2026-12-25T21:58: oracle says open',
      '2026-12-31T22:03 to 2027-01-01T00:00: oracle says open',
    ])
  })

  test.each([
    ['energies', 'Cfd-oanda-WTICOUSD'],
    ['energies', 'Cfd-oanda-NATGASUSD'],
    ['brent', 'Cfd-oanda-BCOUSD'],
    ['germany-index', 'Cfd-oanda-DE30EUR'],
  ] as const)(
    '%s is shut on the great holidays, which %s stopped naming in 2022, and equal otherwise',
    { timeout: 60_000 },
    (name, key) => {
      const entry = loadEntry(key)
      const found = differences(name, entry, 15 * MINUTE)
      expect(found.filter(({ oracle }) => !oracle)).toEqual([])
      const dates = found.flatMap(({ from, to }) => [from, to - 1].map((edge) => utcToWall(entry.exchangeTimeZone, edge)))
      expect(new Set(dates.map((wall) => iso(wall)?.slice(0, 10)))).toEqual(
        new Set('2024-01-01 2024-03-29 2024-12-25 2025-01-01 2025-04-18 2025-12-25 2026-01-01 2026-04-03 2026-12-25'.split(' ')),
      )
    },
  )
})
