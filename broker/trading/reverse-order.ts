/**
 * Closing a position and opening the same size the other way. Of the company's own book in one unit of work, both or neither; at a
 * provider one after the other: the second order is sent when the first has closed the whole position, and ends without a fill where it
 * has not, or where the account cannot carry it any more.
 */
import { formatRate } from '../../rules/conversion'
import { type OrderSide, openingPrice } from '../../rules/price'
import { worstPrice } from '../../rules/routed-price'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { orderEvent } from '../ledger/order-event'
import { tradedQuote, writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { TenantQuote } from '../market/pricing'
import { closePosition } from './close-position'
import { affordable, bookOpening, fillOf, openingCost } from './open-position'
import { pausedRefusal } from './paused'
import { quoteAtWorst, readLeverage, underWay } from './place-order'
import { sendOpening, stpOf } from './send-order'

interface Reversed {
  readonly closed: OrderRow
  /** Null while the provider has not answered about the close. */
  readonly opened: OrderRow | null
}

export function reverseOrder(unit: TradeUnit, id: bigint): Outcome<Reversed> {
  const { services, tenant, books } = unit
  const holding = books.orders.find((order) => order.id === id)
  if (holding === undefined) return refused('ORDER_NOT_FOUND')
  if (holding.status !== ORDER_STATUS.holding) return refused('ORDER_NOT_HOLDING')
  if (holding.underWay !== null) return refused('ORDER_UNDER_WAY')
  if (tenant.trading.mode !== 'normal') return refused('TRADING_PAUSED')
  const terms = services.pricing.termsOf(tenant).get(holding.instrumentCode)
  if (terms === undefined) return refused('INSTRUMENT_NOT_FOUND')
  const paused = pausedRefusal(services, tenant, terms)
  if (paused !== null) return paused
  const leverage = readLeverage(terms, holding.leverage?.toString())
  if (!leverage.ok) return leverage
  const isRouted = holding.provider !== null || stpOf(unit, terms) !== null
  const closed = closePosition(unit, id, { reverses: holding.provider !== null })
  if (!closed.ok) return closed
  if (holding.provider !== null) return done({ closed: closed.data, opened: null })
  if (isRouted) return done({ closed: closed.data, opened: openReversed(unit, closed.data, true) })
  const tradable = services.pricing.tradableQuote(tenant, holding.instrumentCode)
  if (!tradable.ok) return refused(tradable.error)
  const { quote } = tradable
  const side = otherSide(holding)
  const size = { side, lots: holding.lots, leverage: leverage.data } as const
  const cost = openingCost(terms, size, quote)
  const carried = affordable(unit, cost)
  if (!carried.ok) return carried
  const { instrument } = terms
  const opened = books.insertOrder({
    ...size,
    ...fillOf(side, cost, quote, books.now),
    ...reversedTerms(terms),
    requestedPrice: openingPrice(side, quote),
    createdAt: books.now,
  })
  bookOpening(unit, opened, tradedQuote(unit, instrument.code, quote))
  return done({ closed: closed.data, opened })
}

const otherSide = ({ side }: OrderRow): OrderSide => (side === 'buy' ? 'sell' : 'buy')

function reversedTerms({ instrument }: InstrumentTerms) {
  return {
    instrumentCode: instrument.code,
    marginMode: instrument.marginMode,
    contractSize: instrument.contractSize,
    quoteCurrency: instrument.quoteCurrency,
    pricePrecision: instrument.pricePrecision,
    // The stops stood on the other side of the price: they do not come along.
    stopLoss: 0n,
    takeProfit: 0n,
  }
}

/** The second order of a reversal: sent, or ended at once with the reason. */
export function openReversed(unit: TradeUnit, closed: OrderRow, isWhole: boolean): OrderRow {
  const { services, tenant, books } = unit
  const terms = services.pricing.termsOf(tenant).get(closed.instrumentCode)
  const stp = terms === undefined ? null : stpOf(unit, terms)
  const tradable = services.pricing.tradableQuote(tenant, closed.instrumentCode)
  if (terms === undefined || stp === null || !tradable.ok || !isWhole) return endReversed(unit, closed, 'not_filled')
  if (!services.pricing.takesNewOrders(tenant, terms)) return endReversed(unit, closed, 'not_filled')
  const { quote } = tradable
  const side = otherSide(closed)
  const size = { side, lots: closed.lots, leverage: closed.leverage } as const
  const worst = worstPrice({ side, pricePrecision: closed.pricePrecision }, openingPrice(side, quote), null)
  const cost = openingCost(terms, size, quoteAtWorst(side, worst, quote))
  if (!affordable(unit, cost).ok) return endReversed(unit, closed, 'insufficient_margin', quote)
  const order = books.insertOrder({
    ...size,
    ...reversedTerms(terms),
    ...underWay(stp, cost, quote),
    status: ORDER_STATUS.pending,
    requestedPrice: openingPrice(side, quote),
    fillPrice: 0n,
    createdAt: books.now,
  })
  sendOpening(unit, order, { terms, stp, quote: tradedQuote(unit, order.instrumentCode, quote), worst })
  return order
}

function endReversed(unit: TradeUnit, closed: OrderRow, cause: 'not_filled' | 'insufficient_margin', quote?: TenantQuote): OrderRow {
  const { books } = unit
  const { instrumentCode, marginMode, contractSize, quoteCurrency, pricePrecision, lots, leverage } = closed
  const order = books.insertOrder({
    ...{ instrumentCode, marginMode, contractSize, quoteCurrency, pricePrecision, lots, leverage },
    side: otherSide(closed),
    status: ORDER_STATUS.completed,
    requestedPrice: closed.closePrice ?? closed.fillPrice,
    fillPrice: 0n,
    stopLoss: 0n,
    takeProfit: 0n,
    margin: 0n,
    fee: 0n,
    conversionRate: quote === undefined ? closed.conversionRate : formatRate(quote.rate),
    quoteSource: quote?.source ?? closed.quoteSource,
    quoteSeq: quote?.seq ?? closed.quoteSeq,
    closeReason: 'cancelled',
    cancelReason: cause,
    createdAt: books.now,
    completedAt: books.now,
  })
  books.record({ actor: unit.actor, action: 'order.cancel', object: `order:${order.id}`, detail: { cause } })
  writeReceipt(unit, { event: 'order_cancelled', order, reason: cause })
  books.announce({ topic: 'FOREX_CLOSED', payload: orderEvent(order) })
  return order
}
