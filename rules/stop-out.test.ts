import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStoppedOut } from './account'
import { conversionRate, RATE_ONE } from './conversion'
import { type Fixed, formatFixed, parseFixed } from './decimal'
import { closingPrice, type OrderSide } from './price'
import { orderProfit, type ProfitTerms } from './profit'
import { type StopOutQuestion, stopOutPrice } from './stop-out'

const inverse = { code: 'USDJPY', direction: 'inverse' } as const
const LOT = parseFixed('100000')

function position(side: OrderSide, lots: string, entry: string, contractSize = LOT): ProfitTerms {
  return { side, lots: parseFixed(lots), contractSize, entryPrice: parseFixed(entry) }
}

/** Equity without this instrument, margin, and the quote; a rate of its own price when `followsPrice`. */
function question(
  positions: ProfitTerms[],
  rest: string,
  margin: string,
  bid: string,
  ask = bid,
  options: Partial<StopOutQuestion> = {},
): StopOutQuestion {
  const quote = { bid: parseFixed(bid), ask: parseFixed(ask) }
  return {
    restEquity: parseFixed(rest),
    usedMargin: parseFixed(margin),
    stopOutLevel: parseFixed('50'),
    positions,
    quote,
    rate: options.rateFollowsPrice ? conversionRate(inverse, (quote.bid + quote.ask) / 2n) : RATE_ONE,
    rateFollowsPrice: false,
    pricePrecision: 5,
    ...options,
  }
}

const netUnits = ({ positions }: StopOutQuestion) =>
  positions.reduce((sum, one) => sum + (one.side === 'buy' ? 1n : -1n) * one.lots * one.contractSize, 0n)

/** Puts a price back into the account, as the engine would see it: is it stopped out there? */
function stoppedAt(asked: StopOutQuestion, price: Fixed): boolean {
  const near = closingPrice(netUnits(asked) < 0n ? 'sell' : 'buy', asked.quote)
  const last = (asked.quote.last ?? (asked.quote.bid + asked.quote.ask) / 2n) + price - near
  const then = { bid: asked.quote.bid + price - near, ask: asked.quote.ask + price - near }
  const rate = asked.rateFollowsPrice ? conversionRate(inverse, last) : asked.rate
  const floatingProfit = asked.positions.reduce((sum, one) => sum + orderProfit(one, closingPrice(one.side, then), rate), 0n)
  return isStoppedOut({ balance: asked.restEquity - asked.usedMargin, usedMargin: asked.usedMargin, floatingProfit }, asked.stopOutLevel)
}

const yen = { rateFollowsPrice: true, pricePrecision: 3 }

describe('the first price at which an account is stopped out', () => {
  test.each<[string, StopOutQuestion, string | null]>([
    // 9,993 + (p − 1.16428) × 100,000 = 582.14
    ['long EUR/USD', question([position('buy', '1', '1.16428')], '9993', '1164.28', '1.16428'), '1.07017'],
    ['short EUR/USD', question([position('sell', '1', '1.16428')], '9993', '1164.28', '1.16428'), '1.25839'],
    // Exactly on the grid: 10,000 + (p − 1.2) × 100,000 = 500
    ['long, on the grid', question([position('buy', '1', '1.20000')], '10000', '1000', '1.20000'), '1.10500'],
    ['short, on the grid', question([position('sell', '1', '1.20000')], '10000', '1000', '1.20000'), '1.29500'],
    // The sell closes at the ask: 10,000 + (1.2 − ask) × 100,000 = 500
    ['short with a spread', question([position('sell', '1', '1.20000')], '10000', '1000', '1.19990', '1.20010'), '1.29500'],
    ['two longs', question([position('buy', '1', '1.20000'), position('buy', '1', '1.10000')], '10000', '1000', '1.20000'), '1.10250'],
    // Long 2, short 1: 10,000 + 2·(p − 1.2)·100,000 + (1.1 − p − 0.0002)·100,000 = 500
    [
      'hedged, net long',
      question([position('buy', '2', '1.20000'), position('sell', '1', '1.10000')], '10000', '1000', '1.20000', '1.20020'),
      '1.20520',
    ],
    ['a full hedge', question([position('buy', '1', '1.20000'), position('sell', '1', '1.10000')], '20000', '1000', '1.20000'), null],
    ['too small to matter', question([position('buy', '0.01', '1.20000')], '10000', '12', '1.20000'), null],
    // 9,993 + 100,000 × (p − 156.842) ÷ p = 500: p = 156.842 ÷ 1.09493
    ['long USD/JPY', question([position('buy', '1', '156.842')], '9993', '1000', '156.842', '156.842', yen), '143.243'],
    // 9,993 + 100,000 × (156.842 − p) ÷ p = 500: p = 156.842 ÷ 0.90507
    ['short USD/JPY', question([position('sell', '1', '156.842')], '9993', '1000', '156.842', '156.842', yen), '173.293'],
    [
      'short USD/JPY that no price can hurt enough',
      question([position('sell', '0.05', '156.842')], '9993', '50', '156.842', '156.842', yen),
      null,
    ],
    // A hedge of yen is a fixed loss of 100,000 yen, and a dearer yen makes it more dollars: 1,000 − 100,000 ÷ p = 50
    [
      'a full hedge of USD/JPY',
      question([position('buy', '1', '157'), position('sell', '1', '156')], '1000', '100', '156.500', '156.500', yen),
      '105.263',
    ],
    // A cross keeps the rate of its conversion pair: 9,993 + (p − 182.608) × 100,000 ÷ 160 = 582.14
    [
      'long EUR/JPY',
      question([position('buy', '1', '182.608')], '9993', '1164.28', '182.608', '182.608', {
        rate: conversionRate(inverse, parseFixed('160')),
        pricePrecision: 3,
      }),
      '167.550',
    ],
  ])('%s', (_, asked, price) => {
    const found = stopOutPrice(asked)
    expect(found === null ? null : formatFixed(found, asked.pricePrecision)).toBe(price)
  })
})

const grid = (precision: number, min: number, max: number) =>
  fc.integer({ min, max }).map((ticks) => BigInt(ticks) * 10n ** BigInt(8 - precision))

function accounts(precision: number, low: number, high: number, extra: Partial<StopOutQuestion>) {
  const side = fc.constantFrom<OrderSide>('buy', 'sell')
  const one = fc.record({
    side,
    lots: fc.integer({ min: 1, max: 500 }).map((n) => BigInt(n) * 10n ** 6n),
    contractSize: fc.constant(LOT),
    entryPrice: grid(precision, low, high),
  })
  return fc
    .record({
      positions: fc.array(one, { minLength: 1, maxLength: 4 }),
      rest: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 13n }),
      usedMargin: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      level: fc.integer({ min: 50, max: 100 }),
      bid: grid(precision, low, high),
      spread: grid(precision, 0, 40),
    })
    .map(({ positions, rest, usedMargin, level, bid, spread }): StopOutQuestion => {
      const quote = { bid, ask: bid + spread }
      const rate = extra.rateFollowsPrice ? conversionRate(inverse, bid + spread / 2n) : RATE_ONE
      return {
        positions,
        restEquity: rest,
        usedMargin,
        stopOutLevel: BigInt(level) * 10n ** 8n,
        quote,
        rate,
        rateFollowsPrice: false,
        pricePrecision: precision,
        ...extra,
      }
    })
}

/** Net profit in the quote currency falls with the price, so that danger lies above. */
function dangerLiesAbove(asked: StopOutQuestion): boolean {
  const near = closingPrice(netUnits(asked) < 0n ? 'sell' : 'buy', asked.quote)
  const at = (price: Fixed) => {
    const moved = price - near
    const then = { bid: asked.quote.bid + moved, ask: asked.quote.ask + moved }
    const last = (asked.quote.bid + asked.quote.ask) / 2n + moved
    const rate = asked.rateFollowsPrice ? conversionRate(inverse, last) : asked.rate
    return asked.positions.reduce((sum, one) => sum + orderProfit(one, closingPrice(one.side, then), rate), 0n)
  }
  return at(near + near / 10n) < at(near)
}

describe.each([
  ['a dollar pair', 5, 90_000, 140_000, {}],
  ['a pair that converts by its own price', 3, 90_000, 180_000, { rateFollowsPrice: true }],
  ['a cross', 3, 90_000, 180_000, { rate: conversionRate(inverse, parseFixed('156.842')) }],
] as const)('put back into the account, %s', (_, precision, low, high, extra) => {
  test('at the price it is stopped out, one step on the safe side it is not', () => {
    let found = 0
    fc.assert(
      fc.property(accounts(precision, low, high, extra), (asked) => {
        const price = stopOutPrice(asked)
        if (price === null) return
        found += 1
        const step = 10n ** BigInt(8 - precision)
        expect(price > 0n && price % step === 0n).toBe(true)
        expect(stoppedAt(asked, price)).toBe(true)
        const safer = dangerLiesAbove(asked) ? price - step : price + step
        // A price of one step is the last there is: the one below it cannot be asked.
        if (safer > 0n) expect(stoppedAt(asked, safer)).toBe(false)
      }),
      { numRuns: 1000 },
    )
    expect(found).toBeGreaterThan(200)
  })
})
