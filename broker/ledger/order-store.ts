/** Reading orders. They are written only as part of a unit of work (written-books.ts). */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { countRows, type PageAsked, readPage } from '../db/read-page'
import { tradeOrder, tradingAccount } from '../db/schema'
import { literal, ORDER_STATUS } from '../db/statuses'

export type OrderRow = typeof tradeOrder.$inferSelect
export type NewOrder = Omit<typeof tradeOrder.$inferInsert, 'id'>

/** Pending or holding. Said as the index says it: with a parameter the statement would read every order there ever was. */
export const IS_OPEN = sql`${tradeOrder.status} <> ${literal(ORDER_STATUS.completed)}`

/** Said in the text of the statement and not by a parameter: only so is the index of the open orders found. */
const hasStatus = (status: number) => sql`${tradeOrder.status} = ${literal(status)}`

/** The trader's own order; another's does not exist for them. */
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
    .where(and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId), IS_OPEN, hasStatus(ORDER_STATUS.holding)))
    .orderBy(tradeOrder.id)
}

/** Orders whose provider has not answered yet. */
export async function listUnderWay(tx: Tx, tenantId: string, traderId: bigint): Promise<bigint[]> {
  const rows = await tx
    .select({ id: tradeOrder.id })
    .from(tradeOrder)
    .where(and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId), IS_OPEN, isNotNull(tradeOrder.underWay)))
    .orderBy(tradeOrder.id)
  return rows.map(({ id }) => id)
}

interface OrderPage {
  readonly rows: OrderRow[]
  readonly total: number
  /** Of all ended orders; 0 of open ones. */
  readonly profit: Amount
  readonly next: string
}

/** One page, newest first, with what the whole list comes to; undefined where the cursor is not of this list. */
export async function pageOrders(
  tx: Tx,
  tenantId: string,
  traderId: bigint,
  status: number,
  asked: PageAsked,
): Promise<OrderPage | undefined> {
  const mine = and(eq(tradeOrder.tenantId, tenantId), eq(tradeOrder.traderId, traderId))
  if (status !== ORDER_STATUS.completed) {
    // An account has a bounded number of open orders: they can be counted.
    const where = and(mine, IS_OPEN, hasStatus(status))
    const page = await readPage(tx, tradeOrder, { list: `orders${status}`, where, by: [tradeOrder.id] }, asked)
    return page && { ...page, total: await countRows(tx, { from: tradeOrder, where }), profit: 0n }
  }
  // Only an ended order has the time at which it ended (check `legal_status`), and the index holds it.
  const question = { list: 'orders3', where: and(mine, isNotNull(tradeOrder.completedAt)), by: [tradeOrder.completedAt, tradeOrder.id] }
  const page = await readPage(tx, tradeOrder, question, asked)
  const [all] = await tx
    .select({ total: tradingAccount.endedOrders, profit: tradingAccount.endedProfit })
    .from(tradingAccount)
    .where(and(eq(tradingAccount.tenantId, tenantId), eq(tradingAccount.traderId, traderId)))
  return page && { ...page, total: all?.total ?? 0, profit: BigInt(all?.profit ?? '0') }
}
