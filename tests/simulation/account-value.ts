/** What an account is worth by the prices that were spoken, worked out without the broker's pricing or its figures. */
import type { LockedAccount } from '../../broker/trading/account-books'
import { HOLDING, type OrderRow } from '../../broker/trading/order-store'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { orderProfit } from '../../rules/profit'
import type { KnownQuote, PriceScript } from './price-script'

export interface HeldPosition {
  readonly order: OrderRow
  readonly quote: KnownQuote
  readonly profit: bigint
}

/** The positions at the quotes of now; `null` while one of them has no price at all. */
export function valuePositions(prices: PriceScript, tenant: Tenant, orders: readonly OrderRow[]): HeldPosition[] | null {
  const held: HeldPosition[] = []
  for (const order of orders) {
    if (order.status !== HOLDING) continue
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
export function isJudged(prices: PriceScript, tenant: Tenant, held: readonly HeldPosition[] | null): held is HeldPosition[] {
  return held?.every(({ order: { instrumentCode: code } }) => !prices.isOpen(code) || prices.isTradable(tenant, code)) ?? false
}

/** The positions that a stop-out must close now, in their order: the largest loss first, and none too many. */
export function expectedStopOut(prices: PriceScript, tenant: Tenant, account: LockedAccount, orders: readonly OrderRow[]): bigint[] {
  const held = valuePositions(prices, tenant, orders)
  if (!isJudged(prices, tenant, held)) return []
  const equity = freeMargin(account, held) + account.lockedMargin
  const left = held.filter(({ order }) => prices.isTradable(tenant, order.instrumentCode))
  const closed: bigint[] = []
  for (let margin = account.lockedMargin; isUnderStopOut(equity, margin, tenant) && left.length > 0; ) {
    let worst = left[0]!
    for (const one of left) {
      if (one.profit < worst.profit || (one.profit === worst.profit && one.order.id < worst.order.id)) worst = one
    }
    left.splice(left.indexOf(worst), 1)
    margin -= worst.order.margin
    closed.push(worst.order.id)
  }
  return closed
}
