/**
 * Challenges of fills at the desk: the queue, one case with all that the rules found, and the decision.
 *
 * Invariant: money leaves the house for a fill only by two operators who name the same sum.
 */
import { z } from 'zod'
import { Challenge, ChallengeReason, RulesAnswer } from '../challenges'
import { CHALLENGE_STATES } from '../form-bounds'
import { TypedAmount } from '../money-places'
import { Decimal, DecimalOrEmpty, Id, Milliseconds, Next, PAGE_ASKED } from '../primitives'
import { REASON_MAX } from '../told-limits'
import { deskEndpoint } from './desk-endpoint'
import { AccountFacts, Claim, HistoryLine, Movement } from './reviews'

const DeskChallenge = z.object({
  id: Id,
  trader_id: Id,
  uid: z.string(),
  is_demo: z.boolean(),
  state: z.enum(CHALLENGE_STATES),
  reason: ChallengeReason,
  order: Id,
  instrument: z.string(),
  price: Decimal,
  verdict: RulesAnswer.shape.verdict,
  created_at: Milliseconds,
  due_at: Milliseconds,
  is_late: z.boolean(),
  first_approved_by: z.string().nullable(),
  claimed_by: z.string().nullable(),
})
export type DeskChallenge = z.infer<typeof DeskChallenge>

const DeskChallengeItem = DeskChallenge.extend({
  ...Challenge.pick({ words: true, fill: true, answer: true, ticks: true, steps: true, decision: true }).shape,
  first_approved_amount: DecimalOrEmpty,
  decided_by: z.string().nullable(),
  settings: z
    .object({ since: Milliseconds, spread: Decimal, stop_out_level: z.string(), hash: z.string() })
    .nullable()
    .describe('The terms in force at the fill, as the log has them; null where none were noted by then'),
  account: AccountFacts,
  movements: z.array(Movement),
  history: z.array(HistoryLine),
  claim: Claim.nullable(),
})
export type DeskChallengeItem = z.infer<typeof DeskChallengeItem>

export const listDeskChallenges = deskEndpoint({
  method: 'GET',
  path: 'challenges',
  access: 'disputes.read',
  input: {
    state: z.enum(CHALLENGE_STATES).optional().describe('open when left out'),
    filter: z.enum(['all', 'mine']).optional().describe('mine: claimed by me'),
    q: z.string().max(64).optional().describe('Number of the case or of the account'),
    ...PAGE_ASKED,
  },
  output: z.object({ data: z.array(DeskChallenge), total: z.number().int(), next: Next }),
  errors: [],
})

export const getDeskChallenge = deskEndpoint({
  method: 'GET',
  path: 'challenges/item',
  access: 'disputes.read',
  input: { id: Id },
  output: DeskChallengeItem,
  errors: ['NOT_FOUND'],
})

/**
 * stand: the fill stands. correct: `amount` is credited, once a second operator has named the same. ask: the trader is asked for more,
 * and the time stands still. The reason is what the trader reads.
 */
export const decideChallenge = deskEndpoint({
  method: 'POST',
  path: 'challenges/decide',
  access: 'disputes.decide',
  input: {
    id: Id,
    decision: z.enum(['stand', 'correct', 'ask']),
    amount: TypedAmount.optional().describe('USDT to be credited; the difference that the rules give when left out'),
    reason: z
      .string()
      .max(4 * REASON_MAX)
      .optional(),
  },
  output: z.object({ outcome: z.enum(['stands', 'corrected', 'asked', 'approved_once']) }),
  errors: [
    'AMOUNT_TOO_PRECISE',
    'AMOUNT_TOO_LARGE',
    'NOT_FOUND',
    'DESK_ALREADY_DECIDED',
    'DESK_REASON_REQUIRED',
    'DESK_AMOUNT_INVALID',
    'DESK_SAME_PERSON',
    'BALANCE_TOO_LARGE',
  ],
})

export const DISPUTE_CALLS = { listDeskChallenges, getDeskChallenge, decideChallenge }
