/**
 * Withdrawals at the desk: the queue, one withdrawal with where it goes, and the decision.
 *
 * Invariants: a withdrawal is decided once, by the desk, by its owner or by a loss it covers: the account is held first, then its
 * row. A payout above the company's limit or to a young address needs two operators; from a frozen account nothing is paid, and
 * what is frozen in between stays half approved. What it pays, and to whom, stands in the row since it was submitted.
 */

import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import type { decideWithdrawal, getDeskWithdrawal, listDeskWithdrawals } from '../../contract/desk/reviews'
import type { Tenant } from '../../contract/tenant'
import { formatFixed, formatFixedShort } from '../../rules/decimal'
import { HOUR_MS } from '../../rules/durations'
import { formatAmount, parseAmount } from '../../rules/money'
import { badCursor, done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { deposit, ledgerEntry, tradeOrder, trader, tradingAccount, withdrawal } from '../db/schema'
import { CASE_STATUS, PAYMENT_STATUS } from '../db/statuses'
import { payWithdrawal, returnWithdrawal } from '../ledger/move-money'
import { lockWithdrawalRow, type WithdrawalRow } from '../wallet/withdrawal-store'
import { decideMoney, holdUndecided, OUTCOME_OF } from './decide-once'
import type { DeskHandler } from './desk-handler'
import type { DeskServices } from './desk-services'
import { moneyItemFacts, moneyLine } from './review-facts'
import { findItem, pageOfQueue, type QueueItem } from './review-queue'

/** Younger than the company says when the withdrawal was submitted: waiting does not make an address older. */
function isNewMethod(tenant: Tenant, row: WithdrawalRow): boolean {
  return row.createdAt - row.methodCreatedAt < tenant.wallet.secondApproval.newAddressHours * HOUR_MS
}

function needsTwo(tenant: Tenant, row: WithdrawalRow): boolean {
  return row.amount > parseAmount(tenant.wallet.secondApproval.withdrawalsAbove) || isNewMethod(tenant, row)
}

export const listWithdrawalsHandler: DeskHandler<typeof listDeskWithdrawals> = async (call) => {
  const { tenant, now, input } = call
  const { withdrawalsAbove, newAddressHours } = tenant.wallet.secondApproval
  const isYoung = sql`${withdrawal.createdAt} - ${withdrawal.methodCreatedAt} < ${newAddressHours * HOUR_MS}`
  const also = input.filter === 'over' ? or(gt(withdrawal.amount, parseAmount(withdrawalsAbove)), isYoung) : undefined
  const page = await pageOfQueue(call, { kind: 'withdrawal', waiting: PAYMENT_STATUS.unchecked, also })
  if (page === undefined) return badCursor()
  return done({ data: page.items.map((item) => listWithdrawal(tenant, item, now)), total: page.total, next: page.next })
}

function listWithdrawal(tenant: Tenant, item: QueueItem<'withdrawal'>, now: number) {
  const { row } = item
  return { ...moneyLine(tenant, item, needsTwo(tenant, row), now), is_new_method: isNewMethod(tenant, row) }
}

export const getWithdrawalHandler: DeskHandler<typeof getDeskWithdrawal> = async (call) => {
  const { tx, tenant } = call
  const found = await findItem(call, 'withdrawal')
  if (found === undefined) return refused('NOT_FOUND')
  const { row, claim } = found
  const facts = await moneyItemFacts(tx, tenant.id, 'withdrawal', row)
  const { account } = facts
  return done({
    ...listWithdrawal(tenant, found, call.now),
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
    checks: [
      { name: 'frozen_equals_request', is_good: row.status !== PAYMENT_STATUS.unchecked || (await isLocked(tx, row)) },
      { name: 'identity_certified', is_good: account.identity === CASE_STATUS.finished },
      { name: 'method_is_old', is_good: !isNewMethod(tenant, row) },
      { name: 'has_traded', is_good: await hasTradedSinceDeposit(tx, row) },
      { name: 'account_open', is_good: !account.is_frozen },
    ],
    ...facts,
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

export function decideWithdrawalHandler(services: Pick<DeskServices, 'trading' | 'notices'>): DeskHandler<typeof decideWithdrawal> {
  return async (call) => {
    const { tx, tenant, input } = call
    const held = await holdUndecided(call, PAYMENT_STATUS.unchecked, (id) => lockWithdrawalRow(tx, { tenantId: tenant.id, id }))
    if (!held.ok) return held
    const { row, reason } = held.data
    const isApproval = input.decision === 'approve'
    if (isApproval && (await isFrozen(tx, row))) return refused('DESK_ACCOUNT_FROZEN')
    const change = (values: Partial<WithdrawalRow>) =>
      tx
        .update(withdrawal)
        .set(values)
        .where(and(eq(withdrawal.tenantId, row.tenantId), eq(withdrawal.id, row.id)))
    const amount = formatAmount(row.amount)
    const fee = formatAmount(row.fee)
    const approval = { needsTwo: needsTwo(tenant, row), isAsFirst: true, keep: change, after: { amount } }
    return decideMoney(services, call, {
      kind: 'withdrawal',
      row,
      reason,
      ...(isApproval && { approval }),
      move: (unit) => (isApproval ? payWithdrawal(unit, row.amount, row.fee) : returnWithdrawal(unit, row.amount)),
      keep: (verdict, endTransactionId) => change({ ...verdict, endedAs: OUTCOME_OF[input.decision], notes: reason, endTransactionId }),
      before: {},
      after: { amount, fee },
      told: { amount, fee, received: formatFixed(row.receivable, 2), currency: row.currencyCode },
    })
  }
}

/** Frozen by the desk or by its owner. A freeze under way is waited for, and one that comes after waits for the payout. */
async function isFrozen(tx: Tx, { traderId }: WithdrawalRow): Promise<boolean> {
  const [owner] = await tx.select({ frozenAt: trader.frozenAt }).from(trader).where(eq(trader.id, traderId)).for('share')
  return owner?.frozenAt != null
}
