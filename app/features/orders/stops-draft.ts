/** The edit of take profit and stop loss: what is typed, whether it changed anything, and a first value for a stop that is switched on. */
import type { Order } from '../../../contract/orders'
import { divide, formatFixed, isFixedText, parseFixed, roundToGrid } from '../../../rules/decimal'
import { isSet, sideOf } from './order-facts'

export interface StopDraft {
  readonly isOn: boolean
  /** Decimal text; '' while nothing was chosen. */
  readonly price: string
}

export interface StopsDraft {
  readonly stopLoss: StopDraft
  readonly takeProfit: StopDraft
}

export type StopName = keyof StopsDraft

const draftOf = (price: string): StopDraft => (isSet(price) ? { isOn: true, price } : { isOn: false, price: '' })

export function startDraft(order: Order): StopsDraft {
  return { stopLoss: draftOf(order.TargetLossPrice), takeProfit: draftOf(order.TargetProfitPrice) }
}

/** What is sent: a stop that is off or empty is 0. */
export function sentPrice({ isOn, price }: StopDraft): string {
  return isOn && isFixedText(price) ? price : '0'
}

export function isChanged(order: Order, draft: StopsDraft): boolean {
  const differs = (now: string, wanted: StopDraft) => parseFixed(isFixedText(now) ? now : '0') !== parseFixed(sentPrice(wanted))
  return differs(order.TargetLossPrice, draft.stopLoss) || differs(order.TargetProfitPrice, draft.takeProfit)
}

/** Half a percent from the present price, on the side where it makes sense, on the price grid. */
export function suggestedStop(order: Order, name: StopName, now: string): string {
  const isAbove = (sideOf(order) === 'buy') === (name === 'takeProfit')
  const price = divide(parseFixed(now) * (isAbove ? 1_005n : 995n), 1_000n, 'half-even')
  const { PricePrecision } = order.ForexTradeLists
  return formatFixed(roundToGrid(price, PricePrecision, 'half-even'), PricePrecision)
}

/** One press of a stepper: a pip where prices are quoted in tenths of one, else the last decimal but one. */
export function stopStep(precision: number): string {
  return formatFixed(10n ** BigInt(8 - Math.max(0, precision - 1)), precision)
}
