/**
 * A decision about an item of a queue: the course that the three take, whatever is decided.
 *
 * Invariants: an item is decided once, whatever races: it is held before it is judged. Where money needs two operators, they are two
 * people who both still may, and the second approves what the first did. What is written, its event and what the trader is told are
 * one transaction.
 */
import type { decideDeposit, decideIdentity, decideWithdrawal } from '../../contract/desk/reviews'
import { done, type Outcome, refused } from '../calls/handler'
import { PAYMENT_STATUS } from '../db/statuses'
import type { Posted } from '../ledger/account-books'
import type { TradeUnit } from '../ledger/trade-unit'
import { release } from './desk-claims'
import { type DeskCall, operatorActor } from './desk-handler'
import type { DeskServices } from './desk-services'
import { type DeskEvent, recordDeskEvent } from './record-desk-event'
import { decider, readReason } from './review-reason'

type MoneyCall = DeskCall<typeof decideDeposit> | DeskCall<typeof decideWithdrawal>
type DecideCall = MoneyCall | DeskCall<typeof decideIdentity>

/** What a decision is called in rows, in the log, in notices and in the answer. */
export const OUTCOME_OF = { approve: 'completed', reject: 'rejected', invalid: 'invalid' } as const
type End = (typeof OUTCOME_OF)[keyof typeof OUTCOME_OF]

/** The item, if it waits, held by `hold`; with the operator's words, which only an approval can do without. */
export async function holdUndecided<Row extends { readonly status: number; readonly decidedBy: string | null }>(
  { input }: Pick<DecideCall, 'input'>,
  waiting: number,
  hold: (id: bigint) => Promise<Row | undefined>,
): Promise<Outcome<{ readonly row: Row; readonly reason: string }>> {
  const reason = readReason(input.reason, input.decision !== 'approve')
  if (reason === undefined) return refused('DESK_REASON_REQUIRED')
  const row = /^\d{1,18}$/.test(input.id) ? await hold(BigInt(input.id)) : undefined
  if (row === undefined) return refused('NOT_FOUND')
  return row.status === waiting ? done({ row, reason }) : refused('DESK_ALREADY_DECIDED', { by: decider(row.decidedBy) })
}

interface FirstApproval {
  readonly firstApprovedBy: string
  readonly firstApprovedAt: number
}

interface Verdict {
  readonly status: number
  readonly decidedBy: string
  readonly decidedAt: number
}

type Facts = Readonly<Record<string, string>>

/** What is decided about a deposit or a withdrawal that is held: what it moves, what it changes, and what is said of it. */
export interface MoneyDecision {
  readonly kind: 'deposit' | 'withdrawal'
  readonly row: { readonly id: bigint; readonly traderId: bigint; readonly firstApprovedBy: string | null }
  readonly reason: string
  /** Of an approval: whether it takes two, whether the first was of the same sum, and what becomes of a first. */
  readonly approval?: {
    readonly needsTwo: boolean
    readonly isAsFirst: boolean
    readonly keep: (first: FirstApproval) => Promise<unknown>
    readonly after: Facts
  }
  /** Left out where nothing moves. */
  readonly move?: (unit: TradeUnit) => Posted
  readonly keep: (verdict: Verdict, transactionId: bigint | null) => Promise<unknown>
  /** For the log, beside the status. */
  readonly before: Facts
  readonly after: Facts
  /** For the trader, beside the number and the reason. */
  readonly told: Facts
}

export async function decideMoney(
  { trading, notices }: Pick<DeskServices, 'trading' | 'notices'>,
  call: MoneyCall,
  decision: MoneyDecision,
): Promise<Outcome<{ outcome: End | 'approved_once' }>> {
  const { tx, tenant, operator, now, input } = call
  const { kind, row, reason, approval, move } = decision
  const { traderId } = row
  const actor = operatorActor(operator)
  // Whoever approved first cannot be the second, neither of the same sum nor by making it smaller.
  if (approval && row.firstApprovedBy === actor) return refused('DESK_SAME_PERSON')
  if (approval?.needsTwo && !(approval.isAsFirst && (await call.stillMay(row.firstApprovedBy)))) {
    await approval.keep({ firstApprovedBy: actor, firstApprovedAt: now })
    await leaveItem(call, decision, { action: `${kind}.approved_once`, after: approval.after })
    return done({ outcome: 'approved_once' })
  }
  const moved = move && (await trading.onBooks(call, { traderId, actor }, (unit) => done(move(unit).transactionId)))
  if (moved?.ok === false) return moved
  const outcome = OUTCOME_OF[input.decision]
  await decision.keep({ status: PAYMENT_STATUS[outcome], decidedBy: actor, decidedAt: now }, moved?.data ?? null)
  await leaveItem(call, decision, {
    action: `${kind}.${outcome}`,
    before: { status: 'unchecked', ...decision.before },
    after: { status: outcome, ...decision.after },
  })
  const params = { ...decision.told, number: row.id.toString(), reason }
  await notices.tell(tx, { tenant, traderId, kind: `${kind}-${outcome}`, params, now })
  if (moved !== undefined) call.touched(traderId)
  return done({ outcome })
}

/** The operator is done with it, and the log says what was done. */
async function leaveItem(
  call: MoneyCall,
  { kind, row, reason }: MoneyDecision,
  event: Pick<DeskEvent, 'action' | 'before' | 'after'>,
): Promise<void> {
  const object = `${kind}:${row.id}`
  await release(call.tx, call.tenant.id, object, call.operator.name)
  await recordDeskEvent(call, { ...event, object, reason: reason || undefined, traderId: row.traderId })
}
