/**
 * The pip, the unit in which distances are spoken of. It follows from the price grid alone, so that "30 pips" never changes
 * its meaning while the price moves.
 */
import { FIXED_DECIMALS, type Fixed } from './decimal'

/** The smallest step of a price with this many decimals. */
export function pointSize(pricePrecision: number): Fixed {
  return 10n ** BigInt(FIXED_DECIMALS - pricePrecision)
}

/** Ten points: 0.0001 of EUR/USD at 1.16428, 0.01 of USD/JPY at 156.842, 0.1 of gold at 4,078.35. */
export function pipSize(pricePrecision: number): Fixed {
  return pointSize(pricePrecision) * 10n
}

/**
 * One step of a price field. A pip where prices show one (five or three decimals); else about a ten-thousandth of the price,
 * as a power of ten: 1 for BTC at 91,284.50, 0.1 for gold at 4,078.35. Never less than one point.
 */
export function priceStep(pricePrecision: number, price: Fixed): Fixed {
  if (pricePrecision === 5 || pricePrecision === 3) return pipSize(pricePrecision)
  const share = price / 10_000n
  let step = pointSize(pricePrecision)
  while (step * 10n <= share) step *= 10n
  return step
}
