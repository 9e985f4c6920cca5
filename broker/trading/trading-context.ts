import type { Tenant } from '../../contract/tenant'
import type { TradingDesk } from '../ledger/trade-unit'
import type { OpenOrderIndex } from './open-order-index'
import type { AccountKey } from './watched-order'

/** What the calls share: the desk, and the copy of all books in memory. */
export interface TradingContext extends TradingDesk {
  readonly book: OpenOrderIndex
  /** The tenant as it is now; undefined once it has been removed. */
  tenant(id: string): Tenant | undefined
  /** A unit of work on this account failed, and nobody knows whether it was kept. */
  inDoubt(account: AccountKey): void
}
