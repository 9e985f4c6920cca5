/**
 * The lines on the chart as they follow from the orders of the instrument and the price of the moment: where an order was
 * filled or waits, its take profit and stop loss with what they would bring, the stop-out price and the ask. Pure; the words
 * are handed in.
 *
 * Invariant: a line belongs to an order of the instrument that is shown, and every number on it is reckoned by rules/.
 */

import { type Fixed, formatFixed, isFixedText, parseFixed } from '../../../../rules/decimal'
import type { OrderSide } from '../../../../rules/price'
import type { Instrument } from '../../../terms/instrument'
import type { Order } from '../../../terms/order'
import { decimalText } from '../../../ui'
import { profitText } from '../../orders/money'
import { isSet, lotsText, profitAt } from '../../orders/order-facts'

/** What of an order can be moved. */
export type LinePart = 'target' | 'takeProfit' | 'stopLoss'
export type LineKind = 'entry' | 'target' | 'take-profit' | 'stop-loss' | 'stop-out' | 'ask'

export interface ChartLine {
  readonly id: string
  readonly kind: LineKind
  /** Null on a line that belongs to the account or the market. */
  readonly orderId: string | null
  readonly side: OrderSide | null
  /** Where it is drawn. */
  readonly price: number
  readonly priceText: string
  /** "Long 0.20", "Buy limit 0.20", "SL 0.20". */
  readonly label: string
  /** Money with sign: the live result on an entry, the estimate on a stop. */
  readonly result?: string
  readonly resultIsLoss?: boolean
  /** A stop loss that follows the price. */
  readonly isTrailing?: boolean
  /** It is being dragged, or its new price is being confirmed. */
  readonly isMoving?: boolean
}

export interface LineWords {
  readonly entry: (side: OrderSide, lots: string) => string
  readonly target: (order: Order, lots: string) => string
  readonly takeProfit: (lots: string) => string
  readonly stopLoss: (lots: string) => string
  readonly stopOut: string
  readonly ask: string
}

export interface LineQuestion {
  /** Open and waiting orders of the instrument. */
  readonly orders: readonly Order[]
  readonly instrument: Pick<Instrument, 'pricePrecision'>
  /** `undefined` until the price is known. */
  readonly quote: { readonly bid: string; readonly ask: string; readonly quoteToUsdt: string } | undefined
  /** Live profit by order id. */
  readonly profitOf: (order: Order) => string
  readonly stopOutPrice: Fixed | null
  readonly words: LineWords
}

const lineId = (orderId: string, kind: LineKind): string => `${orderId}-${kind}`

const KIND_OF_PART = { target: 'target', takeProfit: 'take-profit', stopLoss: 'stop-loss' } as const satisfies Record<LinePart, LineKind>

export function partOf(kind: LineKind): LinePart | null {
  if (kind === 'target') return 'target'
  if (kind === 'take-profit') return 'takeProfit'
  return kind === 'stop-loss' ? 'stopLoss' : null
}

/** The price of a part as the order has it; '' where it has none. */
export function partPrice(order: Order, part: LinePart): string {
  const price = part === 'target' ? order.askedPrice : part === 'takeProfit' ? order.takeProfit : order.stopLoss
  return isSet(price) ? price : ''
}

export const isPending = (order: Order): boolean => order.status === 'pending'
export const isTrailing = (order: Order): boolean => isSet(order.trailingDistance)

/** What an order would bring at a price; a waiting order is taken as filled at its target. */
export function resultAt(order: Order, price: string, quoteToUsdt: string | undefined): string | null {
  return profitAt(isPending(order) ? { ...order, entryPrice: order.askedPrice } : order, price, quoteToUsdt)
}

export function chartLines(question: LineQuestion): ChartLine[] {
  return [...question.orders.flatMap((order) => orderLines(order, question)), ...marketLines(question)]
}

function orderLines(order: Order, question: LineQuestion): ChartLine[] {
  const { words, profitOf } = question
  const lots = lotsText(order.lots)
  const side = order.side
  const pending = isPending(order)
  const first = pending
    ? lineAt(question, { kind: 'target', order, price: order.askedPrice, label: words.target(order, lots) })
    : lineAt(question, { kind: 'entry', order, price: order.entryPrice, label: words.entry(side, lots), result: profitOf(order) })
  const stops = [
    { kind: 'take-profit', price: order.takeProfit, label: words.takeProfit(lots) },
    { kind: 'stop-loss', price: order.stopLoss, label: words.stopLoss(lots) },
  ] as const
  return [
    first,
    ...stops
      .filter(({ price }) => isSet(price))
      .map((stop) => {
        const line = lineAt(question, { ...stop, order, result: resultAt(order, stop.price, question.quote?.quoteToUsdt) })
        return stop.kind === 'stop-loss' && isTrailing(order) ? { ...line, isTrailing: true } : line
      }),
  ]
}

interface LineFacts {
  readonly kind: LineKind
  readonly order: Order
  readonly price: string
  readonly label: string
  readonly result?: string | null
}

function lineAt({ instrument }: LineQuestion, { kind, order, price, label, result = null }: LineFacts): ChartLine {
  return {
    id: lineId(order.id, kind),
    kind,
    orderId: order.id,
    side: order.side,
    price: Number(price),
    priceText: decimalText(price, { decimals: instrument.pricePrecision }),
    label,
    ...(result === null ? {} : { result: profitText(result, 'glance'), resultIsLoss: result.startsWith('-') }),
  }
}

/** The stop-out price where there is something to stop out, and the ask where it is not the price that the candles show. */
function marketLines({ orders, instrument, quote, stopOutPrice, words }: LineQuestion): ChartLine[] {
  const { pricePrecision: precision } = instrument
  const line = (kind: 'stop-out' | 'ask', price: string, label: string): ChartLine => ({
    id: kind,
    kind,
    orderId: null,
    side: null,
    price: Number(price),
    priceText: decimalText(price, { decimals: precision }),
    label,
  })
  const hasPositions = orders.some((order) => !isPending(order))
  return [
    ...(stopOutPrice !== null && hasPositions ? [line('stop-out', formatFixed(stopOutPrice, precision), words.stopOut)] : []),
    ...(quote !== undefined && isFixedText(quote.ask) && parseFixed(quote.ask) > parseFixed(quote.bid)
      ? [line('ask', quote.ask, words.ask)]
      : []),
  ]
}

/** The lines with one of them at a new price, or a new one where the order has none yet. */
export function withMovedLine(lines: readonly ChartLine[], moved: ChartLine | null): readonly ChartLine[] {
  if (moved === null) return lines
  const at = lines.findIndex(({ id }) => id === moved.id)
  return at === -1 ? [...lines, moved] : lines.map((line, index) => (index === at ? moved : line))
}

/** A part of an order as a line at a price that it does not have yet. */
export function movedLine(order: Order, part: LinePart, price: string, question: Omit<LineQuestion, 'orders'>): ChartLine {
  const { words } = question
  const lots = lotsText(order.lots)
  const label = part === 'target' ? words.target(order, lots) : part === 'takeProfit' ? words.takeProfit(lots) : words.stopLoss(lots)
  const result = part === 'target' ? null : resultAt(order, price, question.quote?.quoteToUsdt)
  const line = lineAt({ ...question, orders: [] }, { kind: KIND_OF_PART[part], order, price, label, result })
  return { ...line, isMoving: true, ...(part === 'stopLoss' && isTrailing(order) ? { isTrailing: true } : {}) }
}
