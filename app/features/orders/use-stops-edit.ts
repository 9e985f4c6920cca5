import { useState } from 'react'
import { parseFixed } from '../../../rules/decimal'
import { priceStep } from '../../../rules/pip'
import type { StopName, StopTerms, StopUnit } from '../../../rules/stop-modes'
import { useAccountFigures, useInstrumentTerms, useQuote } from '../../realtime'
import type { Order } from '../../terms/order'
import { decimalText, wireDecimal } from '../../ui'
import { useLiveOrder } from './live-figures'
import { isSet } from './order-facts'
import { breakEvenNeeds, type EditField, type EditProblem, editProblem, stopTermsOf } from './stops-check'
import {
  changeUnit,
  isChanged,
  moveTarget,
  placeStop,
  rebaseDraft,
  type StopsDraft,
  sentStopsOf,
  startDraft,
  suggestedDistance,
  suggestedStop,
  typeStop,
  unitPrecision,
  unitStep,
  unsendable,
} from './stops-draft'
import type { SentStops } from './use-order-action'

export interface StopsEdit {
  readonly draft: StopsDraft
  readonly sent: SentStops
  readonly isChanged: boolean
  readonly quoteToUsdt: string | undefined
  readonly terms: StopTerms | null
  /** One press of a stepper in the present unit, and of one that takes prices. */
  readonly step: string
  readonly priceStep: string
  /** The market's price for this order, decimal text. */
  readonly marketPrice: string
  problemOf(field: EditField): EditProblem | null
  hasProblem: boolean
  /** What break-even waits for; null when it is allowed now. */
  readonly breakEvenNeeds: EditProblem['allowed']
  type(name: StopName, text: string): void
  toggle(name: StopName, isOn: boolean): void
  setUnit(unit: StopUnit): void
  setTarget(price: string): void
  setTrailing(isOn: boolean): void
  setDistance(distance: string): void
}

/** The field that cannot be sent as it stands, with a number that could. */
function unsentField(order: Order, draft: StopsDraft, now: string): EditProblem | null {
  const found = unsendable(order, draft)
  if (found === null) return null
  const { pricePrecision } = order.instrument
  const priceExample = found.field === 'trailing' ? suggestedDistance(order, now) : now
  const unit = found.field === 'stopLoss' || found.field === 'takeProfit' ? draft.unit : 'price'
  const example = unit === 'price' ? priceExample : '20'
  return {
    ...found,
    allowed: null,
    ...(found.code === 'STOP_UNREACHABLE' ? {} : { example: decimalText(example, { decimals: unitPrecision(unit, pricePrecision) }) }),
  }
}

/** The draft of an order's stops with everything that is worked out from it; prices move on while it is edited. */
export function useStopsEdit(order: Order): StopsEdit {
  const [draft, setDraft] = useState<StopsDraft>(() => startDraft(order))
  const [base, setBase] = useState(order)
  const quote = useQuote(order.instrument.id)
  const minStopDistance = useInstrumentTerms(order.instrument.id)?.minStopDistance
  const balance = useAccountFigures()?.balance
  const live = useLiveOrder(order)
  const target = wireDecimal(draft.target)
  const terms = stopTermsOf(order, target, quote?.quoteToUsdt, balance)
  if (base !== order && terms !== null) {
    setBase(order)
    setDraft(rebaseDraft(terms, draft, base, order))
  }
  const sent = sentStopsOf(order, draft)
  const now = order.status === 'pending' && isSet(target) ? target : live.price
  const problem = unsentField(order, draft, now) ?? editProblem(order, sent, quote, minStopDistance)
  const change = (edit: (before: StopsDraft, known: StopTerms) => StopsDraft) => {
    if (terms !== null) setDraft((before) => edit(before, terms))
  }
  const pricesStep = priceStep(order.instrument.pricePrecision, parseFixed(now))
  return {
    draft,
    sent,
    isChanged: isChanged(order, draft),
    quoteToUsdt: quote?.quoteToUsdt,
    terms,
    step: unitStep(draft.unit, pricesStep),
    priceStep: unitStep('price', pricesStep),
    marketPrice: live.price,
    problemOf: (field) => (problem?.field === field ? problem : null),
    hasProblem: problem !== null,
    breakEvenNeeds: order.status === 'open' ? breakEvenNeeds(order, quote, minStopDistance) : null,
    // What is typed stands in its field, whatever is known by then.
    type: (name, text) => setDraft((before) => typeStop(terms, before, name, text)),
    toggle: (name, isOn) =>
      change((before, known) => {
        if (isOn && !isSet(before[name].price)) return placeStop(known, before, name, suggestedStop(order, name, now))
        const isTrailing = name === 'stopLoss' && !isOn ? false : before.isTrailing
        return { ...before, isTrailing, [name]: { ...before[name], isOn } }
      }),
    setUnit: (unit) => change((before, known) => changeUnit(known, before, unit)),
    setTarget: (price) => setDraft((before) => moveTarget(terms, before, price)),
    setTrailing: (isOn) =>
      change((before, known) => {
        const distance = before.trailingDistance === '' ? suggestedDistance(order, now) : before.trailingDistance
        const held = isOn && !before.stopLoss.isOn ? placeStop(known, before, 'stopLoss', suggestedStop(order, 'stopLoss', now)) : before
        return { ...held, isTrailing: isOn, trailingDistance: distance }
      }),
    setDistance: (trailingDistance) => setDraft((before) => ({ ...before, trailingDistance })),
  }
}
