/**
 * Limit or stop? Read from the target against the quote at the moment of submit, then frozen on the order.
 * A buy below the ask or a sell above the bid waits for a better price (limit); the other way round it follows (stop).
 */
import { absolute, type Fixed } from './decimal'
import { type OrderSide, openingPrice, type QuotePrices } from './price'
import { type AllowedPrices, pricesAbove, pricesBelow } from './protection'

export type PendingKindName = 'limit' | 'stop'

/** `null` when the target is the present price: such an order is a market order. */
export function pendingKind(side: OrderSide, target: Fixed, quote: QuotePrices): PendingKindName | null {
  const now = openingPrice(side, quote)
  if (target === now) return null
  return target < now === (side === 'buy') ? 'limit' : 'stop'
}

export type TargetProblem = 'TARGET_IS_MARKET_PRICE' | 'TARGET_TOO_CLOSE'

/**
 * Whether an order may wait at this target.
 * @param now the price at which the order would open now: the ask for a buy, the bid for a sell
 */
export function targetProblem(target: Fixed, now: Fixed, minDistance: Fixed): TargetProblem | null {
  if (target === now) return 'TARGET_IS_MARKET_PRICE'
  return absolute(target - now) < minDistance ? 'TARGET_TOO_CLOSE' : null
}

export interface TargetRange {
  readonly below: AllowedPrices
  readonly above: AllowedPrices
}

/** Where a target may stand: what `targetProblem` accepts, in words. */
export function targetRange(now: Fixed, minDistance: Fixed, precision: number): TargetRange {
  return { below: pricesBelow(now, minDistance, precision), above: pricesAbove(now, minDistance, precision) }
}

/** True when a quote reaches the target: a limit at its price or better, a stop at its price or worse. */
export function isTargetReached(side: OrderSide, kind: PendingKindName, target: Fixed, quote: QuotePrices): boolean {
  const now = openingPrice(side, quote)
  return (side === 'buy') === (kind === 'limit') ? now <= target : now >= target
}
