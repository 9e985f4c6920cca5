/**
 * Opening an order. One transaction: lock the account, take the price, check by `rules/`, write order, entries and audit.
 *
 * Invariant: an accepted order reserves its margin and pays its fee in the same transaction, and right after it the
 * account's free margin is not negative. Not here: pending orders (not built yet, answered as such).
 */
import type { submitOrder } from '../../contract/orders'
import { equityOf, freeMarginOf } from '../../rules/account'
import { formatRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort, isOnGrid, MAX_FIXED, parseFixed } from '../../rules/decimal'
import { orderFee } from '../../rules/fee'
import { lotProblem } from '../../rules/lots'
import { orderMargin } from '../../rules/margin'
import { type Amount, formatAmount } from '../../rules/money'
import { type OrderSide, openingPrice } from '../../rules/price'
import { protectionProblem } from '../../rules/protection'
import { auditEvent } from '../db/schema'
import { done, type Outcome, refused, type TraderCall, type TraderHandler } from '../http/handler'
import { invariant } from '../invariant'
import { lockAccount } from '../ledger/open-account'
import { type AccountSums, postEntries } from '../ledger/post-entries'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { Pricing, TenantQuote } from '../market/pricing'
import { accountState, stopOutPrices, type ValuedOrder, valueOrders } from './account-figures'
import { profitAt } from './order-profit'
import { HOLDING, insertOrder, listHolding } from './order-store'
import type { TradingContext } from './trading-context'
import { wireOrder } from './wire-order'

/** More open orders than this help nobody and cost every tick. */
export const MAX_OPEN_ORDERS = 200

type SubmitCall = TraderCall<typeof submitOrder>

interface Ticket {
  readonly terms: InstrumentTerms
  readonly side: OrderSide
  readonly lots: Fixed
  readonly leverage: number | null
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
}

export function submitOrderHandler(context: TradingContext): TraderHandler<typeof submitOrder> {
  return async (call) => {
    const ticket = readTicket(context.pricing, call)
    if (!ticket.ok) return ticket
    const traderId = BigInt(call.trader.id)
    const account = await lockAccount(call.tx, call.tenant.id, traderId)
    invariant(account !== null, 'every trader has an account')

    const priced = priceTicket(context.pricing, call, ticket.data)
    if (!priced.ok) return priced
    if (account.openOrders >= MAX_OPEN_ORDERS) return refused('TOO_MANY_OPEN_ORDERS', { limit: String(MAX_OPEN_ORDERS) })

    const others = valueOrders(context.pricing, call.tenant, await listHolding(call.tx, call.tenant.id, traderId))
    // Without the price of every position there is no free margin to speak of.
    if (others.some(({ quote }) => quote === null)) return refused('QUOTE_STALE')
    const cost = openingCost(ticket.data, priced.data)
    const state = accountState(account, others)
    const missing = cost.margin + cost.fee + cost.spreadLoss - freeMarginOf(state)
    if (missing > 0n) return refused('INSUFFICIENT_MARGIN', { missing: formatFixed(missing, 2) })
    return open(context, call, ticket.data, priced.data, cost, account, others)
  }
}

/** Everything that can be said without a price and without the account. */
function readTicket(pricing: Pricing, { tenant, input }: SubmitCall): Outcome<Ticket> {
  const terms = pricing.findTermsById(tenant, input.forex_id)
  if (terms === undefined) return refused('INSTRUMENT_NOT_FOUND')
  if (!pricing.isOpen(terms.instrument.code)) return refused('MARKET_CLOSED')
  if (input.status === '0') return refused('NOT_AVAILABLE_YET')
  const leverage = readLeverage(terms, input.multiple)
  if (!leverage.ok) return leverage

  const lots = parseFixed(input.cont)
  const problem = lotProblem(terms, lots)
  if (problem !== null) {
    const { minLots, maxLots, lotStep } = terms
    return refused(problem, { min: formatFixedShort(minLots), max: formatFixedShort(maxLots), step: formatFixedShort(lotStep) })
  }
  const stopLoss = parseFixed(input.stop_loss_price ?? '0')
  const takeProfit = parseFixed(input.target_profit_price ?? '0')
  const precision = terms.instrument.pricePrecision
  // The price the trader saw is kept with the order, so it must be one that can be kept.
  const isSeenPriceKept = parseFixed(input.price ?? '0') <= MAX_FIXED
  if (!isSeenPriceKept || ![stopLoss, takeProfit].every((price) => isOnGrid(price, precision))) {
    return refused('PRICE_OFF_GRID', { decimals: String(precision) })
  }
  return done({ terms, side: input.type === '1' ? 'buy' : 'sell', lots, leverage: leverage.data, stopLoss, takeProfit })
}

function readLeverage(terms: InstrumentTerms, multiple: string | undefined): Outcome<number | null> {
  if (terms.instrument.marginMode === 'fixed') return done(null)
  if (terms.leverages.length === 0) return refused('LEVERAGE_NOT_CONFIGURED')
  const leverage = terms.leverages.find((offered) => String(offered) === multiple)
  return leverage === undefined ? refused('LEVERAGE_NOT_OFFERED', { offered: terms.leverages.join(', ') }) : done(leverage)
}

/** Takes the fresh price and holds it against what the trader saw and where his protection stands. */
function priceTicket(pricing: Pricing, { tenant, input }: SubmitCall, ticket: Ticket): Outcome<TenantQuote> {
  const { code, pricePrecision } = ticket.terms.instrument
  const tradable = pricing.tradableQuote(tenant, code)
  if (!tradable.ok) return refused(tradable.error)
  const { quote } = tradable
  const price = openingPrice(ticket.side, quote)
  if (input.price !== undefined && input.max_slippage !== undefined) {
    const worse = ticket.side === 'buy' ? price - parseFixed(input.price) : parseFixed(input.price) - price
    if (worse > parseFixed(input.max_slippage)) return refused('PRICE_MOVED', { price: formatFixed(price, pricePrecision) })
  }
  const problem = protectionProblem(ticket.side, ticket, quote)
  return problem === null
    ? done(quote)
    : refused(problem, { price: formatFixed(ticket.side === 'buy' ? quote.bid : quote.ask, pricePrecision) })
}

interface OpeningCost {
  readonly margin: Amount
  readonly fee: Amount
  /** What closing at once would lose: the spread. Never negative. */
  readonly spreadLoss: Amount
}

function openingCost({ terms, side, lots, leverage }: Ticket, quote: TenantQuote): OpeningCost {
  const { instrument } = terms
  const price = openingPrice(side, quote)
  const margin = orderMargin(
    { mode: instrument.marginMode, contractSize: instrument.contractSize },
    lots,
    price,
    BigInt(leverage ?? 1),
    quote.rate,
  )
  const fee = orderFee(terms.feeType, terms.feeRate, lots, margin)
  const atOnce = profitAt({ side, lots, contractSize: instrument.contractSize, fillPrice: price }, quote, quote.rate)
  return { margin, fee, spreadLoss: -atOnce }
}

async function open(
  { pricing, book }: TradingContext,
  call: SubmitCall,
  ticket: Ticket,
  quote: TenantQuote,
  cost: OpeningCost,
  account: AccountSums & { readonly isDemo: boolean },
  others: readonly ValuedOrder[],
) {
  const { tx, tenant, now, input } = call
  const { instrument } = ticket.terms
  const price = openingPrice(ticket.side, quote)
  invariant(cost.margin > 0n, 'an open order reserves margin')
  const order = await insertOrder(tx, {
    tenantId: tenant.id,
    traderId: BigInt(call.trader.id),
    isDemo: account.isDemo,
    instrumentCode: instrument.code,
    side: ticket.side,
    status: HOLDING,
    lots: ticket.lots,
    leverage: ticket.leverage,
    marginMode: instrument.marginMode,
    contractSize: instrument.contractSize,
    quoteCurrency: instrument.quoteCurrency,
    pricePrecision: instrument.pricePrecision,
    requestedPrice: input.price === undefined ? price : parseFixed(input.price),
    fillPrice: price,
    stopLoss: ticket.stopLoss,
    takeProfit: ticket.takeProfit,
    margin: cost.margin,
    fee: cost.fee,
    conversionRate: formatRate(quote.rate),
    quoteSource: quote.source,
    quoteSeq: quote.seq,
    createdAt: now,
  })
  const sums = await postEntries(tx, {
    tenantId: tenant.id,
    traderId: order.traderId,
    isDemo: order.isDemo,
    orderId: order.id,
    kind: 'order_open',
    now,
    openOrdersChange: 1,
    entries: [
      { account: 'trader:available', amount: -(cost.margin + cost.fee) },
      { account: 'trader:margin', amount: cost.margin },
      { account: 'house:fees', amount: cost.fee },
    ],
  })
  await tx.insert(auditEvent).values({
    tenantId: tenant.id,
    actor: `trader:${order.traderId}`,
    action: 'order.open',
    object: `order:${order.id}`,
    detail: {
      instrument: instrument.code,
      side: ticket.side,
      lots: formatFixedShort(ticket.lots),
      price: formatFixed(price, instrument.pricePrecision),
      margin: formatAmount(cost.margin),
      fee: formatAmount(cost.fee),
      quoteSource: quote.source,
      quoteSeq: quote.seq.toString(),
    },
    createdAt: now,
  })
  const valued: ValuedOrder[] = [...others, { order, quote, profit: -cost.spreadLoss }]
  const state = accountState(sums, valued)
  invariant(freeMarginOf(state) >= 0n && equityOf(state) > 0n, 'free margin is not negative right after an open')
  call.afterCommit(() => {
    book.setAccount(tenant.id, order.traderId, sums)
    book.addPosition(order)
  })
  const stopOut = stopOutPrices(tenant, state, valued).get(instrument.code) ?? null
  return done(wireOrder(order, { quote, profit: -cost.spreadLoss, stopOutPrice: stopOut }, pricing, call.language))
}
