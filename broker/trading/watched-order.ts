/** What is known of an open order while it is watched, and of the account and the prices it stands on. */
import type { Rate } from '../../rules/conversion'
import type { Fixed } from '../../rules/decimal'
import type { QuotePrices } from '../../rules/price'
import type { OrderRow } from '../ledger/order-store'

export type WatchedOrder = Pick<
  OrderRow,
  | 'id'
  | 'tenantId'
  | 'traderId'
  | 'isDemo'
  | 'instrumentCode'
  | 'side'
  | 'status'
  | 'pendingKind'
  | 'lots'
  | 'contractSize'
  | 'requestedPrice'
  | 'fillPrice'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailingDistance'
  | 'pricePrecision'
  | 'underWay'
  | 'version'
>

export interface AccountKey {
  readonly tenantId: string
  readonly traderId: bigint
}

/** What the book must know of prices to keep an account's bands. */
export interface BookPrices {
  quote(tenantId: string, code: string): (QuotePrices & { readonly rate: Rate }) | null
  /** Margin level in percent, as a Fixed. */
  stopOutLevel(tenantId: string): Fixed
}
