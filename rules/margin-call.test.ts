import { describe, expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { marginCallAt, nextMarginCall, recoveryLevel, stillCalled } from './margin-call'

describe('the lowest call a level has reached', () => {
  test.each([
    // margin level, stop-out level, call
    ['250', '50', 0],
    ['100.00000001', '50', 0],
    ['100', '50', 100],
    ['75.00000001', '50', 100],
    ['75', '50', 75],
    ['50.5', '50', 75],
    // A tenant that closes at 80 % never calls at 75 %.
    ['79', '80', 100],
    ['99', '100', 0],
  ] as const)('%s %% with a stop-out at %s %%: %s', (level, stopOut, call) => {
    expect(marginCallAt(parseFixed(level), parseFixed(stopOut))).toBe(call)
  })
})

describe('a call is over 5 points above it', () => {
  test.each([
    // told, margin level, what remains told
    [100, '104.99', 100],
    [100, '105', 0],
    [75, '79.99', 75],
    [75, '80', 100],
    [75, '104.99', 100],
    [75, '105', 0],
    [75, null, 0],
  ] as const)('told at %s, now at %s: %s', (told, level, remains) => {
    expect(stillCalled(level === null ? null : parseFixed(level), told)).toBe(remains)
  })

  test('the recovery level is the border', () =>
    expect([recoveryLevel(100), recoveryLevel(75)]).toEqual([parseFixed('105'), parseFixed('80')]))
})

test.each([
  [0, '50', 100],
  [100, '50', 75],
  [75, '50', 0],
  [100, '75', 0],
  [0, '100', 0],
] as const)('after a call at %s, with a stop-out at %s %%, the next is %s', (told, stopOut, next) => {
  expect(nextMarginCall(told, parseFixed(stopOut))).toBe(next)
})
