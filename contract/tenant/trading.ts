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

const YearlyPercent = z
  .string()
  .regex(/^-?\d{1,3}(?:\.\d{1,8})?$/, 'is no percentage such as "5.25" or "-1.5"')
  .refine((text) => Math.abs(Number(text)) <= 100, 'lies outside -100 to 100')

const FundingValue = z
  .strictObject({
    longRate: YearlyPercent.optional().describe('Percent a year that a bought position pays; below 0 it is paid'),
    shortRate: YearlyPercent.optional().describe('Percent a year that a sold position pays; below 0 it is paid'),
    benchmark: YearlyPercent.optional().describe(
      'In place of the two rates: percent a year that money costs, paid by bought and to sold positions',
    ),
    markUp: YearlyPercent.optional().describe('Percent a year that both sides pay the company besides the benchmark'),
    dayCount: z
      .union([z.literal(360), z.literal(365)])
      .default(360)
      .describe('Days of the year that a rate is divided by'),
    tripleDay: z
      .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'none'])
      .optional()
      .describe(
        "The day that settles the weekend's nights; wednesday for forex and metals, friday for indices and energies, none (each day by itself) for crypto where it is left out",
      ),
  })
  .refine(
    ({ longRate, shortRate, benchmark, markUp }) =>
      longRate === undefined && shortRate === undefined
        ? benchmark !== undefined || markUp !== undefined
        : longRate !== undefined && shortRate !== undefined && benchmark === undefined && markUp === undefined,
    'names either longRate and shortRate, or a benchmark with a markUp',
  )

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
  funding: z
    .record(
      z.string().regex(/^(?:[A-Z0-9]{3,16}|[a-z]{3,16})$/, 'is neither an instrument such as EURUSD nor a category such as forex'),
      FundingValue,
    )
    .default({})
    .describe('Overnight funding, charged at 17:00 New York, by instrument or category; what is not named pays nothing'),
  overrides: z
    .record(InstrumentCode, InstrumentTermsValue)
    .default({})
    .describe("Terms of single instruments, by code; what is absent is the catalogue's"),
})
