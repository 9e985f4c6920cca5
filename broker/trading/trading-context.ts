/** What the trading calls share: prices, the copy of the books in memory, and where committed changes are told. */

import type { Pricing } from '../market/pricing'
import type { AccountBook } from './account-book'

export interface TradingContext {
  readonly pricing: Pricing
  readonly book: AccountBook
}
