/** Orders of the house and what was reported of them, as rows. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { providerOrder, providerReport } from '../db/schema'
import type { ReportFacts } from './fills-of'
import type { KeptReport, NewProviderOrder, ProviderOrderRow } from './provider-orders'
import type { OrderState } from './take-report'

async function insertOrder(tx: Tx, id: string, order: NewProviderOrder, now: number): Promise<ProviderOrderRow> {
  const { tenantId, provider, code, side, quantity, limit, purpose, traderId, orderId } = order
  const [row] = await tx
    .insert(providerOrder)
    .values({
      ...{ id, tenantId, provider, instrumentCode: code, side, quantity, limitPrice: limit, purpose, traderId, orderId },
      ...{ status: 'written', createdAt: now },
    })
    .returning()
  if (row === undefined) throw new Error('an insert returns its row')
  return row
}

/** Whatever is kept of the order waits for this transaction. */
export async function lockOrder(tx: Tx, id: string): Promise<ProviderOrderRow> {
  const [row] = await tx.select().from(providerOrder).where(eq(providerOrder.id, id)).for('update')
  if (row === undefined) throw new Error(`the order ${id} is not there`)
  return row
}

/** In the order of arrival. */
export function readReports(tx: Tx, id: string): Promise<ReportFacts[]> {
  return tx
    .select({
      execId: providerReport.execId,
      kind: providerReport.kind,
      lastQuantity: providerReport.lastQuantity,
      lastPrice: providerReport.lastPrice,
      referredExecId: providerReport.referredExecId,
      providerTime: providerReport.providerTime,
    })
    .from(providerReport)
    .where(eq(providerReport.providerOrderId, id))
    .orderBy(asc(providerReport.seq))
}

/** A second time it is not kept. */
async function keepReport(
  tx: Tx,
  report: KeptReport & { readonly kind: ReportFacts['kind'] },
  { provider, tenantId, now }: { readonly provider: string; readonly tenantId: string | null; readonly now: number },
): Promise<void> {
  const { execId, orderId, kind, lastQuantity, lastPrice, referredExecId, reason, time } = report
  await tx
    .insert(providerReport)
    .values({
      ...{ provider, execId, providerOrderId: orderId, tenantId, kind, lastQuantity, lastPrice, referredExecId },
      ...{ reason: reason.slice(0, 500), providerTime: time, receivedAt: now },
    })
    .onConflictDoNothing()
}

async function updateOrder(tx: Tx, row: ProviderOrderRow, state: OrderState, now: number): Promise<ProviderOrderRow> {
  const { isOver, id: _id, quantity: _quantity, ...changes } = state
  const [updated] = await tx
    .update(providerOrder)
    .set({ ...changes, endedAt: row.endedAt ?? (isOver ? now : null), version: row.version + 1 })
    .where(eq(providerOrder.id, row.id))
    .returning()
  if (updated === undefined) throw new Error(`the order ${row.id} is not there`)
  return updated
}

/** @returns null where something was reported of it meanwhile. */
async function markSent(tx: Tx, id: string): Promise<ProviderOrderRow | null> {
  const [row] = await tx
    .update(providerOrder)
    .set({ status: 'sent', version: sql`${providerOrder.version} + 1` })
    .where(and(eq(providerOrder.id, id), eq(providerOrder.status, 'written')))
    .returning()
  return row ?? null
}

/** Of all companies. */
function openOrders(tx: Tx): Promise<ProviderOrderRow[]> {
  return tx.select().from(providerOrder).where(isNull(providerOrder.endedAt)).orderBy(asc(providerOrder.createdAt))
}

async function findOrder(tx: Tx, id: string): Promise<ProviderOrderRow | null> {
  const [row] = await tx.select().from(providerOrder).where(eq(providerOrder.id, id))
  return row ?? null
}

/** Where orders of the house are kept: the database is one place, the simulation has another, which it crashes on purpose. */
export const databaseOrderRows = { insertOrder, lockOrder, readReports, keepReport, updateOrder, markSent, openOrders, findOrder }
export type OrderRows = typeof databaseOrderRows
