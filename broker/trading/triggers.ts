/**
 * What a price sets off on one account, decided on its open books: protection, trailing stops, margin calls, the stop-out,
 * pending orders. Each decides again from the books, because they may have changed since the tick: `null` = nothing to do.
 */
import { type AccountState, equityOf, isStoppedOut, marginLevelOf } from '../../rules/account'
import { formatFixed } from '../../rules/decimal'
import { marginCallAt, stillCalled } from '../../rules/margin-call'
import type { Amount } from '../../rules/money'
import { isTargetReached } from '../../rules/pending-kind'
import { openingPrice } from '../../rules/price'
import { reachedTrigger } from '../../rules/protection'
import { worstPrice } from '../../rules/routed-price'
import { nextToClose } from '../../rules/stop-out'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type { TradedQuote } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import type { TradeUnit } from '../ledger/trade-unit'
import { type InstrumentTerms, stopOutLevel } from '../market/instrument-terms'
import { accountState } from './account-figures'
import { endPending } from './cancel-order'
import { settlePosition } from './close-position'
import { affordable, bookOpening, fillOf, holdingOf, type OpeningCost, openingCost } from './open-position'
import { profitAt } from './order-profit'
import { quoteAtWorst, underWay, withTrailing } from './place-order'
import { canSend, type StpTerms, sendClosing, sendOpening, stpOf } from './send-order'
import { type HeldPosition, TickPrices } from './tick-prices'

/** Closes at the quote of the tick that set it off: later ticks neither improve nor worsen it. */
export function fireProtection(unit: TradeUnit, id: bigint, quote: TradedQuote): OrderRow | null {
  const order = unit.books.orders.find((one) => one.id === id)
  if (order?.status !== ORDER_STATUS.holding || order.underWay !== null) return null
  // The stops may have been edited since the tick; then it no longer reaches them.
  const reason = reachedTrigger(order.side, order, quote)
  if (reason === null) return null
  if (order.provider === null) return settlePosition(unit, order, quote, reason)
  return canSend(unit, order.provider, order) ? sendClosing(unit, order, { quote, lots: order.lots, reason }) : null
}

/** Moves the stop of a trailing order to `stop` if that still is an improvement. */
export function moveTrailingStop(unit: TradeUnit, id: bigint, stop: bigint): OrderRow | null {
  const order = unit.books.orders.find((one) => one.id === id)
  if (order?.status !== ORDER_STATUS.holding || order.trailingDistance === 0n || order.underWay !== null) return null
  const isBetter = order.stopLoss === 0n || (order.side === 'buy' ? stop > order.stopLoss : stop < order.stopLoss)
  return isBetter ? unit.books.changeOrder(order, { stopLoss: stop }) : null
}

/** Fills a pending order at the quote of its tick, or cancels it when the account cannot carry it any more. */
export function firePending(unit: TradeUnit, id: bigint, quote: TradedQuote): OrderRow | null {
  const { books, services, tenant } = unit
  const order = books.orders.find((one) => one.id === id)
  if (order?.status !== ORDER_STATUS.pending || order.pendingKind === null || order.underWay !== null) return null
  if (!isTargetReached(order.side, order.pendingKind, order.requestedPrice, quote)) return null
  // A broker that takes no new orders does not open waiting ones either; they stay, to be cancelled or to fire later.
  if (tenant.trading.mode !== 'normal') return null
  const terms = services.pricing.termsOf(tenant).get(order.instrumentCode)
  if (terms === undefined) return endPending(unit, order, 'not_offered')
  if (!services.pricing.takesNewOrders(tenant, terms)) return null
  const stp = stpOf(unit, terms)
  if (stp !== null) return firePendingAtProvider(unit, order, quote, { terms, stp })
  const cost = openingCost(terms, order, quote)
  const carried = affordable(unit, { ...cost, spreadLoss: lossByNow(unit, order, cost, quote) })
  if (!carried.ok) return carried.error === 'INSUFFICIENT_MARGIN' ? endPending(unit, order, 'insufficient_margin') : null
  const { takeProfit } = order
  const { stopLoss } = withTrailing(order, quote)
  const filled = books.changeOrder(order, { ...fillOf(order.side, cost, quote, books.now), stopLoss, takeProfit })
  bookOpening(unit, filled, quote)
  return filled
}

/** A limit order is not filled beyond its price; of a stop order the bound of the house is the limit. */
function firePendingAtProvider(
  unit: TradeUnit,
  order: OrderRow,
  quote: TradedQuote,
  { terms, stp }: { readonly terms: InstrumentTerms; readonly stp: StpTerms },
): OrderRow | null {
  if (!canSend(unit, stp.provider, order)) return null
  const { side } = order
  const worst = order.pendingKind === 'limit' ? order.requestedPrice : worstPrice(order, openingPrice(side, quote), null)
  const atWorst = quoteAtWorst(side, worst, quote)
  const cost = openingCost(terms, order, atWorst)
  const carried = affordable(unit, { ...cost, spreadLoss: lossByNow(unit, order, cost, atWorst) })
  if (!carried.ok) return carried.error === 'INSUFFICIENT_MARGIN' ? endPending(unit, order, 'insufficient_margin') : null
  const sent = unit.books.changeOrder(order, underWay(stp, cost, quote))
  sendOpening(unit, sent, { terms, stp, quote, worst })
  return sent
}

/** What closing it at once would lose, at its tick or at the quote of now: ticks may have come between, and the rest is valued now. */
function lossByNow({ services, tenant }: TradeUnit, order: OrderRow, { spreadLoss }: OpeningCost, quote: TradedQuote): Amount {
  const now = services.pricing.quote(tenant, order.instrumentCode) ?? quote
  const loss = -profitAt({ ...order, fillPrice: openingPrice(order.side, quote) }, now, now.rate)
  return loss > spreadLoss ? loss : spreadLoss
}

/**
 * Holds the account against its margin-call and stop-out levels at the prices of a tick, or of now when it has a position since that
 * the tick did not meet. When it is stopped out, pending orders are cancelled first; then positions close at those prices, largest
 * loss first, and the account is looked at again after each: never more than must be. A position that its provider is asked to close
 * counts as closed at those prices meanwhile; where it is not, the account is judged again. False where it could not be judged.
 */
export function judgeAccount(unit: TradeUnit, prices: TickPrices): boolean {
  const { services, tenant, books } = unit
  if (prices.isBefore(holdingOf(books.orders))) {
    const now = new TickPrices(services, tenant)
    now.take(holdingOf(books.orders).map(({ instrumentCode }) => instrumentCode))
    return judgeAccount(unit, now)
  }
  const valued = prices.value(holdingOf(books.orders))
  if (!valued.every(isValued)) return false
  const level = stopOutLevel(tenant)
  if (!isStoppedOut(stateOnceClosed(unit, valued), level)) {
    callMargin(unit, valued)
    return true
  }
  for (const order of books.orders) {
    if (order.status === ORDER_STATUS.pending && order.underWay === null) endPending(unit, order, 'stop_out')
  }
  const unsent = new Set<bigint>()
  for (;;) {
    const left = prices.value(holdingOf(books.orders))
    if (!isStoppedOut(stateOnceClosed(unit, left), level)) break
    const tradable = left.filter(({ held, order }) => held?.isTradable === true && order.underWay === null && !unsent.has(order.id))
    const next = nextToClose(tradable.map((one) => ({ id: one.order.id, profit: one.profit, one })))?.one
    // What is left is in closed markets, or at providers that cannot be asked now: it is judged again with the next prices.
    if (next?.held == null) return false
    if (next.order.provider === null) settlePosition(unit, next.order, next.held.quote, 'stop_out')
    else if (!canSend(unit, next.order.provider, next.order)) unsent.add(next.order.id)
    else sendClosing(unit, next.order, { quote: next.held.quote, lots: next.order.lots, reason: 'stop_out' })
  }
  return true
}

/** The account as it will stand when what is under way to be closed is closed at these prices. */
function stateOnceClosed({ books }: TradeUnit, valued: readonly HeldPosition[]): AccountState {
  const closing = valued.filter(({ order }) => order.underWay === 'close')
  const [margin, profit] = closing.reduce(([margins, profits], one) => [margins + one.order.margin, profits + one.profit], [0n, 0n])
  const state = accountState(books.account, valued)
  return {
    balance: state.balance + margin + profit,
    usedMargin: state.usedMargin - margin,
    floatingProfit: state.floatingProfit - profit,
  }
}

/** Tells each level once on the way down, and again only after the account has recovered from it. */
function callMargin(unit: TradeUnit, valued: readonly HeldPosition[]): void {
  const { books, tenant } = unit
  const state = accountState(books.account, valued)
  const level = marginLevelOf(state)
  const told = books.account.marginCallLevel
  const called = level === null ? 0 : marginCallAt(level, stopOutLevel(tenant))
  if (called !== 0 && (told === 0 || called < told)) {
    invariant(level !== null, 'only a used margin has a level')
    books.setMarginCallLevel(called)
    const MarginLevel = formatFixed(level, 2)
    books.announce({
      topic: 'ACCOUNT_NOTICE',
      payload: { Kind: 'margin_call', Level: called === 100 ? '100' : '75', MarginLevel, At: books.now },
    })
    books.record({
      actor: unit.actor,
      action: 'account.margin_call',
      object: `trader:${books.account.traderId}`,
      detail: { level: called, marginLevel: MarginLevel, equity: formatFixed(equityOf(state)) },
    })
    return
  }
  if (told !== 0) books.setMarginCallLevel(stillCalled(level, told))
}

/** The last price of a closed market stands; that of an open one counts while it is fresh. */
function isValued({ held }: HeldPosition): boolean {
  return held !== null && (!held.isOpen || held.isTradable)
}
