/** What every item of a queue shows besides itself: whose it is, the owner's last movements, and what happened to the item. */

import { and, count, desc, eq } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { HOUR_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { auditEvent, deposit, identityCase, ledgerEntry, ledgerTransaction, trader, tradingAccount, withdrawal } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type { QueueItem } from './review-queue'

const SHOWN_MOVEMENTS = 8
const SHOWN_HISTORY = 50

/** Waits longer than the company promises. */
export function isLate(tenant: Tenant, since: number, now: number): boolean {
  return now - since > tenant.wallet.promisedHours * HOUR_MS
}

/** What a line of the queue says of a deposit as of a withdrawal. @param needsTwo where nobody has approved it yet */
export function moneyLine(
  tenant: Tenant,
  { row, uid, claimedBy }: QueueItem<'deposit'> | QueueItem<'withdrawal'>,
  needsTwo: boolean,
  now: number,
) {
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
    needs_two: row.firstApprovedBy !== null || needsTwo,
    first_approved_by: row.firstApprovedBy,
    claimed_by: claimedBy,
    is_late: row.status === PAYMENT_STATUS.unchecked && isLate(tenant, row.createdAt, now),
  }
}

interface MoneyItem {
  readonly id: bigint
  readonly traderId: bigint
  readonly decidedBy: string | null
  readonly decidedAt: number | null
}

/** What is shown of a deposit as of a withdrawal: who decided it, its owner's account, what moved there last, and what happened to it. */
export async function moneyItemFacts(tx: Tx, tenantId: string, kind: 'deposit' | 'withdrawal' | 'challenge', row: MoneyItem) {
  return {
    decided_by: row.decidedBy,
    decided_at: row.decidedAt,
    account: await accountFacts(tx, tenantId, row.traderId),
    movements: await lastMovements(tx, tenantId, row.traderId),
    history: await historyOf(tx, tenantId, `${kind}:${row.id}`),
  }
}

export async function accountFacts(tx: Tx, tenantId: string, traderId: bigint) {
  const [row] = await tx
    .select({ trader, account: tradingAccount })
    .from(trader)
    .innerJoin(tradingAccount, and(eq(tradingAccount.tenantId, trader.tenantId), eq(tradingAccount.traderId, trader.id)))
    .where(and(eq(trader.tenantId, tenantId), eq(trader.id, traderId)))
  invariant(row !== undefined, 'every item belongs to a trader with an account')
  const [papers] = await tx
    .select({ status: identityCase.status })
    .from(identityCase)
    .where(and(eq(identityCase.tenantId, tenantId), eq(identityCase.traderId, traderId)))
    .orderBy(desc(identityCase.id))
    .limit(1)
  return {
    trader_id: traderId.toString(),
    uid: row.trader.uid,
    identity: papers?.status ?? 0,
    opened_at: row.trader.createdAt,
    balance: formatAmount(row.account.balance),
    locked: formatAmount(row.account.lockedMargin + row.account.lockedWithdrawal),
    is_frozen: row.trader.frozenAt !== null,
    deposits: await countCompleted(tx, deposit, tenantId, traderId),
    withdrawals: await countCompleted(tx, withdrawal, tenantId, traderId),
  }
}

async function countCompleted(tx: Tx, table: typeof deposit | typeof withdrawal, tenantId: string, traderId: bigint): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), eq(table.traderId, traderId), eq(table.status, PAYMENT_STATUS.completed)))
  return row?.count ?? 0
}

/** What changed the trader's balance last, newest first. */
async function lastMovements(tx: Tx, tenantId: string, traderId: bigint) {
  const rows = await balanceEntries(tx, tenantId, traderId, SHOWN_MOVEMENTS)
  return rows.map(({ kind, at, amount }) => ({ kind, at, amount: formatAmount(amount) }))
}

/** The newest entries of the trader's available balance, each with the transaction it belongs to. */
export function balanceEntries(tx: Tx, tenantId: string, traderId: bigint, limit: number) {
  return tx
    .select({
      id: ledgerEntry.id,
      kind: ledgerTransaction.kind,
      at: ledgerTransaction.createdAt,
      amount: ledgerEntry.amount,
      orderId: ledgerTransaction.orderId,
    })
    .from(ledgerEntry)
    .innerJoin(
      ledgerTransaction,
      and(eq(ledgerTransaction.tenantId, ledgerEntry.tenantId), eq(ledgerTransaction.id, ledgerEntry.transactionId)),
    )
    .where(and(eq(ledgerEntry.tenantId, tenantId), eq(ledgerEntry.traderId, traderId), eq(ledgerEntry.account, 'trader:available')))
    .orderBy(desc(ledgerEntry.id))
    .limit(limit)
}

/** The log's lines about one object, newest first. */
export async function historyOf(tx: Tx, tenantId: string, object: string) {
  const rows = await tx
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.tenantId, tenantId), eq(auditEvent.object, object)))
    .orderBy(desc(auditEvent.id))
    .limit(SHOWN_HISTORY)
  return rows.map(({ createdAt, actor, action, detail }) => {
    const { reason } = (detail ?? {}) as { readonly reason?: unknown }
    return { at: createdAt, actor, action, reason: typeof reason === 'string' ? reason : '' }
  })
}
