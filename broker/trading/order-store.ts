/** SQL of orders. A status moves by `UPDATE … WHERE status = old RETURNING`: no row means that somebody else won. */
import { and, count, desc, eq, sum } from 'drizzle-orm'
import { PAGE_SIZE } from '../../contract/primitives'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { tradeOrder } from '../db/schema'

export type OrderRow = typeof tradeOrder.$inferSelect
export type NewOrder = Omit<typeof tradeOrder.$inferInsert, 'id'>

/** The wire's numbers. */
export const PENDING = 0
export const HOLDING = 1
export const COMPLETED = 3

export async function insertOrder(tx: Tx, order: NewOrder): Promise<OrderRow> {
  const [row] = await tx.insert(tradeOrder).values(order).returning()
  return row!
}

/** The trader's own order; another's does not exist for him. */
export async function findOrder(tx: Tx, tenantId: string, traderId: bigint, id: string): Promise<OrderRow | null> {
  if (!/^\d{1,18}$/.test(id)) return null
  const [row] = await tx
    .select()
    .from(tradeOrder)
    .where(and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.id, BigInt(id)), eq(tradeOrder.traderId, traderId)))
  return row ?? null
}

export async function listHolding(tx: Tx, tenantId: string, traderId: bigint): Promise<OrderRow[]> {
  return tx
    .select()
    .from(tradeOrder)
    .where(and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId), eq(tradeOrder.status, HOLDING)))
    .orderBy(tradeOrder.id)
}

/** One page, newest first, with the number of all rows. `page` starts at 1. */
export async function pageOrders(
  tx: Tx,
  tenantId: string,
  traderId: bigint,
  status: number,
  page: number,
): Promise<{ rows: OrderRow[]; total: number; profit: Amount }> {
  const mine = and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId), eq(tradeOrder.status, status))
  const newest = status === COMPLETED ? [desc(tradeOrder.completedAt), desc(tradeOrder.id)] : [desc(tradeOrder.id)]
  const rows = await tx
    .select()
    .from(tradeOrder)
    .where(mine)
    .orderBy(...newest)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
  const [all] = await tx
    .select({ total: count(), profit: sum(tradeOrder.profit) })
    .from(tradeOrder)
    .where(mine)
  return { rows, total: all?.total ?? 0, profit: BigInt(all?.profit ?? '0') }
}

export interface Completion {
  readonly closePrice: bigint | null
  readonly profit: Amount | null
  readonly closeConversionRate: string | null
  readonly closeReason: NonNullable<OrderRow['closeReason']>
  readonly completedAt: number
}

/** Completes an order that is still in `from`; `null` when it no longer is. */
export async function completeOrder(tx: Tx, order: OrderRow, from: number, completion: Completion): Promise<OrderRow | null> {
  const [row] = await tx
    .update(tradeOrder)
    .set({ ...completion, status: COMPLETED, version: order.version + 1 })
    .where(and(eq(tradeOrder.tenantId, order.tenantId), eq(tradeOrder.id, order.id), eq(tradeOrder.status, from)))
    .returning()
  return row ?? null
}

/** Sets the protection of an order that is still holding; `null` when it no longer is. */
export async function updateProtection(tx: Tx, order: OrderRow, stopLoss: bigint, takeProfit: bigint): Promise<OrderRow | null> {
  const [row] = await tx
    .update(tradeOrder)
    .set({ stopLoss, takeProfit, version: order.version + 1 })
    .where(and(eq(tradeOrder.tenantId, order.tenantId), eq(tradeOrder.id, order.id), eq(tradeOrder.status, HOLDING)))
    .returning()
  return row ?? null
}
