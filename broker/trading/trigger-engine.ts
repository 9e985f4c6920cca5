/**
 * What a tick sets off, in this order for every account: stop losses and take profits by order id, trailing stops, equity
 * (margin calls, stop-out), pending orders.
 *
 * Invariants: a tick of a closed or stale market sets off nothing; what a tick reaches is decided again on the opened books,
 * so of a manual close, a trigger and a stop-out exactly one wins; what happens to an account happens in the order of the
 * ticks; whatever a tick sets off is judged and filled at that tick, however late; what could not be carried out stays armed.
 * Where several processes share the books, a tick sets off nothing on accounts of another one, and what it sets off on an own account is
 * kept only while that one is ours, under the epoch that held at the tick.
 */
import type { Tenant } from '../../contract/tenant'
import { trailedStop } from '../../rules/trailing'
import { done } from '../calls/handler'
import { loggableError } from '../db/loggable-error'
import type { Logger } from '../ground/logger'
import { type HeldLease, LeaseLost } from '../leases/hold-epoch'
import type { AccountBooks, BooksStore } from '../ledger/account-books'
import { type TradedQuote, tradedQuote } from '../ledger/order-receipt'
import { ENGINE, type TradeUnit, type TradingServices, watchTicks } from '../ledger/trade-unit'
import type { TenantQuote } from '../market/pricing'
import type { AccountOwner } from './account-owner'
import type { OpenOrderIndex } from './open-order-index'
import { TickPrices } from './tick-prices'
import { firePending, fireProtection, judgeAccount, moveTrailingStop } from './triggers'
import type { AccountKey, WatchedOrder } from './watched-order'

/** This process alone has the books: there is no lease to look at. */
const ALONE = 'alone'
type ActsUnder = HeldLease | typeof ALONE

interface TriggerEngineOptions extends TradingServices {
  readonly store: BooksStore
  /** Absent where this process alone has the books. */
  readonly owner?: (AccountOwner & { storeUnder(lease: HeldLease): BooksStore }) | undefined
  readonly book: OpenOrderIndex
  readonly logger: Logger
  /** The tenant as it is now; undefined once it has been removed. */
  tenant(id: string): Tenant | undefined
  /** A unit of work on this account failed, and nobody knows whether it was kept. */
  inDoubt(account: AccountKey): void
  /** Called after a commit that may have left events in the outbox. */
  committed(tenantId: string, traderId: bigint): void
}

export class TriggerEngine {
  /** Work under way, one chain an account. */
  private readonly chains = new Map<string, Promise<void>>()
  /** Ticks at which an account is to be judged, while nothing else has been put behind them. */
  private readonly judgements = new Map<string, TickPrices[]>()
  /** Where trailing stops wait to be moved to: of several moves only the last one counts. */
  private readonly moves = new Map<string, bigint>()

  constructor(private readonly options: TriggerEngineOptions) {}

  /** Holds a new quote against everything that waits on it. Returns at once; what it sets off runs behind it. */
  onQuote(code: string): void {
    const { book, pricing } = this.options
    if (!pricing.isOpen(code)) return
    const pending: (() => void)[] = []
    const prices = new Map<string, TickPrices>()
    for (const tenantId of [...book.tenantsWith(code)]) {
      const tenant = this.options.tenant(tenantId)
      if (tenant === undefined) continue
      const tradable = pricing.triggeringQuote(tenant, code)
      if (!tradable.ok) continue
      // What waits while nothing new is taken is not asked for with every tick; it stays armed.
      const reached = book.takeReached(tenantId, code, tradable.quote, { leavesPending: this.takesNothingNew(tenant, code) })
      if (reached.protection.length + reached.trailing.length + reached.pending.length === 0) continue
      const quote = tradedQuote({ services: this.options }, code, tradable.quote)
      pricing.watchTicksAfter(code)
      for (const order of reached.protection) this.fire(tenant, order, (unit) => fireProtection(unit, order.id, quote))
      for (const order of reached.trailing) this.trail(tenant, order, quote)
      pending.push(() => {
        for (const order of reached.pending) this.fire(tenant, order, (unit) => firePending(unit, order.id, quote))
      })
    }
    for (const moved of pricing.codesMovedBy(code)) this.checkLevels(moved, prices)
    for (const fire of pending) fire()
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.chains.size > 0) await Promise.all(this.chains.values())
  }

  /** Resolves when what was under way at the call is over, whatever begins meanwhile. */
  async finishBegun(): Promise<void> {
    await Promise.all(this.chains.values())
  }

  private takesNothingNew(tenant: Tenant, code: string): boolean {
    const terms = this.options.pricing.termsOf(tenant).get(code)
    return tenant.trading.mode !== 'normal' || (terms !== undefined && !this.options.pricing.takesNewOrders(tenant, terms))
  }

  /** @param prices of this tick, by tenant */
  private checkLevels(code: string, prices: Map<string, TickPrices>): void {
    const { book, pricing } = this.options
    for (const tenantId of [...book.tenantsWith(code)]) {
      const tenant = this.options.tenant(tenantId)
      const quote: TenantQuote | null | undefined = tenant && pricing.quote(tenant, code)
      if (!tenant || !quote) continue
      for (const suspect of book.takeSuspects(tenantId, code, quote)) {
        const ofTick = prices.get(tenantId) ?? new TickPrices(this.options, tenant)
        prices.set(tenantId, ofTick)
        ofTick.take(suspect.codes)
        this.judge(tenant, suspect, ofTick)
      }
    }
  }

  /** Ticks that come before the account is judged are judged with it, each at its own prices and in their order. */
  private judge(tenant: Tenant, account: AccountKey, prices: TickPrices): void {
    const under = this.actsUnder(account)
    if (under === null) return
    const key = accountName(account)
    const waiting = this.judgements.get(key)
    if (waiting !== undefined) {
      if (waiting.at(-1) !== prices) waiting.push(prices)
      return
    }
    const ticks = [prices]
    this.enqueue(account, async () => {
      if (this.judgements.get(key) === ticks) this.judgements.delete(key)
      try {
        await this.onBooks(tenant, account.traderId, under, (unit) => ticks.map((tick) => judgeAccount(unit, tick)))
      } finally {
        this.options.book.rearmAccount(account)
      }
    })
    this.judgements.set(key, ticks)
  }

  private fire(tenant: Tenant, order: WatchedOrder, decide: (unit: TradeUnit) => unknown): void {
    const under = this.actsUnder(order)
    if (under !== null) this.enqueue(order, () => this.carryOut(tenant, order, under, decide))
  }

  /** Null where another process acts on the account. What was reached there is armed again when it becomes ours. */
  private actsUnder(account: AccountKey): ActsUnder | null {
    const { owner } = this.options
    return owner === undefined ? ALONE : owner.leaseOf(account)
  }

  private async carryOut(tenant: Tenant, order: WatchedOrder, under: ActsUnder, decide: (unit: TradeUnit) => unknown): Promise<void> {
    let result: unknown = null
    try {
      result = await this.onBooks(tenant, order.traderId, under, decide)
    } finally {
      if (result === null) this.rearm(order)
    }
  }

  /** Where a provider has just refused it, it is armed again when its pause is over. */
  private rearm(order: WatchedOrder): void {
    const { book, providers } = this.options
    if (providers === undefined || providers.mayTry(order)) book.rearm(order.tenantId, order.id)
  }

  /** Ticks come faster than moves are kept; a trigger of a later tick still finds the stop where this one has put it. */
  private trail(tenant: Tenant, order: WatchedOrder, quote: TradedQuote): void {
    const under = this.actsUnder(order)
    if (under === null) return
    const stop = trailedStop(order, quote)
    if (stop === null) {
      this.options.book.rearm(tenant.id, order.id)
      return
    }
    const key = `${tenant.id}/${order.id}`
    const isWaiting = this.moves.has(key)
    this.moves.set(key, stop)
    // Behind the new stop at once, so that ticks before the commit are held against it.
    this.options.book.expectStop(tenant.id, order.id, stop)
    if (isWaiting) return
    this.enqueue(order, () => {
      // Taken before the store is asked: it may run the decision twice, or not at all, and then the next move must not wait for this one.
      const wanted = this.moves.get(key) ?? stop
      this.moves.delete(key)
      return this.carryOut(tenant, order, under, (unit) => moveTrailingStop(unit, order.id, wanted))
    })
  }

  private enqueue(account: AccountKey, work: () => Promise<void>): void {
    const key = accountName(account)
    // What comes later is judged behind this.
    this.judgements.delete(key)
    const before = this.chains.get(key) ?? Promise.resolve()
    const chain = before.then(work).catch((error: unknown) => {
      if (error instanceof LeaseLost) this.options.owner?.refused()
      else this.options.logger.error({ err: loggableError(error), tenantId: account.tenantId }, 'a trigger could not be carried out')
    })
    this.chains.set(key, chain)
    void chain.then(() => this.chains.get(key) === chain && this.chains.delete(key))
  }

  /** What was decided, or `null` when there was nothing to do or no such account. */
  private async onBooks<T>(tenant: Tenant, traderId: bigint, under: ActsUnder, decide: (unit: TradeUnit) => T): Promise<T | null> {
    const { book, owner } = this.options
    const store = (under === ALONE ? undefined : owner?.storeUnder(under)) ?? this.options.store
    const work = (books: AccountBooks) => {
      // As the tenant is now: it may have been halted while this waited for the books.
      const present = this.options.tenant(tenant.id)
      if (present === undefined) return done(null)
      const decided = decide({ services: this.options, tenant: present, books, actor: ENGINE })
      watchTicks(this.options.pricing, books)
      return done(decided)
    }
    const result = await store.withBooks(tenant.id, traderId, work).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) this.options.inDoubt({ tenantId: tenant.id, traderId })
      throw error
    })
    if (result?.kept == null) return null
    book.apply(result.kept.account, result.kept.changed)
    this.options.committed(tenant.id, traderId)
    return result.outcome.ok ? result.outcome.data : null
  }
}

function accountName({ tenantId, traderId }: AccountKey): string {
  return `${tenantId}/${traderId}`
}
