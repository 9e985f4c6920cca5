import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { formatAmount, formatBalance, formatProfit, parseAmount } from './money'

test.each([
  ['1.999', '1.99'],
  ['1.99999999', '1.99'],
  ['0.009', '0.00'],
  ['10000', '10000.00'],
  ['-0.001', '-0.01'],
  ['-1.999', '-2.00'],
  ['-2', '-2.00'],
])('a balance of %s is shown as %s', (amount, shown) => {
  expect(formatBalance(parseFixed(amount))).toBe(shown)
})

test.each([
  ['1.9999999', '1.999999'],
  ['-1.9999999', '-1.999999'],
  ['645.16129032', '645.161290'],
])('a profit of %s is shown as %s', (amount, shown) => {
  expect(formatProfit(parseFixed(amount))).toBe(shown)
})

test('a shown balance is never more than there is, and less than a cent short of it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (amount) => {
      const shown = parseAmount(formatBalance(amount))
      expect(shown <= amount && amount - shown < parseFixed('0.01')).toBe(true)
    }),
  )
})

test('an amount crosses the wire without losing a digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (amount) => {
      expect(parseAmount(formatAmount(amount))).toBe(amount)
    }),
  )
})
