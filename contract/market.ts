/** Instruments, categories, quotes and candles as they cross the wire. Field names keep the specification's capitals. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, Id, Milliseconds, Period } from './primitives'

export const Category = z.object({ Id, NameShowTrans: z.string() })
export type Category = z.infer<typeof Category>

export const Quotations = z.object({
  Open: Decimal.describe("The London day's first price"),
  Close: Decimal.describe('Last price: mid where the tenant sets a spread, the recorded bid on a replay'),
  Change: z
    .string()
    .regex(/^[+-]\d+\.\d{2}$/)
    .describe('Percent since Open, always with its sign, 2 decimals'),
  Bid: Decimal,
  Ask: Decimal,
  High: Decimal,
  Low: Decimal,
  Time: Milliseconds,
  SourceTime: Milliseconds.optional().describe("When the price was made, by the source's own clock; absent where it does not say"),
})
export type Quotations = z.infer<typeof Quotations>

/** Why no new orders are taken of an instrument just now. */
export const TradingBrake = z.object({
  Mode: z.enum(['close-only', 'off']),
  Reason: z.string().describe('Written by the company'),
  Until: Milliseconds.nullable().describe('null: until the company lifts it'),
})
export type TradingBrake = z.infer<typeof TradingBrake>

export const Instrument = z.object({
  Id,
  Code: z.string(),
  ShowCode: z.string(),
  Logo: z
    .string()
    .describe('Address of its picture: a path on the host that answered (SVG, served without a session), or an https address'),
  CategoryId: Id,
  MarketStatus: z.union([z.literal(0), z.literal(1)]).describe('1 = open'),
  Brake: TradingBrake.optional().describe('Present while no new orders are taken; positions can be closed'),
  PricePrecision: z.number().int().min(0).max(8),
  Pip: Decimal.describe('Lot step'),
  ForexMinCont: Decimal.describe('Smallest order in lots'),
  MaxLots: Decimal,
  MinStopDistance: Decimal.describe('How near a stop loss, take profit or target may stand to the price; 0 = as near as one point'),
  ForexContNum: Decimal.describe('Units per lot'),
  MarginMode: z.union([z.literal(1), z.literal(2)]).describe('1 = fixed margin per lot, 2 = leveraged'),
  HasForexMultiple: z.array(z.object({ Value: z.string() })),
  ForexFeeRate: Decimal,
  Funding: z
    .object({
      LongRate: Decimal.describe('Percent a year that a bought position pays; below 0 it is paid'),
      ShortRate: Decimal.describe('Percent a year that a sold position pays; below 0 it is paid'),
      DayCount: z.union([z.literal(360), z.literal(365)]).describe('Days of the year that a rate is divided by'),
      TripleDay: z
        .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'none'])
        .describe("The day whose rollover at 17:00 New York settles the weekend's nights, too; none: every day by itself"),
    })
    .optional()
    .describe('Overnight funding; absent where nothing is charged for a night'),
  Execution: z
    .object({
      Model: z.enum(['hedged', 'stp']).describe('hedged: the company fills and covers its net; stp: the provider is asked first'),
      ProviderName: z.string(),
      MarkUp: Decimal.describe("stp: added to the provider's price, in price units, to the trader's cost"),
    })
    .optional()
    .describe('Who stands against orders of real accounts; absent where it is the company alone'),
  BaseAsset: z.string(),
  QuoteCurrency: z.string(),
  QuoteToUsdt: Decimal.describe('USDT for one unit of the quote currency, now'),
  Source: z.string().describe('Where the price comes from: simulated, replay, …'),
  SourceKind: z
    .enum(['market', 'simulated', 'minutes'])
    .optional()
    .describe('market: as the source quoted it; simulated: no market stands behind it; minutes: made of recorded minute candles by a rule'),
  NextOpen: Milliseconds.nullable(),
  NextClose: Milliseconds.nullable(),
  Calendar: z
    .string()
    .max(32)
    .optional()
    .describe('Name of the trading hours it follows, such as forex or us-indices; absent where the broker says only what is next'),
  Spark: z.array(z.number()).describe('Open of the day and its closes so far, oldest first, for a small line: the span of Change'),
  ForexQuotations: Quotations,
})
export type Instrument = z.infer<typeof Instrument>

export const Candle = z.object({
  Time: Milliseconds.describe('Start of the bucket'),
  Open: z.number(),
  High: z.number(),
  Low: z.number(),
  Close: z.number(),
  Volume: z.number(),
})
export type Candle = z.infer<typeof Candle>

export const getCategories = endpoint({
  method: 'GET',
  path: '/v1/api/forex/getCategories',
  actor: 'anonymous',
  input: z.object({}),
  output: z.array(Category),
  errors: [],
})

export const listInstruments = endpoint({
  method: 'GET',
  path: '/v1/api/forex/trade_list',
  actor: 'anonymous',
  input: z.object({ searchCurrency: z.string().max(64).optional() }),
  output: z.array(Instrument),
  errors: [],
})

export const getRecentCandles = endpoint({
  method: 'GET',
  path: '/v1/api/forex/abbreviated_cache_kline',
  actor: 'anonymous',
  input: z.object({ forex_id: Id, period: Period }),
  output: z.array(Candle),
  errors: ['INSTRUMENT_NOT_FOUND'],
})

export const getCandles = endpoint({
  method: 'GET',
  path: '/v1/api/forex/kline',
  actor: 'anonymous',
  input: z.object({
    forex_id: Id,
    period: Period,
    end: z
      .string()
      .regex(/^\d{1,14}$/)
      .optional()
      .describe('Only candles that start before this time, Unix milliseconds'),
    limit: z
      .string()
      .regex(/^\d{1,4}$/)
      .refine((limit) => Number(limit) >= 1 && Number(limit) <= 1000)
      .optional(),
  }),
  output: z.array(Candle),
  errors: ['INSTRUMENT_NOT_FOUND'],
})
