import { expect, test } from 'vitest'
import { type SessionTimes, sessionAt } from './session-times'

const DAY: SessionTimes = { timeZone: 'America/New_York', start: '17:05', end: '17:00' }
const WEEK: SessionTimes = { timeZone: 'America/New_York', start: '17:05', end: '17:00', startDay: 0, endDay: 5 }
const OFFICE: SessionTimes = { timeZone: 'Europe/London', start: '08:00', end: '16:30' }

test.each<[string, SessionTimes, string, string, string]>([
  ['within a day that begins in the evening', DAY, '2026-11-18T12:00Z', '2026-11-17T22:05Z', '2026-11-18T22:00Z'],
  ['in the pause', DAY, '2026-11-18T22:02Z', '2026-11-18T22:05Z', '2026-11-19T22:00Z'],
  ['at the first moment', DAY, '2026-11-18T22:05Z', '2026-11-18T22:05Z', '2026-11-19T22:00Z'],
  ['at the end', DAY, '2026-11-18T22:00Z', '2026-11-18T22:05Z', '2026-11-19T22:00Z'],
  ['within a week', WEEK, '2026-11-18T12:00Z', '2026-11-15T22:05Z', '2026-11-20T22:00Z'],
  ['at a weekend', WEEK, '2026-11-21T12:00Z', '2026-11-22T22:05Z', '2026-11-27T22:00Z'],
  ['in a week in which clocks change', WEEK, '2026-10-28T12:00Z', '2026-10-25T21:05Z', '2026-10-30T21:00Z'],
  ['over the change', WEEK, '2026-11-03T12:00Z', '2026-11-01T22:05Z', '2026-11-06T22:00Z'],
  ['before the office opens', OFFICE, '2026-07-01T05:00Z', '2026-07-01T07:00Z', '2026-07-01T15:30Z'],
  ['after it closed', OFFICE, '2026-07-01T15:30Z', '2026-07-02T07:00Z', '2026-07-02T15:30Z'],
])('%s', (_, times, now, start, end) => {
  expect(sessionAt(times, Date.parse(now))).toEqual({ start: Date.parse(start), end: Date.parse(end) })
})

test('a day that ends when it begins is the whole day', () => {
  const times = { timeZone: 'UTC', start: '00:00', end: '00:00' }
  expect(sessionAt(times, Date.parse('2026-11-18T12:00Z'))).toEqual({
    start: Date.parse('2026-11-18T00:00Z'),
    end: Date.parse('2026-11-19T00:00Z'),
  })
})

test('a time that is none is refused', () => {
  expect(() => sessionAt({ timeZone: 'UTC', start: '25:00', end: '01:00' }, 0)).toThrow(RangeError)
})
