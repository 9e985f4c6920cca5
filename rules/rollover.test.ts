import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from './durations'
import { calendarNamed } from './market-calendars'
import { isRollover, lastRollover, nextRollover, rolloverNights, rolloversBetween, type TripleDay } from './rollover'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)

test.each([
  ['2026-11-18T21:59:59Z', '2026-11-17T22:00', 'before 17:00 in winter'],
  ['2026-11-18T22:00:00Z', '2026-11-18T22:00', 'at 17:00 in winter'],
  ['2026-07-01T21:00:00Z', '2026-07-01T21:00', 'at 17:00 in summer'],
  ['2026-03-08T21:30:00Z', '2026-03-08T21:00', 'on the day on which New York goes to summer time'],
  ['2026-11-01T21:30:00Z', '2026-10-31T21:00', 'on the day on which it goes back'],
])('the last rollover at %s is %s (%s)', (when, expected) => {
  expect(iso(lastRollover(at(when)))).toBe(expected)
})

test('rollovers are one a day of New York over ten years, 23 and 25 hours apart where its clocks change', () => {
  const first = lastRollover(at('2020-01-01T23:00Z'))
  const all = rolloversBetween(first, lastRollover(at('2030-01-01T23:00Z')))
  expect(all.length).toBe(3653)
  const gaps = all.map((time, index) => (time - (all[index - 1] ?? first)) / HOUR_MS)
  expect(gaps.filter((hours) => hours === 23).length).toBe(10)
  expect(gaps.filter((hours) => hours === 25).length).toBe(10)
  expect(gaps.filter((hours) => hours === 24).length).toBe(3633)
  expect(all.every(isRollover)).toBe(true)
  expect(nextRollover(all[0]!)).toBe(all[1])
})

describe('nights', () => {
  test.each<[string, Parameters<typeof calendarNamed>[0], TripleDay, string]>([
    // Monday to Sunday of a plain week.
    ['2026-11-16', 'forex', 'wednesday', '1 1 3 1 1 0 0'],
    ['2026-11-16', 'us-indices', 'friday', '1 1 1 1 3 0 0'],
    ['2026-11-16', 'brent', 'friday', '1 1 1 1 3 0 0'],
    ['2026-11-16', 'crypto', 'none', '1 1 1 1 1 1 1'],
    // Good Friday is the third of April: its weekend is not counted.
    ['2026-03-30', 'us-indices', 'friday', '1 1 1 1 0 0 0'],
    ['2026-03-30', 'forex', 'wednesday', '1 1 3 1 1 0 0'],
    // A week with a change of the clocks.
    ['2026-03-02', 'forex', 'wednesday', '1 1 3 1 1 0 0'],
    // The new year in Japan, Christmas of the dealers, and the first of May in Hong Kong.
    ['2026-12-28', 'japan-index', 'friday', '1 1 1 0 0 0 0'],
    ['2025-12-22', 'forex', 'wednesday', '1 1 3 0 1 0 0'],
    ['2026-04-27', 'hong-kong-index', 'friday', '1 1 1 1 0 0 0'],
  ])('week of %s, %s with %s: %s', (monday, name, tripleDay, expected) => {
    const nights = Array.from({ length: 7 }, (_, day) =>
      rolloverNights(lastRollover(at(`${monday}T23:30Z`) + day * DAY_MS), calendarNamed(name), tripleDay),
    )
    expect(nights.join(' ')).toBe(expected)
  })
})
