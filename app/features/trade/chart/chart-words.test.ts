import { expect, test } from 'vitest'
import { createChartClock, ownZone, timeToClose, zoneOf } from './chart-words'

const at = (text: string) => Date.parse(text)

test.each([
  ['15min', '2026-11-18T14:30:00Z', '2026-11-18T14:41:48Z', '03:12'],
  ['60min', '2026-11-18T14:00:00Z', '2026-11-18T14:00:00Z', '1:00:00'],
  ['1day', '2026-11-18T00:00:00Z', '2026-11-18T14:00:00Z', '10:00:00'],
  // The day on which the clocks go back has 25 hours.
  ['1day', '2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '24:00:00'],
  ['1min', '2026-11-18T14:00:00Z', '2026-11-18T14:01:00Z', ''],
] as const)('a %s candle of %s at %s closes in %s', (period, start, now, left) => {
  expect(timeToClose(period, at(start), at(now))).toBe(left)
})

test('times are London times in Latin digits in every language', () => {
  expect(createChartClock('en').format(at('2026-07-01T12:00:00Z'), 'HH:mm', 'xAxis')).toBe('13:00')
  expect(createChartClock('ar').format(at('2026-07-01T12:00:00Z'), 'HH:mm', 'xAxis')).toBe('13:00')
  expect(createChartClock('fa').format(at('2026-07-01T12:00:00Z'), 'MM-DD', 'xAxis')).toMatch(/^\d|\d$/)
})

test('the own zone is named by its distance from UTC, and never moves the candle of a day', () => {
  const { zone, label } = ownZone(at('2026-11-18T14:00:00Z'))
  expect(label).toMatch(/^UTC([+-]\d{1,2}(:\d\d)?)?$/)
  expect(zoneOf('15min', 'own')).toBe(zone)
  expect(zoneOf('15min', 'london')).toBe('Europe/London')
  expect(zoneOf('1day', 'own')).toBe('Europe/London')
  expect(createChartClock('en', 'Asia/Tokyo').format(at('2026-11-18T14:00:00Z'), 'HH:mm', 'xAxis')).toBe('23:00')
})
