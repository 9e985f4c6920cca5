import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversionPair, conversionRate, formatRate, parseRate, RATE_ONE } from './conversion'
import { FIXED_ONE, parseFixed } from './decimal'

test.each([
  ['USD', null],
  ['USDT', null],
  ['EUR', { code: 'EURUSD', direction: 'direct' }],
  ['GBP', { code: 'GBPUSD', direction: 'direct' }],
  ['AUD', { code: 'AUDUSD', direction: 'direct' }],
  ['NZD', { code: 'NZDUSD', direction: 'direct' }],
  ['JPY', { code: 'USDJPY', direction: 'inverse' }],
  ['CHF', { code: 'USDCHF', direction: 'inverse' }],
  ['CAD', { code: 'USDCAD', direction: 'inverse' }],
  ['HKD', { code: 'USDHKD', direction: 'inverse' }],
])('%s reaches USDT by %j', (currency, pair) => {
  expect(conversionPair(currency)).toEqual(pair)
})

test.each([
  ['USD', '155', '1'],
  ['EUR', '1.0865', '1.0865'],
  ['JPY', '155', '0.00645161290322580645'],
  ['JPY', '160', '0.00625'],
  ['JPY', '3', '0.33333333333333333333'],
  ['HKD', '8', '0.125'],
])('one %s at %s is %s USDT', (currency, price, rate) => {
  expect(formatRate(conversionRate(conversionPair(currency), parseFixed(price)))).toBe(rate)
})

test('a rate is cut, never rounded up', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (price) => {
      const rate = conversionRate({ code: 'USDJPY', direction: 'inverse' }, price)
      expect(rate * price <= RATE_ONE * FIXED_ONE && (rate + 1n) * price > RATE_ONE * FIXED_ONE).toBe(true)
    }),
  )
})

test.each([[0n], [-1n]])('a conversion price of %s is refused', (price) => {
  expect(() => conversionRate({ code: 'USDJPY', direction: 'inverse' }, price)).toThrow(RangeError)
})

test('a stored rate is read back as it was, also with the zeros that the store adds', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 31n }), (rate) => {
      expect(parseRate(formatRate(rate))).toBe(rate)
    }),
  )
  expect(parseRate('1.00000000000000000000')).toBe(RATE_ONE)
  expect(formatRate(10n * RATE_ONE)).toBe('10')
})

test.each([[''], ['-1'], ['1e-5'], ['0.123456789012345678901'], ['1.']])('%j is not a rate', (text) => {
  expect(() => parseRate(text)).toThrow(RangeError)
})
