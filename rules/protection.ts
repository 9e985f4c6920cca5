/**
 * Stop loss and take profit: which side of the price they must stand on, how near they may stand, and when a quote reaches
 * them. All is judged on the price at which the order would close (bid for a buy, ask for a sell); a pending order has none
 * yet, its stops are measured from its target. 0 means none.
 */
import { absolute, FIXED_DECIMALS, type Fixed, roundToGrid } from './decimal'
import { closingPrice, type OrderSide, type QuotePrices } from './price'

export interface ProtectionPrices {
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
}

export type ProtectionProblem = 'STOP_LOSS_WRONG_SIDE' | 'TAKE_PROFIT_WRONG_SIDE' | 'STOP_LOSS_TOO_CLOSE' | 'TAKE_PROFIT_TOO_CLOSE'

/** A stop that the present price has already passed is refused: an edit must never close an order by surprise. */
export function protectionProblem(
  side: OrderSide,
  wanted: ProtectionPrices,
  quote: QuotePrices,
  minDistance: Fixed = 0n,
): ProtectionProblem | null {
  return protectionProblemAt(side, wanted, closingPrice(side, quote), minDistance)
}

/**
 * The same against a given reference, of the order's closing side: the bid for a buy, the ask for a sell, the target for a
 * pending order. A stop may stand exactly `minDistance` away; 0 lets it stand as near as one point.
 */
export function protectionProblemAt(
  side: OrderSide,
  { stopLoss, takeProfit }: ProtectionPrices,
  reference: Fixed,
  minDistance: Fixed,
): ProtectionProblem | null {
  if (stopLoss !== 0n && (side === 'buy' ? stopLoss >= reference : stopLoss <= reference)) return 'STOP_LOSS_WRONG_SIDE'
  if (takeProfit !== 0n && (side === 'buy' ? takeProfit <= reference : takeProfit >= reference)) return 'TAKE_PROFIT_WRONG_SIDE'
  if (stopLoss !== 0n && absolute(reference - stopLoss) < minDistance) return 'STOP_LOSS_TOO_CLOSE'
  if (takeProfit !== 0n && absolute(takeProfit - reference) < minDistance) return 'TAKE_PROFIT_TOO_CLOSE'
  return null
}

/** Prices of the grid that are allowed: all from `price` on, in one direction. */
export interface AllowedPrices {
  readonly bound: 'at-most' | 'at-least'
  /** With `at-most` this may be 0 or less: then no price is allowed. */
  readonly price: Fixed
}

export interface ProtectionRange {
  readonly stopLoss: AllowedPrices
  readonly takeProfit: AllowedPrices
}

/** Where the stops of an order may stand: what `protectionProblemAt` accepts, in words. `precision` is the price grid's. */
export function protectionRange(side: OrderSide, reference: Fixed, minDistance: Fixed, precision: number): ProtectionRange {
  const below = pricesBelow(reference, minDistance, precision)
  const above = pricesAbove(reference, minDistance, precision)
  return side === 'buy' ? { stopLoss: below, takeProfit: above } : { stopLoss: above, takeProfit: below }
}

/** The prices of the grid that are under `reference` by `minDistance` or more, and by one unit of 10⁻⁸ at least. */
export function pricesBelow(reference: Fixed, minDistance: Fixed, precision: number): AllowedPrices {
  const limit = reference - (minDistance > 0n ? minDistance : 1n)
  return { bound: 'at-most', price: limit < 0n ? 0n : roundToGrid(limit, precision, 'down') }
}

/** The prices of the grid that are over `reference` by `minDistance` or more, and by one unit of 10⁻⁸ at least. */
export function pricesAbove(reference: Fixed, minDistance: Fixed, precision: number): AllowedPrices {
  return { bound: 'at-least', price: roundToGrid(reference + (minDistance > 0n ? minDistance : 1n), precision, 'up') }
}

export function isAllowed(allowed: AllowedPrices, price: Fixed): boolean {
  return allowed.bound === 'at-most' ? price > 0n && price <= allowed.price : price >= allowed.price
}

/** How near the price a trailing stop may follow: the minimum distance, and one point at least. */
export function leastTrailingDistance(minDistance: Fixed, precision: number): Fixed {
  const point = 10n ** BigInt(FIXED_DECIMALS - precision)
  return minDistance > point ? roundToGrid(minDistance, precision, 'up') : point
}

type TriggerName = 'stop_loss' | 'take_profit'

/** Which of the two a quote reaches; the stop loss wins when a gap has passed both. */
export function reachedTrigger(side: OrderSide, set: ProtectionPrices, quote: QuotePrices): TriggerName | null {
  const now = closingPrice(side, quote)
  if (set.stopLoss !== 0n && (side === 'buy' ? now <= set.stopLoss : now >= set.stopLoss)) return 'stop_loss'
  if (set.takeProfit !== 0n && (side === 'buy' ? now >= set.takeProfit : now <= set.takeProfit)) return 'take_profit'
  return null
}
