import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { formatAmount, formatBalance, formatCost, formatProfit, type MoneyForm, parseAmount } from './money'

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

test.each<[string, MoneyForm, string]>([
  ['1.9999999', 'own', '2.000000'],
  ['-1.9999999', 'own', '-2.000000'],
  ['-1.9999994', 'own', '-1.999999'],
  ['645.16129032', 'own', '645.161290'],
  ['645.16129032', 'glance', '645.16'],
  ['-28.406', 'glance', '-28.41'],
  ['-0.001', 'glance', '0.00'],
])('a profit of %s is shown as %s: %s', (amount, form, shown) => {
  expect(formatProfit(parseFixed(amount), form)).toBe(shown)
})

test.each<[string, MoneyForm, string]>([
  ['232.67200001', 'own', '232.672001'],
  ['232.672', 'own', '232.672000'],
  ['232.672', 'glance', '232.68'],
  ['100.0701', 'glance', '100.08'],
  ['0.00000001', 'glance', '0.01'],
  ['0', 'glance', '0.00'],
])('a cost of %s is shown as %s: %s', (amount, form, shown) => {
  expect(formatCost(parseFixed(amount), form)).toBe(shown)
})

test('a shown cost is never less than it is, and its short form never less than its long one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (amount) => {
      const [own, glance] = [parseAmount(formatCost(amount, 'own')), parseAmount(formatCost(amount, 'glance'))]
      expect(amount <= own && own <= glance && glance - amount < parseFixed('0.01')).toBe(true)
    }),
  )
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
