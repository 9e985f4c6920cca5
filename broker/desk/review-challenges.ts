/**
 * Challenges of fills at the desk: the queue, one case with what the rules say, and the decision.
 *
 * Invariants: a case is decided once, whatever races: it is held before it is judged. A credit is one movement that two operators named
 * alike, and goes to the account whose fill it was, also where that is frozen or a demonstration. The decision, its entry of the
 * company's log and what the trader is told are one transaction; its document names nobody.
 */
import type { ChallengeDocument, ChallengeStep } from '../../contract/challenges'
import type { DeskChallenge, DeskChallengeItem, decideChallenge, getDeskChallenge, listDeskChallenges } from '../../contract/desk/disputes'
import { type Amount, formatAmount, parseAmount } from '../../rules/money'
import { badCursor, done, type Outcome, refused } from '../calls/handler'
import { CHALLENGE_STATUS } from '../db/statuses'
import {
  addStep,
  type ChallengeRow,
  changeChallenge,
  isOverdue,
  rulesInForce,
  stateOf,
  termsOfCase,
  wireCase,
} from '../disputes/challenge-store'
import { invariant } from '../ground/invariant'
import { creditCorrection } from '../ledger/move-money'
import { noteFact } from '../log/note-fact'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { creditRoom } from './credit-room'
import { holdUndecided } from './decide-once'
import { release } from './desk-claims'
import { type DeskCall, type DeskHandler, operatorActor, type SomeDeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'
import { recordDeskEvent } from './record-desk-event'
import { moneyItemFacts } from './review-facts'
import { findItem, holdItem, pageOfQueue, type QueueItem } from './review-queue'

type DecideCall = DeskCall<typeof decideChallenge>
type Services = Pick<DeskServices, 'trading' | 'notices'>

export function challengeHandlers(services: Services) {
  return {
    listDeskChallenges: listHandler,
    getDeskChallenge: itemHandler,
    decideChallenge: decideHandler(services),
  } satisfies SomeDeskHandlers
}

const listHandler: DeskHandler<typeof listDeskChallenges> = async (call) => {
  const { state = 'open', ...input } = call.input
  const asked = { ...call, input: { ...input, status: String(CHALLENGE_STATUS[state]) } }
  const page = await pageOfQueue(asked, { kind: 'challenge', waiting: CHALLENGE_STATUS.open })
  if (page === undefined) return badCursor()
  return done({ data: page.items.map((item) => listed(item, call.now)), total: page.total, next: page.next })
}

function listed({ row, uid, claimedBy }: QueueItem<'challenge'>, now: number): DeskChallenge {
  return {
    id: row.id.toString(),
    trader_id: row.traderId.toString(),
    uid,
    is_demo: row.isDemo,
    state: stateOf(row),
    reason: row.reason,
    order: row.fill.order,
    instrument: row.fill.instrument,
    price: row.fill.price,
    verdict: row.verdict,
    created_at: row.createdAt,
    due_at: row.dueAt,
    is_late: isOverdue(row, now),
    first_approved_by: row.firstApprovedBy,
    claimed_by: claimedBy,
  }
}

const itemHandler: DeskHandler<typeof getDeskChallenge> = async (call) => {
  const { tx, tenant } = call
  const found = await findItem(call, 'challenge')
  if (found === undefined) return refused('NOT_FOUND')
  const { row, claim } = found
  const facts = await moneyItemFacts(tx, tenant.id, 'challenge', row)
  const { decided_by, account, movements, history } = facts
  return done({
    ...listed(found, call.now),
    ...(await wireCase(tx, row)),
    first_approved_amount: row.firstApprovedAmount === null ? '' : formatAmount(row.firstApprovedAmount),
    ...{ decided_by, account, movements, history, claim },
    settings: await settingsOf(call, row),
  })
}

async function settingsOf({ tx }: Pick<DecideCall, 'tx'>, row: ChallengeRow): Promise<DeskChallengeItem['settings']> {
  const terms = await termsOfCase(tx, row)
  if (terms === undefined) return null
  const { since, spread, stopOutLevel, hash } = terms
  return { since, spread, stop_out_level: stopOutLevel, hash }
}

function decideHandler(services: Services): DeskHandler<typeof decideChallenge> {
  return async (call) => {
    const { input } = call
    // Whatever is decided, the trader reads why.
    const asked = { input: { ...input, decision: 'reject' as const } }
    const held = await holdUndecided(asked, CHALLENGE_STATUS.open, (id) => holdItem(call, 'challenge', id))
    if (!held.ok) return held
    const { row, reason } = held.data
    if (input.decision === 'ask') return askForMore(services, call, row, reason)
    if (input.decision === 'correct') return correct(services, call, row, reason)
    return stand(services, call, row, reason)
  }
}

type Decided = Promise<Outcome<{ outcome: 'stands' | 'corrected' | 'asked' | 'approved_once' }>>

async function askForMore(services: Services, call: DecideCall, row: ChallengeRow, notes: string): Decided {
  await changeChallenge(call.tx, row, { status: CHALLENGE_STATUS.asked, notes })
  await leave(call, row, { step: 'asked', reason: notes })
  await tell(services, call, row, { kind: 'challenge-asked', reason: notes })
  return done({ outcome: 'asked' })
}

async function stand(services: Services, call: DecideCall, row: ChallengeRow, notes: string): Decided {
  await end(call, row, { status: CHALLENGE_STATUS.stands, notes })
  await leave(call, row, { step: 'stands', reason: notes })
  await tell(services, call, row, { kind: 'challenge-stands', reason: notes })
  return done({ outcome: 'stands' })
}

/** Twice: the first names the sum, the second, who is somebody else, the same one. */
async function correct(services: Services, call: DecideCall, row: ChallengeRow, notes: string): Decided {
  const { tx, operator, input, now } = call
  const { answer, firstApprovedBy, firstApprovedAmount, traderId } = row
  const amount = parseAmount(input.amount ?? (answer.credit === '' ? '0' : answer.credit))
  if (amount <= 0n) return refused('DESK_AMOUNT_INVALID')
  const actor = operatorActor(operator)
  if (firstApprovedBy === actor) return refused('DESK_SAME_PERSON')
  const shown = formatAmount(amount)
  if (!(firstApprovedAmount === amount && (await call.stillMay(firstApprovedBy)))) {
    await changeChallenge(tx, row, { firstApprovedBy: actor, firstApprovedAmount: amount, firstApprovedAt: now })
    await leave(call, row, { step: 'approved_once', reason: notes, amount: shown })
    return done({ outcome: 'approved_once' })
  }
  const room = await creditRoom(tx, row, amount)
  if (!room.ok) return room
  const moved = await services.trading.onBooks(call, { traderId, actor }, (unit) => {
    const { transactionId } = creditCorrection(unit, amount)
    const { receiptHash } = unit.books.account
    invariant(receiptHash !== null, 'a credit has its receipt')
    return done({ transactionId, creditReceiptHash: receiptHash })
  })
  if (!moved.ok) return moved
  await end(call, row, { status: CHALLENGE_STATUS.corrected, notes, amount, ...moved.data })
  await leave(call, row, { step: 'corrected', reason: notes, amount: shown })
  await tell(services, call, row, { kind: 'challenge-corrected', reason: notes, amount: shown })
  call.touched(traderId)
  return done({ outcome: 'corrected' })
}

interface Ending {
  readonly status: 1 | 2
  readonly notes: string
  readonly amount?: Amount
  readonly transactionId?: bigint
  readonly creditReceiptHash?: string
}

/** Ends the case with its document, whose hash becomes an entry of the company's log. */
async function end({ tx, tenant, operator, now }: DecideCall, row: ChallengeRow, ending: Ending): Promise<void> {
  const isCorrected = ending.status === CHALLENGE_STATUS.corrected
  const document = canonicalText({
    kind: 'challenge',
    company: tenant.id,
    case: row.id.toString(),
    receipt: row.receiptHash,
    outcome: isCorrected ? 'corrected' : 'stands',
    credited: isCorrected,
    verdict: row.verdict,
    rules: await rulesInForce(tx, tenant.id),
    opened_at: row.createdAt,
    due_at: row.dueAt,
    decided_at: now,
  } satisfies ChallengeDocument)
  const hash = Buffer.from(sha256Hex(document), 'hex')
  const factId = await noteFact(tx, tenant.id, { kind: 'decision', hash, at: now })
  await changeChallenge(tx, row, { ...ending, decidedBy: operatorActor(operator), decidedAt: now, document, factId })
}

interface Left {
  readonly step: Extract<ChallengeStep['step'], 'asked' | 'approved_once' | 'stands' | 'corrected'>
  readonly reason: string
  readonly amount?: string
}

/** The operator is done with it; the case and the log say what was done. A first approval is nothing that a trader is told the words of. */
async function leave(call: DecideCall, row: ChallengeRow, { step, reason, amount }: Left): Promise<void> {
  const { tx, tenant, operator, now } = call
  await addStep(tx, row, { step, by: 'company', words: step === 'approved_once' ? '' : reason, at: now })
  const object = `challenge:${row.id}`
  await release(tx, tenant.id, object, operator.name)
  const after = { verdict: row.verdict, ...(amount === undefined ? {} : { amount }) }
  await recordDeskEvent(call, { action: `challenge.${step}`, object, reason, after, traderId: row.traderId })
}

interface Told {
  readonly kind: 'challenge-asked' | 'challenge-stands' | 'challenge-corrected'
  readonly reason: string
  readonly amount?: string
}

async function tell({ notices }: Services, { tx, tenant, now }: DecideCall, row: ChallengeRow, { kind, ...told }: Told): Promise<void> {
  await notices.tell(tx, { tenant, traderId: row.traderId, kind, params: { ...told, number: row.id.toString() }, now })
}
