import { expect, test } from 'vitest'
import { calendarNamed } from '../../../rules/market-calendars'
import { nextHolidayHours, weekHours } from './week-hours.server'

const WEDNESDAY = Date.UTC(2026, 10, 18, 14)

test('the coming seven days of forex, today first: the daily pause, the weekend, the evening on which it opens again', () => {
  const week = weekHours(calendarNamed('forex'), WEDNESDAY, 'en')
  expect(week.map(({ day }) => day)).toEqual([
    'Wed 18 Nov',
    'Thu 19 Nov',
    'Fri 20 Nov',
    'Sat 21 Nov',
    'Sun 22 Nov',
    'Mon 23 Nov',
    'Tue 24 Nov',
  ])
  expect(week[3]?.times).toEqual([])
  expect(week[0]?.times).toEqual(['00:00–21:58', '22:03–24:00'])
  expect(week[2]?.times).toEqual(['00:00–21:58'])
  expect(week[4]?.times).toEqual(['22:03–24:00'])
})

test('what never closes is open from midnight to midnight', () => {
  expect(new Set(weekHours(calendarNamed('crypto'), WEDNESDAY, 'en').flatMap(({ times }) => times))).toEqual(new Set(['00:00–24:00']))
})

test('Christmas shortens the day of the exchange, and its weekday says nothing of it', () => {
  const [christmas] = weekHours(calendarNamed('us-indices'), Date.UTC(2025, 11, 25, 12), 'en')
  expect(christmas).toEqual({ day: 'Thu 25 Dec', times: ['00:00–06:00'] })
})

test('the day on which the clocks go back has its 25 hours, and no time twice', () => {
  const [sunday] = weekHours(calendarNamed('crypto'), Date.UTC(2026, 9, 25, 12), 'en')
  expect(sunday?.times).toEqual(['00:00–24:00'])
})

test('days are named in the language of the page, in digits everybody reads', () => {
  const [first] = weekHours(calendarNamed('forex'), WEDNESDAY, 'ar')
  expect(first?.day).toMatch(/18/)
  expect(first?.day).not.toMatch(/Wed/)
})

test('the next holiday is told in its own hours, two months ahead, and not where there is none', () => {
  const hours = (name: 'us-indices' | 'crypto', iso: string) => nextHolidayHours(calendarNamed(name), Date.parse(iso), 'en')
  expect(hours('us-indices', '2027-01-05T12:00Z')).toEqual({ day: 'Mon 18 Jan', times: ['00:00–18:00', '23:00–24:00'] })
  expect(hours('us-indices', '2027-07-20T12:00Z')?.day).toBe('Mon 6 Sept')
  expect(hours('us-indices', '2027-09-08T12:00Z')).toBeNull()
  expect(hours('crypto', '2027-01-05T12:00Z')).toBeNull()
})
