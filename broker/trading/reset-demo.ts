/**
 * A demo account back to its start: one transaction closes what is open at the quotes of now, cancels what is pending
 * and books the difference. It cannot race an open: both lock the same account row.
 */
import { and, eq, ne } from 'drizzle-orm'
import type { resetDemoAccount } from '../../contract/users'
import { parseAmount } from '../../rules/money'
import { auditEvent, tradeOrder } from '../db/schema'
import { done, refused, type TraderHandler } from '../http/handler'
import { invariant } from '../invariant'
import { lockAccount } from '../ledger/open-account'
import { type AccountSums, postEntries } from '../ledger/post-entries'
import { completeOrder, HOLDING, PENDING } from './order-store'
import { settleOrder } from './settle-order'
import type { TradingContext } from './trading-context'

export function resetDemoHandler({ pricing, book }: TradingContext): TraderHandler<typeof resetDemoAccount> {
  return async ({ tx, tenant, trader, now, afterCommit }) => {
    const traderId = BigInt(trader.id)
    const account = await lockAccount(tx, tenant.id, traderId)
    invariant(account !== null, 'every trader has an account')
    if (!account.isDemo) return refused('DEMO_ONLY')
    let sums: AccountSums = account
    const open = await tx
      .select()
      .from(tradeOrder)
      .where(and(eq(tradeOrder.tenantId, tenant.id), eq(tradeOrder.traderId, traderId), ne(tradeOrder.status, 3)))
      .orderBy(tradeOrder.id)
    for (const order of open) {
      if (order.status === PENDING) {
        await completeOrder(tx, order, PENDING, {
          closePrice: null,
          profit: null,
          closeConversionRate: null,
          closeReason: 'demo_reset',
          completedAt: now,
        })
        continue
      }
      // Demo money is play money: a closed market does not keep a trader from starting over, the last price is used.
      const quote = pricing.quote(tenant, order.instrumentCode)
      if (quote === null) return refused('QUOTE_STALE')
      const settled = await settleOrder(tx, order, { quote, reason: 'demo_reset', actor: `trader:${trader.id}`, now })
      invariant(settled !== null, 'an order of a locked account stays as it was read')
      sums = settled.account
    }
    const difference = parseAmount(tenant.trading.demoBalance) - sums.balance
    if (difference !== 0n) {
      sums = await postEntries(tx, {
        tenantId: tenant.id,
        traderId,
        isDemo: true,
        kind: 'demo_reset',
        now,
        entries: [
          { account: 'trader:available', amount: difference },
          { account: 'house:demo-funding', amount: -difference },
        ],
      })
    }
    await tx.insert(auditEvent).values({
      tenantId: tenant.id,
      actor: `trader:${trader.id}`,
      action: 'demo.reset',
      object: `trader:${trader.id}`,
      detail: { closed: open.map((order) => order.id.toString()) },
      createdAt: now,
    })
    const final = sums
    afterCommit(() => {
      for (const order of open) if (order.status === HOLDING) book.removePosition(order)
      book.setAccount(tenant.id, traderId, final)
    })
    return done(null)
  }
}
