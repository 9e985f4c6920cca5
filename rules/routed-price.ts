/**
 * Prices of an order that a provider fills: the worst one the trader accepts, the limit that says so to the provider, and what the
 * provider's price becomes for the trader.
 *
 * Invariant: a fill within the limit is, with the mark-up, no worse for the trader than the worst price they accept.
 */
import { divide, FIXED_DECIMALS, FIXED_ONE, type Fixed, roundToGrid } from './decimal'
import type { OrderSide } from './price'

/** How far from the price of the moment an opening may be filled where the trader gives no bound: one part in 200 (0.5 %). */
const HOUSE_BOUND = 200n

interface Deal {
  /** `buy` where something is bought: a long position opened or a short one closed. */
  readonly side: OrderSide
  readonly pricePrecision: number
}

const point = (precision: number): Fixed => 10n ** BigInt(FIXED_DECIMALS - precision)
const atLeastAPoint = (price: Fixed, precision: number): Fixed => (price > 0n ? price : point(precision))

/** @param slippage in price units; null: the bound of the house */
export function worstPrice({ side, pricePrecision }: Deal, from: Fixed, slippage: Fixed | null): Fixed {
  const room = slippage ?? divide(from, HOUSE_BOUND, 'up')
  const worst = side === 'buy' ? roundToGrid(from + room, pricePrecision, 'up') : roundToGrid(from - room, pricePrecision, 'down')
  return atLeastAPoint(worst, pricePrecision)
}

/** What the provider is told, so that its price with the mark-up is no worse than `worst`. */
export function providerLimit({ side, pricePrecision }: Deal, worst: Fixed, markUp: Fixed): Fixed {
  const limit = side === 'buy' ? roundToGrid(worst - markUp, pricePrecision, 'down') : roundToGrid(worst + markUp, pricePrecision, 'up')
  return atLeastAPoint(limit, pricePrecision)
}

/** The provider's average price with the mark-up against the trader, to the nearest price of the grid (half to even). */
export function tradersPrice({ side, pricePrecision }: Deal, providerPrice: Fixed, markUp: Fixed): Fixed {
  const price = roundToGrid(side === 'buy' ? providerPrice + markUp : providerPrice - markUp, pricePrecision, 'half-even')
  return atLeastAPoint(price, pricePrecision)
}

/** Units of the base asset that lots stand for. */
export function unitsOf(lots: Fixed, contractSize: Fixed): Fixed {
  return divide(lots * contractSize, FIXED_ONE, 'down')
}

/** Lots of what was filled, rounded down: what is left of a unit is the house's. */
export function lotsOf(units: Fixed, contractSize: Fixed): Fixed {
  return divide(units * FIXED_ONE, contractSize, 'down')
}
