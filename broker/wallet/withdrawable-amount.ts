/**
 * What a trader may withdraw at the prices of now: the rule of rules/withdrawable.ts over their stored orders.
 *
 * Invariant: a position that nobody can value makes the figure unknown, never larger.
 */
import type { Tenant } from '../../contract/tenant'
import type { AccountState } from '../../rules/account'
import type { Amount } from '../../rules/money'
import { openLossesOf, withdrawableOf } from '../../rules/withdrawable'
import { ORDER_STATUS } from '../db/statuses'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import type { Pricing } from '../market/pricing'
import { accountState, valueOrders } from '../trading/account-figures'

interface Withdrawable {
  readonly amount: Amount
  readonly openLosses: Amount
}

type Held = Pick<AccountState, 'balance'> & { readonly lockedMargin: Amount }

/** `null` while a position has no price at all. The last price of a closed market counts. */
export function withdrawableAmount(pricing: Pricing, tenant: Tenant, account: Held, orders: readonly OrderRow[]): Withdrawable | null {
  const valued = valueOrders(
    pricing,
    tenant,
    orders.filter(({ status }) => status === ORDER_STATUS.holding),
  )
  if (valued.some(({ quote }) => quote === null)) return null
  const state = accountState(account, valued)
  return { amount: withdrawableOf(state), openLosses: openLossesOf(state) }
}

/** On open books: nothing can change between this figure and what is locked of it. */
export function withdrawableOnBooks({ services, tenant, books }: TradeUnit): Amount | null {
  return withdrawableAmount(services.pricing, tenant, books.account, books.orders)?.amount ?? null
}
