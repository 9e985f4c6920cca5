/** What an account is worth by the prices that were spoken, worked out without the broker's pricing or its figures. */

import { ORDER_STATUS } from '../../broker/db/statuses'
import type { LockedAccount } from '../../broker/ledger/account-books'
import type { OrderRow } from '../../broker/ledger/order-store'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { orderProfit } from '../../rules/profit'
import type { KnownQuote, PriceView } from './price-script'

interface HeldPosition {
  readonly order: OrderRow
  readonly quote: KnownQuote
  readonly profit: bigint
}

/** The positions at the quotes of now; `null` while one of them has no price at all. */
export function valuePositions(prices: PriceView, tenant: Tenant, orders: readonly OrderRow[]): HeldPosition[] | null {
  const held: HeldPosition[] = []
  for (const order of orders) {
    if (order.status !== ORDER_STATUS.holding) continue
    const quote = prices.quoteOf(tenant, order.instrumentCode)
    if (quote === null) return null
    held.push({ order, quote, profit: profitOf(order, quote, quote.rate) })
  }
  return held
}

export function profitOf(order: OrderRow, quote: { readonly bid: bigint; readonly ask: bigint }, rate: bigint): bigint {
  const { side, lots, contractSize, fillPrice } = order
  return orderProfit({ side, lots, contractSize, entryPrice: fillPrice }, side === 'buy' ? quote.bid : quote.ask, rate)
}

/** Without the margin itself, which is bound. */
export function freeMargin(account: LockedAccount, held: readonly HeldPosition[]): bigint {
  return held.reduce((sum, { profit }) => sum + profit, account.balance)
}

export function isUnderStopOut(equity: bigint, margin: bigint, tenant: Tenant): boolean {
  return margin > 0n && equity * 100n * 10n ** 8n <= parseFixed(tenant.trading.stopOutLevelPercent) * margin
}

/** An account is judged while every position in an open market has a price that may be traded. */
export function isJudged(prices: PriceView, tenant: Tenant, held: readonly HeldPosition[] | null): held is HeldPosition[] {
  return held?.every(({ order: { instrumentCode: code } }) => !prices.isOpen(code) || prices.isTradable(tenant, code)) ?? false
}

/** The positions that a stop-out must close at these prices, in their order: the largest loss first, and none too many. */
function expectedStopOut(
  prices: PriceView,
  tenant: Tenant,
  account: Pick<LockedAccount, 'balance' | 'lockedMargin'>,
  orders: readonly OrderRow[],
): HeldPosition[] {
  const held = valuePositions(prices, tenant, orders)
  if (!isJudged(prices, tenant, held)) return []
  const equity = held.reduce((sum, { profit }) => sum + profit, account.balance) + account.lockedMargin
  const left = held.filter(({ order }) => prices.isTradable(tenant, order.instrumentCode))
  const closed: HeldPosition[] = []
  for (let margin = account.lockedMargin; isUnderStopOut(equity, margin, tenant) && left.length > 0; ) {
    let worst = left[0]!
    for (const one of left) {
      if (one.profit < worst.profit || (one.profit === worst.profit && one.order.id < worst.order.id)) worst = one
    }
    left.splice(left.indexOf(worst), 1)
    margin -= worst.order.margin
    closed.push(worst)
  }
  return closed
}

/**
 * Whether these closes are what a stop-out had to do at one moment, or at several one after the other: each at the prices of its own
 * moment, with nothing left out and nothing too many.
 */
export function isStopOutOf(
  moments: readonly PriceView[],
  tenant: Tenant,
  account: Pick<LockedAccount, 'balance' | 'lockedMargin'>,
  orders: readonly OrderRow[],
  closed: readonly bigint[],
): boolean {
  if (closed.length === 0) return true
  return moments.some((prices, index) => {
    const expected = expectedStopOut(prices, tenant, account, orders)
    if (expected.length === 0 || !expected.every(({ order }, at) => order.id === closed[at])) return false
    const gone = new Set(expected.map(({ order }) => order.id))
    const released = expected.reduce((sum, { order }) => sum + order.margin, 0n)
    const rest = {
      balance: expected.reduce((sum, { profit }) => sum + profit, account.balance + released),
      lockedMargin: account.lockedMargin - released,
    }
    const left = orders.filter(({ id }) => !gone.has(id))
    return isStopOutOf(moments.slice(index + 1), tenant, rest, left, closed.slice(expected.length))
  })
}
