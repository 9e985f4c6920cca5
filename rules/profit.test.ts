import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversionRate, RATE_ONE, type Rate } from './conversion'
import { absolute, FIXED_ONE, formatFixed, parseFixed } from './decimal'
import type { OrderSide } from './price'
import { orderProfit } from './profit'

const jpyAt = (price: string): Rate => conversionRate({ code: 'USDJPY', direction: 'inverse' }, parseFixed(price))

test.each<[OrderSide, string, string, string, string, Rate, string]>([
  // side, lots, contract size, entry, exit, rate, profit
  ['buy', '1', '100000', '1.08650', '1.08750', RATE_ONE, '100.00000000'],
  ['buy', '1', '100000', '1.08650', '1.08550', RATE_ONE, '-100.00000000'],
  ['sell', '1', '100000', '1.08650', '1.08550', RATE_ONE, '100.00000000'],
  ['sell', '0.01', '100000', '1.08650', '1.08651', RATE_ONE, '-0.01000000'],
  ['buy', '0.05', '1', '91284.50', '91300.00', RATE_ONE, '0.77500000'],
  ['buy', '1', '100000', '155', '156', jpyAt('156'), '641.02564103'],
  ['sell', '1', '100000', '155', '156', jpyAt('156'), '-641.02564103'],
  ['buy', '1', '100000', '155', '160', jpyAt('160'), '3125.00000000'],
  ['buy', '1', '100000', '1.08650', '1.08650', RATE_ONE, '0.00000000'],
  // Ties at 10⁻⁸ go to the even digit, on either side of zero.
  ['buy', '0.5', '1', '1', '1.00000001', RATE_ONE, '0.00000000'],
  ['buy', '0.5', '1', '1', '1.00000003', RATE_ONE, '0.00000002'],
  ['buy', '0.5', '1', '1', '1.00000005', RATE_ONE, '0.00000002'],
  ['sell', '0.5', '1', '1', '1.00000001', RATE_ONE, '0.00000000'],
  ['sell', '0.5', '1', '1', '1.00000003', RATE_ONE, '-0.00000002'],
  ['sell', '0.5', '1', '1', '1.00000005', RATE_ONE, '-0.00000002'],
])('a %s of %s × %s from %s to %s at rate %s brings %s', (side, lots, contractSize, entry, exit, rate, profit) => {
  const terms = { side, lots: parseFixed(lots), contractSize: parseFixed(contractSize), entryPrice: parseFixed(entry) }
  expect(formatFixed(orderProfit(terms, parseFixed(exit), rate))).toBe(profit)
})

const lots = fc.bigInt({ min: 1n, max: 10n ** 10n })
const prices = fc.bigInt({ min: 1n, max: 10n ** 13n })
const rates = fc.oneof(fc.constant(RATE_ONE), fc.bigInt({ min: 1n, max: 2n * RATE_ONE }))

test('what a buy wins a sell of the same terms loses, to the last digit', () => {
  fc.assert(
    fc.property(lots, prices, prices, rates, (size, entryPrice, exit, rate) => {
      const terms = { lots: size, contractSize: parseFixed('100000'), entryPrice }
      expect(orderProfit({ ...terms, side: 'buy' }, exit, rate)).toBe(-orderProfit({ ...terms, side: 'sell' }, exit, rate))
    }),
  )
})

test('profit is never more than half a unit of 10⁻⁸ away from the exact product', () => {
  fc.assert(
    fc.property(lots, prices, prices, rates, (size, entryPrice, exit, rate) => {
      const contractSize = parseFixed('10')
      const profit = orderProfit({ side: 'buy', lots: size, contractSize, entryPrice }, exit, rate)
      const unit = FIXED_ONE * FIXED_ONE * RATE_ONE
      expect(2n * absolute((exit - entryPrice) * size * contractSize * rate - profit * unit) <= unit).toBe(true)
    }),
  )
})
