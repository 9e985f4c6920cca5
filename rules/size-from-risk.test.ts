import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversionRate, RATE_ONE } from './conversion'
import { FIXED_ONE, formatFixed, formatFixedShort, parseFixed } from './decimal'
import { orderFee } from './fee'
import { lotProblem } from './lots'
import { orderMargin } from './margin'
import { openingPrice } from './price'
import { orderProfit } from './profit'
import { type RiskTerms, riskOfBalance, sizeFromRisk, worstCase } from './size-from-risk'

/** EUR/USD at 1.16420 / 1.16430, stop loss 37.8 pips under the bid; a pip of one lot is 10 USDT, the fee 7 a lot. */
const long: RiskTerms = {
  side: 'buy',
  mode: 'leveraged',
  contractSize: parseFixed('100000'),
  minLots: parseFixed('0.01'),
  maxLots: parseFixed('100'),
  lotStep: parseFixed('0.01'),
  entryPrice: parseFixed('1.16430'),
  stopLoss: parseFixed('1.16042'),
  spread: parseFixed('0.00010'),
  rate: RATE_ONE,
  rateFollowsPrice: false,
  leverage: 100n,
  feeType: 'per-lot',
  feeRate: parseFixed('7'),
}
const short: RiskTerms = { ...long, side: 'sell', entryPrice: parseFixed('1.16420'), stopLoss: parseFixed('1.16808') }
const yen: RiskTerms = {
  ...long,
  entryPrice: parseFixed('156.842'),
  stopLoss: parseFixed('156.000'),
  spread: 0n,
  rate: conversionRate({ code: 'USDJPY', direction: 'inverse' }, parseFixed('156.842')),
  rateFollowsPrice: true,
}

test.each([
  // risk, lots, worst case; one lot loses 388 and costs 7
  ['a long', long, '100', '0.25', '98.75'],
  ['a long', long, '98.75', '0.25', '98.75'],
  ['a long', long, '98.74', '0.24', '94.8'],
  ['a short', short, '100', '0.25', '98.75'],
  ['a share of the margin as fee', { ...long, feeType: 'share-of-margin', feeRate: parseFixed('0.01') }, '100', '0.25', '99.91075'],
  ['a fixed margin', { ...long, mode: 'fixed', contractSize: parseFixed('250') }, '1', '0.12', '0.9564'],
  // 0.842 × 100,000 ÷ 156 = 539.74 and 7 a lot
  ['yen', yen, '600', '1.09', '595.95051283'],
  ['no more than the largest order', long, '10000000', '100', '39500'],
] as const)('%s: what fits into the risk is rounded down to the step', (_, terms, risk, lots, total) => {
  const sized = sizeFromRisk(terms, parseFixed(risk))
  if (sized.kind !== 'sized') throw new Error('nothing fits')
  expect([formatFixedShort(sized.worst.lots), formatFixedShort(sized.worst.total)]).toEqual([lots, total])
})

test('the worst case tells move, spread and fee apart', () => {
  const { move, spread, fee, total } = worstCase(long, parseFixed('0.20'))
  expect([move, spread, fee, total].map((each) => formatFixed(each, 2))).toEqual(['75.60', '2.00', '1.40', '79.00'])
})

test('under the smallest order nothing is sized, and the least possible risk is told', () => {
  const sized = sizeFromRisk(long, parseFixed('3.94'))
  expect(sized.kind).toBe('too-small')
  expect(sized.kind === 'too-small' && formatFixedShort(sized.least.total)).toBe('3.95')
})

test.each([
  ['buy', '1.16430'],
  ['buy', '1.17'],
  ['sell', '1.16'],
] as const)('a stop loss that would not lose is no ground for a size: %s at %s', (side, stopLoss) => {
  expect(() => sizeFromRisk({ ...(side === 'buy' ? long : short), stopLoss: parseFixed(stopLoss) }, FIXED_ONE)).toThrow(RangeError)
})

test('percent of the balance is rounded down, and an empty account risks nothing', () => {
  expect(riskOfBalance(parseFixed('10000.00000001'), parseFixed('1'))).toBe(parseFixed('100'))
  expect(riskOfBalance(-1n, parseFixed('1'))).toBe(0n)
})

const cases = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  mode: fc.constantFrom('leveraged' as const, 'fixed' as const),
  bid: fc.bigInt({ min: 10n ** 8n, max: 2n * 10n ** 10n }),
  spread: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  distance: fc.bigInt({ min: 1n, max: 10n ** 8n - 1n }),
  isYen: fc.boolean(),
  rate: fc.bigInt({ min: RATE_ONE / 200n, max: 2n * RATE_ONE }),
  feeType: fc.constantFrom('per-lot' as const, 'share-of-margin' as const),
  feeRate: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  minSteps: fc.bigInt({ min: 1n, max: 20n }),
  extraSteps: fc.bigInt({ min: 0n, max: 10_000n }),
  risk: fc.bigInt({ min: 0n, max: 10n ** 13n }),
  /** Where in the spread the last price stands when the stop is hit, in hundredths. */
  lastAt: fc.bigInt({ min: 0n, max: 100n }),
})

test('the loss at the stop loss with fee and spread is never over the risk, and one step more would be', () => {
  fc.assert(
    fc.property(cases, ({ side, bid, spread, distance, isYen, minSteps, extraSteps, risk, lastAt, ...rest }) => {
      const quote = { bid, ask: bid + spread }
      const stopLoss = side === 'buy' ? bid - distance : quote.ask + distance
      if (stopLoss <= 0n) return
      const lotStep = parseFixed('0.01')
      const terms: RiskTerms = {
        ...rest,
        side,
        spread,
        stopLoss,
        lotStep,
        entryPrice: openingPrice(side, quote),
        minLots: minSteps * lotStep,
        maxLots: (minSteps + extraSteps) * lotStep,
        contractSize: parseFixed('1000'),
        rateFollowsPrice: isYen,
        leverage: 100n,
      }
      const lastNow = bid + (spread * lastAt) / 100n
      const inverse = (last: bigint) => conversionRate({ code: 'USDJPY', direction: 'inverse' }, last)
      // As the books would have it: margin and fee at the fill, profit at the quote that reaches the stop, its last price anywhere inside.
      const lossOf = (lots: bigint) => {
        const entryRate = isYen ? inverse(lastNow) : rest.rate
        const margin = orderMargin(terms, lots, terms.entryPrice, 100n, entryRate)
        const bidAtStop = side === 'buy' ? stopLoss : stopLoss - spread
        const exitRate = isYen ? inverse(bidAtStop + (spread * lastAt) / 100n) : rest.rate
        return orderFee(rest.feeType, rest.feeRate, lots, margin) - orderProfit({ ...terms, lots }, stopLoss, exitRate)
      }
      const sized = sizeFromRisk(terms, risk)
      if (sized.kind === 'too-small') {
        expect(sized.least.total > risk).toBe(true)
        return
      }
      const { lots, total } = sized.worst
      expect(lotProblem(terms, lots)).toBeNull()
      expect(lossOf(lots) <= total && total <= risk).toBe(true)
      if (lots < terms.maxLots) expect(worstCase(terms, lots + lotStep).total > risk).toBe(true)
    }),
    { numRuns: 500 },
  )
})
