import { type Fixed, formatFixed } from '../../../rules/decimal'

/** A spread in points, or pips with one decimal; empty when there is none. */
export function spreadText(spread: Fixed, pricePrecision: number): string {
  if (spread <= 0n) return ''
  return pricePrecision === 5 || pricePrecision === 3
    ? formatFixed((spread * 10n ** BigInt(pricePrecision)) / 10n, 1)
    : formatFixed(spread, pricePrecision)
}
