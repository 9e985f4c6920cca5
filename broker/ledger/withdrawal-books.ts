/**
 * Withdrawals as a unit of work on the books meets them: those under way, and the end of one that a loss has taken.
 *
 * Invariant: read and written while the account is locked. Whoever else decides about a withdrawal holds the account before its row.
 */
import { and, asc, eq } from 'drizzle-orm'
import { formatAmount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { withdrawal } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { keepNotice } from '../notices/notices'
import type { LockedAccount, LockedWithdrawal } from './account-books'
import { ENGINE } from './trade-unit'

/** Oldest first. */
export async function waitingWithdrawals(tx: Tx, tenantId: string, traderId: bigint): Promise<LockedWithdrawal[]> {
  const rows = await tx
    .select({ id: withdrawal.id, amount: withdrawal.amount, firstApprovedBy: withdrawal.firstApprovedBy })
    .from(withdrawal)
    .where(and(eq(withdrawal.tenantId, tenantId), eq(withdrawal.traderId, traderId), eq(withdrawal.status, PAYMENT_STATUS.unchecked)))
    .orderBy(asc(withdrawal.id))
  return rows.map(({ id, amount, firstApprovedBy }) => ({ id, amount, isHalfApproved: firstApprovedBy !== null }))
}

interface Cancelled {
  readonly withdrawal: LockedWithdrawal
  readonly transactionId: bigint
  readonly now: number
}

export async function keepCancelled(tx: Tx, { tenantId, traderId }: LockedAccount, ended: Cancelled): Promise<void> {
  const { id, amount } = ended.withdrawal
  const rows = await tx
    .update(withdrawal)
    .set({
      status: PAYMENT_STATUS.invalid,
      endedAs: 'cancelled',
      decidedBy: ENGINE,
      decidedAt: ended.now,
      endTransactionId: ended.transactionId,
    })
    .where(and(eq(withdrawal.tenantId, tenantId), eq(withdrawal.id, id), eq(withdrawal.status, PAYMENT_STATUS.unchecked)))
    .returning({ id: withdrawal.id })
  invariant(rows.length === 1, 'a withdrawal of a locked account is as it was opened')
  const params = { amount: formatAmount(amount), number: id.toString() }
  await keepNotice(tx, { tenant: { id: tenantId }, traderId, kind: 'withdrawal-cancelled', params, now: ended.now })
}
