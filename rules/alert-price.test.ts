import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alertPriceFrom, isAlertReached } from './alert-price'
import { parseFixed } from './decimal'

test.each([
  ['above', '1.16600', '1.16599', false],
  ['above', '1.16600', '1.16600', true],
  ['above', '1.16600', '1.16612', true],
  ['below', '1.16600', '1.16601', false],
  ['below', '1.16600', '1.16600', true],
  ['below', '1.16600', '1.16500', true],
] as const)('%s %s is reached at %s: %s', (side, price, bid, isReached) => {
  expect(isAlertReached(side, parseFixed(price), parseFixed(bid))).toBe(isReached)
})

test.each([
  // from, percent, side, decimals, price
  ['1.00000', '2.5', 'above', 5, '1.02500'],
  ['1.00000', '2.5', 'below', 5, '0.97500'],
  ['1.16428', '0.01', 'above', 5, '1.16440'],
  ['1.16428', '0.01', 'below', 5, '1.16416'],
  ['100.00', '0.001', 'above', 2, '100.01'],
  ['100.00', '0.001', 'below', 2, '99.99'],
  ['0.5', '99.99', 'below', 1, '0'],
] as const)('%s by %s percent %s is, at %i decimals, %s', (from, percent, side, precision, price) => {
  expect(alertPriceFrom(parseFixed(from), parseFixed(percent), side, precision)).toBe(parseFixed(price))
})

test('a price by percent is never reached by the price it is counted from', () => {
  const prices = fc.bigInt(1n, 10n ** 15n)
  fc.assert(
    fc.property(prices, fc.bigInt(1n, 99n * 10n ** 8n), fc.constantFrom('above', 'below'), (from, percent, side) => {
      expect(isAlertReached(side, alertPriceFrom(from, percent, side, 8), from)).toBe(false)
    }),
  )
})
