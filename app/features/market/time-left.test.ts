import { expect, test } from 'vitest'
import { leftParts, nextChangeMs } from './time-left'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [2 * 24 * HOUR + 7 * HOUR, { unit: 'days', days: 2, hours: 7 }],
  [2 * HOUR + 13 * MINUTE + 1, { unit: 'hours', hours: 2, minutes: 14 }],
  [24 * HOUR - 1, { unit: 'days', days: 1, hours: 0 }],
  [59 * MINUTE + 1, { unit: 'hours', hours: 1, minutes: 0 }],
  [MINUTE + 1, { unit: 'minutes', minutes: 2 }],
  [MINUTE, { unit: 'seconds', seconds: 60 }],
  [1, { unit: 'seconds', seconds: 1 }],
])('%i ms are told in two units, the last minute in seconds', (left, parts) => {
  expect(leftParts(left)).toMatchObject(parts)
})

test.each([
  3 * HOUR + 20_500,
  61_000,
  60_001,
  60_000,
  1_500,
])('what is told of %i ms changes when it was said to, and not before', (left) => {
  const wait = nextChangeMs(left)
  expect(leftParts(left - wait)).not.toEqual(leftParts(left))
  expect(leftParts(left - wait + 2)).toEqual(leftParts(left))
})
