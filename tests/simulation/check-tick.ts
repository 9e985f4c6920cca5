/**
 * What must be true once everything a tick set off has been carried out, when nothing else was under way: nothing that the
 * tick reaches is still waiting, no account is left under its levels, and all of it happened in the order that is promised.
 */

import { ORDER_STATUS } from '../../broker/db/statuses'
import type { OrderRow } from '../../broker/ledger/order-store'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { marginCallAt } from '../../rules/margin-call'
import { freeMargin, isJudged, isUnderStopOut, valuePositions } from './account-value'
import type { Complain } from './check-unit'
import { accountKey, type KeptUnit, type MemoryBooks } from './memory-books'
import type { KnownQuote, PriceScript } from './price-script'

/** A tick's instrument and what converts through it. */
const MOVED: Readonly<Record<string, readonly string[]>> = { USDJPY: ['USDJPY', 'EURJPY'], EURUSD: ['EURUSD', 'GER40'] }

export class TickChecks {
  private isAnswered = false

  constructor(
    private readonly store: MemoryBooks,
    private readonly prices: PriceScript,
    private readonly tenant: (id: string) => Tenant,
    private readonly complain: Complain,
  ) {}

  /**
   * @param units what the engine kept since the tick, in order
   * @param isAnswered true where every provider has answered, so that what one fills waits no more than anything else
   */
  check(code: string, units: readonly KeptUnit[], isAnswered = false): void {
    this.isAnswered = isAnswered
    this.checkOrder(units)
    // A market that rests sets off nothing.
    if (!this.prices.isOpen(code)) return
    const moved = MOVED[code] ?? [code]
    for (const [name, orders] of this.store.open) {
      let isConcerned = false
      for (const order of orders.values()) {
        if (order.instrumentCode === code) this.checkWaiting(order)
        if (order.status === ORDER_STATUS.holding && moved.includes(order.instrumentCode)) isConcerned = true
      }
      if (isConcerned) this.checkLevels(name, [...orders.values()], units)
    }
  }

  private checkWaiting(order: OrderRow): void {
    const tenant = this.tenant(order.tenantId)
    if (!this.isAnswered && isRouted(tenant, order)) return
    const quote = this.prices.quoteOf(tenant, order.instrumentCode)
    if (quote === null || !this.prices.isTradable(tenant, order.instrumentCode)) return
    if (order.status === ORDER_STATUS.pending) {
      if (tenant.trading.mode !== 'normal') return
      // Without a price for every position nobody knows whether the account can carry it.
      const isKnown = valuePositions(this.prices, tenant, this.store.openOrdersOf(order)) !== null
      if (isKnown && isTargetReached(order, quote)) {
        this.complain('trigger', `pending order ${order.id} at ${order.requestedPrice} waits behind ${quote.bid}/${quote.ask}`)
      }
      return
    }
    // What this very tick filled is held against the next one, even where a gap has carried it past its stop.
    if (order.quoteSeq === quote.tick.seq) return
    const isBuy = order.side === 'buy'
    const now = isBuy ? quote.bid : quote.ask
    const { stopLoss, takeProfit, trailingDistance } = order
    const isStopped = stopLoss !== 0n && (isBuy ? now <= stopLoss : now >= stopLoss)
    const isTaken = takeProfit !== 0n && (isBuy ? now >= takeProfit : now <= takeProfit)
    if (isStopped || isTaken) this.complain('trigger', `order ${order.id} holds at ${now} behind ${stopLoss} or ${takeProfit}`)
    const trailed = isBuy ? now - trailingDistance : now + trailingDistance
    const isLeftBehind = trailingDistance !== 0n && (stopLoss === 0n || (isBuy ? trailed > stopLoss : trailed < stopLoss)) && trailed > 0n
    if (isLeftBehind) this.complain('trailing', `order ${order.id} trails at ${stopLoss} instead of ${trailed}`)
  }

  private checkLevels(name: string, orders: readonly OrderRow[], units: readonly KeptUnit[]): void {
    const account = this.store.accounts.get(name)!
    const tenant = this.tenant(account.tenantId)
    if (!this.isAnswered && orders.some((order) => isRouted(tenant, order))) return
    const held = valuePositions(this.prices, tenant, orders)
    if (!isJudged(this.prices, tenant, held)) return
    const equity = freeMargin(account, held) + account.lockedMargin
    if (isUnderStopOut(equity, account.lockedMargin, tenant)) {
      const left = held.find(({ order }) => this.prices.isTradable(tenant, order.instrumentCode))
      if (left !== undefined) this.complain('stop-out', `account ${name} still holds ${left.order.id} under its stop-out level`)
      return
    }
    // After a stop-out the next tick tells the level that is left.
    const wasStoppedOut = units.some(
      (unit) => accountKey(unit.books.account) === name && stepOf(unit).rank === 2 && unit.books.changed.length > 0,
    )
    if (account.lockedMargin === 0n || wasStoppedOut) return
    const level = (equity * 100n * 10n ** 8n) / account.lockedMargin
    const called = marginCallAt(level, parseFixed(tenant.trading.stopOutLevelPercent))
    const isTold = called === 0 || (account.marginCallLevel !== 0 && account.marginCallLevel <= called)
    if (!isTold) this.complain('margin-call', `account ${name} was told ${account.marginCallLevel} at a level of ${level}`)
  }

  /** Stops and targets by order id, trailing stops, equity, pending orders by order id: for every account. */
  private checkOrder(units: readonly KeptUnit[]): void {
    const last = new Map<string, { rank: number; id: bigint }>()
    for (const unit of units) {
      const name = accountKey(unit.books.account)
      const step = stepOf(unit)
      const before = last.get(name)
      const isInOrder = before === undefined || step.rank > before.rank || (step.rank === before.rank && step.id >= before.id)
      if (!isInOrder) this.complain('priority', `account ${name}: step ${step.rank} of ${step.id} after ${before.rank} of ${before.id}`)
      last.set(name, step)
    }
  }
}

/** Its provider has a say in when it is filled. */
function isRouted(tenant: Tenant, { isDemo, provider, instrumentCode }: OrderRow): boolean {
  return provider !== null || (!isDemo && tenant.trading.execution[instrumentCode]?.model === 'stp')
}

function isTargetReached({ side, pendingKind, requestedPrice }: OrderRow, { bid, ask }: KnownQuote): boolean {
  const now = side === 'buy' ? ask : bid
  return (side === 'buy') === (pendingKind === 'limit') ? now <= requestedPrice : now >= requestedPrice
}

function stepOf({ books, opened }: KeptUnit): { rank: number; id: bigint } {
  const [order] = books.changed
  const [asked] = books.routes
  if (asked !== undefined)
    return asked.reason === 'stop_out' ? { rank: 2, id: 0n } : { rank: asked.purpose === 'close' ? 0 : 3, id: asked.orderId }
  if (
    order === undefined ||
    books.changed.some(({ closeReason, cancelReason }) => closeReason === 'stop_out' || cancelReason === 'stop_out')
  )
    return { rank: 2, id: 0n }
  const wasPending = opened.orders.some(({ id, status }) => id === order.id && status === ORDER_STATUS.pending)
  if (wasPending) return { rank: 3, id: order.id }
  return { rank: order.status === ORDER_STATUS.completed ? 0 : 1, id: order.id }
}
