import type { Tenant } from '../../contract/tenant'
import type { TradingServices } from '../ledger/trade-unit'
import type { OpenOrderIndex } from './open-order-index'
import type { SentOrders } from './sent-orders'
import type { AccountKey } from './watched-order'

/** What the calls share: what every decision needs, and the copy of all open orders in memory. */
export interface TradingContext extends TradingServices {
  readonly book: OpenOrderIndex
  /** Absent where no order is ever passed on. */
  readonly providers: SentOrders | undefined
  /** The tenant as it is now; undefined once it has been removed. */
  tenant(id: string): Tenant | undefined
  /** A unit of work on this account failed, and nobody knows whether it was kept. */
  inDoubt(account: AccountKey): void
}
