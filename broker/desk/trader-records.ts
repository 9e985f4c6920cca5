/**
 * What a trader has and had, for the desk: figures at the prices of now, orders, ledger, receipts, and that papers were sent.
 *
 * Invariant: real accounts of the call's company only; nothing of what is on somebody's papers.
 */
import { and, desc, eq } from 'drizzle-orm'
import type { getTraderRecords } from '../../contract/desk/people'
import { formatAmount } from '../../rules/money'
import { done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { identityCase, receipt } from '../db/schema'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { type OrderRow, pageOrders } from '../ledger/order-store'
import type { Pricing } from '../market/pricing'
import { stopOutPrices, wireFigures } from '../trading/account-figures'
import { readAccount } from '../trading/list-orders'
import { wireOrder } from '../trading/wire-order'
import type { RecordLook } from './audit-look'
import type { DeskHandler } from './desk-handler'
import { findRealTrader, lookAt } from './people-lookup'
import { balanceEntries } from './review-facts'

const SHOWN = 50

export function getTraderRecordsHandler(pricing: Pricing, recordLook: RecordLook): DeskHandler<typeof getTraderRecords> {
  return async (call) => {
    const { tx, tenant, input, language } = call
    const row = await findRealTrader(call, BigInt(input.id))
    if (row === undefined) return refused('NOT_FOUND')
    await recordLook(call, lookAt(row.id))
    const { account, valued, state } = await readAccount(tx, pricing, tenant, row.id)
    const stopOuts = stopOutPrices(tenant, state, valued)
    const pending = await pageOrders(tx, tenant.id, row.id, ORDER_STATUS.pending, {})
    const closed = await pageOrders(tx, tenant.id, row.id, ORDER_STATUS.completed, {})
    invariant(pending !== undefined && closed !== undefined, 'a first page is asked for without a cursor')
    const shown = (order: OrderRow) =>
      wireOrder(order, { quote: pricing.quote(tenant, order.instrumentCode), profit: 0n, stopOutPrice: null }, pricing, language)
    return done({
      figures: { ...wireFigures(state), reserved: formatAmount(account.lockedWithdrawal) },
      positions: valued.map(({ order, quote, profit }) =>
        wireOrder(order, { quote, profit, stopOutPrice: stopOuts.get(order.instrumentCode) ?? null }, pricing, language),
      ),
      pending: pending.rows.map(shown),
      closed: closed.rows.map(shown),
      closed_total: closed.total,
      ledger: await ledgerOf(tx, tenant.id, row.id),
      receipts: await receiptsOf(tx, tenant.id, row.id),
      documents: await documentsOf(tx, tenant.id, row.id),
    })
  }
}

async function ledgerOf(tx: Tx, tenantId: string, traderId: bigint) {
  const rows = await balanceEntries(tx, tenantId, traderId, SHOWN)
  return rows.map(({ id, kind, at, amount, orderId }) => ({
    id: id.toString(),
    kind,
    at,
    amount: formatAmount(amount),
    order_id: orderId?.toString() ?? '',
  }))
}

async function receiptsOf(tx: Tx, tenantId: string, traderId: bigint) {
  const rows = await tx
    .select({ id: receipt.id, orderId: receipt.orderId, event: receipt.event, at: receipt.createdAt, hash: receipt.hash })
    .from(receipt)
    .where(and(eq(receipt.tenantId, tenantId), eq(receipt.traderId, traderId)))
    .orderBy(desc(receipt.id))
    .limit(SHOWN)
  return rows.map(({ id, orderId, ...row }) => ({ ...row, id: id.toString(), order_id: orderId?.toString() ?? '' }))
}

async function documentsOf(tx: Tx, tenantId: string, traderId: bigint) {
  const rows = await tx
    .select({
      id: identityCase.id,
      status: identityCase.status,
      submitted_at: identityCase.submittedAt,
      decided_at: identityCase.decidedAt,
      decidedBy: identityCase.decidedBy,
      reason: identityCase.reason,
    })
    .from(identityCase)
    .where(and(eq(identityCase.tenantId, tenantId), eq(identityCase.traderId, traderId)))
    .orderBy(desc(identityCase.id))
    .limit(SHOWN)
  return rows.map(({ id, decidedBy, ...row }) => ({ ...row, id: id.toString(), decided_by: decidedBy ?? '' }))
}
