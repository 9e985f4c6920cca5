/** Reading orders. They are written only as part of a unit of work (written-books.ts). */
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
