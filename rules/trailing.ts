/**
 * A trailing stop: the stop loss follows a price that goes the order's way at a fixed distance and never goes back.
 * Distance and prices in price units; 0 means none.
 */
import type { Fixed } from './decimal'
import { closingPrice, type OrderSide, type QuotePrices } from './price'

interface TrailingStop {
  readonly side: OrderSide
  readonly stopLoss: Fixed
  readonly trailingDistance: Fixed
}

/** Where the stop loss moves to with this quote; null where the quote is no better than those before. */
export function trailedStop({ side, stopLoss, trailingDistance }: TrailingStop, quote: QuotePrices): Fixed | null {
  if (trailingDistance === 0n) return null
  const now = closingPrice(side, quote)
  const stop = side === 'buy' ? now - trailingDistance : now + trailingDistance
  const isBetter = stopLoss === 0n || (side === 'buy' ? stop > stopLoss : stop < stopLoss)
  return isBetter && stop > 0n ? stop : null
}
