/**
 * Why the buttons cannot be pressed, the first reason that holds. The order is that of the broker's own checks, so that
 * what the page says first is what the broker would say first.
 */
import type { Amount } from '../../../../rules/money'
import { type TargetRange, targetRange } from '../../../../rules/pending-kind'
import { type OrderSide, openingPrice } from '../../../../rules/price'
import type { AllowedPrices } from '../../../../rules/protection'
import type { WorstCase } from '../../../../rules/size-from-risk'
import type { StopName } from '../../../../rules/stop-modes'
import type { ExactPrices, TradingBrake } from '../../../terms/quote'
import { lacksLeverage, type TicketTerms } from '../scene/ticket-terms'
import type { TicketDraft } from './ticket-draft'
import { type DraftProblem, draftProblem } from './ticket-question'
import { fits, type TicketSummary } from './ticket-summary'

export type TicketLock =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'winding-down' }
  | { readonly kind: 'braked'; readonly reason: string }
  | { readonly kind: 'no-leverage' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'no-price' }
  | DraftProblem
  /** The smallest order would lose `least` at its stop. */
  | { readonly kind: 'risk-small'; readonly least: WorstCase }
  /** An amount or distance that leads to no price. */
  | { readonly kind: 'stop-price'; readonly name: StopName }
  | { readonly kind: 'margin'; readonly missing: Amount }

export interface LockFacts {
  readonly terms: TicketTerms
  readonly draft: TicketDraft
  readonly isSignedIn: boolean
  /** The company takes no new orders any more. */
  readonly isWindingDown: boolean
  readonly isMarketOpen: boolean
  /** The company takes no new orders of the instrument just now. */
  readonly brake?: TradingBrake | undefined
  /** The connection is gone. */
  readonly isOffline: boolean
  /** The price is older than the broker trades on. */
  readonly isStale: boolean
  /** `null` while there is no price. */
  readonly summary: TicketSummary | null
}

/** What locks both sides alike. */
export function ticketLock(facts: LockFacts): TicketLock | null {
  const lock = commonLock(facts)
  if (lock !== null || facts.summary === null) return lock
  const buy = ownLock('buy', facts.summary)
  const sell = ownLock('sell', facts.summary)
  if (buy === null || sell === null) return null
  // Both sides are short (they differ by the spread at most): the smaller amount is what would let one of them through.
  if (buy.kind === 'margin' && sell.kind === 'margin') return buy.missing < sell.missing ? buy : sell
  // A side whose stop stands wrong is another matter; it has its hint.
  return buy.kind === 'unsized' ? (sell.kind === 'unsized' ? null : sell) : buy
}

function commonLock(facts: LockFacts): TicketLock | null {
  if (!facts.isSignedIn) return { kind: 'signed-out' }
  if (facts.isWindingDown) return { kind: 'winding-down' }
  if (facts.brake !== undefined) return { kind: 'braked', reason: facts.brake.reason }
  if (lacksLeverage(facts.terms)) return { kind: 'no-leverage' }
  if (!facts.isMarketOpen) return { kind: 'closed' }
  if (facts.isOffline) return { kind: 'offline' }
  if (facts.isStale) return { kind: 'stale' }
  const problem = draftProblem(facts.terms, facts.draft)
  if (problem !== null) return problem
  return facts.summary === null ? { kind: 'no-price' } : null
}

/** No size follows from the risk on this side, because the stop loss stands on its other side. */
interface Unsized {
  readonly kind: 'unsized'
}

function ownLock(side: OrderSide, summary: TicketSummary): TicketLock | Unsized | null {
  const { least, lots, stopProblem, after } = summary[side]
  if (least !== null) return { kind: 'risk-small', least }
  if (lots === null) return { kind: 'unsized' }
  if (stopProblem === 'STOP_LOSS_NO_PRICE') return { kind: 'stop-price', name: 'stopLoss' }
  if (stopProblem === 'TAKE_PROFIT_NO_PRICE') return { kind: 'stop-price', name: 'takeProfit' }
  const missing = after?.missing ?? 0n
  return missing > 0n ? { kind: 'margin', missing } : null
}

/** What locks one side: all that locks both, and margin or a size that only this side lacks. */
export function sideLock(side: OrderSide, facts: LockFacts): TicketLock | Unsized | null {
  return commonLock(facts) ?? (facts.summary === null ? null : ownLock(side, facts.summary))
}

/** What the broker would refuse on both sides: said with what is allowed, but never a lock, because prices move. */
export type TicketHint =
  | { readonly kind: 'target-range'; readonly isMarketPrice: boolean; readonly allowed: TargetRange }
  | { readonly kind: 'stop-range'; readonly name: StopName; readonly buy: AllowedPrices; readonly sell: AllowedPrices }

export function ticketHint({ terms, summary }: LockFacts, quote: ExactPrices | null): TicketHint | null {
  if (summary === null || quote === null) return null
  const { buy, sell } = summary
  if (buy.targetProblem !== null && sell.targetProblem !== null) {
    const problem = buy.targetProblem
    return { kind: 'target-range', isMarketPrice: problem === 'TARGET_IS_MARKET_PRICE', allowed: allowedTargets(terms, quote) }
  }
  if (summary.leaning !== null || fits(buy) || fits(sell)) return null
  const problem = buy.stopProblem ?? sell.stopProblem
  if (problem === null || problem.endsWith('NO_PRICE')) return null
  const name = problem.startsWith('STOP_LOSS') ? 'stopLoss' : 'takeProfit'
  return { kind: 'stop-range', name, buy: buy.allowed[name], sell: sell.allowed[name] }
}

/** What is allowed on either side. */
function allowedTargets({ minStopDistance, pricePrecision }: TicketTerms, quote: ExactPrices): TargetRange {
  const range = (side: OrderSide) => targetRange(openingPrice(side, quote), minStopDistance, pricePrecision)
  return { below: range('sell').below, above: range('buy').above }
}
