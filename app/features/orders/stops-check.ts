/**
 * Whether an edit would be taken, by the same rules as the broker, and where a refused price would have to stand. A
 * position's stops are judged on the price at which it would close now, a pending order's on its target.
 */

import { conversionPair, parseRate, RATE_ONE, type Rate } from '../../../rules/conversion'
import { type Fixed, fixedOr0, formatFixed, isFixedText, isOnGrid, parseFixed } from '../../../rules/decimal'
import { targetProblem, targetRange } from '../../../rules/pending-kind'
import { closingPrice, openingPrice } from '../../../rules/price'
import { type AllowedPrices, isAllowed, leastTrailingDistance, protectionProblemAt, protectionRange } from '../../../rules/protection'
import type { StopTerms } from '../../../rules/stop-modes'
import type { Order } from '../../terms/order'
import { isSet, type QuoteForEstimate } from './order-facts'
import type { SentStops } from './use-order-action'

export type EditField = 'stopLoss' | 'takeProfit' | 'target' | 'trailing'

export interface EditProblem {
  readonly field: EditField
  /** Its text is `order:problem.<code>`. */
  readonly code: string
  /** Of a field whose text is no number: a number that would be one. */
  readonly example?: string
  /** The nearest price (or distance) that would be taken, as decimal text, and on which side of it all others lie. */
  readonly allowed: { readonly bound: 'at-most' | 'at-least'; readonly price: string } | null
}

/** Price against which the stops of an order are judged; 0 while it is not known. */
function referenceOf(order: Order, target: string, quote: QuoteForEstimate | undefined): Fixed {
  if (order.status === 'pending') return fixedOr0(isSet(target) ? target : order.askedPrice)
  if (quote === undefined) return fixedOr0(order.price)
  return closingPrice(order.side, { bid: fixedOr0(quote.bid), ask: fixedOr0(quote.ask) })
}

/** The order as rules/stop-modes wants it; null while the rate of its quote currency is not known. */
export function stopTermsOf(order: Order, target: string, quoteToUsdt: string | undefined, balance: string | undefined): StopTerms | null {
  const pair = conversionPair(order.quoteCurrency)
  const rate = pair === null ? RATE_ONE : readRate(quoteToUsdt)
  const entry = order.status === 'pending' ? (isSet(target) ? target : order.askedPrice) : order.entryPrice
  if (rate === null || !isSet(entry)) return null
  return {
    side: order.side,
    lots: parseFixed(order.lots),
    contractSize: parseFixed(order.contractSize),
    entryPrice: parseFixed(entry),
    pricePrecision: order.instrument.pricePrecision,
    rate,
    rateFollowsPrice: pair?.code === order.instrument.code,
    balance: balance === undefined || !isFixedText(balance) ? null : parseFixed(balance),
  }
}

function readRate(text: string | undefined): Rate | null {
  if (text === undefined) return null
  try {
    return parseRate(text)
  } catch {
    return null
  }
}

/** The first thing that stands against the edit, in the broker's order; null where it would be taken. */
export function editProblem(
  order: Order,
  sent: SentStops,
  quote: QuoteForEstimate | undefined,
  minStopDistance: string | undefined,
): EditProblem | null {
  const minDistance = fixedOr0(minStopDistance ?? '0')
  return gridProblem(order, sent) ?? targetEditProblem(order, sent, quote, minDistance) ?? stopEditProblem(order, sent, quote, minDistance)
}

function gridProblem(order: Order, { stopLoss, takeProfit, targetPrice }: SentStops): EditProblem | null {
  const { pricePrecision } = order.instrument
  const fields = [
    ['target', targetPrice],
    ['stopLoss', stopLoss],
    ['takeProfit', takeProfit],
  ] as const
  const found = fields.find(([, text]) => text !== undefined && isFixedText(text) && !isOnGrid(parseFixed(text), pricePrecision))
  return found === undefined ? null : { field: found[0], code: 'PRICE_OFF_GRID', allowed: null }
}

/** A moved target stays on its side of the market: what waits for a better price never becomes what follows. */
function targetEditProblem(
  order: Order,
  { targetPrice }: SentStops,
  quote: QuoteForEstimate | undefined,
  minDistance: Fixed,
): EditProblem | null {
  if (targetPrice === undefined || quote === undefined || order.kind === 'market') return null
  const side = order.side
  const now = openingPrice(side, { bid: fixedOr0(quote.bid), ask: fixedOr0(quote.ask) })
  const target = fixedOr0(targetPrice)
  const range = targetRange(now, minDistance, order.instrument.pricePrecision)
  const own = (side === 'buy') === (order.kind === 'limit') ? range.below : range.above
  if (isAllowed(own, target)) return null
  const isWrongSide = own.bound === 'at-most' ? target > now : target < now
  const code = isWrongSide ? 'TARGET_WRONG_SIDE' : (targetProblem(target, now, minDistance) ?? 'TARGET_TOO_CLOSE')
  return { field: 'target', code, allowed: writeAllowed(own, order) }
}

function stopEditProblem(order: Order, sent: SentStops, quote: QuoteForEstimate | undefined, minDistance: Fixed): EditProblem | null {
  const reference = referenceOf(order, sent.targetPrice ?? '', quote)
  if (reference === 0n) return null
  const side = order.side
  const stops = { stopLoss: fixedOr0(sent.stopLoss), takeProfit: fixedOr0(sent.takeProfit) }
  const code = protectionProblemAt(side, stops, reference, minDistance)
  if (code !== null) {
    const field = code.startsWith('STOP_LOSS') ? 'stopLoss' : 'takeProfit'
    const { pricePrecision } = order.instrument
    return { field, code, allowed: writeAllowed(protectionRange(side, reference, minDistance, pricePrecision)[field], order) }
  }
  const distance = sent.trailingDistance === undefined ? 0n : fixedOr0(sent.trailingDistance)
  const least = leastTrailingDistance(minDistance, order.instrument.pricePrecision)
  if (distance === 0n || distance >= least) return null
  return { field: 'trailing', code: 'TRAILING_TOO_CLOSE', allowed: writeAllowed({ bound: 'at-least', price: least }, order) }
}

function writeAllowed({ bound, price }: AllowedPrices, order: Order): EditProblem['allowed'] {
  return { bound, price: formatFixed(price, order.instrument.pricePrecision) }
}

/** Break-even puts the stop loss at the entry. Null when it may stand there now; else the price that must be reached first. */
export function breakEvenNeeds(
  order: Order,
  quote: QuoteForEstimate | undefined,
  minStopDistance: string | undefined,
): EditProblem['allowed'] {
  const side = order.side
  const entry = parseFixed(order.entryPrice)
  const minDistance = fixedOr0(minStopDistance ?? '0')
  const reference = referenceOf(order, '', quote)
  if (protectionProblemAt(side, { stopLoss: entry, takeProfit: 0n }, reference, minDistance) === null) return null
  // The price must be so far beyond the entry as a take profit would have to stand from it.
  return writeAllowed(protectionRange(side, entry, minDistance, order.instrument.pricePrecision).takeProfit, order)
}
