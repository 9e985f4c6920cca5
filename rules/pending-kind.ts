/**
 * Limit or stop? Read from the target against the quote at the moment of submit, then frozen on the order.
 * A buy below the ask or a sell above the bid waits for a better price (limit); the other way round it follows (stop).
 */
import type { Fixed } from './decimal'
import { type OrderSide, openingPrice, type QuotePrices } from './price'

export type PendingKindName = 'limit' | 'stop'

/** `null` when the target is the present price: such an order is a market order. */
export function pendingKind(side: OrderSide, target: Fixed, quote: QuotePrices): PendingKindName | null {
  const now = openingPrice(side, quote)
  if (target === now) return null
  return target < now === (side === 'buy') ? 'limit' : 'stop'
}
