import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CALENDARS } from './market-calendars'
import shipped from './market-calendars.json'
import { isMarketOpen } from './market-hours'
import { wallToUtc } from './wall-time'

const MINUTE = 60_000

/** Every minute of 2024 to 2026 as they stood when the calendars were code, forex with the feasts of 2026: 1 for open, 0 for closed. */
const MINUTES_BEFORE: Record<string, string> = {
  forex: 'ddfb807a38da382e',
  metals: 'b6875ba25088550d',
  energies: 'fe869af9db495b4f',
  brent: '063fbf22580f16cc',
  'us-indices': 'c72c7b56cd944cdb',
  'germany-index': '59027954f9a80045',
  'uk-index': 'd795bbe289915363',
  'japan-index': 'd1857221cce2bfe7',
  'hong-kong-index': 'f0bd0604037bf457',
  crypto: 'c694c2df32561ffa',
}

test.each(CALENDARS)('%s: every minute of 2024 to 2026 is as it was', { timeout: 60_000 }, (name) => {
  const hash = createHash('sha256')
  for (let t = Date.UTC(2024, 0, 1); t < Date.UTC(2027, 0, 1); t += MINUTE) hash.update(isMarketOpen(name, t) ? '1' : '0')
  expect(hash.digest('hex').slice(0, 16)).toBe(MINUTES_BEFORE[name])
})

describe('the dates of 2027 follow their rules', () => {
  const day = (month: number, date: number) => new Date(Date.UTC(2027, month - 1, date)).toISOString().slice(0, 10)
  const weekday = (month: number, date: number) => new Date(Date.UTC(2027, month - 1, date)).getUTCDay()
  const nth = (month: number, weekdayOf: number, n: number) => day(month, 1 + ((weekdayOf - weekday(month, 1) + 7) % 7) + 7 * (n - 1))
  const last = (month: number, weekdayOf: number) => {
    const end = new Date(Date.UTC(2027, month, 0)).getUTCDate()
    return day(month, end - ((weekday(month, end) - weekdayOf + 7) % 7))
  }
  /** Easter Sunday by Gauss, as days after 21 March. */
  const easter = () => {
    const [a, b, c] = [2027 % 19, 2027 % 4, 2027 % 7]
    const d = (19 * a + 24) % 30
    return day(3, 22 + d + ((2 * b + 4 * c + 6 * d + 5) % 7))
  }
  const daysBefore = (date: string, days: number) => new Date(Date.parse(date) - days * 24 * 60 * MINUTE).toISOString().slice(0, 10)
  const datesOf = (name: 'uk-index' | 'us-indices') =>
    shipped.calendars[name].closures.flatMap(({ dates }) => dates.filter((date) => date.startsWith('2027'))).sort()

  test('England', () => {
    const kept = [
      day(1, 1),
      daysBefore(easter(), 2),
      daysBefore(easter(), -1),
      nth(5, 1, 1),
      last(5, 1),
      last(8, 1),
      // Christmas is a Saturday and Boxing Day a Sunday.
      day(12, 27),
      day(12, 28),
    ]
    expect(datesOf('uk-index')).toEqual(kept.sort())
  })

  test('United States', () => {
    const thanksgiving = nth(11, 4, 4)
    const kept = [
      day(1, 1),
      daysBefore(easter(), 2),
      nth(1, 1, 3),
      nth(2, 1, 3),
      last(5, 1),
      // 19 June is a Saturday, 4 July a Sunday, 25 December a Saturday.
      day(6, 18),
      day(7, 5),
      nth(9, 1, 1),
      thanksgiving,
      daysBefore(thanksgiving, -1),
      day(12, 24),
    ]
    expect(datesOf('us-indices')).toEqual(kept.sort())
  })

  test('an early halt in Chicago ends with the next session', () => {
    const isOpen = (time: string) => isMarketOpen('us-indices', wallToUtc('America/Chicago', Date.parse(`2027-01-18T${time}Z`)))
    expect(['11:59', '12:00', '16:59', '17:00'].map(isOpen)).toEqual([true, false, false, true])
  })
})
