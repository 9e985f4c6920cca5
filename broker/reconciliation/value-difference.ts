/**
 * What a difference comes to in USDT: pure. A fill changed our account by its side × quantity × (mark − price); the amount is theirs less ours.
 * With equal quantities the mark falls out of it.
 */
import type { Rate } from '../../rules/conversion'
import { inUsdt } from '../../rules/cover'
import { absolute, type Fixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import type { Side } from '../providers/provider'
import type { ComparedFill } from './compare-order'

type Traded = Pick<ComparedFill, 'quantity' | 'price'>

export interface DifferenceTerms {
  /** The price of now; null where there is none: then a quantity is valued at what was paid for it. */
  readonly mark: Fixed | null
  readonly rate: Rate
}

export interface DifferenceValue {
  readonly markPrice: Fixed
  readonly amount: Amount
  /** The amount without its sign, or what the quantity that differs is worth, whichever is more. */
  readonly atStake: Amount
}

export function valueOfFills(
  side: Side,
  { ours, theirs }: { readonly ours: Traded | null; readonly theirs: Traded | null },
  terms: DifferenceTerms,
): DifferenceValue {
  const markPrice = terms.mark ?? theirs?.price ?? ours?.price ?? 0n
  const effect = (fill: Traded | null) => (fill === null ? 0n : fill.quantity * (markPrice - fill.price))
  const change = effect(theirs) - effect(ours)
  const amount = inUsdt(side === 'buy' ? change : -change, terms.rate)
  const worth = inUsdt(absolute((theirs?.quantity ?? 0n) - (ours?.quantity ?? 0n)) * markPrice, terms.rate)
  return { markPrice, amount, atStake: larger(worth, absolute(amount)) }
}

/** Nobody knows at which price it was dealt: only what the quantity is worth can be said. */
export function valueOfPosition(change: Fixed, { mark, rate }: DifferenceTerms): DifferenceValue | null {
  return mark === null ? null : { markPrice: mark, amount: 0n, atStake: inUsdt(absolute(change) * mark, rate) }
}

function larger(one: Amount, other: Amount): Amount {
  return one > other ? one : other
}
