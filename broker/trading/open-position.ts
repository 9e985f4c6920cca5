/**
 * A position comes to be: of a market order, of a pending order that fires, of a reversal. All three reserve margin, take the
 * fee and sign the fill here.
 *
 * Invariant: margin is reserved and the fee paid in the same unit of work, and right after it the account's free margin is
 * not negative.
 */
import { freeMarginOf } from '../../rules/account'
import { formatRate } from '../../rules/conversion'
import { formatFixed, formatFixedShort } from '../../rules/decimal'
import { orderFee } from '../../rules/fee'
import { type MarginMode, orderMargin } from '../../rules/margin'
import { type Amount, formatAmount, formatCost } from '../../rules/money'
import { type OrderSide, openingPrice, type QuotePrices } from '../../rules/price'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type { Posted } from '../ledger/account-books'
import { orderEvent } from '../ledger/order-event'
import { type ProviderFacts, type TradedQuote, writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import type { InstrumentTerms } from '../market/instrument-terms'
import type { TenantQuote } from '../market/pricing'
import { accountState, valueOrders } from './account-figures'
import { profitAt } from './order-profit'

export interface OpeningCost {
  readonly margin: Amount
  readonly fee: Amount
  /** What closing at once would lose: the spread. Never negative. */
  readonly spreadLoss: Amount
}

interface Size {
  readonly side: OrderSide
  readonly lots: bigint
  readonly leverage: number | null
}

/** What opening would cost at these prices. */
export function openingCost(
  { instrument, feeType, feeRate }: InstrumentTerms,
  { side, lots, leverage }: Size,
  quote: QuotePrices & Pick<TenantQuote, 'rate'>,
): OpeningCost {
  const { contractSize } = instrument
  const price = openingPrice(side, quote)
  const mode: MarginMode = instrument.marginMode
  const margin = orderMargin({ mode, contractSize }, lots, price, BigInt(leverage ?? 1), quote.rate)
  const fee = orderFee(feeType, feeRate, lots, margin)
  return { margin, fee, spreadLoss: -profitAt({ side, lots, contractSize, fillPrice: price }, quote, quote.rate) }
}

/** Whether the account can carry it now. Without the price of every position there is no free margin to speak of. */
export function affordable({ services, tenant, books }: TradeUnit, cost: OpeningCost): Outcome<null> {
  const valued = valueOrders(services.pricing, tenant, holdingOf(books.orders))
  if (valued.some(({ quote }) => quote === null)) return refused('QUOTE_STALE')
  const missing = cost.margin + cost.fee + cost.spreadLoss - freeMarginOf(accountState(books.account, valued))
  return missing > 0n ? refused('INSUFFICIENT_MARGIN', { missing: formatCost(missing, 'glance') }) : done(null)
}

export function holdingOf(orders: readonly OrderRow[]): OrderRow[] {
  return orders.filter((order) => order.status === ORDER_STATUS.holding)
}

/** What the fill changes on an order that is new or was pending. */
export function fillOf(side: OrderSide, cost: OpeningCost, quote: TenantQuote, now: number) {
  return {
    status: ORDER_STATUS.holding,
    fillPrice: openingPrice(side, quote),
    margin: cost.margin,
    fee: cost.fee,
    conversionRate: formatRate(quote.rate),
    quoteSource: quote.source,
    quoteSeq: quote.seq,
    openedAt: now,
  } as const
}

/** Of an order that a provider has filled: what was reserved for it has just been released. */
interface FilledByProvider {
  readonly released: Posted
  readonly provider: ProviderFacts
  /** The answer of the call tells its trader; nothing else has to. */
  readonly isAnswered: boolean
}

/** Books the fill of an order that already stands as holding, and says so. Check `affordable` before. */
export function bookOpening(unit: TradeUnit, order: OrderRow, quote: TradedQuote, by?: FilledByProvider): void {
  const { books, actor, services, tenant } = unit
  invariant(order.margin > 0n, 'an open order reserves margin')
  const posted = books.post({
    kind: 'order_open',
    orderId: order.id,
    openOrdersChange: 1,
    entries: [
      { account: 'trader:available', amount: -(order.margin + order.fee) },
      { account: 'trader:margin', amount: order.margin },
      { account: 'house:fees', amount: order.fee },
    ],
  })
  books.record({
    actor,
    action: 'order.open',
    object: `order:${order.id}`,
    detail: {
      instrument: order.instrumentCode,
      side: order.side,
      lots: formatFixedShort(order.lots),
      price: formatFixed(order.fillPrice, order.pricePrecision),
      margin: formatAmount(order.margin),
      fee: formatAmount(order.fee),
      quoteSource: quote.source,
      quoteSeq: quote.seq.toString(),
    },
  })
  const { fillPrice: price, conversionRate } = order
  writeReceipt(unit, {
    event: 'order_opened',
    order,
    quote,
    price,
    conversionRate,
    reason: order.pendingKind ?? 'market',
    posted: by === undefined ? [posted] : [by.released, posted],
    provider: by?.provider,
  })
  if (order.pendingKind !== null || by?.isAnswered === false) books.announce({ topic: 'FOREX_CLOSED', payload: orderEvent(order) })
  // A provider's fill has happened, whatever the market has done since the order was sent within what was free then.
  if (by !== undefined) return
  const state = accountState(books.account, valueOrders(services.pricing, tenant, holdingOf(books.orders)))
  invariant(freeMarginOf(state) >= 0n, 'free margin is not negative right after an open')
}
