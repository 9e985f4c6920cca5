import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFixedShort, parseFixed } from './decimal'
import { lotsOf, providerLimit, tradersPrice, unitsOf, worstPrice } from './routed-price'

const buy = { side: 'buy', pricePrecision: 5 } as const
const sell = { side: 'sell', pricePrecision: 5 } as const
const price = (text: string) => parseFixed(text)

test.each([
  ['a buy with a bound', buy, '1.20000', '0.00010', '1.2001'],
  ['a sell with a bound', sell, '1.20000', '0.00010', '1.1999'],
  ['a buy without one: half a percent, rounded away', buy, '1.20000', null, '1.206'],
  ['a sell without one', sell, '1.20000', null, '1.194'],
  ['a bound of nothing', buy, '1.20000', '0', '1.2'],
  ['a bound larger than the price: one point is left', sell, '1.20000', '2', '0.00001'],
])('the worst price of %s', (_, deal, from, slippage, worst) => {
  expect(formatFixedShort(worstPrice(deal, price(from), slippage === null ? null : price(slippage)))).toBe(worst)
})

test.each([
  ['bought', buy, '1.20001', '0.00002', '1.20003'],
  ['sold', sell, '1.20001', '0.00002', '1.19999'],
  ['bought at an average between two prices', buy, '1.200015', '0.00002', '1.20004'],
  ['bought at another one: half goes to even', buy, '1.200025', '0', '1.20002'],
  ['sold for less than the mark-up', sell, '0.00001', '1', '0.00001'],
])('the trader’s price of what was %s', (_, deal, provider, markUp, traders) => {
  expect(formatFixedShort(tradersPrice(deal, price(provider), price(markUp)))).toBe(traders)
})

test('a fill within the limit is never worse for the trader than the worst price they accept', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(buy, sell),
      fc.bigInt({ min: 1_000n, max: 10n ** 9n }),
      fc.bigInt({ min: 0n, max: 10n ** 6n }),
      fc.bigInt({ min: 0n, max: 10n ** 6n }),
      (deal, worstPoints, markUp, room) => {
        const worst = worstPoints * 1_000n
        const limit = providerLimit(deal, worst, markUp)
        const filled = deal.side === 'buy' ? limit - room : limit + room
        if (filled <= 0n || (deal.side === 'buy' && worst <= markUp)) return true
        const traders = tradersPrice(deal, filled, markUp)
        return deal.side === 'buy' ? traders <= worst : traders >= worst
      },
    ),
  )
})

test('lots and units are the same quantity; less than the last digit of a lot is left to the house', () => {
  expect(formatFixedShort(unitsOf(price('0.25'), price('100000')))).toBe('25000')
  expect(formatFixedShort(lotsOf(price('25000'), price('100000')))).toBe('0.25')
  expect(lotsOf(1n, price('100000'))).toBe(0n)
})
