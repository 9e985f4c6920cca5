/**
 * What came of an order at its provider, booked for the trader: a fill at the provider's average price with the stated mark-up, a part of
 * it as a part, and nothing where nothing was filled.
 *
 * Invariants: what was reserved is released in the unit of work that books what came of it; a part that was filled and what was not add
 * up to what was asked for; nothing is settled twice (an asking ends once).
 */
import { PROVIDER_ANSWERS_WITHIN_MS } from '../../contract/orders'
import { parseRate } from '../../rules/conversion'
import { type Fixed, formatFixedShort } from '../../rules/decimal'
import { orderFee } from '../../rules/fee'
import { orderMargin } from '../../rules/margin'
import { lotsOf, tradersPrice } from '../../rules/routed-price'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type { Posted } from '../ledger/account-books'
import { orderEvent } from '../ledger/order-event'
import { type ProviderFacts, writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { RouteEnd, RouteRow } from '../ledger/routed-orders'
import { readQuote } from '../ledger/routed-quote'
import type { TradeUnit } from '../ledger/trade-unit'
import { type EndReason, protectFromDebt, settlePart, settleWhole } from './close-position'
import { bookOpening } from './open-position'
import { withTrailing } from './place-order'
import { openReversed } from './reverse-order'

/** How a provider's order ended. */
interface ProviderResult {
  /** Units of the base asset; 0 where nothing was filled. */
  readonly quantity: Fixed
  readonly averagePrice: Fixed
  readonly execIds: readonly string[]
  /** The provider's words; empty where it gave none. */
  readonly reason: string
}

export function settleRoute(unit: TradeUnit, route: RouteRow, result: ProviderResult): RouteEnd {
  const order = unit.books.orders.find(({ id }) => id === route.orderId)
  invariant(order?.underWay === route.purpose, 'an order waits for its provider until it is settled')
  const end = route.purpose === 'open' ? settleOpening(unit, order, route, result) : settleClosing(unit, order, route, result)
  unit.books.endRoute(route.id, end)
  return end
}

/** No more than was asked for: what a provider fills beyond it is the house's. */
function filledLots({ contractSize }: OrderRow, { lots }: RouteRow, { quantity, averagePrice }: ProviderResult): Fixed {
  const filled = averagePrice > 0n ? lotsOf(quantity, contractSize) : 0n
  return filled > lots ? lots : filled
}

function factsOf({ provider, providerOrderId, markUp }: RouteRow, { averagePrice, execIds }: ProviderResult): ProviderFacts {
  return { name: provider, orderId: providerOrderId ?? '', execIds, price: averagePrice, markUp }
}

function endOf(route: RouteRow, { averagePrice, reason }: ProviderResult, resultOrderId: bigint, filled: Fixed): RouteEnd {
  const outcome = filled === 0n ? 'not_filled' : filled < route.lots ? 'part_filled' : 'filled'
  return { outcome, resultOrderId, openedOrderId: null, filledLots: filled, providerPrice: averagePrice, refusal: reason }
}

function settleOpening(unit: TradeUnit, order: OrderRow, route: RouteRow, result: ProviderResult): RouteEnd {
  const { books } = unit
  const released = release(unit, order)
  const lots = filledLots(order, route, result)
  if (lots === 0n) {
    endUnfilled(unit, order, { route, result, released })
    return endOf(route, result, order.id, 0n)
  }
  const { feeType, feeRate } = route
  invariant(feeType !== null && feeRate !== null, 'an opening was sent with its fee')
  const price = tradersPrice(order, result.averagePrice, route.markUp)
  const terms = { mode: order.marginMode, contractSize: order.contractSize }
  const margin = orderMargin(terms, lots, price, BigInt(order.leverage ?? 1), parseRate(order.conversionRate))
  const quote = readQuote(route.quote)
  const filled = books.changeOrder(order, {
    status: ORDER_STATUS.holding,
    underWay: null,
    lots,
    fillPrice: price,
    margin,
    fee: orderFee(feeType, feeRate, lots, margin),
    stopLoss: withTrailing(order, quote).stopLoss,
    openedAt: books.now,
  })
  bookOpening(unit, filled, quote, { released, provider: factsOf(route, result), isAnswered: isAnswered(unit, route) })
  return endOf(route, result, order.id, lots)
}

/** A market order whose caller still waits is told by the answer. */
function isAnswered({ books }: TradeUnit, { reason, createdAt }: RouteRow): boolean {
  return reason === 'market' && books.now - createdAt < PROVIDER_ANSWERS_WITHIN_MS
}

function release({ books }: TradeUnit, { id, margin, fee }: OrderRow): Posted {
  return books.post({
    kind: 'order_release',
    orderId: id,
    openOrdersChange: -1,
    entries: [
      { account: 'trader:margin', amount: -(margin + fee) },
      { account: 'trader:available', amount: margin + fee },
    ],
  })
}

interface Unfilled {
  readonly route: RouteRow
  readonly result: ProviderResult
  readonly released: Posted
}

/** A market order ends; a pending one waits on, and is tried again when its price is reached. */
function endUnfilled(unit: TradeUnit, order: OrderRow, { route, result, released }: Unfilled): void {
  const { books } = unit
  recordUnfilled(unit, route, result)
  const nothing = { underWay: null, margin: 0n, fee: 0n } as const
  if (order.pendingKind !== null) {
    const waiting = books.changeOrder(order, { ...nothing, provider: null })
    writeReceipt(unit, { event: 'order_edited', order: waiting, reason: 'not_filled', posted: [released] })
    protectFromDebt(unit, waiting)
    return
  }
  const ended = books.changeOrder(order, {
    ...nothing,
    status: ORDER_STATUS.completed,
    closeReason: 'cancelled',
    cancelReason: 'not_filled',
    completedAt: books.now,
  })
  writeReceipt(unit, { event: 'order_cancelled', order: ended, reason: 'not_filled', posted: [released] })
  if (!isAnswered(unit, route)) books.announce({ topic: 'FOREX_CLOSED', payload: orderEvent(ended) })
  protectFromDebt(unit, ended)
}

function recordUnfilled({ books, actor }: TradeUnit, route: RouteRow, { reason }: ProviderResult): void {
  books.record({
    actor,
    action: 'order.unfilled',
    object: `order:${route.orderId}`,
    detail: { purpose: route.purpose, provider: route.provider, lots: formatFixedShort(route.lots), reason },
  })
}

/** Where nothing was closed the position stays as it was; what was not closed of a part stays open. */
function settleClosing(unit: TradeUnit, order: OrderRow, route: RouteRow, result: ProviderResult): RouteEnd {
  const { books, services, tenant } = unit
  const lots = filledLots(order, route, result)
  const holding = books.changeOrder(order, { underWay: null })
  if (lots < route.lots) recordUnfilled(unit, route, result)
  if (lots === 0n) return endOf(route, result, order.id, 0n)
  const quote = readQuote(route.quote)
  const side = order.side === 'buy' ? 'sell' : 'buy'
  const closing = {
    quote,
    price: tradersPrice({ side, pricePrecision: order.pricePrecision }, result.averagePrice, route.markUp),
    rate: services.pricing.quote(tenant, order.instrumentCode)?.rate ?? quote.rate,
    reason: route.reason as EndReason,
    provider: factsOf(route, result),
  }
  const closed = lots === holding.lots ? settleWhole(unit, holding, closing) : settlePart(unit, holding, lots, closing)
  const end = endOf(route, result, closed.id, lots)
  return route.reverses ? { ...end, openedOrderId: openReversed(unit, closed, end.outcome === 'filled').id } : end
}
