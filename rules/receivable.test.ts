import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIXED_ONE, formatFixed, parseFixed } from './decimal'
import { leastWithdrawal, receivableAmount, type WithdrawFeeType, withdrawalFee } from './receivable'

test.each<[WithdrawFeeType, string, string, string, string, string]>([
  // fee type, rate, amount, price, fee, receivable
  ['fixed', '2', '100', '1', '2.00000000', '98.00'],
  ['fixed', '2', '100', '7.1', '2.00000000', '695.80'],
  ['fixed', '2', '2', '1', '2.00000000', '0.00'],
  ['fixed', '2', '1', '1', '2.00000000', '0.00'],
  ['fixed', '2', '0', '1', '2.00000000', '0.00'],
  ['fixed', '2', '-5', '1', '2.00000000', '0.00'],
  ['fixed', '0', '1.999', '1', '0.00000000', '1.99'],
  ['percent', '0.5', '100', '1', '0.50000000', '99.50'],
  ['percent', '3', '33.33', '1', '1.00000000', '32.33'],
  ['percent', '1', '0.00000001', '1', '0.01000000', '0.00'],
  ['percent', '0.5', '33.33', '1', '0.17000000', '33.16'],
  ['fixed', '0.12345678', '100', '1', '0.13000000', '99.87'],
  ['percent', '100', '50', '1', '50.00000000', '0.00'],
])('a %s fee of %s on %s at %s is %s and leaves %s', (type, rate, amount, price, fee, left) => {
  const charged = withdrawalFee(type, parseFixed(rate), parseFixed(amount))
  if (parseFixed(amount) >= 0n) expect(formatFixed(charged)).toBe(fee)
  expect(formatFixed(receivableAmount(parseFixed(amount), charged, parseFixed(price)), 2)).toBe(left)
})

test('what arrives is on whole cents, never negative and never more than the exact product', () => {
  const amounts = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 14n })
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 10n }), (amount, fee, usdPrice) => {
      const arrives = receivableAmount(amount, fee, usdPrice)
      const exact = (amount - fee) * usdPrice
      expect(arrives >= 0n && arrives % 1_000_000n === 0n).toBe(true)
      if (amount > fee && amount > 0n)
        expect(arrives * FIXED_ONE <= exact && exact - arrives * FIXED_ONE < 1_000_000n * FIXED_ONE).toBe(true)
      else expect(arrives).toBe(0n)
    }),
  )
})

const cents = fc.bigInt({ min: 1n, max: 9_000_000_000_000n }).map((count) => count * 1_000_000n)
const terms = fc.oneof(
  fc.record({ type: fc.constant('fixed' as const), rate: fc.bigInt({ min: 0n, max: 100n * FIXED_ONE }) }),
  fc.record({ type: fc.constant('percent' as const), rate: fc.bigInt({ min: 0n, max: 10n * FIXED_ONE }) }),
)

test('a row adds up to its last digit: what was typed is the fee and what arrives, whatever fee is charged', () => {
  fc.assert(
    fc.property(cents, terms, (amount, { type, rate }) => {
      const fee = withdrawalFee(type, rate, amount)
      expect(fee % 1_000_000n).toBe(0n)
      if (amount > fee) expect(receivableAmount(amount, fee, FIXED_ONE) + fee).toBe(amount)
    }),
    { numRuns: 2_000 },
  )
})

test('the least amount leaves something, a cent less leaves nothing', () => {
  const left = (amount: bigint, type: WithdrawFeeType, rate: bigint, price: bigint) =>
    receivableAmount(amount, withdrawalFee(type, rate, amount), price)
  fc.assert(
    fc.property(terms, fc.bigInt({ min: 1n, max: 1_000_000n * FIXED_ONE }), ({ type, rate }, price) => {
      const least = leastWithdrawal(type, rate, price)
      expect(least % 1_000_000n).toBe(0n)
      expect(left(least, type, rate, price)).toBeGreaterThan(0n)
      expect(left(least - 1_000_000n, type, rate, price)).toBe(0n)
    }),
    { numRuns: 500 },
  )
})
