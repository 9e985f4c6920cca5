/**
 * How the orders of a company fared on a day, for everybody: the document that its broker makes of its books once a day, byte for byte,
 * and what of it belongs to one instrument or one type of order.
 */
import { z } from 'zod'
import type { OrderType, RejectionReason } from '../rules/execution-figures'
import { endpoint } from './endpoint'
import { Decimal, Milliseconds } from './primitives'

/** In the order of rules/execution-figures.ts. */
const ORDER_TYPES = ['market', 'limit', 'stop', 'close', 'stop_loss', 'take_profit'] as const satisfies readonly OrderType[]
const REJECTION_REASONS = [
  'price_moved',
  'margin',
  'market_closed',
  'stale_price',
  'size',
  'levels',
  'paused',
  'provider',
  'other',
] as const satisfies readonly RejectionReason[]

const Count = z.number().int().nonnegative()
const UtcDay = z.string().regex(/^\d{4}-\d\d-\d\d$/)
/** As text: whoever asks for what is not there is told so, and not that the text is wrong. */
const AskedCode = z.string().regex(/^[A-Z0-9]{3,16}$/)
const ExecutionOrderType = z.enum(ORDER_TYPES)

const Percentiles = z.object({ p50: Count, p99: Count, measured: Count })

const Slippage = z.object({
  measured: Count.describe('Fills of orders that asked for a price'),
  better: Count,
  same: Count,
  worse: Count,
  better_by: z.array(Count).describe('By pips: up to 0.2, up to 0.5, up to 1, more'),
  worse_by: z.array(Count),
  net_pips: Decimal.describe('Above 0 in favour of traders'),
})

export const ExecutionClass = z.object({
  instrument: z.string().nullable().describe('Null: all'),
  type: ExecutionOrderType.nullable().describe('Null: all'),
  orders: Count.describe('Filled and rejected; what was taken back and what was stopped out is neither'),
  filled: Count,
  rejected: Count,
  fill_rate: Decimal.nullable().describe('Percent, rounded down; null, as all that follows, where there were too few orders'),
  took_ms: Percentiles.nullable().describe('From the arrival of the order, or the price that set it off, to the decision to fill it'),
  quote_age_ms: Percentiles.nullable().describe('Age of the price that it was filled at'),
  slippage: Slippage.nullable(),
  rejections: z.array(z.object({ reason: z.enum(REJECTION_REASONS), count: Count })).nullable(),
})
export type ExecutionClass = z.infer<typeof ExecutionClass>

const Stage = z.object({ p50: Count.nullable(), p95: Count.nullable() })

/** The document. Canonical JSON of it (RFC 8785) is what is hashed. */
export const ExecutionDocument = z.object({
  v: z.literal(1),
  kind: z.literal('execution'),
  broker: z.string(),
  day: UtcDay,
  until: Milliseconds.describe('Up to when it was counted: the end of the day once that is over'),
  accounts: z.enum(['real', 'demonstration']).describe('demonstration: the site is one, and its demo accounts are counted'),
  min_orders: Count.describe('Under so many orders only counts are stated'),
  classes: z.array(ExecutionClass).describe('All orders first'),
  others: ExecutionClass.extend({
    instruments: Count.describe('How many have fewer orders than min_orders: their own lines have counts alone'),
  }),
  symmetry: z
    .object({
      measured: Count,
      better: Count,
      worse: Count,
      difference: Decimal.nullable().describe('Percentage points of worse less better; null over too few'),
      bound: Decimal,
      is_symmetric: z.boolean().nullable(),
    })
    .describe('Of market orders'),
  stop_outs: z.object({ positions: Count, accounts: Count, accounts_with_position: Count }),
  paid_below_zero: Decimal.describe('USDT that the company bore so that nobody owed it anything'),
  losing: z.object({ period_days: Count, accounts: Count, losing: Count.nullable(), share_percent: Decimal.nullable() }),
  withdrawals: z.object({
    period_days: Count,
    promised_hours: Count,
    asked: Count.describe('= paid + rejected + taken_back + waiting'),
    paid: Count,
    rejected: Count,
    taken_back: Count,
    waiting: Count,
    asked_to_decided: Stage.describe('Minutes, of those that were paid'),
    decided_to_paid: Stage,
    asked_to_paid: Stage,
    overdue: z.array(z.object({ band: Count.describe('0 to 4: from 0, 250, 1000, 5000, 25000 USDT'), asked_at: Milliseconds })),
  }),
  challenges: z
    .object({
      period_days: Count,
      promised_hours: Count,
      opened: Count.describe('= stands + corrected + taken_back + waiting'),
      stands: Count,
      corrected: Count,
      taken_back: Count,
      waiting: Count.describe('For the company or for the trader'),
      answered_late: Count.describe('Of the cases opened in the period, those with an answer after its time'),
      overdue: Count.describe('Waiting for the company past their time, whenever they were opened'),
    })
    .optional()
    .describe('Challenges of fills; days that were written before these were counted have none'),
})
export type ExecutionDocument = z.infer<typeof ExecutionDocument>

export const getExecution = endpoint({
  method: 'GET',
  path: '/api/company/getExecution',
  actor: 'anonymous',
  input: z.object({
    day: UtcDay.optional().describe('UTC; the last day that is over when absent, today where none is'),
    instrument: AskedCode.optional(),
    type: ExecutionOrderType.optional(),
  }),
  output: z.object({
    day: UtcDay,
    first_day: UtcDay.describe('The first that there are figures of'),
    today: UtcDay,
    is_final: z.boolean().describe('The day is over and its figures are written for ever'),
    document: z.string().describe('The document as text: exactly the bytes that were hashed'),
    sha256: z.string().nullable().describe('Of the document; null while it is not final'),
    entry: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .describe("Of the company's log, that holds the hash; null while the day is not final, and some seconds longer"),
    computed_at: Milliseconds,
    differs: z.string().nullable().describe('What a recomputation of the books came to, where that is another hash; null where it agrees'),
    view: ExecutionClass.describe('Orders of this instrument and type'),
  }),
  errors: ['COMPANY_UNKNOWN', 'PARAMETER_INVALID', 'INSTRUMENT_NOT_FOUND'],
})
