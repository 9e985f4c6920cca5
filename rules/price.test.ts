import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOnGrid, parseFixed } from './decimal'
import { changePercent, closingPrice, openingPrice, sideSign, withSpread } from './price'

const quote = { bid: parseFixed('1.08640'), ask: parseFixed('1.08650') }

test.each([
  ['buy', quote.ask, quote.bid, 1n],
  ['sell', quote.bid, quote.ask, -1n],
] as const)('a %s opens at %s and closes at %s', (side, opening, closing, sign) => {
  expect([openingPrice(side, quote), closingPrice(side, quote), sideSign(side)]).toEqual([opening, closing, sign])
})

describe('a spread round the mid', () => {
  test.each([
    ['1.08645', '0', 5, '1.08645', '1.08645'],
    ['1.08645', '0.00010', 5, '1.08640', '1.08650'],
    ['1.08645', '0.00001', 5, '1.08644', '1.08646'],
    ['155.000', '0.010', 3, '154.995', '155.005'],
    ['91284.50', '12.00', 2, '91278.50', '91290.50'],
    ['1.086455', '0.00010', 5, '1.08640', '1.08651'],
  ])('%s with %s on %i decimals is %s / %s', (mid, spread, precision, bid, ask) => {
    expect(withSpread(parseFixed(mid), parseFixed(spread), precision)).toEqual({ bid: parseFixed(bid), ask: parseFixed(ask) })
  })

  test('is never smaller than stated, at most one step and a half wider, and lies on the grid', () => {
    const prices = fc.bigInt({ min: 10n ** 8n, max: 10n ** 13n })
    fc.assert(
      fc.property(prices, fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.integer({ min: 0, max: 8 }), (mid, spread, precision) => {
        const { bid, ask } = withSpread(mid, spread, precision)
        const step = 10n ** BigInt(8 - precision)
        expect(ask - bid >= spread && ask - bid <= spread + 2n * step).toBe(true)
        expect(bid <= mid && mid <= ask).toBe(true)
        expect(isOnGrid(bid, precision) && isOnGrid(ask, precision)).toBe(true)
      }),
    )
  })
})

test.each([
  ['100', '101', '+1.00'],
  ['100', '99', '-1.00'],
  ['100', '100', '+0.00'],
  ['100', '99.999', '+0.00'],
  ['100', '100.005', '+0.00'],
  ['100', '100.015', '+0.02'],
  ['100', '99.985', '-0.02'],
  ['0.16401', '0.18', '+9.75'],
  ['0', '5', '+0.00'],
  ['1', '25', '+2400.00'],
])('from %s to %s is %s percent', (open, close, percent) => {
  expect(changePercent(parseFixed(open), parseFixed(close))).toBe(percent)
})
