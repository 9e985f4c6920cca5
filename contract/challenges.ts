/**
 * A trader's challenge of a fill: a case that the rules answer at once and a person decides within the company's time. Between the two
 * nothing of it changes but what the trader adds; the decision is signed into the company's log (docs/decisions/087-challenges.md).
 *
 * Invariant: a case belongs to the fill of one receipt and to the trader whose receipt it is.
 */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { CHALLENGE_REASONS, CHALLENGE_STATES, CHALLENGE_WORDS } from './form-bounds'
import { LoggedTick } from './orders'
import { Decimal, DecimalOrEmpty, Id, Milliseconds, Next, PAGE_ASKED } from './primitives'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

export const ChallengeReason = z
  .enum(CHALLENGE_REASONS)
  .describe('not_there: bid or ask never reached the price; worse: the price is worse than the rules allow; should_not: no fill was due')
export type ChallengeReason = z.infer<typeof ChallengeReason>

const ChallengeState = z.enum(CHALLENGE_STATES)

/** What the rules look at, in this order. `outside`, the prices of others, is never part of them. */
const RULE_CHECKS = ['receipt', 'ticks', 'tick', 'sides', 'age', 'trigger', 'price', 'outside'] as const
export const RuleCheck = z.object({
  name: z.enum(RULE_CHECKS),
  outcome: z.enum(['passed', 'failed', 'not_checked']),
  found: z.string().describe('What the receipt or its ticks say; empty where there is nothing to compare'),
  rule: z.string().describe('What it was held against; empty where there is nothing to compare'),
})
export type RuleCheck = z.infer<typeof RuleCheck>

export const RulesAnswer = z.object({
  verdict: z
    .enum(['same', 'different', 'unknown'])
    .describe('same: executed again the fill is the same; different: another price, or none; unknown: what it takes is missing or damaged'),
  expected: DecimalOrEmpty.describe('The price that the rules give; empty where they give none'),
  stated: Decimal.describe('The price that the receipt states'),
  credit: DecimalOrEmpty.describe('USDT by which the trader would have fared better at the expected price, below 0 worse; empty: unknown'),
  checks: z.array(RuleCheck),
})
export type RulesAnswer = z.infer<typeof RulesAnswer>

/** The fill as its receipt states it. */
export const ChallengedFill = z.object({
  receipt: Hash,
  order: Id,
  event: z.enum(['order_opened', 'order_closed']),
  at: Milliseconds,
  instrument: z.string(),
  side: z.enum(['buy', 'sell']).describe('Of the position'),
  counts: z.enum(['bid', 'ask']).describe('The side of the quote that the fill is judged on'),
  lots: Decimal,
  price: Decimal,
  requested: DecimalOrEmpty,
  stop: DecimalOrEmpty.describe('Stop loss'),
  target: DecimalOrEmpty.describe('Take profit'),
  reason: z.string().describe('Of a close: what caused it; else empty'),
  kind: z.enum(['market', 'limit', 'stop']),
  profit: DecimalOrEmpty.describe('Of a close'),
})
export type ChallengedFill = z.infer<typeof ChallengedFill>

export const ChallengeStep = z.object({
  step: z.enum(['opened', 'answered', 'asked', 'added', 'approved_once', 'withdrawn', 'stands', 'corrected']),
  by: z.enum(['trader', 'rules', 'company']),
  at: Milliseconds,
  words: z.string(),
})
export type ChallengeStep = z.infer<typeof ChallengeStep>

const ChallengeHead = z.object({
  id: Id,
  state: ChallengeState,
  is_late: z.boolean().describe('Open, and past the time that the company promises'),
  reason: ChallengeReason,
  order: Id,
  receipt: Hash,
  event: z.enum(['order_opened', 'order_closed']),
  instrument: z.string(),
  price: Decimal,
  verdict: RulesAnswer.shape.verdict,
  opened_at: Milliseconds,
  due_at: Milliseconds.describe('By then the company answers; it moves on when the trader has been asked for more and has answered'),
  ended_at: Milliseconds.nullable(),
})

/** What a decision says, in canonical JSON: nothing about anybody. Its SHA-256 is an entry of the company's log. */
export const ChallengeDocument = z.strictObject({
  kind: z.literal('challenge'),
  company: z.string(),
  case: Id,
  receipt: Hash,
  outcome: z.enum(['stands', 'corrected']),
  credited: z.boolean(),
  verdict: RulesAnswer.shape.verdict,
  rules: z.string().describe('SHA-256 of the rules in force, as the log has it; empty where no rules were noted'),
  opened_at: Milliseconds,
  due_at: Milliseconds,
  decided_at: Milliseconds,
})

export type ChallengeDocument = z.infer<typeof ChallengeDocument>

const ChallengeDecision = z.object({
  outcome: z.enum(['stands', 'corrected']),
  at: Milliseconds,
  reason: z.string(),
  credited: DecimalOrEmpty.describe('USDT; empty where the fill stands'),
  receipt: z.union([Hash, z.literal('')]).describe('Of the credit; empty where there is none'),
  document: z.string().describe('ChallengeDocument, to the byte'),
  hash: Hash.describe('SHA-256 of the document'),
  entry: z
    .object({ index: z.number().int().nonnegative(), salt: Hash })
    .nullable()
    .describe(
      'Of the log: SHA-256 over `candor log entry v1\\nfact\\n`, the salt and the hash. Null until it is in it, some seconds later',
    ),
})

/** Ticks up to the one that was traded, and behind it, as listOrderTicks gives them. */
const CaseTicks = z.array(LoggedTick)

export const Challenge = ChallengeHead.extend({
  words: z.string().describe("The trader's own; may be empty"),
  fill: ChallengedFill,
  answer: RulesAnswer.describe('As it was worked out when the case was opened'),
  ticks: CaseTicks,
  steps: z.array(ChallengeStep).describe('Oldest first'),
  decision: ChallengeDecision.nullable(),
})
export type Challenge = z.infer<typeof Challenge>

const Words = z
  .string()
  .max(4 * CHALLENGE_WORDS)
  .describe(`At most ${CHALLENGE_WORDS} characters, several lines allowed`)
/** By its receipt, or by the order: then its newest fill. */
const OF_FILL = { order: Id, receipt: Hash.optional().describe('Of the fill; the newest fill of the order when left out') }
const EXISTING = 'NOT_FOUND'

/** What the form shows before a case is opened: the fill, executed again by the rules while it is asked. Nothing is kept. */
export const previewChallenge = endpoint({
  method: 'GET',
  path: '/v1/api/forex/challenge/preview',
  actor: 'session',
  input: z.object(OF_FILL),
  output: z.object({
    fill: ChallengedFill,
    answer: RulesAnswer,
    until: Milliseconds.describe('Until then the fill can be challenged'),
    is_over: z.boolean().describe('That time is over'),
    answer_hours: z.number().int().describe('Within so many hours the company answers'),
    challenge: z.union([Id, z.literal('')]).describe('The case that there is of this fill; empty where there is none'),
  }),
  errors: [EXISTING],
})

export const challengeFill = endpoint({
  method: 'POST',
  path: '/v1/api/forex/challenge',
  actor: 'session',
  changesState: true,
  input: z.object({ ...OF_FILL, reason: ChallengeReason, words: Words.optional() }),
  output: ChallengeHead,
  errors: [EXISTING, 'CHALLENGE_TOO_LATE', 'CHALLENGE_EXISTS', 'CHALLENGE_WORDS_INVALID'],
})

export const listChallenges = endpoint({
  method: 'GET',
  path: '/v1/api/forex/challenges',
  actor: 'session',
  input: z.object(PAGE_ASKED),
  output: z.object({ data: z.array(ChallengeHead), total: z.number().int(), next: Next }),
  errors: [],
})

export const getChallenge = endpoint({
  method: 'GET',
  path: '/v1/api/forex/challenge/item',
  actor: 'session',
  input: z.object({ id: Id }),
  output: Challenge,
  errors: [EXISTING],
})

/** Adds words to a case that is not ended. Where the company has asked, its time begins anew. */
export const addToChallenge = endpoint({
  method: 'POST',
  path: '/v1/api/forex/challenge/add',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id, words: Words }),
  output: ChallengeHead,
  errors: [EXISTING, 'CHALLENGE_CLOSED', 'CHALLENGE_WORDS_INVALID'],
})

export const withdrawChallenge = endpoint({
  method: 'POST',
  path: '/v1/api/forex/challenge/withdraw',
  actor: 'session',
  changesState: true,
  input: z.object({ id: Id }),
  output: ChallengeHead,
  errors: [EXISTING, 'CHALLENGE_CLOSED'],
})
