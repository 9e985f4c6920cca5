/** Open orders as the copy in memory knows them: all of them at the start. Of what has ended nothing is read. */
import { and, eq, exists, sql } from 'drizzle-orm'
import type { Database } from '../db/open-database'
import { tradeOrder, tradingAccount } from '../db/schema'
import { IS_OPEN } from '../ledger/order-store'
import type { OpenOrderIndex } from './open-order-index'
import type { WatchedOrder } from './watched-order'

/** What the copy in memory knows of an order. */
export const WATCHED_COLUMNS = {
  id: tradeOrder.id,
  tenantId: tradeOrder.tenantId,
  traderId: tradeOrder.traderId,
  isDemo: tradeOrder.isDemo,
  instrumentCode: tradeOrder.instrumentCode,
  side: tradeOrder.side,
  status: tradeOrder.status,
  pendingKind: tradeOrder.pendingKind,
  lots: tradeOrder.lots,
  contractSize: tradeOrder.contractSize,
  requestedPrice: tradeOrder.requestedPrice,
  fillPrice: tradeOrder.fillPrice,
  stopLoss: tradeOrder.stopLoss,
  takeProfit: tradeOrder.takeProfit,
  trailingDistance: tradeOrder.trailingDistance,
  pricePrecision: tradeOrder.pricePrecision,
  underWay: tradeOrder.underWay,
  version: tradeOrder.version,
} satisfies Record<keyof WatchedOrder, unknown>

/** What waits on a price, and nothing else: an account without open orders is read when it trades. */
export async function loadBook(database: Database, book: OpenOrderIndex): Promise<void> {
  await database.system(async (tx) => {
    const open = new Map<string, WatchedOrder[]>()
    for (const order of await tx.select(WATCHED_COLUMNS).from(tradeOrder).where(IS_OPEN)) {
      const key = `${order.tenantId}/${order.traderId}`
      const orders = open.get(key)
      if (orders === undefined) open.set(key, [order])
      else orders.push(order)
    }
    const isOfAccount = and(eq(tradeOrder.tenantId, tradingAccount.tenantId), eq(tradeOrder.traderId, tradingAccount.traderId))
    const hasOpen = exists(tx.select({ one: sql`1` }).from(tradeOrder).where(and(isOfAccount, IS_OPEN)))
    for (const account of await tx.select().from(tradingAccount).where(hasOpen)) {
      book.apply(account, open.get(`${account.tenantId}/${account.traderId}`) ?? [])
    }
  })
}
