/** Whether a difference between what is open and what is covered is to be covered now: pure. */
import { absolute, type Fixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import type { ExecutionTerms } from '../market/execution-terms'

interface Difference {
  readonly quantity: Fixed
  /** What it is worth in USDT; null while there is no price. */
  readonly worth: Amount | null
  /** How long there has been one, in milliseconds. */
  readonly stoodMs: number
}

/**
 * An order that went to the provider first is filled there a moment before the trader is: a difference of that moment is none.
 * So with stp whatever has not stood for this long is left alone.
 */
const SETTLE_MS = 5_000

export function isCoverDue(terms: ExecutionTerms, { quantity, worth, stoodMs }: Difference): boolean {
  if (quantity === 0n || terms.model === 'internal') return false
  if (terms.model === 'stp' && stoodMs < SETTLE_MS) return false
  const { amount, afterMs } = terms.cover
  const isLate = afterMs !== null && stoodMs >= afterMs
  // At once is at once, also before there is a price to value it by.
  const isLarge = amount !== null && (amount === 0n || (worth !== null && absolute(worth) > amount))
  return isLate || isLarge
}
