/**
 * The figures of an account from its stored orders and the quotes of now, and the price at which it would be stopped out.
 * One snapshot: the sum of the rows' profits is the total that is shown.
 */
import type { AccountFigures } from '../../contract/orders'
import type { Tenant } from '../../contract/tenant'
import { type AccountState, equityOf, formatMarginLevel, freeMarginOf } from '../../rules/account'
import { conversionPair } from '../../rules/conversion'
import type { Fixed } from '../../rules/decimal'
import { type Amount, formatAmount } from '../../rules/money'
import { stopOutPrice } from '../../rules/stop-out'
import type { OrderRow } from '../ledger/order-store'
import { stopOutLevel } from '../market/instrument-terms'
import type { Pricing, TenantQuote } from '../market/pricing'
import { profitAt, profitTerms } from './order-profit'

interface ValuedOrder {
  readonly order: OrderRow
  /** `null` while the instrument has no price (a feed that has just started). */
  readonly quote: TenantQuote | null
  readonly profit: Amount
}

export function valueOrders(pricing: Pick<Pricing, 'quote'>, tenant: Tenant, orders: readonly OrderRow[]): ValuedOrder[] {
  return orders.map((order) => {
    const quote = pricing.quote(tenant, order.instrumentCode)
    return { order, quote, profit: quote === null ? 0n : profitAt(order, quote, quote.rate) }
  })
}

export function accountState(account: { balance: Amount; lockedMargin: Amount }, valued: readonly { profit: Amount }[]): AccountState {
  return {
    balance: account.balance,
    usedMargin: account.lockedMargin,
    floatingProfit: valued.reduce((sum, order) => sum + order.profit, 0n),
  }
}

/** Wire figures. `shownProfit` is the floating profit, or in the history the realised one. */
export function wireFigures(state: AccountState, shownProfit: Amount = state.floatingProfit): AccountFigures {
  return {
    all_fact_profits: formatAmount(shownProfit),
    balance: formatAmount(state.balance),
    net_value: formatAmount(equityOf(state)),
    total_margin: formatAmount(state.usedMargin),
    free_margin: formatAmount(freeMarginOf(state)),
    risk_rate: formatMarginLevel(state),
  }
}

/** Per instrument code, where the account would be stopped out if only that instrument moved. */
export function stopOutPrices(tenant: Tenant, state: AccountState, valued: readonly ValuedOrder[]): Map<string, Fixed | null> {
  const byCode = new Map<string, ValuedOrder[]>()
  for (const one of valued) byCode.set(one.order.instrumentCode, [...(byCode.get(one.order.instrumentCode) ?? []), one])
  const prices = new Map<string, Fixed | null>()
  for (const [code, group] of byCode) {
    const { quote, order } = group[0]!
    if (quote === null) continue
    const own = group.reduce((sum, one) => sum + one.profit, 0n)
    prices.set(
      code,
      stopOutPrice({
        restEquity: equityOf(state) - own,
        usedMargin: state.usedMargin,
        stopOutLevel: stopOutLevel(tenant),
        positions: group.map((one) => profitTerms(one.order)),
        quote,
        rate: quote.rate,
        rateFollowsPrice: conversionPair(order.quoteCurrency)?.code === code,
        pricePrecision: order.pricePrecision,
      }),
    )
  }
  return prices
}
