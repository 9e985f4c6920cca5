/**
 * What a price means for the part of an order that is moved to it: how far it is, what it would bring, and whether the broker
 * would take it. Judged by the same check as the edit on the orders screen, against the price of the moment.
 */

import { absolute, type Fixed, fixedOr0, formatFixed, isFixedText, isOnGrid } from '../../../../rules/decimal'
import { targetRange } from '../../../../rules/pending-kind'
import { pipSize } from '../../../../rules/pip'
import { closingPrice, openingPrice, type QuotePrices } from '../../../../rules/price'
import { type AllowedPrices, protectionRange } from '../../../../rules/protection'
import type { Order } from '../../../terms/order'
import { isSet } from '../../orders/order-facts'
import { type EditProblem, editProblem } from '../../orders/stops-check'
import { isPending, type LinePart, partPrice, resultAt } from './chart-lines'

export interface LineMarket {
  readonly bid: string
  readonly ask: string
  readonly quoteToUsdt: string
  readonly minStopDistance: string
}

export interface LineReading {
  /** From the price that counts, signed: the closing price for a stop, the target for a waiting order's stop, the opening price for a target. */
  readonly distance: Fixed
  /** USDT; null for a target, and while the rate is not known. */
  readonly result: string | null
  /** False for text that is no price of the instrument. */
  readonly isReadable: boolean
  /** Why the broker would refuse it: the moved part, or another that it would pass. */
  readonly problem: EditProblem | null
}

const pricesOf = ({ bid, ask }: LineMarket): QuotePrices => ({ bid: fixedOr0(bid), ask: fixedOr0(ask) })

export function readLine(order: Order, part: LinePart, priceText: string, market: LineMarket): LineReading {
  const price = fixedOr0(priceText)
  const isReadable = price > 0n && isOnGrid(price, order.instrument.pricePrecision)
  return {
    distance: price - referenceOf(order, part, market),
    result: part === 'target' ? null : resultAt(order, priceText, market.quoteToUsdt),
    isReadable,
    problem: isReadable ? editProblem(order, sentStopsFor(order, part, priceText), market, market.minStopDistance) : null,
  }
}

/** All prices that are sent for the order: the moved one, and the others as they are now. */
export function sentStopsFor(order: Order, part: LinePart, price: string): { takeProfit: string; stopLoss: string; targetPrice?: string } {
  const now = (each: LinePart) => (each === part ? price : partPrice(order, each) || '0')
  return {
    takeProfit: now('takeProfit'),
    stopLoss: now('stopLoss'),
    ...(part === 'target' ? { targetPrice: price } : {}),
  }
}

/** The price that a part is measured from. */
function referenceOf(order: Order, part: LinePart, market: LineMarket): Fixed {
  if (part === 'target') return openingPrice(order.side, pricesOf(market))
  return isPending(order) ? fixedOr0(order.askedPrice) : closingPrice(order.side, pricesOf(market))
}

export function allowedPrices(order: Order, part: LinePart, market: LineMarket): AllowedPrices {
  const { pricePrecision: precision } = order.instrument
  const reference = referenceOf(order, part, market)
  const least = fixedOr0(market.minStopDistance)
  if (part !== 'target') return protectionRange(order.side, reference, least, precision)[part]
  const { below, above } = targetRange(reference, least, precision)
  return waitsBelow(order) ? below : above
}

/** A buy limit and a sell stop wait under the price, the other two over it. The kind is frozen, so the side is too. */
function waitsBelow(order: Order): boolean {
  return (order.side === 'buy') === (order.kind === 'limit')
}

/** Which stop a drag from the entry makes: the one that the market allows at that price. */
export function partTowards(order: Order, price: string, market: LineMarket): 'takeProfit' | 'stopLoss' {
  const isAbove = fixedOr0(price) > referenceOf(order, 'takeProfit', market)
  return isAbove === (order.side === 'buy') ? 'takeProfit' : 'stopLoss'
}

/** A price of the screen's geometry on the price grid of the instrument. */
export function snapPrice(price: number, precision: number): string {
  const text = Math.max(price, 0).toFixed(precision)
  return isFixedText(text) ? text : '0'
}

/** A first price for a part that has none: twenty pips beyond the nearest that is allowed. */
export function startPrice(order: Order, part: LinePart, market: LineMarket): string {
  const own = partPrice(order, part)
  const { pricePrecision: precision } = order.instrument
  if (own !== '') return formatFixed(fixedOr0(own), precision)
  const { bound, price } = allowedPrices(order, part, market)
  const away = 20n * pipSize(precision)
  const start = bound === 'at-least' ? price + away : price - away
  return formatFixed(start > 0n ? start : absolute(price), precision)
}

export function isSamePrice(left: string, right: string): boolean {
  return fixedOr0(isSet(left) ? left : '0') === fixedOr0(isSet(right) ? right : '0')
}
