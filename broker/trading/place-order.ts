/**
 * Placing an order: a market order is filled at once, a pending one waits with its kind frozen.
 *
 * Order of checks: what can be said without a price, then the price, then the account. The quote is taken once; nothing can
 * change between a check and what follows from it.
 */

import type { ParsedInputOf } from '../../contract/endpoint'
import type { submitOrder } from '../../contract/orders'
import { conversionPair, conversionRate, formatRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'
import { formatLots, lotProblem } from '../../rules/lots'
import { pendingKind } from '../../rules/pending-kind'
import { closingPrice, type OrderSide, openingPrice, type QuotePrices } from '../../rules/price'
import { tradersPrice, worstPrice } from '../../rules/routed-price'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { tradedQuote, writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { TenantQuote } from '../market/pricing'
import { affordable, bookOpening, fillOf, type OpeningCost, openingCost } from './open-position'
import { pausedRefusal } from './paused'
import { offGridRefusal, protectionRefusal, targetRefusal, trailingRefusal } from './price-bounds'
import { type StpTerms, sendOpening, stpOf } from './send-order'

/** More open orders than this help nobody and cost every tick. */
export const MAX_OPEN_ORDERS = 200

export type OrderRequest = ParsedInputOf<typeof submitOrder>

interface Ticket {
  readonly terms: InstrumentTerms
  readonly side: OrderSide
  readonly lots: Fixed
  readonly leverage: number | null
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
  readonly trailingDistance: Fixed
  /** `null` for a market order. */
  readonly target: Fixed | null
}

export function placeOrder(unit: TradeUnit, request: OrderRequest): Outcome<OrderRow> {
  if (unit.tenant.trading.mode !== 'normal') return refused('TRADING_PAUSED')
  const ticket = readTicket(unit, request)
  if (!ticket.ok) return ticket
  const tradable = unit.services.pricing.tradableQuote(unit.tenant, ticket.data.terms.instrument.code)
  if (!tradable.ok) return refused(tradable.error)
  const { quote } = tradable
  const problem = ticket.data.target === null ? marketProblem(ticket.data, request, quote) : pendingProblem(ticket.data, quote)
  if (problem !== null) return problem
  if (unit.books.orders.length >= MAX_OPEN_ORDERS) return refused('TOO_MANY_OPEN_ORDERS', { limit: String(MAX_OPEN_ORDERS) })
  const stp = stpOf(unit, ticket.data.terms)
  if (stp !== null && unit.services.providers?.isConnected(stp.provider) !== true)
    return refused('PROVIDER_DOWN', { provider: stp.provider })
  if (ticket.data.target !== null) return openLater(unit, ticket.data, quote)
  return stp === null ? openNow(unit, ticket.data, request, quote) : askToOpen(unit, ticket.data, request, { quote, stp })
}

/** Everything that can be said without a price and without the account. */
function readTicket({ services, tenant }: TradeUnit, request: OrderRequest): Outcome<Ticket> {
  const terms = services.pricing.findTermsById(tenant, request.forex_id)
  if (terms === undefined) return refused('INSTRUMENT_NOT_FOUND')
  const paused = pausedRefusal(services, tenant, terms)
  if (paused !== null) return paused
  if (!services.pricing.isOpen(terms.instrument.code)) return refused('MARKET_CLOSED')
  const leverage = readLeverage(terms, request.multiple)
  if (!leverage.ok) return leverage

  const lots = parseFixed(request.cont)
  const problem = lotProblem(terms, lots)
  if (problem !== null) {
    const { minLots, maxLots, lotStep } = terms
    return refused(problem, { min: formatLots(minLots), max: formatLots(maxLots), step: formatLots(lotStep) })
  }
  const target = request.status === '1' ? null : parseFixed(request.target_price ?? '0')
  if (target === 0n) return refused('TARGET_PRICE_REQUIRED')
  const stopLoss = parseFixed(request.stop_loss_price ?? '0')
  const takeProfit = parseFixed(request.target_profit_price ?? '0')
  const trailingDistance = parseFixed(request.trailing_distance ?? '0')
  const prices = {
    target_price: target ?? undefined,
    stop_loss_price: stopLoss,
    target_profit_price: takeProfit,
    trailing_distance: trailingDistance,
    price: givenPrice(request.price),
    max_slippage: givenPrice(request.max_slippage),
  }
  const offGrid = offGridRefusal(prices, terms.instrument.pricePrecision)
  if (offGrid !== null) return offGrid
  const side = request.type === '1' ? 'buy' : 'sell'
  return done({ terms, side, lots, leverage: leverage.data, stopLoss, takeProfit, trailingDistance, target })
}

const givenPrice = (text: string | undefined): Fixed | undefined => (text === undefined ? undefined : parseFixed(text))

export function readLeverage(terms: InstrumentTerms, multiple: string | undefined): Outcome<number | null> {
  if (terms.instrument.marginMode === 'fixed') return done(null)
  if (terms.leverages.length === 0) return refused('LEVERAGE_NOT_CONFIGURED')
  const leverage = terms.leverages.find((offered) => String(offered) === multiple)
  return leverage === undefined ? refused('LEVERAGE_NOT_OFFERED', { offered: terms.leverages.join(', ') }) : done(leverage)
}

type Refusal = Extract<Outcome<never>, { ok: false }>

/** Holds the fresh price against what the trader saw and where the protection stands. */
function marketProblem(ticket: Ticket, request: OrderRequest, quote: TenantQuote): Refusal | null {
  const price = openingPrice(ticket.side, quote)
  const grid = gridOf(ticket)
  if (request.price !== undefined && request.max_slippage !== undefined) {
    const worse = ticket.side === 'buy' ? price - parseFixed(request.price) : parseFixed(request.price) - price
    if (worse > parseFixed(request.max_slippage)) {
      return refused('PRICE_MOVED', { price: formatFixed(price, grid.precision) }) as Refusal
    }
  }
  return protectionRefusal(ticket.side, withTrailing(ticket, quote), closingPrice(ticket.side, quote), grid) ?? trailingProblem(ticket)
}

function pendingProblem(ticket: Ticket, quote: TenantQuote): Refusal | null {
  invariant(ticket.target !== null, 'a pending order has a target')
  const grid = gridOf(ticket)
  return (
    targetRefusal(ticket.target, openingPrice(ticket.side, quote), grid) ??
    protectionRefusal(ticket.side, ticket, ticket.target, grid) ??
    trailingProblem(ticket)
  )
}

function gridOf({ terms }: Ticket) {
  return { precision: terms.instrument.pricePrecision, minDistance: terms.minStopDistance }
}

function trailingProblem(ticket: Ticket): Refusal | null {
  return trailingRefusal(ticket.trailingDistance, gridOf(ticket))
}

/** A trailing stop without a stop loss begins at its distance from the closing price. */
export function withTrailing<Stops extends { side: OrderSide; stopLoss: Fixed; takeProfit: Fixed; trailingDistance: Fixed }>(
  stops: Stops,
  quote: QuotePrices,
): { stopLoss: Fixed; takeProfit: Fixed } {
  const { side, stopLoss, takeProfit, trailingDistance } = stops
  if (trailingDistance === 0n || stopLoss !== 0n) return { stopLoss, takeProfit }
  const now = closingPrice(side, quote)
  const start = side === 'buy' ? now - trailingDistance : now + trailingDistance
  // A distance as large as the price leaves no room under it: the present price is refused as a stop, and says what is allowed.
  return { stopLoss: start > 0n ? start : now, takeProfit }
}

function openNow(unit: TradeUnit, ticket: Ticket, request: OrderRequest, quote: TenantQuote): Outcome<OrderRow> {
  const cost = openingCost(ticket.terms, ticket, quote)
  const carried = affordable(unit, cost)
  if (!carried.ok) return carried
  const order = unit.books.insertOrder({
    ...orderTerms(ticket, unit.books.now),
    ...fillOf(ticket.side, cost, quote, unit.books.now),
    ...withTrailing(ticket, quote),
    requestedPrice: request.price === undefined ? openingPrice(ticket.side, quote) : parseFixed(request.price),
  })
  bookOpening(unit, order, tradedQuote(unit, order.instrumentCode, quote))
  return done(order)
}

/** The provider is asked; what it may cost at the worst price that is accepted is reserved until it has answered. */
function askToOpen(
  unit: TradeUnit,
  ticket: Ticket,
  request: OrderRequest,
  { quote, stp }: { readonly quote: TenantQuote; readonly stp: StpTerms },
): Outcome<OrderRow> {
  const { books } = unit
  const now = openingPrice(ticket.side, quote)
  const [seen, slippage] = [givenPrice(request.price), givenPrice(request.max_slippage)]
  const deal = { side: ticket.side, pricePrecision: ticket.terms.instrument.pricePrecision }
  // The bound is about the price; the mark-up is stated beside it and comes on top.
  const isBound = seen !== undefined && slippage !== undefined
  const worst = worstPrice(deal, tradersPrice(deal, isBound ? seen : now, stp.markUp), isBound ? slippage : null)
  const cost = openingCost(ticket.terms, ticket, quoteAtWorst(ticket.side, worst, quote))
  const carried = affordable(unit, cost)
  if (!carried.ok) return carried
  const order = books.insertOrder({
    ...orderTerms(ticket, books.now),
    ...withTrailing(ticket, quote),
    ...underWay(stp, cost, quote),
    status: ORDER_STATUS.pending,
    requestedPrice: seen ?? now,
    fillPrice: 0n,
  })
  sendOpening(unit, order, { terms: ticket.terms, stp, quote: tradedQuote(unit, order.instrumentCode, quote), worst })
  return done(order)
}

/** Opened at the worst price and closed at the price of now. */
export function quoteAtWorst<Quote extends QuotePrices>(side: OrderSide, worst: Fixed, quote: Quote): Quote {
  return side === 'buy' ? { ...quote, ask: worst } : { ...quote, bid: worst }
}

/** What an order has while its provider is asked: margin and fee are reserved. */
export function underWay({ provider }: StpTerms, { margin, fee }: OpeningCost, quote: TenantQuote) {
  return {
    underWay: 'open',
    provider,
    margin,
    fee,
    conversionRate: formatRate(quote.rate),
    quoteSource: quote.source,
    quoteSeq: quote.seq,
  } as const
}

/** Margin is looked at now and again when it fires: what cannot be carried today is not promised. */
function openLater(unit: TradeUnit, ticket: Ticket, quote: TenantQuote): Outcome<OrderRow> {
  const { books, actor } = unit
  const { target, side } = ticket
  invariant(target !== null, 'a pending order has a target')
  const kind = pendingKind(side, target, quote)
  invariant(kind !== null, 'a target away from the price has a kind')
  const carried = affordable(unit, openingCost(ticket.terms, ticket, quoteAt(ticket, target, quote)))
  if (!carried.ok) return carried
  const order = books.insertOrder({
    ...orderTerms(ticket, books.now),
    status: ORDER_STATUS.pending,
    pendingKind: kind,
    requestedPrice: target,
    fillPrice: 0n,
    stopLoss: ticket.stopLoss,
    takeProfit: ticket.takeProfit,
    margin: 0n,
    fee: 0n,
    conversionRate: formatRate(quote.rate),
    quoteSource: quote.source,
    quoteSeq: quote.seq,
  })
  books.record({
    actor,
    action: 'order.place',
    object: `order:${order.id}`,
    detail: {
      instrument: order.instrumentCode,
      side,
      kind,
      lots: formatFixedShort(order.lots),
      target: formatFixed(target, order.pricePrecision),
    },
  })
  writeReceipt(unit, { event: 'order_placed', order, quote: tradedQuote(unit, order.instrumentCode, quote), reason: kind })
  return done(order)
}

/** The quote as it would be at the target; an instrument that converts its own quote currency also does so there. */
function quoteAt({ side, terms }: Ticket, target: Fixed, quote: TenantQuote): TenantQuote {
  const moved = target - openingPrice(side, quote)
  const pair = conversionPair(terms.instrument.quoteCurrency)
  const last = quote.last + moved
  const rate = pair?.code === terms.instrument.code && last > 0n ? conversionRate(pair, last) : quote.rate
  return { ...quote, bid: quote.bid + moved, ask: quote.ask + moved, last, rate }
}

function orderTerms({ terms, side, lots, leverage, trailingDistance }: Ticket, now: number) {
  const { instrument } = terms
  return {
    instrumentCode: instrument.code,
    side,
    lots,
    leverage,
    marginMode: instrument.marginMode,
    contractSize: instrument.contractSize,
    quoteCurrency: instrument.quoteCurrency,
    pricePrecision: instrument.pricePrecision,
    trailingDistance,
    createdAt: now,
  }
}
