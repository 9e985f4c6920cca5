/**
 * Why the buttons cannot be pressed, the first reason that holds. The order is that of the broker's own checks, so that
 * what the page says first is what the broker would say first.
 */
import type { Amount } from '../../../rules/money'
import type { OrderSide } from '../../../rules/price'
import type { TicketDraft } from './ticket-draft'
import { type DraftProblem, draftProblem, type TicketSummary } from './ticket-summary'
import { lacksLeverage, type TicketTerms } from './ticket-terms'

export type TicketLock =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'no-leverage' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'no-price' }
  | DraftProblem
  | { readonly kind: 'margin'; readonly missing: Amount }

export interface LockFacts {
  readonly terms: TicketTerms
  readonly draft: TicketDraft
  readonly isSignedIn: boolean
  readonly isMarketOpen: boolean
  /** The connection is gone. */
  readonly isOffline: boolean
  /** The price is older than the broker trades on. */
  readonly isStale: boolean
  /** `null` while there is no price. */
  readonly summary: TicketSummary | null
}

/** What locks both sides alike. */
export function ticketLock(facts: LockFacts): TicketLock | null {
  if (!facts.isSignedIn) return { kind: 'signed-out' }
  if (lacksLeverage(facts.terms)) return { kind: 'no-leverage' }
  if (!facts.isMarketOpen) return { kind: 'closed' }
  if (facts.isOffline) return { kind: 'offline' }
  if (facts.isStale) return { kind: 'stale' }
  const problem = draftProblem(facts.terms, facts.draft)
  if (problem !== null) return problem
  if (facts.summary === null) return { kind: 'no-price' }
  const short = [facts.summary.buy, facts.summary.sell].map((side) => side.after?.missing ?? 0n)
  // Both sides are short (they differ by the spread at most): the smaller amount is what would let one of them through.
  if (short.every((missing) => missing > 0n))
    return { kind: 'margin', missing: short.reduce((least, each) => (each < least ? each : least)) }
  return null
}

/** What locks one side only: margin that the dearer side needs and the cheaper does not. */
export function sideLock(side: OrderSide, facts: LockFacts): TicketLock | null {
  const lock = ticketLock(facts)
  if (lock !== null) return lock
  const missing = facts.summary?.[side].after?.missing ?? 0n
  return missing > 0n ? { kind: 'margin', missing } : null
}
