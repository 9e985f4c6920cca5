/** Closing a position and cancelling a pending order, as the trader asks for it. */
import type { cancelOrder, closeOrder } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { auditEvent } from '../db/schema'
import { done, refused, type TraderHandler } from '../http/handler'
import { lockAccount } from '../ledger/open-account'
import { COMPLETED, completeOrder, findOrder, HOLDING, PENDING } from './order-store'
import { settleOrder } from './settle-order'
import type { TradingContext } from './trading-context'
import { wireOrder } from './wire-order'

export function closeOrderHandler({ pricing, book }: TradingContext): TraderHandler<typeof closeOrder> {
  return async ({ tx, tenant, trader, input, now, language, afterCommit }) => {
    const traderId = BigInt(trader.id)
    await lockAccount(tx, tenant.id, traderId)
    const holding = await findOrder(tx, tenant.id, traderId, input.id)
    if (holding === null) return refused('ORDER_NOT_FOUND')
    if (holding.status !== HOLDING) return refused('ORDER_NOT_HOLDING')
    if (input.cont !== undefined && parseFixed(input.cont) !== holding.lots) return refused('NOT_AVAILABLE_YET')
    const tradable = pricing.tradableQuote(tenant, holding.instrumentCode)
    if (!tradable.ok) return refused(tradable.error)

    const settled = await settleOrder(tx, holding, { quote: tradable.quote, reason: 'manual', actor: `trader:${trader.id}`, now })
    if (settled === null) return refused('ORDER_NOT_HOLDING')
    afterCommit(() => {
      book.removePosition(holding)
      book.setAccount(tenant.id, traderId, settled.account)
    })
    return done(wireOrder(settled.order, { quote: null, profit: 0n, stopOutPrice: null }, pricing, language))
  }
}

export function cancelOrderHandler({ pricing }: TradingContext): TraderHandler<typeof cancelOrder> {
  return async ({ tx, tenant, trader, input, now, language }) => {
    const traderId = BigInt(trader.id)
    await lockAccount(tx, tenant.id, traderId)
    const pending = await findOrder(tx, tenant.id, traderId, input.id)
    if (pending === null) return refused('ORDER_NOT_FOUND')
    const cancelled =
      pending.status === PENDING
        ? await completeOrder(tx, pending, PENDING, {
            closePrice: null,
            profit: null,
            closeConversionRate: null,
            closeReason: 'cancelled',
            completedAt: now,
          })
        : null
    if (cancelled === null) return refused('ORDER_NOT_PENDING')
    await tx.insert(auditEvent).values({
      tenantId: tenant.id,
      actor: `trader:${trader.id}`,
      action: 'order.cancel',
      object: `order:${pending.id}`,
      detail: { status: COMPLETED },
      createdAt: now,
    })
    return done(wireOrder(cancelled, { quote: null, profit: 0n, stopOutPrice: null }, pricing, language))
  }
}
