/**
 * The share of losing accounts, counted the way ESMA's risk warning counts it, on what is closed:
 *
 *   result of an account = Σ (profit − fee) over its orders that were closed in the twelve months
 *   share                = accounts with a result below 0 ÷ accounts with at least one such order × 100
 *
 * A part that was closed counts with its part of the fee; what is still open does not count, nor does money that came in or went
 * out. The protection from a negative balance forgives a debt and undoes no loss. A result of exactly 0 is no loss. The share is
 * rounded up at 0.01 %, so that rounding never flatters, and is not stated over a few accounts: it would tell about persons.
 */

import { divide } from './decimal'
import { DAY_MS } from './durations'
import type { Amount } from './money'

export const LOSING_PERIOD_DAYS = 365
export const LOSING_PERIOD_MS = LOSING_PERIOD_DAYS * DAY_MS
/** Over fewer accounts no share is stated. */
export const FEWEST_ACCOUNTS = 20

export interface LosingCount {
  /** Accounts with a closed order in the period. */
  readonly accounts: number
  readonly losing: number
}

/** @param results one sum an account, in 10⁻⁸ USDT */
export function countLosing(results: readonly Amount[]): LosingCount {
  return { accounts: results.length, losing: results.filter((result) => result < 0n).length }
}

/** Hundredths of a percent; null over too few accounts. */
export function losingShare({ accounts, losing }: LosingCount): bigint | null {
  return accounts < FEWEST_ACCOUNTS ? null : divide(BigInt(losing) * 10_000n, BigInt(accounts), 'up')
}
