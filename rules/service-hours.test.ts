import { expect, test } from 'vitest'
import { serviceState, type WeeklyHours } from './service-hours'

const OFFICE: WeeklyHours = { timeZone: 'Europe/London', open: [{ fromDay: 0, toDay: 4, opens: 540, closes: 1080 }] }
const at = (text: string) => Date.parse(text)

test.each([
  // 2026-11-24 is a Tuesday; London is on UTC.
  ['before the day begins', '2026-11-24T08:59:59Z', false, '2026-11-24T09:00:00Z'],
  ['from the minute on which it opens', '2026-11-24T09:00:00Z', true, '2026-11-24T18:00:00Z'],
  ['to the minute on which it closes', '2026-11-24T18:00:00Z', false, '2026-11-25T09:00:00Z'],
  ['over the weekend', '2026-11-27T20:00:00Z', false, '2026-11-30T09:00:00Z'],
  // Summer time ends on Sunday 25 October 2026.
  ['over the change of the clock', '2026-10-23T20:00:00Z', false, '2026-10-26T09:00:00Z'],
  ['in summer, an hour earlier by UTC', '2026-07-01T08:00:00Z', true, '2026-07-01T17:00:00Z'],
])('customer service %s', (_, now, isOpen, changesAt) => {
  expect(serviceState(OFFICE, at(now))).toEqual({ isOpen, changesAt: at(changesAt) })
})

test('an evening that goes on after midnight is one stretch', () => {
  const open = [
    { fromDay: 0, toDay: 0, opens: 1200, closes: 1440 },
    { fromDay: 1, toDay: 1, opens: 0, closes: 120 },
  ]
  expect(serviceState({ timeZone: 'UTC', open }, at('2026-11-23T21:00:00Z'))).toEqual({
    isOpen: true,
    changesAt: at('2026-11-24T02:00:00Z'),
  })
})

test('one that never closes has no change to tell', () => {
  const open = [{ fromDay: 0, toDay: 6, opens: 0, closes: 1440 }]
  expect(serviceState({ timeZone: 'Asia/Hong_Kong', open }, at('2026-11-24T00:00:00Z'))).toEqual({ isOpen: true, changesAt: null })
})
