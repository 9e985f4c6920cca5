import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equityOf, formatMarginLevel, freeMarginOf, isStoppedOut, marginLevelOf, RISK_CEILING, riskOf } from './account'
import { absolute, FIXED_ONE, formatFixed, parseFixed } from './decimal'

const account = (balance: string, usedMargin: string, floatingProfit: string) => ({
  balance: parseFixed(balance),
  usedMargin: parseFixed(usedMargin),
  floatingProfit: parseFixed(floatingProfit),
})

describe('figures of an account, stop-out at 50 %', () => {
  test.each([
    // balance, margin, floating, equity, free margin, level, risk, stopped out
    ['10000', '0', '0', '10000', '10000', '', null, false],
    ['9000', '1000', '0', '10000', '9000', '1000.00', '5', false],
    ['9000', '1000', '-9000', '1000', '0', '100.00', '50', false],
    ['9000', '1000', '-9499.99999999', '500.00000001', '-499.99999999', '50.00', '100', false],
    ['9000', '1000', '-9500', '500', '-500', '50.00', '100', true],
    ['9000', '1000', '-9500.00000001', '499.99999999', '-500.00000001', '49.99', '100.00000001', true],
    ['9000', '1000', '-10000', '0', '-1000', '0.00', '999', true],
    ['9000', '1000', '-12000', '-2000', '-3000', '-200.00', '999', true],
    ['9000', '3', '2', '9005', '9002', '300166.66', '0.01665742', false],
  ])('balance %s, margin %s, floating %s: equity %s, free %s, level %s, risk %s, stopped out %s', (balance, margin, floating, equity, free, level, risk, out) => {
    const state = account(balance, margin, floating)
    const half = parseFixed('50')
    expect(equityOf(state)).toBe(parseFixed(equity))
    expect(freeMarginOf(state)).toBe(parseFixed(free))
    expect(formatMarginLevel(state)).toBe(level)
    expect(riskOf(state, half)).toBe(risk === null ? null : parseFixed(risk))
    expect(isStoppedOut(state, half)).toBe(out)
  })
})

test.each([
  ['100', '1000', true],
  ['100', '1000.00000001', false],
  ['60', '600', true],
  ['60', '601', false],
])('with a stop-out level of %s %%, equity %s on a margin of 1000 is stopped out: %s', (level, equity, out) => {
  expect(
    isStoppedOut(
      { balance: parseFixed(equity) - parseFixed('1000'), usedMargin: parseFixed('1000'), floatingProfit: 0n },
      parseFixed(level),
    ),
  ).toBe(out)
})

test('without used margin there is no level, no risk and no stop-out, even below zero', () => {
  const state = account('-5', '0', '0')
  expect([marginLevelOf(state), riskOf(state, parseFixed('50')), isStoppedOut(state, parseFixed('50'))]).toEqual([null, null, false])
})

const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const margins = fc.bigInt({ min: 1n, max: 10n ** 14n })
const levels = fc.integer({ min: 50, max: 100 }).map((percent) => BigInt(percent) * FIXED_ONE)

test('risk reaches 100 % exactly where the account is stopped out', () => {
  fc.assert(
    fc.property(amounts, margins, amounts, levels, (balance, usedMargin, floatingProfit, level) => {
      const state = { balance, usedMargin, floatingProfit }
      const risk = riskOf(state, level) ?? 0n
      expect(risk >= 100n * FIXED_ONE || !isStoppedOut(state, level)).toBe(true)
      // Risk is rounded up, so it may show 100 % a hair before.
      expect(risk <= 100n * FIXED_ONE || isStoppedOut(state, level)).toBe(true)
      expect(risk <= RISK_CEILING).toBe(true)
    }),
  )
})

test('free margin is equity without the margin, and the level never flatters', () => {
  fc.assert(
    fc.property(amounts, margins, amounts, (balance, usedMargin, floatingProfit) => {
      const state = { balance, usedMargin, floatingProfit }
      expect(freeMarginOf(state) + usedMargin).toBe(equityOf(state))
      const level = marginLevelOf(state) ?? 0n
      expect(absolute(level) * usedMargin <= absolute(equityOf(state)) * 100n * FIXED_ONE).toBe(true)
      expect(formatMarginLevel(state)).toBe(formatFixed(level, 2))
    }),
  )
})
