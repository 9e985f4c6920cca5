/**
 * What nodes tell each other besides the private events of traders, by name and form. A fact says where to look again, never what
 * is true there: that stands in the store. Quotes are the exception: they are only worth anything at once.
 *
 * A new one is a line here; nodes of another version drop what they do not know, and what is added to a form has to be optional.
 */
import { z } from 'zod'

const company = z.string().min(1).max(64)
/** A whole number that may be larger than JSON carries. */
const whole = z
  .string()
  .regex(/^-?\d{1,30}$/)
  .transform((text) => BigInt(text))
const millis = z.number().int().nonnegative()
/** Of an instrument. */
const code = z.string().min(1).max(64)

/**
 * A judged tick of the market as it crosses; the fields are those of `Tick` (broker/market/feed.ts), prices as whole numbers of the
 * smallest step. A follower takes over what the leader thought of it.
 */
const wireTick = z.object({
  source: z.string().min(1).max(64),
  symbol: z.string().min(1).max(64),
  bid: whole,
  ask: whole,
  isTwoSided: z.boolean(),
  last: whole,
  size: whole,
  seq: whole,
  time: millis,
  sourceTime: millis.optional(),
  /** By the leader's clock; what has none is a tick of the past, for candles only. */
  arrivedAt: millis.optional(),
  /** How old it was on arrival: a source that was taken up again stands by its last price. */
  ageMs: z.number().nonnegative().optional(),
  /** Left out: `accepted`. */
  verdict: z.enum(['accepted', 'duplicate', 'late', 'quarantined']).optional(),
  /** Whether triggers may run on it. */
  isConfirmed: z.boolean().optional(),
})

export const FACTS = {
  /** An account has changed: its orders, or what is in it. */
  account: z.object({ tenantId: company, traderId: whole }),
  /** A trader has made, changed or deleted a price alert. */
  alerts: z.object({ tenantId: company, traderId: whole }),
  /** What is stored of a company's settings has changed. */
  settings: z.object({ tenantId: company }),
  /** What a risk desk holds back has changed. */
  brakes: z.object({ tenantId: company }),
  /** Folders of these brands have changed. */
  brands: z.object({ ids: z.array(company).max(20_000) }),
  /** What waits for the desk of a company has changed. */
  'desk-counts': z.object({ tenantId: company }),
  /** A session of an operator has ended, or what one may do has changed. */
  operators: z.object({}),
  /** Rows lie in the outbox that their writer may not be able to send. */
  outbox: z.object({}),
  /** Ticks in the order in which the leader of a market published them; one a second at least. */
  quotes: z.object({
    market: z.string().min(1).max(64),
    /** Grows with every new leader: who was one before is not listened to. */
    epoch: z.number().int().nonnegative(),
    /** Grows by one with every batch of a leader, from 1. */
    batch: z.number().int().positive(),
    ticks: z.array(wireTick).max(10_000),
    /** Codes whose last price still stands, although nothing new was quoted. */
    confirmed: z.array(code).max(10_000).optional(),
    /** Codes whose sources are apart. */
    disputed: z.array(code).max(10_000).optional(),
  }),
  /** Somebody has not heard all quotes: the leader is to write its candles down now. */
  'candles-wanted': z.object({ market: z.string().min(1).max(64) }),
  /** Something was filled or set off at this tick on another node: the leader is to write down those that follow. */
  'ticks-wanted': z.object({ market: z.string().min(1).max(64), code, source: z.string().min(1).max(64), seq: whole }),
} as const

export type FactName = keyof typeof FACTS
export type FactOf<Name extends FactName> = z.output<(typeof FACTS)[Name]>
export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[]
