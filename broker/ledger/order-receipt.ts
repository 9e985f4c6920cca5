/**
 * The receipt of what happened to an order: every fact a stranger needs to check it, signed in the same unit of work.
 *
 * Invariant: a receipt names the account's receipt before it, so none can be left out, put in or reordered unseen. Whether
 * the account, the site and the price source are demonstrations stands inside the signed body.
 */

import { formatRate, parseRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { type Amount, formatAmount } from '../../rules/money'
import { type ExecutionTerms, executionTerms } from '../market/execution-terms'
import type { TenantQuote } from '../market/pricing'
import { receiptTicks, type TickRecord, ticksHash } from '../receipts/ticks'
import type { Posted } from './account-books'
import type { OrderRow } from './order-store'
import type { TradeUnit } from './trade-unit'

type ReceiptEvent =
  | 'order_placed'
  /** A provider has been asked to fill it, and its margin is reserved. */
  | 'order_sent'
  | 'order_opened'
  | 'order_closed'
  | 'order_cancelled'
  | 'order_edited'
  | 'adjustment'

const OPENS: ReadonlySet<ReceiptEvent> = new Set(['order_placed', 'order_sent', 'order_opened'])

interface ReceiptFacts {
  readonly event: ReceiptEvent
  /** `null` for what belongs to the account as a whole. */
  readonly order: OrderRow | null
  /** What was asked for, where that is not the order's own requested price: the stop or target of a close; 0 for the price of the moment. */
  readonly requestedPrice?: bigint
  /** The price it was filled or closed at; absent where nothing was traded. */
  readonly price?: bigint
  readonly quote?: TradedQuote | undefined
  readonly profit?: Amount
  readonly conversionRate?: string
  readonly reason?: string | null
  readonly posted?: readonly Posted[]
  readonly funding?: FundingFacts
  /** Where a provider has filled it. */
  readonly provider?: ProviderFacts | undefined
}

/** Who filled an order, under which numbers, and what the company adds to the price. */
export interface ProviderFacts {
  readonly name: string
  readonly orderId: string
  readonly execIds: readonly string[]
  /** Average of the fills. */
  readonly price: Fixed
  readonly markUp: Fixed
}

/** What a charge of funding was counted from, besides the order's side and lots and the conversion rate. */
interface FundingFacts {
  readonly rolloverAt: number
  readonly nights: number
  /** Percent a year. */
  readonly yearlyRate: Fixed
  readonly dayCount: number
  readonly price: Fixed
  /** Start of the minute whose last price it is; null: the order's own opening price, where no minute was kept. */
  readonly priceTime: number | null
}

/** A quote with the ticks that led to it. */
export interface TradedQuote extends TenantQuote {
  readonly symbol: string
  readonly ticks: readonly TickRecord[]
}

/** Takes the evidence at the moment of the decision or, for a trigger, of the tick that set it off. */
export function tradedQuote({ services }: Pick<TradeUnit, 'services'>, code: string, quote: TenantQuote): TradedQuote {
  return { ...quote, symbol: code, ticks: receiptTicks(services.pricing.ticksUpTo(code, quote)) }
}

export function writeReceipt(unit: TradeUnit, facts: ReceiptFacts): void {
  const { services, tenant, books } = unit
  const { event, order, quote, posted = [] } = facts
  const ticks = quote?.ticks ?? []
  const previousHash = books.account.receiptHash ?? ''
  const body = {
    v: 1,
    broker: tenant.id,
    legal_entity: tenant.legal.entity,
    demo_account: books.account.isDemo,
    demo_site: tenant.isDemoSite,
    price_source: quote?.source ?? services.pricing.sourceName,
    price_source_is_simulated: services.pricing.isSimulated(quote?.source),
    ...(quote !== undefined && services.pricing.isOfMinutes(quote.source, quote.symbol) ? { price_source_from_minute_candles: true } : {}),
    account: books.account.traderId.toString(),
    event,
    ...orderFacts(order, facts.requestedPrice),
    ...(order === null ? {} : { execution: executionOf(unit, order) }),
    price: order !== null && facts.price !== undefined ? formatFixed(facts.price, order.pricePrecision) : null,
    quote: quote === undefined ? null : quoteFacts(quote, books.now),
    ticks_hash: quote === undefined ? null : ticksHash(ticks),
    profit: facts.profit === undefined ? null : formatAmount(facts.profit),
    conversion_rate: facts.conversionRate === undefined ? null : formatRate(parseRate(facts.conversionRate)),
    reason: facts.reason ?? null,
    ...tookFacts(unit, facts),
    ...termsFacts(unit, event),
    ...(facts.funding === undefined || order === null ? {} : { funding: fundingFacts(order, facts.funding) }),
    ...(facts.provider === undefined ? {} : { provider: providerFacts(facts.provider) }),
    ledger: posted.map(({ transactionId, entryIds }) => ({ transaction: transactionId.toString(), entries: entryIds.map(String) })),
    balance_after: formatAmount(books.account.balance),
    previous: previousHash,
    at: books.now,
  }
  const signed = services.signer.sign(tenant, body)
  books.addReceipt({ ...signed, event, orderId: order?.id ?? null, previousHash, ticks })
}

/** On which terms: the SHA-256 of a fact of kind `terms` in the company's log. Named where an order comes to be, and where it is opened. */
function termsFacts({ services, tenant }: TradeUnit, event: ReceiptEvent) {
  return services.termsHash === undefined || !OPENS.has(event) ? {} : { terms: services.termsHash(tenant) }
}

/** How long what a trader asked for took from its arrival to this decision. What a price sets off says it by the quote's own time. */
function tookFacts({ services, books, actor }: TradeUnit, { price, provider }: ReceiptFacts) {
  if (services.now === undefined || price === undefined || provider !== undefined || !actor.startsWith('trader:')) return {}
  return { took_ms: Math.max(0, services.now() - books.now) }
}

/**
 * A position stays where it was opened, whatever the company's file has said since. A demo account's orders are the house's own affair;
 * what is filled at our quote is no order that was passed on.
 */
function executionOf({ tenant, books, services }: TradeUnit, { instrumentCode, provider }: OrderRow): ExecutionTerms['model'] {
  if (provider !== null) return 'stp'
  const instrument = services.pricing.instrument(instrumentCode)
  const isHedged = instrument !== undefined && executionTerms(tenant, instrument).model === 'hedged'
  return isHedged && !books.account.isDemo ? 'hedged' : 'internal'
}

function providerFacts({ name, orderId, execIds, price, markUp }: ProviderFacts) {
  return { name, order: orderId, exec_ids: execIds, price: formatFixedShort(price), mark_up: formatFixedShort(markUp) }
}

function orderFacts(order: OrderRow | null, requestedPrice = order?.requestedPrice ?? 0n) {
  const price = (value: bigint) => (order === null ? null : formatFixed(value, order.pricePrecision))
  return {
    order: order?.id.toString() ?? null,
    parent: order?.parentId?.toString() ?? null,
    instrument: order?.instrumentCode ?? null,
    side: order?.side ?? null,
    kind: order?.pendingKind ?? null,
    lots: order === null ? null : formatFixedShort(order.lots),
    leverage: order?.leverage?.toString() ?? null,
    requested_price: requestedPrice === 0n ? null : price(requestedPrice),
    margin: order === null ? null : formatAmount(order.margin),
    fee: order === null ? null : formatAmount(order.fee),
    stop_loss: order === null ? null : price(order.stopLoss),
    take_profit: order === null ? null : price(order.takeProfit),
    trailing_distance: order === null ? null : formatFixedShort(order.trailingDistance),
  }
}

function fundingFacts({ contractSize }: OrderRow, { rolloverAt, nights, yearlyRate, dayCount, price, priceTime }: FundingFacts) {
  return {
    rollover: rolloverAt,
    nights,
    yearly_rate: formatFixedShort(yearlyRate),
    day_count: dayCount,
    contract_size: formatFixedShort(contractSize),
    price: formatFixedShort(price),
    price_time: priceTime,
  }
}

function quoteFacts(quote: TradedQuote, now: number) {
  // The feed never stood by a price that was remembered from before (a demo reset takes it): its own time says how old it is.
  const ageMs = Number.isFinite(quote.ageMs) ? quote.ageMs : now - quote.time
  return {
    bid: formatFixedShort(quote.bid),
    ask: formatFixedShort(quote.ask),
    last: formatFixedShort(quote.last),
    source: quote.source,
    symbol: quote.symbol,
    seq: quote.seq.toString(),
    time: quote.time,
    ...(quote.sourceTime === undefined ? {} : { source_time: quote.sourceTime }),
    ...(quote.arrivedAt === undefined ? {} : { arrived_at: quote.arrivedAt }),
    age_ms: Math.max(0, Math.round(ageMs)),
  }
}
