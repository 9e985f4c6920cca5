/**
 * What a tick sets off: stop losses and take profits by order id, then equity, then stop-outs, largest loss first.
 *
 * Invariants: a tick of a closed or stale market sets off nothing; every close is decided again in a transaction with
 * the account locked, so of a manual close, a trigger and a stop-out exactly one wins; a stop-out never closes more
 * than it must, because the account is looked at again after each close. An account is judged only while every position in
 * an open market has a fresh price: right after a restart the first tick must not be held against yesterday's others.
 */
import type { Tenant } from '../../contract/tenant'
import { isStoppedOut } from '../../rules/account'
import { reachedTrigger } from '../../rules/protection'
import type { Clock } from '../clock'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import { lockAccount } from '../ledger/open-account'
import type { Logger } from '../logger'
import { stopOutLevel } from '../market/instrument-terms'
import type { Pricing, TenantQuote } from '../market/pricing'
import type { AccountBook, AccountKey } from './account-book'
import { accountState, type ValuedOrder, valueOrders } from './account-figures'
import { findOrder, HOLDING, listHolding } from './order-store'
import { type Settlement, settleOrder } from './settle-order'

export interface TriggerEngineOptions {
  readonly database: Database
  readonly pricing: Pricing
  readonly book: AccountBook
  readonly clock: Clock
  readonly logger: Logger
  /** The tenant as it is now; undefined once it has been removed. */
  tenant(id: string): Tenant | undefined
  /** Called after a commit that left events in the outbox. */
  committed(): void
}

export class TriggerEngine {
  /** Work under way, one chain an account: what happens to an account happens in the order of the ticks. */
  private readonly chains = new Map<string, Promise<void>>()
  private readonly checkingStopOut = new Set<string>()

  constructor(private readonly options: TriggerEngineOptions) {}

  /** Holds a new quote against everything that waits on it. Returns at once; closes run behind it. */
  onQuote(code: string): void {
    const { book, pricing } = this.options
    if (!pricing.isOpen(code)) return
    for (const tenantId of [...book.tenantsWith(code)]) {
      const tenant = this.options.tenant(tenantId)
      if (tenant === undefined) continue
      const tradable = pricing.tradableQuote(tenant, code)
      if (!tradable.ok) continue
      for (const position of book.takeReached(tenantId, code, tradable.quote)) {
        this.enqueue({ tenantId, traderId: position.traderId }, () =>
          this.closeByTrigger(tenant, position.traderId, position.id, tradable.quote),
        )
      }
    }
    for (const moved of pricing.codesMovedBy(code)) this.checkEquity(moved)
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.chains.size > 0) await Promise.all(this.chains.values())
  }

  private checkEquity(code: string): void {
    const { book, pricing } = this.options
    for (const tenantId of [...book.tenantsWith(code)]) {
      const tenant = this.options.tenant(tenantId)
      const quote = tenant && pricing.quote(tenant, code)
      if (!tenant || !quote) continue
      for (const suspect of book.revalue(tenantId, code, quote, quote.rate, stopOutLevel(tenant))) this.enqueueStopOut(tenant, suspect)
    }
  }

  private enqueueStopOut(tenant: Tenant, { tenantId, traderId }: AccountKey): void {
    const key = accountName({ tenantId, traderId })
    if (this.checkingStopOut.has(key)) return
    this.checkingStopOut.add(key)
    this.enqueue({ tenantId, traderId }, async () => {
      try {
        while (await this.stopOutOne(tenant, traderId)) {
          // Looked at again after each close: only as much is closed as must be.
        }
      } finally {
        this.checkingStopOut.delete(key)
      }
    })
  }

  private enqueue(account: AccountKey, work: () => Promise<void>): void {
    const key = accountName(account)
    const before = this.chains.get(key) ?? Promise.resolve()
    const chain = before.then(work).catch((error: unknown) => {
      this.options.logger.error({ err: loggableError(error), tenantId: account.tenantId }, 'a trigger could not be carried out')
    })
    this.chains.set(key, chain)
    void chain.then(() => this.chains.get(key) === chain && this.chains.delete(key))
  }

  /** Closes at the quote of the tick that set it off: later ticks neither improve nor worsen it. */
  private async closeByTrigger(tenant: Tenant, traderId: bigint, orderId: bigint, quote: TenantQuote): Promise<void> {
    const { book } = this.options
    try {
      const settled = await this.inTransaction(tenant, async (tx) => {
        await lockAccount(tx, tenant.id, traderId)
        const order = await findOrder(tx, tenant.id, traderId, orderId.toString())
        if (order === null || order.status !== HOLDING) return null
        // The stops may have been edited between the tick and this lock; then the tick no longer reaches them.
        const reason = reachedTrigger(order.side, order, quote)
        return reason === null ? null : settleOrder(tx, order, { quote, reason, actor: 'engine', now: this.options.clock.now() })
      })
      if (settled === null) book.rearm(tenant.id, orderId)
      else this.settledInBook(settled)
    } catch (error) {
      book.rearm(tenant.id, orderId)
      throw error
    }
  }

  /** Closes the position with the largest loss if the account is stopped out; false when nothing (more) is to be done. */
  private async stopOutOne(tenant: Tenant, traderId: bigint): Promise<boolean> {
    const { pricing, clock } = this.options
    const settled = await this.inTransaction(tenant, async (tx) => {
      const account = await lockAccount(tx, tenant.id, traderId)
      if (account === null) return null
      const valued = valueOrders(pricing, tenant, await listHolding(tx, tenant.id, traderId))
      if (!valued.every((one) => isValuedNow(pricing, tenant, one))) return null
      if (!isStoppedOut(accountState(account, valued), stopOutLevel(tenant))) return null
      const next = largestLossFirst(valued).find(({ order }) => pricing.tradableQuote(tenant, order.instrumentCode).ok)
      if (next?.quote == null) return null
      return settleOrder(tx, next.order, { quote: next.quote, reason: 'stop_out', actor: 'engine', now: clock.now() })
    })
    if (settled === null) return false
    this.settledInBook(settled)
    return true
  }

  private async inTransaction(tenant: Tenant, work: (tx: Tx) => Promise<Settlement | null>): Promise<Settlement | null> {
    const settled = await this.options.database.withTenant(tenant.id, work)
    if (settled !== null) this.options.committed()
    return settled
  }

  private settledInBook({ order, account }: Settlement): void {
    this.options.book.removePosition(order)
    this.options.book.setAccount(order.tenantId, order.traderId, account)
  }
}

/** The last price of a closed market stands; that of an open one counts while it is fresh. */
function isValuedNow(pricing: Pricing, tenant: Tenant, { order, quote }: ValuedOrder): boolean {
  if (quote === null) return false
  return !pricing.isOpen(order.instrumentCode) || pricing.tradableQuote(tenant, order.instrumentCode).ok
}

/** Ties go by order id, oldest first. */
export function largestLossFirst(valued: readonly ValuedOrder[]): ValuedOrder[] {
  return [...valued].sort((a, b) => {
    if (a.profit !== b.profit) return a.profit < b.profit ? -1 : 1
    return a.order.id < b.order.id ? -1 : 1
  })
}

function accountName(account: AccountKey): string {
  return `${account.tenantId}/${account.traderId}`
}
