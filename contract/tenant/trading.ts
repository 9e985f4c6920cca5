/**
 * What a company trades and on which terms. Bounds that rest on an instrument's own figures (spread, lots, stop distance) are
 * checked where the catalogue is (broker/brands/check-terms.ts).
 */
import { z } from 'zod'
import { decimalWithin } from '../money-places'
import { DecimalIn } from '../primitives'
import { SETTING_BOUNDS } from '../setting-bounds'
import { InstrumentCode, SourceName } from './places'
import { RiskProfile } from './risk-profiles'

const {
  exposureLimit,
  warnPercent,
  feedAgeMs,
  feedGaps,
  rejectPercent,
  latencyMs,
  stopOutPercent,
  staleAfterMs,
  demoBalance,
  leverage,
  leverages,
  feePerLot,
  feeShare,
  spreadPercent,
  stopDistancePercent,
} = SETTING_BOUNDS
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

const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().int().min(min).max(max)
const within = ({ min, max }: { readonly min: number | string; readonly max: number | string }) => `${min} to ${max}`

/** From where on the risk desk warns. Nothing here stops trading by itself. */
const RiskThresholds = z.strictObject({
  totalLimit: decimalWithin(exposureLimit)
    .default('6000000')
    .describe(`USDT that may stand uncovered of all instruments together, added without sign; ${within(exposureLimit)}, 0: no limit`),
  instrumentLimit: decimalWithin(exposureLimit).default('2000000').describe('USDT that may stand uncovered of one instrument; 0: no limit'),
  limits: z.record(InstrumentCode, decimalWithin(exposureLimit)).default({}).describe('The same of single instruments, by code'),
  warnPercent: whole(warnPercent)
    .default(80)
    .describe(`Percent of a limit from which the desk warns, ${within(warnPercent)}`),
  feedAgeMs: whole(feedAgeMs)
    .default(2_000)
    .describe(`Milliseconds of silence from which a source is marked, ${within(feedAgeMs)}`),
  feedGaps: whole(feedGaps)
    .default(1)
    .describe(`Gaps of an hour above which a source is marked, ${within(feedGaps)}`),
  rejectPercent: whole(rejectPercent)
    .default(2)
    .describe(`Percent of refused orders of an hour above which a provider is marked, ${within(rejectPercent)}`),
  latencyMs: whole(latencyMs)
    .default(100)
    .describe(`Milliseconds above which a source is marked as slow, ${within(latencyMs)}`),
})

const CoverValue = z.strictObject({
  amount: DecimalIn.optional().describe('Covered when the difference is worth more, in USDT; 0: at once'),
  afterMs: z
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .optional()
    .describe('Covered when a difference has stood for so long, whatever it is worth, in milliseconds'),
})

const ExecutionValue = z
  .strictObject({
    model: z
      .enum(['internal', 'hedged', 'stp'])
      .describe(
        'Of real accounts. internal: the company is the counterparty; hedged: it is, and covers its net at the provider; stp: the provider is asked first, and the trader is filled at its price plus markUp',
      ),
    provider: SourceName.optional().describe("Its name among the providers of the market's file"),
    markUp: DecimalIn.optional().describe("In price units, to the trader's cost on both sides; stp alone"),
    whenProviderDown: z
      .enum(['close-only', 'refuse'])
      .optional()
      .describe(
        'While the provider is not connected no order is opened; what traders close waits for it (close-only), or is refused (refuse); stp alone',
      ),
    cover: CoverValue.optional().describe(
      'When the difference between what is open and what is covered is covered; at once for hedged where it is left out, never for stp',
    ),
  })
  .refine(({ model, provider }) => (model === 'internal') === (provider === undefined), {
    error: 'names a provider for hedged and stp, and none for internal',
    path: ['provider'],
  })
  .refine(({ model, cover }) => model !== 'internal' || cover === undefined, { error: 'is for hedged and stp alone', path: ['cover'] })
  .refine(({ model, markUp }) => model === 'stp' || markUp === undefined, { error: 'is for stp alone', path: ['markUp'] })
  .refine(({ model, whenProviderDown }) => model === 'stp' || whenProviderDown === undefined, {
    error: 'is for stp alone',
    path: ['whenProviderDown'],
  })

/** Keys of what is said by instrument or by category. */
const CodeOrCategory = z
  .string()
  .regex(/^(?:[A-Z0-9]{3,16}|[a-z]{3,16})$/, 'is neither an instrument such as EURUSD nor a category such as forex')

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
    .record(CodeOrCategory, FundingValue)
    .default({})
    .describe('Overnight funding, charged at 17:00 New York, by instrument or category; what is not named pays nothing'),
  slippageAsymmetry: z
    .string()
    .regex(/^(?:0\.[1-9]\d|[1-9]\.\d\d|10\.00)$/, 'is no number of percentage points from 0.10 to 10.00')
    .default('1.00')
    .describe('Percentage points between market orders filled better and worse than asked, beyond which a day is marked; 0.10 to 10.00'),
  risk: RiskThresholds.prefault({}).describe('Limits and thresholds of the risk desk'),
  execution: z
    .record(CodeOrCategory, ExecutionValue)
    .default({})
    .describe('Who stands against the orders of real accounts, by instrument or category; what is not named is internal'),
  overrides: z
    .record(InstrumentCode, InstrumentTermsValue)
    .default({})
    .describe("Terms of single instruments, by code; what is absent is the catalogue's"),
})
