/**
 * An order goes to its provider: it is written down as under way, with its margin reserved where it opens something, and with what is
 * asked of the provider. It is sent after the commit; what came of it is booked by settle-route.ts.
 *
 * Invariants: only a real account's order is sent; an order is under way once at a time; the margin of the worst price that is accepted
 * is reserved before anything is sent.
 */
import { type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import type { OrderSide } from '../../rules/price'
import { providerLimit } from '../../rules/routed-price'
import { invariant } from '../ground/invariant'
import { type TradedQuote, writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import { storeQuote } from '../ledger/routed-quote'
import type { TradeUnit } from '../ledger/trade-unit'
import { type ExecutionTerms, executionTerms } from '../market/execution-terms'
import type { InstrumentTerms } from '../market/instrument-terms'

export type StpTerms = Extract<ExecutionTerms, { model: 'stp' }>

/** How an order of this account in this instrument is filled by a provider; null where it is not. */
export function stpOf({ books }: TradeUnit, { execution }: InstrumentTerms): StpTerms | null {
  return !books.account.isDemo && execution.model === 'stp' ? execution : null
}

interface Opening {
  readonly terms: InstrumentTerms
  readonly stp: StpTerms
  readonly quote: TradedQuote
  /** The worst price for the trader: what `order.margin` and `order.fee` were worked out at. */
  readonly worst: Fixed
}

/** Reserves what an order that stands as under way may cost, and asks its provider. */
export function sendOpening(unit: TradeUnit, order: OrderRow, { terms, stp, quote, worst }: Opening): void {
  const { books, actor } = unit
  const { margin, fee, side, pricePrecision } = order
  invariant(order.underWay === 'open' && margin > 0n, 'what is sent is under way, with its margin')
  const posted = books.post({
    kind: 'order_reserve',
    orderId: order.id,
    openOrdersChange: 1,
    entries: [
      { account: 'trader:available', amount: -(margin + fee) },
      { account: 'trader:margin', amount: margin + fee },
    ],
  })
  const reason = order.pendingKind ?? 'market'
  const limit = providerLimit({ side, pricePrecision }, worst, stp.markUp)
  books.record({
    actor,
    action: 'order.send',
    object: `order:${order.id}`,
    detail: {
      purpose: 'open',
      instrument: order.instrumentCode,
      side,
      lots: formatFixedShort(order.lots),
      provider: stp.provider,
      limit: formatFixed(limit, pricePrecision),
      markUp: formatFixedShort(stp.markUp),
      reserved: formatAmount(margin + fee),
    },
  })
  writeReceipt(unit, { event: 'order_sent', order, quote, reason, posted: [posted] })
  books.route({
    orderId: order.id,
    instrumentCode: order.instrumentCode,
    contractSize: order.contractSize,
    purpose: 'open',
    reason,
    reverses: false,
    side,
    lots: order.lots,
    provider: stp.provider,
    limit,
    markUp: stp.markUp,
    fee: { type: terms.feeType, rate: terms.feeRate },
    quote: storeQuote(quote, books.now),
    waits: false,
  })
}

interface ClosingAsked {
  readonly quote: TradedQuote
  readonly lots: Fixed
  readonly reason: 'manual' | 'stop_loss' | 'take_profit' | 'stop_out'
  readonly reverses?: boolean
  readonly waits?: boolean
}

/** Asks the provider where a position lies to close it, or a part of it. A take profit is not closed below its price. */
export function sendClosing(unit: TradeUnit, holding: OrderRow, asked: ClosingAsked): OrderRow {
  const { books, actor } = unit
  const { provider, pricePrecision } = holding
  invariant(provider !== null && holding.underWay === null, 'a position at a provider is asked for once')
  const order = books.changeOrder(holding, { underWay: 'close' })
  const side: OrderSide = order.side === 'buy' ? 'sell' : 'buy'
  const markUp = closingMarkUp(unit, order.instrumentCode)
  const limit = asked.reason === 'take_profit' ? providerLimit({ side, pricePrecision }, order.takeProfit, markUp) : null
  books.record({
    actor,
    action: 'order.send',
    object: `order:${order.id}`,
    detail: { purpose: 'close', reason: asked.reason, lots: formatFixedShort(asked.lots), provider, markUp: formatFixedShort(markUp) },
  })
  books.route({
    orderId: order.id,
    instrumentCode: order.instrumentCode,
    contractSize: order.contractSize,
    purpose: 'close',
    reason: asked.reason,
    reverses: asked.reverses === true,
    side,
    lots: asked.lots,
    provider,
    limit,
    markUp,
    fee: null,
    quote: storeQuote(asked.quote, books.now),
    waits: asked.waits === true,
  })
  return order
}

/** The mark-up as the company's file states it now, also of an instrument that it no longer offers. */
function closingMarkUp({ services, tenant }: TradeUnit, code: string): Fixed {
  const instrument = services.pricing.instrument(code)
  const execution = instrument === undefined ? undefined : executionTerms(tenant, instrument)
  return execution?.model === 'stp' ? execution.markUp : 0n
}

/** Whether what a tick sets off may be sent now: its provider is there, and it has not just refused. */
export function canSend({ services }: TradeUnit, provider: string, order: OrderRow): boolean {
  if (services.providers === undefined) return false
  if (services.providers.isConnected(provider)) return services.providers.mayTry(order)
  services.providers.holdOff(order)
  return false
}
