/**
 * The risk desk: what the house is exposed to, and the brake.
 *
 * Invariants: real accounts only. What protects takes one person and ends by itself after ten minutes; keeping it longer, or lifting
 * it before its time, takes a second one. A brake takes no new orders; positions can always be closed.
 */
import { z } from 'zod'
import { Decimal, Id, Milliseconds, RowId } from '../primitives'
import { deskEndpoint } from './desk-endpoint'

/** `off`: not offered either. */
export const BrakeMode = z.enum(['close-only', 'off'])
export type BrakeMode = z.infer<typeof BrakeMode>
/** How long it is to last; whatever is longer than `ten-minutes` takes a second person. `open`: until it is lifted. */
export const BrakeSpan = z.enum(['ten-minutes', 'hour', 'open'])
export type BrakeSpan = z.infer<typeof BrakeSpan>

const Target = z.string().regex(/^(?:\*|[A-Z0-9]{3,16})$/)
const Reason = z.string().trim().max(200)
const Until = Milliseconds.nullable().describe('null: until it is lifted')

/** What waits for a second person. */
const BrakeAsk = z.object({
  what: z.enum(['keep', 'lift']),
  until: Until,
  reason: z.string(),
  by: z.string(),
  at: Milliseconds,
  ends_at: Milliseconds,
  is_own: z.boolean().describe('The operator who asks is the one who made the wish'),
})

export const Brake = z.object({
  id: Id,
  target: z.string().describe('Code of the instrument; * for all'),
  mode: BrakeMode,
  reason: z.string().describe('As traders read it'),
  by: z.string(),
  at: Milliseconds,
  until: Until,
  approved_by: z.string().describe('Of the second person; empty before'),
  ask: BrakeAsk.nullable(),
})
export type Brake = z.infer<typeof Brake>

const Count = z.number().int().nonnegative()
const Percent = Decimal.describe('Percent')

const RiskRow = z.object({
  code: z.string(),
  show_code: z.string(),
  long: Decimal.describe('Lots that clients bought'),
  short: Decimal.describe('Lots that clients sold'),
  net: Decimal,
  covered: Decimal.describe('Lots that are covered at a provider'),
  difference: Decimal.describe('net − covered'),
  usdt: Decimal.nullable().describe('The difference at the price of now; null without a price'),
  limit: Decimal.describe('USDT; 0: none'),
  share: Percent.nullable().describe('Of the limit; null without one'),
  house_pl: Decimal.describe('USDT since 00:00 London'),
  state: z.enum(['on', 'close-only', 'off']),
  positions: Count,
  pending: Count,
})
export type RiskRow = z.infer<typeof RiskRow>

const RiskAccount = {
  trader_id: Id,
  uid: z.string(),
  name: z.string(),
  risk_rate: Percent.describe('100 is the stop-out'),
  code: z.string(),
  show_code: z.string(),
}

export const RiskSource = z.object({
  id: z.string(),
  kind: z.enum(['feed', 'provider']),
  state: z.enum(['live', 'resting', 'down']),
  age_ms: Count.nullable().describe('Since it was last heard of; null before, and while its markets rest'),
  gaps: Count.describe('Of the last hour'),
  rejects: Percent.nullable().describe('Of the orders of the last hour; null for a feed'),
  latency_ms: Count.nullable(),
})
export type RiskSource = z.infer<typeof RiskSource>

export const RiskView = z.object({
  at: Milliseconds,
  rows: z.array(RiskRow).describe('The fullest limit first'),
  total: z.object({ usdt: Decimal.describe('Differences added without sign'), limit: Decimal, share: Percent.nullable() }),
  house: z.object({
    total: Decimal,
    mirrored: Decimal.describe('What clients made, turned round'),
    cover: Decimal.describe('What covering made'),
    fees: Decimal.describe('Fees and overnight funding'),
    since: Milliseconds,
  }),
  series: z.array(z.object({ at: Milliseconds, uncovered: Decimal, house_pl: Decimal })).describe('The last hour, oldest first'),
  accounts: Count.describe('Real accounts with positions'),
  pending: Count.describe('Their orders that wait for a price'),
  stop_outs: z.array(
    z.object({
      ...RiskAccount,
      usdt_away: Decimal,
      price_away: Percent.nullable().describe('How far the price of the largest position may move; null where that is hedged'),
    }),
  ),
  largest: z.array(z.object({ ...RiskAccount, equity: Decimal, margin: Decimal, lots: Decimal.describe('Net, of the largest position') })),
  sources: z.array(RiskSource),
  thresholds: z.object({ warn_percent: Count, feed_age_ms: Count, gaps: Count, reject_percent: Count, latency_ms: Count }),
  brakes: z.array(Brake),
})
export type RiskView = z.infer<typeof RiskView>

export const getRisk = deskEndpoint({ method: 'GET', path: 'risk', access: 'risk.read', input: {}, output: RiskView, errors: [] })

/** The quote of the last hour, minute by minute. */
export const getRiskQuote = deskEndpoint({
  method: 'GET',
  path: 'risk_quote',
  access: 'risk.read',
  input: { code: z.string().regex(/^[A-Z0-9]{3,16}$/) },
  output: z.array(z.object({ at: Milliseconds, open: z.number(), high: z.number(), low: z.number(), close: z.number() })),
  errors: ['INSTRUMENT_NOT_FOUND'],
})

/** In force at once, for ten minutes; a longer span then waits for a second person. A brake that stands can only be tightened. */
export const setBrake = deskEndpoint({
  method: 'POST',
  path: 'risk_brake',
  access: 'risk.control',
  input: { target: Target, mode: BrakeMode, span: BrakeSpan, reason: Reason },
  output: z.object({ id: Id }),
  errors: ['INSTRUMENT_NOT_FOUND', 'DESK_REASON_REQUIRED', 'DESK_BRAKE_STANDS'],
})

/** Asks a second person to keep a brake for longer, or to lift it before its time. */
export const askBrake = deskEndpoint({
  method: 'POST',
  path: 'risk_brake_ask',
  access: 'risk.control',
  input: { id: RowId, what: z.enum(['keep', 'lift']), span: BrakeSpan.optional().describe('Of keeping; from now on'), reason: Reason },
  output: z.object({ id: Id }),
  errors: ['NOT_FOUND', 'DESK_REASON_REQUIRED', 'DESK_BRAKE_STANDS'],
})

/** Refusing changes nothing of the brake; who made the wish may take it back, but never agree to it. */
export const decideBrake = deskEndpoint({
  method: 'POST',
  path: 'risk_brake_decision',
  access: 'risk.control',
  input: { id: RowId, decision: z.enum(['approve', 'refuse']) },
  output: z.object({ status: z.enum(['approved', 'refused']) }),
  errors: ['NOT_FOUND', 'DESK_ALREADY_DECIDED', 'DESK_SAME_PERSON', 'DESK_CHANGE_STALE'],
})

export const RISK_CALLS = { getRisk, getRiskQuote, setBrake, askBrake, decideBrake }
