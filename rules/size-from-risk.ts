/**
 * How many lots an order may have so that its stop loss costs no more than the trader is willing to lose:
 *   worst case(lots) = loss from the entry to the stop loss + fee ≤ risk,     lots rounded down to the step
 *
 * The entry is on the opening side of the quote (or the target of a pending order) and the stop loss is reached on the
 * closing side, so the spread is inside the loss. Where the rate moves with the price (USD/JPY in yen), it is taken at the
 * lowest last price that a quote with this spread can have, which is the dearest; any other conversion at the rate of now.
 * Not here: a gap over the stop loss, slippage of the fill, and a move of another currency. They can cost more.
 *
 * Invariant: the worst case never shrinks as lots grow, and the lots answered are the most that fit.
 */
import { conversionRate, RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_ONE, type Fixed } from './decimal'
import { type FeeType, orderFee } from './fee'
import type { LotTerms } from './lots'
import { type MarginTerms, orderMargin } from './margin'
import type { Amount } from './money'
import type { OrderSide } from './price'

export interface RiskTerms extends LotTerms, MarginTerms {
  readonly side: OrderSide
  /** The opening side of the quote now, or the target of a pending order. */
  readonly entryPrice: Fixed
  /** On the losing side of the price at which the order would close. */
  readonly stopLoss: Fixed
  /** Ask − bid, ≥ 0. */
  readonly spread: Fixed
  readonly rate: Rate
  /** True where the rate is 1 ÷ the price of this very instrument. */
  readonly rateFollowsPrice: boolean
  /** Not read when the margin is fixed per lot. */
  readonly leverage: bigint
  readonly feeType: FeeType
  readonly feeRate: Fixed
}

export interface WorstCase {
  readonly lots: Fixed
  /** From the closing side of the price at entry to the stop loss. */
  readonly move: Amount
  readonly spread: Amount
  readonly fee: Amount
  /** All three: what the account has less when the stop loss is hit without a gap. */
  readonly total: Amount
}

/** @throws RangeError when the stop loss does not stand on the losing side of the entry. */
export function worstCase(terms: RiskTerms, lots: Fixed): WorstCase {
  const distance = terms.side === 'buy' ? terms.entryPrice - terms.stopLoss : terms.stopLoss - terms.entryPrice
  if (distance <= 0n) throw new RangeError('the stop loss must stand on the losing side of the entry')
  const exitRate = dearestRate(terms, terms.side === 'buy' ? terms.stopLoss : terms.stopLoss - terms.spread)
  const entryRate = dearestRate(terms, terms.side === 'buy' ? terms.entryPrice - terms.spread : terms.entryPrice)
  const lossOver = (length: Fixed) => divide(length * lots * terms.contractSize * exitRate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'up')
  const loss = lossOver(distance)
  const spread = lossOver(terms.spread < distance ? terms.spread : distance)
  const margin = orderMargin(terms, lots, terms.entryPrice, terms.leverage, entryRate)
  const fee = orderFee(terms.feeType, terms.feeRate, lots, margin)
  return { lots, move: loss - spread, spread, fee, total: loss + fee }
}

function dearestRate(terms: RiskTerms, lowestLast: Fixed): Rate {
  if (!terms.rateFollowsPrice) return terms.rate
  // A spread as wide as the price leaves one unit of 10⁻⁸.
  return conversionRate({ code: '', direction: 'inverse' }, lowestLast > 0n ? lowestLast : 1n)
}

type SizedOrder =
  | { readonly kind: 'sized'; readonly worst: WorstCase }
  /** Even the smallest order risks more; `least` is what it would risk. */
  | { readonly kind: 'too-small'; readonly least: WorstCase }

/** The most lots on the step, up to the maximum, whose worst case is not over `risk`. */
export function sizeFromRisk(terms: RiskTerms, risk: Amount): SizedOrder {
  const least = worstCase(terms, terms.minLots)
  if (least.total > risk) return { kind: 'too-small', least }
  let fits = 0n
  let over = (terms.maxLots - terms.minLots) / terms.lotStep + 1n
  while (over - fits > 1n) {
    const middle = (fits + over) / 2n
    if (worstCase(terms, terms.minLots + middle * terms.lotStep).total <= risk) fits = middle
    else over = middle
  }
  return { kind: 'sized', worst: worstCase(terms, terms.minLots + fits * terms.lotStep) }
}

/** Percent of the balance as an amount, rounded down; 0 for an account without a balance. */
export function riskOfBalance(balance: Amount, percent: Fixed): Amount {
  return balance <= 0n ? 0n : divide(balance * percent, 100n * FIXED_ONE, 'down')
}
