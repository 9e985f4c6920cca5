/**
 * What a company trades and on which terms. Bounds that rest on an instrument's own figures (spread, lots, stop distance) are
 * checked where the catalogue is (broker/brands/check-terms.ts).
 */
import { z } from 'zod'
import { decimalWithin } from '../money-places'
import { DecimalIn } from '../primitives'
import { SETTING_BOUNDS } from '../setting-bounds'
import { InstrumentCode } from './places'
import { RiskProfile } from './risk-profiles'

const { stopOutPercent, staleAfterMs, demoBalance, leverage, leverages, feePerLot, feeShare, spreadPercent, stopDistancePercent } =
  SETTING_BOUNDS
const Leverage = z.number().int().min(leverage.min).max(leverage.max)

const InstrumentTermsValue = z.strictObject({
  mode: z
    .enum(['normal', 'close-only', 'off'])
    .optional()
    .describe('close-only: no new orders of it; off: not offered either. Positions can always be closed'),
  spread: DecimalIn.optional().describe(
    `In price units, laid round the price of a source that quotes one; a source that quotes bid and ask keeps its own. At most ${spreadPercent} % of the reference price`,
  ),
  feeRate: DecimalIn.optional().describe(
    `USDT a lot (${feePerLot.min} to ${feePerLot.max}), or part of the margin (${feeShare.min} to ${feeShare.max}), by feeType`,
  ),
  leverages: z.array(Leverage).max(leverages).optional().describe('What can be chosen; empty: no leverage is configured'),
  minLots: DecimalIn.optional().describe('Smallest order, on the lot step'),
  maxLots: DecimalIn.optional().describe("Largest order, on the lot step, at most the catalogue's"),
  minStopDistance: DecimalIn.optional().describe(
    `How near a stop loss, take profit or target may stand to the price, in price units; at most ${stopDistancePercent} % of the reference price`,
  ),
})

export const TenantTrading = z.strictObject({
  instruments: z.array(InstrumentCode).min(1).max(200).optional().describe('Codes that are offered; all of the catalogue when absent'),
  mode: z
    .enum(['normal', 'close-only', 'cancel-only'])
    .default('normal')
    .describe('close-only: no new orders; cancel-only: nothing opens, closes or fires, pending orders can be cancelled'),
  riskProfile: RiskProfile.default('standard').describe(
    'Highest leverage by class of instrument. eu-retail: the ESMA limits 30, 20, 10 and 2; an instrument with a fixed margin is close-only',
  ),
  feeType: z.enum(['per-lot', 'share-of-margin']).default('share-of-margin').describe('What the fee of an order is counted from'),
  stopOutLevelPercent: decimalWithin(stopOutPercent)
    .default('50')
    .describe(
      `Margin level at which positions are closed; the stop-out level lies between ${stopOutPercent.min} and ${stopOutPercent.max} percent`,
    ),
  staleAfterMs: z
    .number()
    .int()
    .min(staleAfterMs.min)
    .max(staleAfterMs.max)
    .default(2_000)
    .describe('A quote older than this is not traded, in milliseconds'),
  demoBalance: decimalWithin(demoBalance)
    .default('10000')
    .describe(`What a demo account begins with, ${demoBalance.min} to ${demoBalance.max} USDT`),
  maxLeverage: Leverage.optional().describe('Offers no leverage above this'),
  overrides: z
    .record(InstrumentCode, InstrumentTermsValue)
    .default({})
    .describe("Terms of single instruments, by code; what is absent is the catalogue's"),
})
