import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIXED_ONE, formatFixed, parseFixed } from './decimal'
import { receivableAmount, type WithdrawFeeType, withdrawalFee } from './receivable'

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
  ['percent', '3', '33.33', '1', '0.99990000', '32.33'],
  ['percent', '1', '0.00000001', '1', '0.00000001', '0.00'],
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
