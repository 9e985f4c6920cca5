/**
 * A demo account back to its start: one unit of work closes what is open at the quotes of now, cancels what is pending and
 * books the difference. It cannot race an open: both need the same account's books.
 */
import { parseAmount } from '../../rules/money'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { tradedQuote, writeReceipt } from '../ledger/order-receipt'
import type { TradeUnit } from '../ledger/trade-unit'
import { endPending } from './cancel-order'
import { settlePosition } from './close-position'

export function resetDemo(unit: TradeUnit): Outcome<null> {
  const { books, services, tenant, actor } = unit
  if (!books.account.isDemo) return refused('DEMO_ONLY')
  const open = books.orders
  for (const order of open) {
    if (order.status === ORDER_STATUS.pending) {
      endPending(unit, order, 'demo_reset')
      continue
    }
    // Demo money is simulated: a closed market does not keep a trader from starting over, the last price is used.
    const quote = services.pricing.quote(tenant, order.instrumentCode)
    if (quote === null) return refused('QUOTE_STALE')
    settlePosition(unit, order, tradedQuote(unit, order.instrumentCode, quote), 'demo_reset')
  }
  const difference = parseAmount(tenant.trading.demoBalance) - books.account.balance
  if (difference !== 0n) {
    const posted = books.post({
      kind: 'demo_reset',
      entries: [
        { account: 'trader:available', amount: difference },
        { account: 'house:demo-funding', amount: -difference },
      ],
    })
    writeReceipt(unit, { event: 'adjustment', order: null, profit: difference, reason: 'demo_reset', posted: [posted] })
  }
  books.setMarginCallLevel(0)
  books.record({
    actor,
    action: 'demo.reset',
    object: `trader:${books.account.traderId}`,
    detail: { closed: open.map(({ id }) => id.toString()) },
  })
  return done(null)
}
