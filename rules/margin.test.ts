import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conversionRate, RATE_ONE, type Rate } from './conversion'
import { FIXED_ONE, formatFixed, parseFixed } from './decimal'
import { contractValue, type MarginMode, orderMargin } from './margin'

const USD = RATE_ONE
const jpyAt = (price: string): Rate => conversionRate({ code: 'USDJPY', direction: 'inverse' }, parseFixed(price))
const eurAt = (price: string): Rate => conversionRate({ code: 'EURUSD', direction: 'direct' }, parseFixed(price))

describe('margin of an order', () => {
  test.each<[string, MarginMode, string, string, string, bigint, Rate, string]>([
    // what, mode, contract size, lots, price, leverage, rate, margin
    ['EUR/USD', 'leveraged', '100000', '1', '1.08650', 100n, USD, '1086.50000000'],
    ['EUR/USD, smallest lot', 'leveraged', '100000', '0.01', '1.16428', 200n, USD, '5.82140000'],
    ['BTC/USDT', 'leveraged', '1', '0.05', '91284.50', 20n, USD, '228.21125000'],
    ['USD/JPY at 155, 1:100', 'leveraged', '100000', '1', '155', 100n, jpyAt('155'), '1000.00000000'],
    ['USD/JPY at 156.842, 1:100', 'leveraged', '100000', '1', '156.842', 100n, jpyAt('156.842'), '1000.00000000'],
    ['EUR/JPY converted by USD/JPY', 'leveraged', '100000', '1', '182.608', 100n, jpyAt('156.842'), '1164.27997603'],
    ['GER40 converted by EUR/USD', 'leveraged', '1', '0.1', '23178.4', 20n, eurAt('1.16428'), '134.93073776'],
    ['no leverage', 'leveraged', '100', '1', '4078.35', 1n, USD, '407835.00000000'],
    ['rounded up', 'leveraged', '1', '0.01', '0.00000007', 3n, USD, '0.00000001'],
    ['fixed per lot', 'fixed', '10000', '0.30', '4.562', 1n, USD, '3000.00000000'],
    ['fixed per lot, whatever the price', 'fixed', '10000', '0.30', '9.999', 1n, USD, '3000.00000000'],
    ['fixed per lot in yen', 'fixed', '15500', '1', '1', 1n, jpyAt('155'), '100.00000000'],
  ])('%s (%s): %s × %s at %s, 1:%s, rate %s = %s USDT', (_, mode, contractSize, lots, price, leverage, rate, margin) => {
    const terms = { mode, contractSize: parseFixed(contractSize) }
    expect(formatFixed(orderMargin(terms, parseFixed(lots), parseFixed(price), leverage, rate))).toBe(margin)
  })

  test('with a fixed margin the leverage is not read', () => {
    const terms = { mode: 'fixed', contractSize: parseFixed('10000') } as const
    expect(orderMargin(terms, FIXED_ONE, FIXED_ONE, 0n, USD)).toBe(parseFixed('10000'))
  })

  test.each([[0n], [-100n]])('a leverage of %s is refused', (leverage) => {
    const terms = { mode: 'leveraged', contractSize: FIXED_ONE } as const
    expect(() => orderMargin(terms, FIXED_ONE, FIXED_ONE, leverage, USD)).toThrow(RangeError)
  })
})

const lots = fc.bigInt({ min: 1n, max: 5_000n }).map((count) => count * 10n ** 6n)
const prices = fc.bigInt({ min: 1n, max: 10n ** 13n })
const leverages = fc.constantFrom(1n, 2n, 3n, 7n, 10n, 20n, 50n, 100n, 200n, 500n)
const rates = fc
  .bigInt({ min: 1n, max: 10n ** 6n })
  .map((price) => conversionRate({ code: 'USDJPY', direction: 'inverse' }, price * 10n ** 5n))

test('margin is the exact quotient rounded up: not short of it, and less than 10⁻⁸ above', () => {
  fc.assert(
    fc.property(lots, prices, leverages, rates, (size, price, leverage, rate) => {
      const contractSize = parseFixed('100000')
      const margin = orderMargin({ mode: 'leveraged', contractSize }, size, price, leverage, rate)
      const exact = size * contractSize * price * rate
      const unit = FIXED_ONE * FIXED_ONE * RATE_ONE * leverage
      expect(margin * unit >= exact && (margin - 1n) * unit < exact).toBe(true)
    }),
  )
})

test('a pair that converts by its own price costs lots × contract size ÷ leverage, exactly, at any price', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10_000n, max: 999_999n }),
      lots,
      fc.constantFrom(1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n),
      (ticks, size, leverage) => {
        const price = ticks * 10n ** 5n
        const rate = conversionRate({ code: 'USDJPY', direction: 'inverse' }, price)
        const margin = orderMargin({ mode: 'leveraged', contractSize: parseFixed('100000') }, size, price, leverage, rate)
        expect(margin).toBe((size * 100_000n) / leverage)
      },
    ),
  )
})

test('more lots never cost less margin, more leverage never more', () => {
  fc.assert(
    fc.property(lots, lots, prices, leverages, leverages, (small, more, price, one, other) => {
      const of = (size: bigint, leverage: bigint) =>
        orderMargin({ mode: 'leveraged', contractSize: parseFixed('100') }, size, price, leverage, USD)
      expect(of(small + more, one) >= of(small, one)).toBe(true)
      const [low, high] = one < other ? [one, other] : [other, one]
      expect(of(small, high) <= of(small, low)).toBe(true)
    }),
  )
})

test('the contract value of one lot of USD/JPY is its dollars', () => {
  expect(formatFixed(contractValue(parseFixed('100000'), FIXED_ONE, parseFixed('155'), jpyAt('155')))).toBe('100000.00000000')
})
