/**
 * The review queues: deposits, withdrawals and identity, each with a list, one item with everything needed to decide, and the decision.
 *
 * Invariant: a decision names no sum but what was found of a deposit; whose account it is, what it costs and where it goes stand in
 * the item since it was submitted.
 */
import { z } from 'zod'
import { TypedAmount } from '../money-places'
import { Decimal, Id, Milliseconds, Next, Nothing, PAGE_ASKED } from '../primitives'
import { REASON_MAX } from '../told-limits'
import { deskEndpoint } from './desk-endpoint'

/** Its length is judged with its words (DESK_REASON_REQUIRED). */
const Reason = z
  .string()
  .max(4 * REASON_MAX)
  .optional()
const Status = z.enum(['0', '1', '2', '3']).describe('0 unchecked, 1 completed, 2 rejected, 3 invalid')
const listing = {
  status: Status.optional().describe('0 when left out'),
  filter: z.enum(['all', 'mine', 'over']).optional().describe('mine: claimed by me; over: needs two operators'),
  q: z.string().max(64).optional().describe('Number of the item or of the account'),
  ...PAGE_ASKED,
}
const page = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: z.number().int(), next: Next })

export const Claim = z.object({ by: z.string(), is_mine: z.boolean(), until: Milliseconds })

/** Whose item it is. */
export const AccountFacts = z.object({
  trader_id: Id,
  uid: z.string(),
  identity: z.number().int().describe('0 not submitted, 1 waiting, 2 finished, 3 rejected'),
  opened_at: Milliseconds,
  balance: Decimal,
  locked: Decimal,
  is_frozen: z.boolean(),
  deposits: z.number().int().describe('Completed ones'),
  withdrawals: z.number().int().describe('Completed ones'),
})
export const Movement = z.object({ kind: z.string(), amount: Decimal, at: Milliseconds })
export const HistoryLine = z.object({ at: Milliseconds, actor: z.string(), action: z.string(), reason: z.string() })
/** What a program could check by itself; the rest is for the operator's eyes. */
const Check = z.object({ name: z.string(), is_good: z.boolean() })
/** A picture by a reference that is good for this operator for a minute. */
const PictureRef = z.string().nullable().describe('null where the picture is kept no longer')

/** What both money queues say of an item. */
const MoneyLine = z.object({
  id: Id,
  trader_id: Id,
  uid: z.string(),
  amount: Decimal,
  currency: z.string(),
  protocol: z.string(),
  status: z.number().int(),
  created_at: Milliseconds,
  needs_two: z.boolean(),
  first_approved_by: z.string().nullable(),
  claimed_by: z.string().nullable(),
  is_late: z.boolean().describe('Waits longer than the company promises'),
})
/** What is shown beside an item of either, once it is open. */
const BESIDE_MONEY = {
  decided_by: z.string().nullable(),
  decided_at: Milliseconds.nullable(),
  checks: z.array(Check),
  account: AccountFacts,
  movements: z.array(Movement),
  history: z.array(HistoryLine),
  claim: Claim.nullable(),
}

export const DeskDeposit = MoneyLine.extend({
  type: z.number().int().describe('0 coin, 1 bank'),
  usdt: Decimal.describe('The declared amount at the rate that was published'),
  is_duplicate: z.boolean(),
  is_first: z.boolean(),
})
export type DeskDeposit = z.infer<typeof DeskDeposit>

export const DeskDepositItem = DeskDeposit.extend({
  rate: Decimal,
  target: z.record(z.string(), z.string()).describe('Address or account as it was shown to the trader'),
  credited: z.string().describe('USDT; empty until it is completed'),
  first_approved_amount: z.string(),
  remark: z.string(),
  picture: PictureRef,
  duplicates: z.array(z.object({ id: Id, uid: z.string(), status: z.number().int(), created_at: Milliseconds })),
  ...BESIDE_MONEY,
})
export type DeskDepositItem = z.infer<typeof DeskDepositItem>

export const listDeskDeposits = deskEndpoint({
  method: 'GET',
  path: 'deposits',
  access: 'deposits.read',
  input: listing,
  output: page(DeskDeposit),
  errors: [],
})
export const getDeskDeposit = deskEndpoint({
  method: 'GET',
  path: 'deposits/item',
  access: 'deposits.read',
  input: { id: Id },
  output: DeskDepositItem,
  errors: ['NOT_FOUND'],
})
/** `approved_once`: another operator has to approve it too. */
const Decided = z.object({ outcome: z.enum(['completed', 'rejected', 'invalid', 'approved_once']) })
const DECISION_ERRORS = ['NOT_FOUND', 'DESK_ALREADY_DECIDED', 'DESK_REASON_REQUIRED'] as const

export const decideDeposit = deskEndpoint({
  method: 'POST',
  path: 'deposits/decide',
  access: 'deposits.decide',
  input: {
    id: Id,
    decision: z.enum(['approve', 'reject', 'invalid']),
    amount: TypedAmount.optional().describe('USDT that were found; the declared amount at its rate when left out'),
    reason: Reason,
  },
  output: Decided,
  errors: ['AMOUNT_TOO_PRECISE', 'AMOUNT_TOO_LARGE', ...DECISION_ERRORS, 'DESK_AMOUNT_INVALID', 'DESK_SAME_PERSON', 'BALANCE_TOO_LARGE'],
})

export const DeskWithdrawal = MoneyLine.extend({
  type: z.number().int().describe('1 coin, 2 bank'),
  is_new_method: z.boolean(),
})
export type DeskWithdrawal = z.infer<typeof DeskWithdrawal>

export const DeskWithdrawalItem = DeskWithdrawal.extend({
  fee: Decimal,
  fee_type: z.enum(['fixed', 'percent']),
  draw_rate: Decimal,
  usd_price: Decimal,
  receivable: Decimal,
  address: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  method_created_at: Milliseconds,
  memo: z.string(),
  notes: z.string(),
  ended_as: z.string().nullable(),
  ...BESIDE_MONEY,
})
export type DeskWithdrawalItem = z.infer<typeof DeskWithdrawalItem>

export const listDeskWithdrawals = deskEndpoint({
  method: 'GET',
  path: 'withdrawals',
  access: 'withdrawals.read',
  input: listing,
  output: page(DeskWithdrawal),
  errors: [],
})
export const getDeskWithdrawal = deskEndpoint({
  method: 'GET',
  path: 'withdrawals/item',
  access: 'withdrawals.read',
  input: { id: Id },
  output: DeskWithdrawalItem,
  errors: ['NOT_FOUND'],
})
/**
 * `approve` says that the payout was made: the locked money is gone with it. Nothing is approved while the account is frozen; to
 * give the money back stays possible.
 */
export const decideWithdrawal = deskEndpoint({
  method: 'POST',
  path: 'withdrawals/decide',
  access: 'withdrawals.decide',
  input: { id: Id, decision: z.enum(['approve', 'reject', 'invalid']), reason: Reason },
  output: Decided,
  errors: [...DECISION_ERRORS, 'DESK_ACCOUNT_FROZEN', 'DESK_SAME_PERSON'],
})

export const DeskIdentity = z.object({
  id: Id,
  trader_id: Id,
  uid: z.string(),
  status: z.number().int().describe('1 waiting, 2 finished, 3 rejected'),
  created_at: Milliseconds,
  decided_by: z.string().nullable(),
  claimed_by: z.string().nullable(),
  is_late: z.boolean().describe('Waits longer than the company promises'),
})
export type DeskIdentity = z.infer<typeof DeskIdentity>

export const DeskIdentityItem = DeskIdentity.extend({
  name: z.string(),
  number: z.string().describe('Masked unless it was asked for in full'),
  country: z.string(),
  reason: z.string(),
  decided_at: Milliseconds.nullable(),
  front: PictureRef,
  reverse: PictureRef,
  account: AccountFacts,
  history: z.array(HistoryLine),
  claim: Claim.nullable(),
})
export type DeskIdentityItem = z.infer<typeof DeskIdentityItem>

export const listDeskIdentity = deskEndpoint({
  method: 'GET',
  path: 'identity',
  access: 'identity.read',
  input: {
    status: z.enum(['1', '2', '3']).optional().describe('1 when left out'),
    filter: z.enum(['all', 'mine']).optional(),
    q: listing.q,
    ...PAGE_ASKED,
  },
  output: page(DeskIdentity),
  errors: [],
})
/** Looking at a case is written down; the full number is a look of its own. */
export const getDeskIdentity = deskEndpoint({
  method: 'GET',
  path: 'identity/item',
  access: 'identity.read',
  input: { id: Id, full: z.enum(['0', '1']).optional() },
  output: DeskIdentityItem,
  errors: ['NOT_FOUND'],
})
export const decideIdentity = deskEndpoint({
  method: 'POST',
  path: 'identity/decide',
  access: 'identity.decide',
  input: { id: Id, decision: z.enum(['approve', 'reject']), reason: Reason },
  output: z.object({ outcome: z.enum(['completed', 'rejected']) }),
  errors: [...DECISION_ERRORS],
})

/** The bytes behind a reference, for the operator it was made for; each look is written down. */
export const getDeskPicture = deskEndpoint({
  method: 'GET',
  path: 'picture',
  access: 'operator',
  input: { ref: z.string().max(512) },
  output: z.object({ webp: z.string().describe('Base64') }),
  errors: ['DESK_IMAGE_GONE', 'DESK_IMAGE_LIMIT'],
})

/** Says that one is looking at an item, for five minutes; another operator's claim stays unless it is taken over. */
export const claimReview = deskEndpoint({
  method: 'POST',
  path: 'reviews/claim',
  access: 'operator',
  input: { object: z.string().regex(/^(deposit|withdrawal|identity_case|challenge):\d{1,18}$/), take_over: z.enum(['0', '1']).optional() },
  output: Claim,
  errors: ['DESK_FORBIDDEN', 'NOT_FOUND'],
})
export const releaseReview = deskEndpoint({
  method: 'POST',
  path: 'reviews/release',
  access: 'operator',
  input: { object: z.string().regex(/^(deposit|withdrawal|identity_case|challenge):\d{1,18}$/) },
  output: Nothing,
  errors: [],
})

export const REVIEW_CALLS = {
  listDeskDeposits,
  getDeskDeposit,
  decideDeposit,
  listDeskWithdrawals,
  getDeskWithdrawal,
  decideWithdrawal,
  listDeskIdentity,
  getDeskIdentity,
  decideIdentity,
  getDeskPicture,
  claimReview,
  releaseReview,
}
