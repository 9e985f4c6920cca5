/**
 * Withdrawals at the desk: the queue, one withdrawal with where it goes, and the decision.
 *
 * Invariants: a withdrawal is decided once, by the desk, by its owner or by a loss it covers: the account is held first, then its
 * row. A payout above the company's limit or to a young address needs two operators; from a frozen account nothing is paid, and
 * what is frozen in between stays half approved. What it pays, and to whom, stands in the row since it was submitted.
 */

import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { decideWithdrawal, getDeskWithdrawal, listDeskWithdrawals } from '../../contract/desk/reviews'
import type { Tenant } from '../../contract/tenant'
import { formatFixed, formatFixedShort } from '../../rules/decimal'
import { HOUR_MS } from '../../rules/durations'
import { formatAmount, parseAmount } from '../../rules/money'
import { badCursor, done, type Outcome, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { deposit, ledgerEntry, tradeOrder, trader, tradingAccount, withdrawal } from '../db/schema'
import { CASE_STATUS, PAYMENT_STATUS } from '../db/statuses'
import { payWithdrawal, returnWithdrawal } from '../ledger/move-money'
import { lockWithdrawalRow, type WithdrawalRow } from '../wallet/withdrawal-store'
import { claimOf, release } from './desk-claims'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'
import type { DeskServices } from './desk-services'
import { recordDeskEvent } from './record-desk-event'
import { accountFacts, historyOf, isLate, lastMovements } from './review-facts'
import { inOrder, pageOfQueue } from './review-queue'
import { decider, readReason } from './review-reason'

const STATUS_OF = { approve: PAYMENT_STATUS.completed, reject: PAYMENT_STATUS.rejected, invalid: PAYMENT_STATUS.invalid } as const
const OUTCOME_OF = { approve: 'completed', reject: 'rejected', invalid: 'invalid' } as const
const objectOf = (id: bigint) => `withdrawal:${id}`

/** Younger than the company says when the withdrawal was submitted: waiting does not make an address older. */
function isNewMethod(tenant: Tenant, row: WithdrawalRow): boolean {
  return row.createdAt - row.methodCreatedAt < tenant.wallet.secondApproval.newAddressHours * HOUR_MS
}

function needsTwo(tenant: Tenant, row: WithdrawalRow): boolean {
  return row.amount > parseAmount(tenant.wallet.secondApproval.withdrawalsAbove) || isNewMethod(tenant, row)
}

export const listWithdrawalsHandler: DeskHandler<typeof listDeskWithdrawals> = async (call) => {
  const { tx, tenant, now, input } = call
  const { status = '0', filter = 'all', q = '' } = input
  const { withdrawalsAbove, newAddressHours } = tenant.wallet.secondApproval
  const isYoung = sql`${withdrawal.createdAt} - ${withdrawal.methodCreatedAt} < ${newAddressHours * HOUR_MS}`
  const found = await pageOfQueue(call, {
    table: withdrawal,
    kind: 'withdrawal',
    status: Number(status),
    isWaiting: status === '0',
    q,
    asked: input,
    isMine: filter === 'mine',
    also: filter === 'over' ? or(gt(withdrawal.amount, parseAmount(withdrawalsAbove)), isYoung) : undefined,
  })
  if (found === undefined) return badCursor()
  const rows = await tx
    .select()
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.tenantId, tenant.id),
        inArray(
          withdrawal.id,
          found.items.map(({ id }) => id),
        ),
      ),
    )
  return done({
    data: inOrder(found, rows).map(({ row, uid, claimedBy }) => listed(tenant, row, uid, claimedBy, now)),
    total: found.total,
    next: found.next,
  })
}

function listed(tenant: Tenant, row: WithdrawalRow, uid: string, claimed_by: string | null, now: number) {
  return {
    id: row.id.toString(),
    trader_id: row.traderId.toString(),
    uid,
    type: row.type,
    amount: formatAmount(row.amount),
    currency: row.currencyCode,
    protocol: row.protocol,
    status: row.status,
    created_at: row.createdAt,
    needs_two: row.firstApprovedBy !== null || needsTwo(tenant, row),
    is_new_method: isNewMethod(tenant, row),
    first_approved_by: row.firstApprovedBy,
    claimed_by,
    is_late: row.status === PAYMENT_STATUS.unchecked && isLate(tenant, row.createdAt, now),
  }
}

export const getWithdrawalHandler: DeskHandler<typeof getDeskWithdrawal> = async (call) => {
  const { tx, tenant, input } = call
  if (!/^\d{1,18}$/.test(input.id)) return refused('NOT_FOUND')
  const [found] = await tx
    .select({ row: withdrawal, uid: trader.uid })
    .from(withdrawal)
    .innerJoin(trader, and(eq(trader.tenantId, withdrawal.tenantId), eq(trader.id, withdrawal.traderId)))
    .where(and(eq(withdrawal.tenantId, tenant.id), eq(withdrawal.id, BigInt(input.id))))
  if (found === undefined) return refused('NOT_FOUND')
  const { row, uid } = found
  const claim = await claimOf(call, objectOf(row.id))
  const account = await accountFacts(tx, tenant.id, row.traderId)
  return done({
    ...listed(tenant, row, uid, claim?.by ?? null, call.now),
    fee: formatAmount(row.fee),
    fee_type: row.feeType,
    draw_rate: formatFixedShort(row.drawRate),
    usd_price: formatFixedShort(row.usdPrice),
    receivable: formatFixed(row.receivable, 2),
    address: row.address,
    bank_name: row.bankName,
    bank_address: row.bankAddress,
    bank_swift: row.bankSwift,
    payee_name: row.payeeName,
    payee_account: row.payeeAccount,
    method_created_at: row.methodCreatedAt,
    memo: row.memo,
    notes: row.notes,
    ended_as: row.endedAs,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt,
    checks: [
      { name: 'frozen_equals_request', is_good: row.status !== PAYMENT_STATUS.unchecked || (await isLocked(tx, row)) },
      { name: 'identity_certified', is_good: account.identity === CASE_STATUS.finished },
      { name: 'method_is_old', is_good: !isNewMethod(tenant, row) },
      { name: 'has_traded', is_good: await hasTradedSinceDeposit(tx, row) },
      { name: 'account_open', is_good: !account.is_frozen },
    ],
    account,
    movements: await lastMovements(tx, tenant.id, row.traderId),
    history: await historyOf(tx, tenant.id, objectOf(row.id)),
    claim,
  })
}

/** The request's own movement locked the amount, and the account's lock still holds at least as much. */
async function isLocked(tx: Tx, row: WithdrawalRow): Promise<boolean> {
  const [entry] = await tx
    .select({ amount: ledgerEntry.amount })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.tenantId, row.tenantId),
        eq(ledgerEntry.transactionId, row.requestTransactionId),
        eq(ledgerEntry.account, 'trader:withdrawal'),
      ),
    )
  const [account] = await tx
    .select({ locked: tradingAccount.lockedWithdrawal })
    .from(tradingAccount)
    .where(and(eq(tradingAccount.tenantId, row.tenantId), eq(tradingAccount.traderId, row.traderId)))
  return entry?.amount === row.amount && (account?.locked ?? 0n) >= row.amount
}

/** Money that comes in and goes out again untraded is worth a second look. */
async function hasTradedSinceDeposit(tx: Tx, row: WithdrawalRow): Promise<boolean> {
  const [last] = await tx
    .select({ at: deposit.decidedAt })
    .from(deposit)
    .where(and(eq(deposit.tenantId, row.tenantId), eq(deposit.traderId, row.traderId), eq(deposit.status, PAYMENT_STATUS.completed)))
    .orderBy(desc(deposit.id))
    .limit(1)
  if (last?.at == null) return true
  const [traded] = await tx
    .select({ id: tradeOrder.id })
    .from(tradeOrder)
    .where(
      and(
        eq(tradeOrder.tenantId, row.tenantId),
        eq(tradeOrder.traderId, row.traderId),
        gt(tradeOrder.fillPrice, 0n),
        gt(tradeOrder.createdAt, last.at),
      ),
    )
    .limit(1)
  return traded !== undefined
}

type DecideCall = DeskCall<typeof decideWithdrawal>
type Decided = Outcome<{ outcome: 'completed' | 'rejected' | 'invalid' | 'approved_once' }>

export function decideWithdrawalHandler(services: Pick<DeskServices, 'trading' | 'notices'>): DeskHandler<typeof decideWithdrawal> {
  return async (call): Promise<Decided> => {
    const { tx, tenant, operator, input } = call
    const { decision } = input
    const reason = readReason(input.reason, decision !== 'approve')
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    if (!/^\d{1,18}$/.test(input.id)) return refused('NOT_FOUND')
    const row = await lockWithdrawalRow(tx, { tenantId: tenant.id, id: BigInt(input.id) })
    if (row === undefined) return refused('NOT_FOUND')
    if (row.status !== PAYMENT_STATUS.unchecked) return refused('DESK_ALREADY_DECIDED', { by: decider(row.decidedBy) })
    if (decision === 'approve' && (await isFrozen(tx, row))) return refused('DESK_ACCOUNT_FROZEN')
    const actor = operatorActor(operator)
    if (decision === 'approve' && row.firstApprovedBy === actor) return refused('DESK_SAME_PERSON')
    if (decision === 'approve' && needsTwo(tenant, row) && !(await call.stillMay(row.firstApprovedBy))) {
      await approveOnce(call, row, reason)
      return done({ outcome: 'approved_once' })
    }
    const moved = await services.trading.onBooks(call, { traderId: row.traderId, actor }, (unit) =>
      done((decision === 'approve' ? payWithdrawal(unit, row.amount, row.fee) : returnWithdrawal(unit, row.amount)).transactionId),
    )
    if (!moved.ok) return moved
    await settle(services, call, row, { reason, transactionId: moved.data })
    call.touched(row.traderId)
    return done({ outcome: OUTCOME_OF[decision] })
  }
}

/** Frozen by the desk or by its owner. A freeze under way is waited for, and one that comes after waits for the payout. */
async function isFrozen(tx: Tx, { traderId }: WithdrawalRow): Promise<boolean> {
  const [owner] = await tx.select({ frozenAt: trader.frozenAt }).from(trader).where(eq(trader.id, traderId)).for('share')
  return owner?.frozenAt != null
}

async function approveOnce(call: DecideCall, row: WithdrawalRow, reason: string): Promise<void> {
  const { tx, tenant, operator, now } = call
  await tx
    .update(withdrawal)
    .set({ firstApprovedBy: operatorActor(operator), firstApprovedAt: now })
    .where(and(eq(withdrawal.tenantId, tenant.id), eq(withdrawal.id, row.id)))
  await release(tx, tenant.id, objectOf(row.id), operator.name)
  await recordDeskEvent(call, {
    action: 'withdrawal.approved_once',
    object: objectOf(row.id),
    reason: reason || undefined,
    after: { amount: formatAmount(row.amount) },
    traderId: row.traderId,
  })
}

async function settle(
  { notices }: Pick<DeskServices, 'notices'>,
  call: DecideCall,
  row: WithdrawalRow,
  { reason, transactionId }: { readonly reason: string; readonly transactionId: bigint },
): Promise<void> {
  const { tx, tenant, operator, now, input } = call
  const outcome = OUTCOME_OF[input.decision]
  await tx
    .update(withdrawal)
    .set({
      status: STATUS_OF[input.decision],
      endedAs: outcome,
      notes: reason,
      decidedBy: operatorActor(operator),
      decidedAt: now,
      endTransactionId: transactionId,
    })
    .where(and(eq(withdrawal.tenantId, tenant.id), eq(withdrawal.id, row.id)))
  await release(tx, tenant.id, objectOf(row.id), operator.name)
  await recordDeskEvent(call, {
    action: `withdrawal.${outcome}`,
    object: objectOf(row.id),
    reason: reason || undefined,
    before: { status: 'unchecked' },
    after: { status: outcome, amount: formatAmount(row.amount), fee: formatAmount(row.fee) },
    traderId: row.traderId,
  })
  await notices.tell(tx, {
    tenant,
    traderId: row.traderId,
    kind: `withdrawal-${outcome}`,
    params: {
      amount: formatAmount(row.amount),
      fee: formatAmount(row.fee),
      received: formatFixed(row.receivable, 2),
      currency: row.currencyCode,
      number: row.id.toString(),
      reason,
    },
    now,
  })
}
