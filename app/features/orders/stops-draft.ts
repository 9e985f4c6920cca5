/**
 * The edit of an order's stops: what is typed, in which unit, and what of it is sent. The price is the truth; pips, money
 * and percent of the balance are other ways to write it, worked out by rules/stop-modes.
 */

import { divide, fixedOr0, formatFixed, formatFixedShort, isFixedText, parseFixed, roundToGrid } from '../../../rules/decimal'
import { type StopName, type StopTerms, type StopUnit, stopPrice, stopReadings } from '../../../rules/stop-modes'
import type { Order } from '../../terms/order'
import { wireDecimal } from '../../ui/typed-number'
import { isSet } from './order-facts'
import type { SentStops } from './use-order-action'

export interface StopDraft {
  readonly isOn: boolean
  /** What stands in the field, in the unit of the draft; '' where the stop cannot be written in it. */
  readonly text: string
  /** What the field says as a price, as decimal text: '0' is none, '' is a field that says no price. */
  readonly price: string
}

export interface StopsDraft {
  readonly unit: StopUnit
  readonly stopLoss: StopDraft
  readonly takeProfit: StopDraft
  /** What stands in the field of a pending order's target; '' for a position. */
  readonly target: string
  readonly isTrailing: boolean
  /** What stands in the field, in price units; '' while nothing was chosen. */
  readonly trailingDistance: string
}

const draftOf = (price: string): StopDraft => (isSet(price) ? { isOn: true, text: price, price } : { isOn: false, text: '', price: '' })

export function startDraft(order: Order): StopsDraft {
  return {
    unit: 'price',
    stopLoss: draftOf(order.stopLoss),
    takeProfit: draftOf(order.takeProfit),
    target: order.status === 'pending' ? order.askedPrice : '',
    isTrailing: isSet(order.trailingDistance),
    trailingDistance: isSet(order.trailingDistance) ? order.trailingDistance : '',
  }
}

/** The same stops, written in another unit. */
export function changeUnit(terms: StopTerms, draft: StopsDraft, unit: StopUnit): StopsDraft {
  const rewrite = (name: StopName) => ({ ...draft[name], text: textIn(terms, name, unit, draft[name].price) })
  return { ...draft, unit, stopLoss: rewrite('stopLoss'), takeProfit: rewrite('takeProfit') }
}

/** What is typed into a stop's field, in the draft's unit. */
export function typeStop(terms: StopTerms | null, draft: StopsDraft, name: StopName, text: string): StopsDraft {
  return { ...draft, [name]: { ...draft[name], text, price: typedPrice(terms, name, draft.unit, wireDecimal(text)) } }
}

/** '' where the text is no number, or no price can be worked out from it. */
function typedPrice(terms: StopTerms | null, name: StopName, unit: StopUnit, number: string): string {
  if (number === '' || parseFixed(number) === 0n) return number
  if (unit === 'price') return number
  if (terms === null) return ''
  const found = stopPrice(terms, name, unit, parseFixed(number))
  return found === null ? '' : formatFixed(found, terms.pricePrecision)
}

/** Puts a stop at a price, whatever the unit. */
export function placeStop(terms: StopTerms, draft: StopsDraft, name: StopName, price: string): StopsDraft {
  return { ...draft, [name]: { isOn: true, price, text: textIn(terms, name, draft.unit, price) } }
}

/** A new target moves the entry, from which pips and money are counted: the prices of the stops stay. */
export function moveTarget(terms: StopTerms | null, draft: StopsDraft, target: string): StopsDraft {
  const moved = { ...draft, target }
  const entryPrice = typedOr0(target)
  return terms !== null && entryPrice > 0n ? changeUnit({ ...terms, entryPrice }, moved, draft.unit) : moved
}

/**
 * The order was changed under the draft: by a save, by its trailing stop, on another device. What was edited here stays as
 * it was typed; what was not follows the order.
 */
export function rebaseDraft(terms: StopTerms, draft: StopsDraft, before: Order, now: Order): StopsDraft {
  const [was, is] = [startDraft(before), startDraft(now)]
  const isEdited = (name: StopName) => draft[name].isOn !== was[name].isOn || !isSamePrice(sentPrice(draft[name]), sentPrice(was[name]))
  const stop = (name: StopName): StopDraft => {
    if (isEdited(name)) return draft[name]
    return { ...is[name], text: textIn(terms, name, draft.unit, is[name].price) }
  }
  const isTrailingEdited = draft.isTrailing !== was.isTrailing || !isSamePrice(draft.trailingDistance, was.trailingDistance)
  return {
    unit: draft.unit,
    stopLoss: stop('stopLoss'),
    takeProfit: stop('takeProfit'),
    target: isSamePrice(draft.target, was.target) ? is.target : draft.target,
    isTrailing: isTrailingEdited ? draft.isTrailing : is.isTrailing,
    trailingDistance: isTrailingEdited ? draft.trailingDistance : is.trailingDistance,
  }
}

const isSamePrice = (one: string, other: string) => typedOr0(one) === typedOr0(other)
/** Of what was typed; 0 where it is no number. */
const typedOr0 = (text: string) => fixedOr0(wireDecimal(text))

/** What is wrong with the fields themselves, before any price is known. */
type FieldProblem = 'NUMBER_UNREADABLE' | 'STOP_UNREADABLE' | 'STOP_UNREACHABLE'

/** A field that is on and says nothing that could be sent; the first one, in the order of the form. */
export function unsendable(order: Order, draft: StopsDraft): { field: StopName | 'target' | 'trailing'; code: FieldProblem } | null {
  if (order.status === 'pending' && typedOr0(draft.target) === 0n) return { field: 'target', code: 'NUMBER_UNREADABLE' }
  for (const field of ['stopLoss', 'takeProfit'] as const) {
    const { isOn, price, text } = draft[field]
    if (isOn && price === '') return { field, code: wireDecimal(text) === '' ? 'STOP_UNREADABLE' : 'STOP_UNREACHABLE' }
  }
  return draft.isTrailing && typedOr0(draft.trailingDistance) === 0n ? { field: 'trailing', code: 'STOP_UNREADABLE' } : null
}

const DECIMALS_OF: Record<Exclude<StopUnit, 'price'>, number> = { pips: 1, money: 2, percent: 2 }

/** Decimals of a field in this unit. */
export function unitPrecision(unit: StopUnit, pricePrecision: number): number {
  return unit === 'price' ? pricePrecision : DECIMALS_OF[unit]
}

/** '' where the stop stands on the other side of the entry: a locked-in profit is no loss of so many pips. */
function textIn(terms: StopTerms, name: StopName, unit: StopUnit, price: string): string {
  if (unit === 'price' || !isSet(price)) return isSet(price) ? price : ''
  const reading = stopReadings(terms, parseFixed(price))
  const towardsOwnSide = name === 'takeProfit' ? reading.money : -reading.money
  if (towardsOwnSide <= 0n) return ''
  const value = reading[unit]
  if (value === null) return ''
  const size = value < 0n ? -value : value
  return formatFixed(roundToGrid(size, DECIMALS_OF[unit], 'half-even'), DECIMALS_OF[unit])
}

/** What is sent: a stop that is off is 0. */
export function sentPrice({ isOn, price }: Pick<StopDraft, 'isOn' | 'price'>): string {
  return isOn && isFixedText(price) ? price : '0'
}

/** The trailing distance is named only where it changes; without a stop loss nothing can trail. */
export function sentStopsOf(order: Order, draft: StopsDraft): SentStops {
  const stopLoss = sentPrice(draft.stopLoss)
  const trailing = draft.isTrailing && isSet(stopLoss) ? wireDecimal(draft.trailingDistance) || '0' : '0'
  const targetPrice = wireDecimal(draft.target)
  const differs = (now: string, wanted: string) => !isSamePrice(now, wanted)
  return {
    takeProfit: sentPrice(draft.takeProfit),
    stopLoss,
    ...(order.status === 'pending' && targetPrice !== '' && differs(order.askedPrice, targetPrice) ? { targetPrice } : {}),
    ...(differs(order.trailingDistance, trailing) ? { trailingDistance: trailing } : {}),
  }
}

export function isChanged(order: Order, draft: StopsDraft): boolean {
  const sent = sentStopsOf(order, draft)
  const differs = (now: string, wanted: string) => !isSamePrice(now, wanted)
  return (
    unsendable(order, draft) !== null ||
    differs(order.stopLoss, sent.stopLoss) ||
    differs(order.takeProfit, sent.takeProfit) ||
    sent.targetPrice !== undefined ||
    sent.trailingDistance !== undefined
  )
}

/** Half a percent from the present price, on the side where it makes sense, on the price grid. */
export function suggestedStop(order: Order, name: StopName, now: string): string {
  const isAbove = (order.side === 'buy') === (name === 'takeProfit')
  const price = divide(parseFixed(now) * (isAbove ? 1_005n : 995n), 1_000n, 'half-even')
  const { pricePrecision } = order.instrument
  return formatFixed(roundToGrid(price, pricePrecision, 'half-even'), pricePrecision)
}

/** A quarter of a percent of the present price, on the price grid: a first trailing distance. */
export function suggestedDistance(order: Order, now: string): string {
  const { pricePrecision } = order.instrument
  return formatFixed(roundToGrid(parseFixed(now) / 400n, pricePrecision, 'up'), pricePrecision)
}

/** One press of a stepper in this unit. */
export function unitStep(unit: StopUnit, priceStepSize: bigint): string {
  if (unit === 'price') return formatFixedShort(priceStepSize)
  return unit === 'percent' ? '0.1' : '1'
}
