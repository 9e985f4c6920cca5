import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conversionRate, RATE_ONE } from './conversion'
import { FIXED_ONE, formatFixed, formatFixedShort, isOnGrid, parseFixed } from './decimal'
import { pointSize } from './pip'
import { resultAt, type StopTerms, stopPrice, stopReadings } from './stop-modes'

const eurUsd = (side: 'buy' | 'sell', lots = '0.20'): StopTerms => ({
  side,
  lots: parseFixed(lots),
  contractSize: parseFixed('100000'),
  entryPrice: parseFixed('1.16428'),
  pricePrecision: 5,
  rate: RATE_ONE,
  rateFollowsPrice: false,
  balance: parseFixed('10000'),
})
const usdJpy = (side: 'buy' | 'sell', lots = '1'): StopTerms => ({
  ...eurUsd(side, lots),
  entryPrice: parseFixed('156.842'),
  pricePrecision: 3,
  rate: conversionRate({ code: 'USDJPY', direction: 'inverse' }, parseFixed('156.842')),
  rateFollowsPrice: true,
})

describe('a stop given in any unit has its price', () => {
  test.each([
    // 0.20 lots of EUR/USD from 1.16428: a pip is 2 USDT
    ['EUR/USD', 'buy', 'stopLoss', 'price', '1.16050', '1.16050'],
    ['EUR/USD', 'buy', 'stopLoss', 'pips', '37.8', '1.16050'],
    ['EUR/USD', 'buy', 'stopLoss', 'money', '75.60', '1.16050'],
    ['EUR/USD', 'buy', 'stopLoss', 'percent', '0.756', '1.16050'],
    ['EUR/USD', 'buy', 'takeProfit', 'pips', '47.2', '1.16900'],
    ['EUR/USD', 'buy', 'takeProfit', 'money', '94.40', '1.16900'],
    ['EUR/USD', 'sell', 'stopLoss', 'pips', '37.8', '1.16806'],
    ['EUR/USD', 'sell', 'stopLoss', 'money', '75.60', '1.16806'],
    ['EUR/USD', 'sell', 'takeProfit', 'percent', '0.5', '1.16178'],
    // Between two prices of the grid: a loss is rounded down, a profit up.
    ['EUR/USD', 'buy', 'stopLoss', 'money', '75.79', '1.16050'],
    ['EUR/USD', 'buy', 'takeProfit', 'money', '94.21', '1.16900'],
    ['EUR/USD', 'sell', 'stopLoss', 'money', '75.79', '1.16806'],
    ['EUR/USD', 'sell', 'takeProfit', 'money', '94.21', '1.15956'],
    // 156.842 × 100,000 ÷ (100,000 ± money)
    ['USD/JPY', 'buy', 'takeProfit', 'money', '1973.75', '160.000'],
    ['USD/JPY', 'buy', 'stopLoss', 'money', '500', '156.062'],
    ['USD/JPY', 'sell', 'stopLoss', 'money', '500', '157.630'],
    ['USD/JPY', 'sell', 'takeProfit', 'money', '500', '156.061'],
    ['USD/JPY', 'buy', 'stopLoss', 'pips', '30', '156.542'],
  ] as const)('%s %s: %s by %s %s stands at %s', (code, side, name, unit, value, price) => {
    const terms = code === 'EUR/USD' ? eurUsd(side) : usdJpy(side)
    expect(formatFixed(stopPrice(terms, name, unit, parseFixed(value)) ?? 0n, terms.pricePrecision)).toBe(price)
  })

  test.each([
    ['nothing is no stop', eurUsd('buy'), 'stopLoss', 'pips', '0'],
    ['a long cannot lose more than the price has room for', eurUsd('buy'), 'stopLoss', 'money', '30000'],
    ['a stop under zero', eurUsd('buy'), 'stopLoss', 'pips', '12000'],
    ['a short in yen never loses more than its size', usdJpy('sell'), 'stopLoss', 'money', '100000'],
    ['a long in yen never wins more than its size', usdJpy('buy'), 'takeProfit', 'money', '100000'],
    ['percent of nothing', { ...eurUsd('buy'), balance: null }, 'stopLoss', 'percent', '1'],
    ['percent of an empty account', { ...eurUsd('buy'), balance: 0n }, 'takeProfit', 'percent', '1'],
  ] as const)('%s', (_, terms, name, unit, value) => {
    expect(stopPrice(terms, name, unit, parseFixed(value))).toBeNull()
  })
})

test.each([
  ['a long', eurUsd('buy'), '1.16050', ['-37.8', '-75.6', '-0.756']],
  ['a short', eurUsd('sell'), '1.16050', ['-37.8', '75.6', '0.756']],
  ['yen', usdJpy('buy'), '160.000', ['315.8', '1973.75', '19.7375']],
  ['a visitor', { ...eurUsd('buy'), balance: null }, '1.16900', ['47.2', '94.4', null]],
] as const)('the stop of %s reads in pips, money and percent', (_, terms, price, expected) => {
  const { pips, money, percent } = stopReadings(terms, parseFixed(price))
  expect([pips, money, percent].map((value) => (value === null ? null : formatFixedShort(value)))).toEqual(expected)
})

const stopCases = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  name: fc.constantFrom('stopLoss' as const, 'takeProfit' as const),
  lots: fc.bigInt({ min: 1n, max: 10_000n }).map((steps) => steps * 10n ** 6n),
  entryPrice: fc.bigInt({ min: 1_000n, max: 10n ** 6n }).map((points) => points * 10n ** 5n),
  isYen: fc.boolean(),
  rate: fc.bigInt({ min: RATE_ONE / 200n, max: 2n * RATE_ONE }),
  amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
})

test('the loss at a stop loss is never more than asked, the profit at a take profit never less, and no nearer price would do', () => {
  fc.assert(
    fc.property(stopCases, ({ side, name, lots, entryPrice, isYen, rate, amount }) => {
      const terms: StopTerms = { ...usdJpy(side), lots, entryPrice, rate, rateFollowsPrice: isYen }
      const price = stopPrice(terms, name, 'money', amount)
      if (price === null) return
      expect(isOnGrid(price, 3)).toBe(true)
      const point = pointSize(3)
      const result = resultAt(terms, price)
      if (name === 'stopLoss') {
        expect(-result <= amount).toBe(true)
        const beyond = side === 'buy' ? price - point : price + point
        if (beyond > 0n) expect(-resultAt(terms, beyond) >= amount).toBe(true)
      } else {
        expect(result >= amount).toBe(true)
        const nearer = side === 'buy' ? price - point : price + point
        if (nearer > 0n) expect(resultAt(terms, nearer) <= amount).toBe(true)
      }
    }),
  )
})

test('pips read from a price give that price again', () => {
  fc.assert(
    fc.property(stopCases, fc.bigInt({ min: 1n, max: 10n ** 5n }), ({ side, name, entryPrice }, points) => {
      const terms: StopTerms = { ...usdJpy(side), entryPrice }
      const isAbove = (name === 'takeProfit') === (side === 'buy')
      const price = isAbove ? entryPrice + points * pointSize(3) : entryPrice - points * pointSize(3)
      if (price <= 0n) return
      const { pips } = stopReadings(terms, price)
      expect(stopPrice(terms, name, 'pips', pips < 0n ? -pips : pips)).toBe(price)
    }),
  )
})

test('percent of the balance is that much money', () => {
  fc.assert(
    fc.property(stopCases, fc.bigInt({ min: 1n, max: 50n }), ({ side, name, lots }, percent) => {
      const terms = { ...eurUsd(side), lots }
      const money = (parseFixed('10000') * percent) / 100n
      expect(stopPrice(terms, name, 'percent', percent * FIXED_ONE)).toBe(stopPrice(terms, name, 'money', money))
    }),
  )
})
