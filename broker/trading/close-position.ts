/**
 * The end of a position or of a part of it, whoever asks: trader, stop loss, take profit, stop-out or demo reset.
 *
 * Invariants: its margin is released and its profit posted in the same unit of work; what a part takes along and what stays
 * add up to what was there. A part becomes an order of its own that has ended; the rest keeps the order's id.
 */
import { formatRate, type Rate } from '../../rules/conversion'
import { inCoveringOrder } from '../../rules/debt-cover'
import { divide, type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { formatLots, lotProblem } from '../../rules/lots'
import { formatAmount } from '../../rules/money'
import { closingPrice } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type { LockedWithdrawal } from '../ledger/account-books'
import { returnWithdrawal } from '../ledger/move-money'
import { orderEvent } from '../ledger/order-event'
import { type ProviderFacts, type TradedQuote, tradedQuote, writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import { ENGINE, type TradeUnit } from '../ledger/trade-unit'
import { profitTerms } from './order-profit'
import { sendClosing } from './send-order'

export type EndReason = Exclude<NonNullable<OrderRow['closeReason']>, 'cancelled'>

interface CloseAsked {
  /** A part of the order; all of it when absent. */
  readonly lots?: Fixed | undefined
  /** The same size is opened the other way behind it. */
  readonly reverses?: boolean
}

/** Closes for a trader at the price of now; a position at a provider is asked to be closed there, and is under way until it is. */
export function closePosition(unit: TradeUnit, id: bigint, { lots, reverses = false }: CloseAsked = {}): Outcome<OrderRow> {
  const holding = unit.books.orders.find((order) => order.id === id)
  if (holding === undefined) return refused('ORDER_NOT_FOUND')
  if (holding.status !== ORDER_STATUS.holding) return refused('ORDER_NOT_HOLDING')
  if (holding.underWay !== null) return refused('ORDER_UNDER_WAY')
  const isPart = lots !== undefined && lots !== holding.lots
  const problem = isPart ? partProblem(unit, holding, lots) : null
  if (problem !== null) return problem
  const tradable = unit.services.pricing.tradableQuote(unit.tenant, holding.instrumentCode)
  if (!tradable.ok) return refused(tradable.error)
  const quote = tradedQuote(unit, holding.instrumentCode, tradable.quote)
  if (holding.provider !== null) return askToClose(unit, holding, { quote, lots: lots ?? holding.lots, reverses })
  return done(isPart ? settlePart(unit, holding, lots, atQuote(holding, quote, 'manual')) : settlePosition(unit, holding, quote, 'manual'))
}

/** Where the provider cannot be reached the position waits for it, or the close is refused: as the company's file says. */
function askToClose(unit: TradeUnit, holding: OrderRow, asked: { quote: TradedQuote; lots: Fixed; reverses: boolean }): Outcome<OrderRow> {
  const { services, tenant } = unit
  const provider = holding.provider ?? ''
  const isUp = services.providers?.isConnected(provider) === true
  const execution = services.pricing.termsOf(tenant).get(holding.instrumentCode)?.execution
  const refuses = execution?.model === 'stp' && execution.whenProviderDown === 'refuse'
  if (!isUp && (refuses || asked.reverses)) return refused('PROVIDER_DOWN', { provider })
  return done(sendClosing(unit, holding, { ...asked, reason: 'manual', waits: !isUp }))
}

/** The part must be a size that could be ordered, and what stays no smaller than one. */
function partProblem({ services, tenant }: TradeUnit, holding: OrderRow, lots: Fixed): Outcome<never> | null {
  const terms = services.pricing.termsOf(tenant).get(holding.instrumentCode)
  const { lotStep, minLots } = terms ?? services.pricing.instrument(holding.instrumentCode) ?? { lotStep: 1n, minLots: 1n }
  const rest = holding.lots - lots
  const problem = lotProblem({ lotStep, minLots, maxLots: holding.lots }, lots) ?? (rest < minLots ? 'LOTS_TOO_SMALL' : null)
  if (problem === null) return null
  return refused(problem, { min: formatLots(minLots), max: formatLots(holding.lots), step: formatLots(lotStep) })
}

/** At which price, by which quote and why a position ends. */
interface Closing {
  readonly quote: TradedQuote
  readonly price: Fixed
  readonly rate: Rate
  readonly reason: EndReason
  /** Where a provider has filled it. */
  readonly provider?: ProviderFacts | undefined
}

function atQuote({ side }: OrderRow, quote: TradedQuote, reason: EndReason): Closing {
  return { quote, price: closingPrice(side, quote), rate: quote.rate, reason }
}

/** Ends the whole position at a quote. */
export function settlePosition(unit: TradeUnit, holding: OrderRow, quote: TradedQuote, reason: EndReason): OrderRow {
  invariant(holding.provider === null, 'a position at a provider is closed there')
  return settleWhole(unit, holding, atQuote(holding, quote, reason))
}

export function settleWhole(unit: TradeUnit, holding: OrderRow, closing: Closing): OrderRow {
  invariant(holding.status === ORDER_STATUS.holding, 'only a position is settled')
  const order = unit.books.changeOrder(holding, endOf(holding, closing, unit.books.now))
  bookClosing(unit, order, closing, -1)
  return order
}

export function settlePart(unit: TradeUnit, holding: OrderRow, lots: Fixed, closing: Closing): OrderRow {
  const share = (whole: bigint) => divide(whole * lots, holding.lots, 'down')
  const part = { lots, margin: share(holding.margin), fee: share(holding.fee) }
  const { id: parentId, tenantId: _tenant, traderId: _trader, isDemo: _demo, version: _version, ...terms } = holding
  unit.books.changeOrder(holding, {
    lots: holding.lots - part.lots,
    margin: holding.margin - part.margin,
    fee: holding.fee - part.fee,
  })
  const ended = { ...holding, ...part }
  const order = unit.books.insertOrder({ ...terms, ...part, ...endOf(ended, closing, unit.books.now), parentId })
  bookClosing(unit, order, closing, 0)
  return order
}

function endOf(order: OrderRow, { price, rate, reason }: Closing, completedAt: number) {
  return {
    status: ORDER_STATUS.completed,
    closePrice: price,
    profit: orderProfit(profitTerms(order), price, rate),
    closeConversionRate: formatRate(rate),
    closeReason: reason,
    completedAt,
  } as const
}

function bookClosing(unit: TradeUnit, order: OrderRow, { quote, provider }: Closing, openOrdersChange: number): void {
  const { books, actor } = unit
  const { profit, closePrice, closeConversionRate } = order
  invariant(profit !== null && closePrice !== null && closeConversionRate !== null, 'an ended position has a result')
  const posted = books.post({
    kind: 'order_close',
    orderId: order.id,
    openOrdersChange,
    entries: [
      { account: 'trader:margin', amount: -order.margin },
      { account: 'trader:available', amount: order.margin + profit },
      { account: 'house:trading', amount: -profit },
    ],
  })
  books.record({
    actor,
    action: 'order.close',
    object: `order:${order.id}`,
    detail: {
      reason: order.closeReason,
      lots: formatFixedShort(order.lots),
      closePrice: formatFixed(closePrice, order.pricePrecision),
      profit: formatAmount(profit),
      quoteSource: quote.source,
      quoteSeq: quote.seq.toString(),
    },
  })
  writeReceipt(unit, {
    event: 'order_closed',
    order,
    quote,
    profit,
    requestedPrice: order.closeReason === 'stop_loss' ? order.stopLoss : order.closeReason === 'take_profit' ? order.takeProfit : 0n,
    price: closePrice,
    conversionRate: closeConversionRate,
    reason: order.closeReason,
    posted: [posted],
    provider,
  })
  books.announce({ topic: 'FOREX_CLOSED', payload: orderEvent(order) })
  protectFromDebt(unit, order)
}

/**
 * A gap may cost more than is free in the account. What is locked for withdrawals that can still be taken back pays first, each given
 * back as a whole; of what is missing then, negative-balance protection lets the house bear the rest, visibly.
 */
export function protectFromDebt(unit: TradeUnit, order: OrderRow): void {
  const { books } = unit
  if (books.account.openOrders > 0) return
  for (const withdrawal of inCoveringOrder(books.withdrawals)) {
    if (books.account.balance >= 0n) return
    cancelForDebt(unit, withdrawal, order)
  }
  const { balance } = books.account
  if (balance >= 0n) return
  const posted = books.post({
    kind: 'negative_balance_protection',
    orderId: order.id,
    entries: [
      { account: 'trader:available', amount: -balance },
      { account: 'house:protection', amount: balance },
    ],
  })
  writeReceipt(unit, { event: 'adjustment', order, reason: 'negative_balance_protection', profit: -balance, posted: [posted] })
}

/** The rule decides, whoever has closed the position: the log and the row say so. */
function cancelForDebt(unit: TradeUnit, withdrawal: LockedWithdrawal, order: OrderRow): void {
  const { transactionId } = returnWithdrawal(unit, withdrawal.amount)
  unit.books.cancelWithdrawal(withdrawal, transactionId)
  unit.books.record({
    actor: ENGINE,
    action: 'withdrawal.covered_loss',
    object: `withdrawal:${withdrawal.id}`,
    detail: { amount: formatAmount(withdrawal.amount), order: order.id.toString() },
  })
}
