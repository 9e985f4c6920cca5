/**
 * What a trader has filled into the ticket, exactly as typed, and how it changes. Prices of quotes never enter here:
 * a tick must not touch what someone is typing. Whether it can be traded is worked out in ticket-summary.ts.
 */
import { divide, FIXED_DECIMALS, type Fixed, formatFixed, parseFixed } from '../../../rules/decimal'
import type { TicketTerms } from './ticket-terms'

export interface ProtectionDraft {
  readonly isOn: boolean
  readonly price: string
}

export type ProtectionName = 'takeProfit' | 'stopLoss'

export interface TicketDraft {
  readonly instrumentId: string
  readonly lots: string
  /** Empty where the margin is fixed per lot. */
  readonly leverage: string
  readonly takeProfit: ProtectionDraft
  readonly stopLoss: ProtectionDraft
}

export type TicketAction =
  | { readonly type: 'lots-typed'; readonly lots: string }
  | { readonly type: 'leverage-chosen'; readonly leverage: string }
  | { readonly type: 'protection-switched'; readonly name: ProtectionName; readonly isOn: boolean; readonly suggestion: string }
  | { readonly type: 'protection-typed'; readonly name: ProtectionName; readonly price: string }
  | { readonly type: 'order-placed' }
  | { readonly type: 'restored'; readonly draft: TicketDraft }

const noProtection: ProtectionDraft = { isOn: false, price: '' }

/** Lots start at the instrument's minimum, leverage at the first one the broker offers. */
export function newDraft(terms: TicketTerms): TicketDraft {
  return {
    instrumentId: terms.instrumentId,
    lots: formatFixed(terms.minLots, terms.lotDecimals),
    leverage: terms.leverages[0] ?? '',
    takeProfit: noProtection,
    stopLoss: noProtection,
  }
}

/** A kept draft is used only while it still speaks of this instrument and of a leverage that is still offered. */
export function draftFor(terms: TicketTerms, kept: TicketDraft | undefined): TicketDraft {
  if (kept === undefined || kept.instrumentId !== terms.instrumentId) return newDraft(terms)
  const isOffered = terms.leverages.includes(kept.leverage) || (terms.leverages.length === 0 && kept.leverage === '')
  return isOffered ? kept : { ...kept, leverage: terms.leverages[0] ?? '' }
}

export function ticketReducer(draft: TicketDraft, action: TicketAction): TicketDraft {
  switch (action.type) {
    case 'lots-typed':
      return { ...draft, lots: action.lots }
    case 'leverage-chosen':
      return { ...draft, leverage: action.leverage }
    case 'protection-switched': {
      // A price that was typed before comes back when the switch is turned on again.
      const price = draft[action.name].price === '' ? action.suggestion : draft[action.name].price
      return { ...draft, [action.name]: { isOn: action.isOn, price: action.isOn ? price : draft[action.name].price } }
    }
    case 'protection-typed':
      return { ...draft, [action.name]: { isOn: draft[action.name].isOn, price: action.price } }
    case 'order-placed':
      // The stops belonged to the price of the order just placed; size and leverage are a habit and stay.
      return { ...draft, takeProfit: noProtection, stopLoss: noProtection }
    case 'restored':
      return action.draft
  }
}

/** What the wire takes as a number; kept equal to DECIMAL_IN of the contract by a test, so that zod stays out of the browser. */
export const TYPED_NUMBER = /^\d{1,12}(\.\d{1,8})?$/

/** A typed number as the wire takes it, or `null`. */
export function readTyped(text: string): Fixed | null {
  return TYPED_NUMBER.test(text) ? parseFixed(text) : null
}

/** The lots below which the minus button is blocked: the minimum order, never under one step. */
export function lowestLots(terms: TicketTerms): Fixed {
  return terms.minLots > terms.lotStep ? terms.minLots : terms.lotStep
}

/** 1, 10, 20, 50 and 100 times the minimum, as far as the maximum goes. */
export function quickLots(terms: TicketTerms): string[] {
  return [1n, 10n, 20n, 50n, 100n]
    .map((times) => terms.minLots * times)
    .filter((lots) => lots <= terms.maxLots)
    .map((lots) => formatFixed(lots, terms.lotDecimals))
}

/**
 * One step of a price field. A pip (ten points) where prices show a pip; else about a ten-thousandth of the price,
 * as a power of ten: 1 for BTC at 91,284.50, 0.1 for gold at 4,078.35. Never less than one point.
 */
export function priceStep(pricePrecision: number, price: Fixed): Fixed {
  const point = 10n ** BigInt(FIXED_DECIMALS - pricePrecision)
  if (pricePrecision === 5 || pricePrecision === 3) return point * 10n
  const share = price / 10_000n
  let step = point
  while (step * 10n <= share) step *= 10n
  return step
}

/** Where a stop starts when it is switched on: for a buy, 0.4 % above the price to take profit, 0.3 % under it to stop. */
export function suggestedPrice(name: ProtectionName, pricePrecision: number, last: Fixed): string {
  const distance = (last * (name === 'takeProfit' ? 40n : -30n)) / 10_000n
  const step = priceStep(pricePrecision, last)
  const price = divide(last + distance, step, 'half-even') * step
  return formatFixed(price > 0n ? price : step, pricePrecision)
}
