/**
 * What a trader has filled into the ticket, exactly as typed, and how it changes. Prices of quotes never enter here:
 * a tick must not touch what someone is typing. Whether it can be traded is worked out in ticket-summary.ts.
 */
import { type Fixed, formatFixed, formatFixedShort, parseFixed } from '../../../../rules/decimal'
import type { StopName, StopUnit } from '../../../../rules/stop-modes'
import { writeStatus } from '../../../terms/order'
import { wireDecimal } from '../../../ui/typed-number'
import { startLeverage, startLots } from '../scene/chosen-by-code'
import type { TicketTerms } from '../scene/ticket-terms'
import { type LimitChoice, limitOf, type TrailingUnit } from './ticket-steps'

export type OrderKind = 'market' | 'pending'

/** A stop as typed: `value` is a price, or a distance, amount or percentage towards the stop's own side. */
export interface StopDraft {
  readonly isOn: boolean
  readonly unit: StopUnit
  readonly value: string
}

export interface TrailingDraft {
  readonly isOn: boolean
  readonly unit: TrailingUnit
  /** A distance. */
  readonly value: string
}

export type RiskUnit = 'money' | 'percent'
export interface RiskDraft {
  readonly unit: RiskUnit
  readonly value: string
}

/** What only a market order is held to. */
export type LimitName = 'slippage'

export interface TicketDraft {
  readonly instrumentId: string
  readonly kind: OrderKind
  /** Of a pending order. */
  readonly target: string
  /** Whether the lots are typed or follow from what is at risk. */
  readonly sizing: 'lots' | 'risk'
  readonly lots: string
  readonly risk: RiskDraft
  /** Empty where the margin is fixed per lot. */
  readonly leverage: string
  readonly takeProfit: StopDraft
  readonly stopLoss: StopDraft
  readonly trailing: TrailingDraft
  /** How much worse than seen a market order may be filled. */
  readonly slippage: LimitChoice
}

export type TicketAction =
  | { readonly type: 'kind-chosen'; readonly kind: OrderKind; readonly suggestion: string }
  | { readonly type: 'target-typed'; readonly target: string }
  | { readonly type: 'lots-typed'; readonly lots: string }
  /** `stopLoss`: the stop that the size is reckoned from, as a price or in pips; the present one where it is left out. */
  | { readonly type: 'sizing-chosen'; readonly sizing: TicketDraft['sizing']; readonly stopLoss?: StopDraft }
  | { readonly type: 'risk-typed'; readonly value: string }
  | { readonly type: 'risk-unit-chosen'; readonly risk: RiskDraft }
  | { readonly type: 'leverage-chosen'; readonly leverage: string }
  | { readonly type: 'protection-switched'; readonly name: StopName; readonly isOn: boolean; readonly suggestion: string }
  | { readonly type: 'protection-typed'; readonly name: StopName; readonly value: string }
  | { readonly type: 'protection-unit-chosen'; readonly name: StopName; readonly unit: StopUnit; readonly value: string }
  | { readonly type: 'trailing-switched'; readonly isOn: boolean; readonly suggestion: string }
  | { readonly type: 'trailing-typed'; readonly value: string }
  | { readonly type: 'trailing-unit-chosen'; readonly unit: TrailingUnit; readonly value: string }
  | { readonly type: 'limit-chosen'; readonly name: LimitName; readonly limit: LimitChoice }
  | { readonly type: 'preset-chosen'; readonly fields: Partial<TicketDraft> }
  | { readonly type: 'order-placed' }
  /** It was sent by another page and was not placed: the form is as it was there. */
  | { readonly type: 'order-came-back'; readonly fields: OrderFields }

const noStop: StopDraft = { isOn: false, unit: 'price', value: '' }
const noTrailing: TrailingDraft = { isOn: false, unit: 'pips', value: '' }

/** What a device remembers of an instrument. */
interface TicketHabit {
  readonly leverage?: string | undefined
  readonly lots?: string | undefined
}

/** Lots start as last ordered or at the instrument's minimum, leverage at the one last chosen or the middle one, the risk at one percent. */
export function newDraft(terms: TicketTerms, habit: TicketHabit = {}): TicketDraft {
  return {
    instrumentId: terms.instrumentId,
    kind: 'market',
    target: '',
    sizing: 'lots',
    lots: startLots(terms, terms.lotDecimals, habit.lots),
    risk: { unit: 'percent', value: '1.00' },
    leverage: startLeverage(terms.leverages, habit.leverage),
    takeProfit: noStop,
    stopLoss: noStop,
    trailing: noTrailing,
    slippage: '5',
  }
}

/** A kept draft is used only while it still speaks of this instrument and of a leverage that is still offered. */
export function draftFor(terms: TicketTerms, kept: TicketDraft | undefined, habit: TicketHabit = {}): TicketDraft {
  if (kept === undefined || kept.instrumentId !== terms.instrumentId) return newDraft(terms, habit)
  const isOffered = terms.leverages.includes(kept.leverage) || (terms.leverages.length === 0 && kept.leverage === '')
  return isOffered ? kept : { ...kept, leverage: startLeverage(terms.leverages, habit.leverage) }
}

/** Fields of the form, named as on the wire. */
export type OrderFields = Readonly<Record<string, string>>

/** What one side of the ticket has been worked out to be, as far as it is sent. */
interface SentSide extends Readonly<Record<'price' | 'takeProfit' | 'stopLoss' | 'trailing', Fixed>> {
  readonly lots: Fixed | null
}

/** The fields of the form, apart from side, price and key; `null` where the side has no size. */
export function orderFields({ terms, draft }: { terms: TicketTerms; draft: TicketDraft }, side: SentSide): OrderFields | null {
  if (side.lots === null) return null
  const price = (value: Fixed) => (value === 0n ? '0' : formatFixed(value, terms.pricePrecision))
  return {
    forex_id: terms.instrumentId,
    cont: formatFixed(side.lots, terms.lotDecimals),
    ...(terms.marginMode === 'leveraged' ? { multiple: draft.leverage } : {}),
    target_profit_price: price(side.takeProfit),
    stop_loss_price: price(side.stopLoss),
    ...(side.trailing === 0n ? {} : { trailing_distance: price(side.trailing) }),
    ...(draft.kind === 'pending'
      ? { status: writeStatus('pending'), target_price: price(side.price) }
      : { status: writeStatus('open'), ...marketLimits(draft, terms) }),
  }
}

/** What only a market order is held to. */
function marketLimits(draft: TicketDraft, terms: TicketTerms): OrderFields {
  const slippage = limitOf(draft.slippage, terms)
  return slippage === null ? {} : { max_slippage: formatFixedShort(slippage) }
}

/** The draft as a form without scripts was filled in. */
export function draftFromForm(draft: TicketDraft, fields: OrderFields): TicketDraft {
  const stop = (price = '0'): StopDraft => ({ isOn: price !== '0', unit: 'price', value: price === '0' ? '' : price })
  const distance = fields.trailing_distance ?? '0'
  return {
    ...draft,
    kind: fields.status === writeStatus('pending') ? 'pending' : 'market',
    target: fields.target_price ?? '',
    lots: fields.cont ?? draft.lots,
    leverage: fields.multiple ?? draft.leverage,
    takeProfit: stop(fields.target_profit_price),
    stopLoss: stop(fields.stop_loss_price),
    trailing: { isOn: distance !== '0', unit: 'price', value: distance === '0' ? '' : distance },
  }
}

/** Units of a stop loss from which a size can be reckoned: money depends on the size itself. */
export const SIZING_STOP_UNITS: readonly StopUnit[] = ['price', 'pips']

export function ticketReducer(draft: TicketDraft, action: TicketAction): TicketDraft {
  switch (action.type) {
    case 'kind-chosen':
      return { ...draft, kind: action.kind, target: draft.target === '' && action.kind === 'pending' ? action.suggestion : draft.target }
    case 'target-typed':
      return { ...draft, target: action.target }
    case 'lots-typed':
      return { ...draft, lots: action.lots }
    case 'sizing-chosen':
      return { ...draft, sizing: action.sizing, stopLoss: action.stopLoss ?? draft.stopLoss }
    case 'risk-typed':
      return { ...draft, risk: { ...draft.risk, value: action.value } }
    case 'risk-unit-chosen':
      return { ...draft, risk: action.risk }
    case 'leverage-chosen':
      return { ...draft, leverage: action.leverage }
    case 'protection-switched':
      return { ...draft, [action.name]: switchStop(draft[action.name], action, 'price') }
    case 'protection-typed':
      return { ...draft, [action.name]: { ...draft[action.name], value: action.value } }
    case 'protection-unit-chosen':
      return { ...draft, [action.name]: { ...draft[action.name], unit: action.unit, value: action.value } }
    case 'trailing-switched':
      return { ...draft, trailing: switchStop(draft.trailing, action, 'pips') }
    case 'trailing-typed':
      return { ...draft, trailing: { ...draft.trailing, value: action.value } }
    case 'trailing-unit-chosen':
      return { ...draft, trailing: { ...draft.trailing, unit: action.unit, value: action.value } }
    case 'limit-chosen':
      return { ...draft, [action.name]: action.limit }
    case 'preset-chosen':
      return { ...draft, ...action.fields }
    case 'order-came-back':
      return draftFromForm(draft, action.fields)
    case 'order-placed':
      // Stops and target belonged to the order just placed; size, leverage and the way of ordering are a habit and stay.
      return { ...draft, target: '', takeProfit: noStop, stopLoss: noStop, trailing: noTrailing }
  }
}

/** What was typed before comes back when a switch is turned on again. */
function switchStop<Draft extends StopDraft | TrailingDraft>(
  before: Draft,
  { isOn, suggestion }: { readonly isOn: boolean; readonly suggestion: string },
  suggestedUnit: Draft['unit'],
): Draft {
  return isOn && before.value === '' ? { ...before, isOn, unit: suggestedUnit, value: suggestion } : { ...before, isOn }
}

/** The number that stands in a field, if the wire takes it. An emptied or unreadable field has none. */
export function readTyped(text: string): Fixed | null {
  const number = wireDecimal(text)
  return number === '' ? null : parseFixed(number)
}
