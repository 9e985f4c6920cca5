/**
 * What the house holds at its providers and what covering brings, by average cost (docs/decisions/067-the-cover-book.md).
 *
 * A fill that goes with the position adds its worth to the cost; one that goes against it takes out its share of the cost, and the difference
 * to its worth is the result. A fill beyond the position closes it whole and opens the rest on the other side. Worth, cost and result are
 * counted in 10⁻¹⁶ of the quote currency, exact but for the share of the cost, which is rounded half-even; what is rounded stays in the cost,
 * so a closed position has made exactly what was paid and got.
 */
import { RATE_ONE, type Rate } from './conversion'
import { absolute, divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'

export interface HeldPosition {
  /** Units of the base asset; long is positive. */
  readonly quantity: Fixed
  /** 10⁻¹⁶ of the quote currency; has the sign of the quantity. */
  readonly cost: bigint
}

export const NOTHING_HELD: HeldPosition = { quantity: 0n, cost: 0n }

/** @param change of the quantity: a buy is positive; a buy that did not happen after all is negative, at the price that it had */
export function afterFill(held: HeldPosition, change: Fixed, price: Fixed): { readonly held: HeldPosition; readonly quoteResult: bigint } {
  const isAgainst = held.quantity !== 0n && held.quantity > 0n !== change > 0n
  if (!isAgainst) return { held: { quantity: held.quantity + change, cost: held.cost + change * price }, quoteResult: 0n }
  const closing = absolute(change) <= absolute(held.quantity) ? -change : held.quantity
  const costShare = divide(held.cost * closing, held.quantity, 'half-even')
  const opening = change + closing
  const left = { quantity: held.quantity - closing, cost: held.cost - costShare }
  return {
    held: { quantity: left.quantity + opening, cost: left.cost + opening * price },
    quoteResult: closing * price - costShare,
  }
}

/** @param quoteAmount in 10⁻¹⁶ of the quote currency; half-even at 10⁻⁸ USDT */
export function inUsdt(quoteAmount: bigint, rate: Rate): Amount {
  return divide(quoteAmount * rate, FIXED_ONE * RATE_ONE, 'half-even')
}

/** What is held is worth more than it cost, at a price. */
export function openResult({ quantity, cost }: HeldPosition, price: Fixed, rate: Rate): Amount {
  return inUsdt(quantity * price - cost, rate)
}
