/** What the trading calls share: prices, the copy of the books in memory, and where committed changes are told. */
import type { AccountBook } from './account-book'
import type { Pricing } from '../market/pricing'

export interface TradingContext {
  readonly pricing: Pricing
  readonly book: AccountBook
}
