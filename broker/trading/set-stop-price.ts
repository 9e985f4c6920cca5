/** Editing stop loss and take profit of a position. 0 takes one off; a price already passed is refused. */
import type { setStopPrice } from '../../contract/orders'
import { formatFixed, isOnGrid, parseFixed } from '../../rules/decimal'
import { closingPrice } from '../../rules/price'
import { protectionProblem } from '../../rules/protection'
import { auditEvent } from '../db/schema'
import { done, refused, type TraderHandler } from '../http/handler'
import { getAccount, lockAccount } from '../ledger/open-account'
import { accountState, stopOutPrices, valueOrders } from './account-figures'
import { findOrder, HOLDING, listHolding, updateProtection } from './order-store'
import type { TradingContext } from './trading-context'
import { wireOrder } from './wire-order'

export function setStopPriceHandler({ pricing, book }: TradingContext): TraderHandler<typeof setStopPrice> {
  return async ({ tx, tenant, trader, input, now, language, afterCommit }) => {
    const traderId = BigInt(trader.id)
    await lockAccount(tx, tenant.id, traderId)
    const holding = await findOrder(tx, tenant.id, traderId, input.id)
    if (holding === null) return refused('ORDER_NOT_FOUND')
    if (holding.status !== HOLDING) return refused('ORDER_NOT_HOLDING')
    const tradable = pricing.tradableQuote(tenant, holding.instrumentCode)
    if (!tradable.ok) return refused(tradable.error)

    const wanted = { stopLoss: parseFixed(input.stop_loss_price), takeProfit: parseFixed(input.target_profit_price) }
    const precision = holding.pricePrecision
    if (!isOnGrid(wanted.stopLoss, precision) || !isOnGrid(wanted.takeProfit, precision)) {
      return refused('PRICE_OFF_GRID', { decimals: String(precision) })
    }
    const problem = protectionProblem(holding.side, wanted, tradable.quote)
    if (problem !== null) return refused(problem, { price: formatFixed(closingPrice(holding.side, tradable.quote), precision) })

    const edited = await updateProtection(tx, holding, wanted.stopLoss, wanted.takeProfit)
    if (edited === null) return refused('ORDER_NOT_HOLDING')
    await tx.insert(auditEvent).values({
      tenantId: tenant.id,
      actor: `trader:${trader.id}`,
      action: 'order.protect',
      object: `order:${holding.id}`,
      detail: {
        before: { stopLoss: formatFixed(holding.stopLoss, precision), takeProfit: formatFixed(holding.takeProfit, precision) },
        after: { stopLoss: formatFixed(wanted.stopLoss, precision), takeProfit: formatFixed(wanted.takeProfit, precision) },
      },
      createdAt: now,
    })
    afterCommit(() => book.setProtection(edited))

    const account = await getAccount(tx, tenant.id, traderId)
    const valued = valueOrders(pricing, tenant, await listHolding(tx, tenant.id, traderId))
    const state = accountState(account ?? { balance: 0n, lockedMargin: 0n }, valued)
    const profit = valued.find((one) => one.order.id === edited.id)?.profit ?? 0n
    const stopOut = stopOutPrices(tenant, state, valued).get(edited.instrumentCode) ?? null
    return done(wireOrder(edited, { quote: tradable.quote, profit, stopOutPrice: stopOut }, pricing, language))
  }
}
