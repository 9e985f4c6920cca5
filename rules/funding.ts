/**
 * Overnight funding: what a position pays, or is paid, for the nights it is held over (docs/decisions/063-overnight-funding.md).
 *
 * lots × contract size × reference price × yearly rate × nights ÷ days of the year, converted to USDT; rounded half-even at 10⁻⁸.
 * When the nights are counted: rules/rollover.ts.
 */
import { RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'
import type { OrderSide } from './price'

export const DAY_COUNTS = [360, 365] as const
export type DayCount = (typeof DAY_COUNTS)[number]

/** Percent a year that a position of the side pays; below 0 it is paid. */
export interface FundingRates {
  readonly long: Fixed
  readonly short: Fixed
}

export interface FundedPosition {
  readonly lots: Fixed
  readonly contractSize: Fixed
  /** In the quote currency. */
  readonly price: Fixed
  /** USDT for one unit of the quote currency. */
  readonly conversionRate: Rate
  /** Percent a year that the position pays. */
  readonly yearlyRate: Fixed
  readonly dayCount: DayCount
  readonly nights: number
}

/** A long position borrows what it holds at the benchmark, a short one lends it; the mark-up is the house's on both. Percent a year. */
export function ratesOverBenchmark(benchmark: Fixed, markUp: Fixed): FundingRates {
  return { long: benchmark + markUp, short: markUp - benchmark }
}

export function yearlyRateOf(rates: FundingRates, side: OrderSide): Fixed {
  return side === 'buy' ? rates.long : rates.short
}

/** What the balance changes by: below 0 the trader pays. */
export function fundingAmount({ lots, contractSize, price, conversionRate, yearlyRate, dayCount, nights }: FundedPosition): Amount {
  const paid = lots * contractSize * price * yearlyRate * conversionRate * BigInt(nights)
  // Three of the four factors are scaled away, and the percent with them.
  return divide(-paid, FIXED_ONE ** 3n * RATE_ONE * 100n * BigInt(dayCount), 'half-even')
}
