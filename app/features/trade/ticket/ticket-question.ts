/** What the ticket reckons with, and what the typed fields mean before any price is known. */
import { FIXED_ONE, type Fixed, isOnGrid } from '../../../../rules/decimal'
import { type LotProblem, lotProblem } from '../../../../rules/lots'
import { leastTrailingDistance } from '../../../../rules/protection'
import { rateAtPrice, type StopName } from '../../../../rules/stop-modes'
import type { ExactPrices } from '../../../terms/quote'
import type { BrokerTerms, TicketAccount, TicketTerms } from '../scene/ticket-terms'
import { readTyped, SIZING_STOP_UNITS, type TicketDraft } from './ticket-draft'
import { distanceOf } from './ticket-steps'

export interface TicketQuestion {
  readonly terms: TicketTerms
  readonly draft: TicketDraft
  readonly quote: ExactPrices
  readonly broker: BrokerTerms
  /** `null` for a visitor who is not signed in. */
  readonly account: TicketAccount | null
}

export type DraftProblem =
  | { readonly kind: 'lots'; readonly problem: LotProblem | 'LOTS_UNREADABLE' }
  | { readonly kind: 'risk' }
  /** The size follows from the risk, and there is no stop loss to reckon it from. */
  | { readonly kind: 'risk-stop' }
  | { readonly kind: 'target' }
  | { readonly kind: 'protection'; readonly name: StopName }
  | { readonly kind: 'trailing'; readonly least: Fixed }

/** The first thing in the fields that keeps the order from being worked out. */
export function draftProblem(terms: TicketTerms, draft: TicketDraft): DraftProblem | null {
  const size = draft.sizing === 'lots' ? lotsProblem(terms, draft) : riskProblem(draft)
  if (size !== null) return size
  if (draft.kind === 'pending' && targetOf(terms, draft) === null) return { kind: 'target' }
  for (const name of ['takeProfit', 'stopLoss'] as const) {
    if (draft[name].isOn && typedStop(terms, draft, name) === null) return { kind: 'protection', name }
  }
  const least = leastTrailingDistance(terms.minStopDistance, terms.pricePrecision)
  return draft.trailing.isOn && (trailingOf(terms, draft) ?? 0n) < least ? { kind: 'trailing', least } : null
}

function lotsProblem(terms: TicketTerms, draft: TicketDraft): DraftProblem | null {
  const lots = readTyped(draft.lots)
  const problem = lots === null ? 'LOTS_UNREADABLE' : lotProblem(terms, lots)
  return problem === null ? null : { kind: 'lots', problem }
}

function riskProblem({ risk, stopLoss, trailing }: TicketDraft): DraftProblem | null {
  const value = readTyped(risk.value)
  if (value === null || value === 0n || (risk.unit === 'percent' && value > 100n * FIXED_ONE)) return { kind: 'risk' }
  // A stop loss of 0 is none.
  if (stopLoss.isOn && readTyped(stopLoss.value) !== 0n) return SIZING_STOP_UNITS.includes(stopLoss.unit) ? null : { kind: 'risk-stop' }
  return trailing.isOn ? null : { kind: 'risk-stop' }
}

/** The target of a pending order; `null` where there is none that could be traded. */
export function targetOf(terms: TicketTerms, draft: TicketDraft): Fixed | null {
  return tradablePrice(terms, readTyped(draft.target))
}

/** The number of a stop that is on, in its own unit; `0n` where it is off or 0 (none), `null` where the field has no number to work with. */
export function typedStop(terms: TicketTerms, draft: TicketDraft, name: StopName): Fixed | null {
  const { isOn, unit, value } = draft[name]
  if (!isOn) return 0n
  const typed = readTyped(value)
  return unit === 'price' && typed !== 0n ? tradablePrice(terms, typed) : typed
}

/** The distance in price of a trailing stop that is on; `0n` where it is off, `null` where it is no tradable distance. */
export function trailingOf(terms: TicketTerms, { trailing }: TicketDraft): Fixed | null {
  if (!trailing.isOn) return 0n
  const typed = readTyped(trailing.value)
  return typed === null ? null : tradablePrice(terms, distanceOf(trailing.unit, typed, terms.pricePrecision))
}

function tradablePrice(terms: TicketTerms, price: Fixed | null): Fixed | null {
  return price === null || price === 0n || !isOnGrid(price, terms.pricePrecision) ? null : price
}

/** 0 where none is chosen that the broker offers. */
export function leverageOf(terms: TicketTerms, draft: TicketDraft): bigint {
  return terms.leverages.includes(draft.leverage) && /^\d{1,4}$/.test(draft.leverage) ? BigInt(draft.leverage) : 0n
}

/** The quote as it is now, or as it will be when the target is reached: the same spread, moved. */
export function quoteAt({ terms, quote }: TicketQuestion, moved: Fixed): ExactPrices {
  if (moved === 0n) return quote
  const last = quote.last + moved
  return { bid: quote.bid + moved, ask: quote.ask + moved, last, rate: last > 0n ? rateAtPrice({ ...quote, ...terms }, last) : quote.rate }
}
