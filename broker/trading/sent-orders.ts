/**
 * Orders of traders on their way through a provider: what a unit of work asks is written in its transaction and sent after the commit;
 * what the provider reports is settled in the transaction that keeps the report.
 *
 * Invariants: nothing is sent that is not committed, and nothing twice; what a trader was filled at stands, whatever is reported later:
 * the difference is the house's, and is named in the log; what was not filled and nobody asked for again is tried at a bounded pace.
 */
import type { Tenant } from '../../contract/tenant'
import { formatFixedShort } from '../../rules/decimal'
import { unitsOf } from '../../rules/routed-price'
import { writeAudit } from '../audit-trail/write-audit'
import { done } from '../calls/handler'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import { fillsOf } from '../execution/fills-of'
import { lockOrder, readReports } from '../execution/order-rows'
import type { KeptReport, ProviderOrderRow, ProviderOrders } from '../execution/provider-orders'
import { invariant } from '../ground/invariant'
import type { Logger } from '../ground/logger'
import type { KeptBooks } from '../ledger/account-books'
import { findOrder } from '../ledger/order-store'
import type { RecordedBooks } from '../ledger/recorded-books'
import { type Asking, databaseRouteRows, NO_WORDS, type RouteRow } from '../ledger/routed-orders'
import { type RouteKeeper, runOnBooks } from '../ledger/sql-books'
import { ENGINE, type ProviderState, type TradingServices, watchTicks } from '../ledger/trade-unit'
import { settleRoute } from './settle-route'

const databaseRows = { ...databaseRouteRows, lockOrder, readReports, findOrder, runOnBooks, writeAudit }
/** What is read and written of askings, reports and books inside a transaction. */
export type SentRows = typeof databaseRows

interface SentOrdersOptions {
  readonly database: Pick<Database, 'withTenant' | 'system'>
  /** The tables of the database when absent. */
  readonly rows?: SentRows
  readonly orders: ProviderOrders
  readonly logger: Logger
  readonly clock: { now(): number }
  readonly pricing: TradingServices['pricing']
  readonly signer: TradingServices['signer']
  readonly termsHash?: TradingServices['termsHash']
  tenant(id: string): Tenant | undefined
  /** What was kept, told to the copy in memory. */
  kept(books: KeptBooks): void
  /** An order that was not filled may be set off again. */
  rearm(order: OrderName): void
  /** Nothing sets it off until then. */
  disarm(order: OrderName): void
  /** The first pause after a refusal; it doubles with each one after it. */
  readonly pauseMs?: number | undefined
}

interface OrderName {
  readonly tenantId: string
  readonly id: bigint
}

const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

const nameOf = ({ tenantId, id }: OrderName) => `${tenantId}/${id}`

export class SentOrders implements RouteKeeper, ProviderState {
  private readonly refusals = new Map<string, number>()
  private readonly pauses = new Map<string, NodeJS.Timeout>()
  private readonly waiters = new Map<string, Set<() => void>>()
  private readonly rows: SentRows
  private stopListening = () => {}
  private isClosed = false

  constructor(private readonly options: SentOrdersOptions) {
    this.rows = options.rows ?? databaseRows
  }

  /** From now on reports are settled, and what waits for its provider is sent when it comes. */
  start(): void {
    const { orders } = this.options
    for (const purpose of ['open', 'close'] as const) {
      orders.follow(purpose, (tx, order, report, now) => this.take(tx, { order, report, now }))
    }
    this.stopListening = orders.onConnection((_provider, isConnected) => {
      if (isConnected) void this.sendWaiting()
    })
    void this.settleMissed().then(() => this.sendWaiting())
  }

  /** What is reported from now on is still settled: whoever takes the reports ends after this. */
  close(): void {
    this.isClosed = true
    this.stopListening()
    for (const timer of this.pauses.values()) clearTimeout(timer)
    for (const waiters of this.waiters.values()) for (const wake of waiters) wake()
  }

  isConnected(provider: string): boolean {
    return this.options.orders.isConnected(provider)
  }

  mayTry(order: OrderName): boolean {
    return !this.pauses.has(nameOf(order))
  }

  async keep(tx: Tx, { account, routes, now }: Pick<RecordedBooks, 'account' | 'routes' | 'now'>): Promise<readonly string[]> {
    const ids: string[] = []
    for (const route of routes) {
      const { provider, instrumentCode: code, side, limit, purpose, orderId } = route
      const { tenantId, traderId } = account
      const quantity = unitsOf(route.lots, route.contractSize)
      const order = { tenantId, traderId, orderId, provider, code, side, quantity, limit, purpose }
      const id = route.waits ? null : await this.options.orders.write(tx, order, now)
      await this.rows.insertRoute(tx, account, route, id, now)
      if (id !== null) ids.push(id)
    }
    return ids
  }

  send(ids: readonly string[]): void {
    for (const id of ids) this.options.orders.send(id)
  }

  /** An asking once it has ended, or as it is after `ms`; null where there is none such. */
  async ended(order: OrderName, asking: Asking, ms: number): Promise<RouteRow | null> {
    const until = Date.now() + ms
    for (;;) {
      const news = this.waitFor(order, until)
      const route = await this.options.database.withTenant(order.tenantId, (tx) => this.rows.askedRoute(tx, order, asking))
      if (route === null || route.endedAt !== null || Date.now() >= until || this.isClosed) {
        news.cancel()
        return route
      }
      await news.came
    }
  }

  private waitFor(order: OrderName, until: number): { readonly came: Promise<void>; cancel(): void } {
    const name = nameOf(order)
    let cancel = () => {}
    const came = new Promise<void>((resolve) => {
      const waiters = this.waiters.get(name) ?? new Set()
      this.waiters.set(name, waiters)
      const timer = setTimeout(() => cancel(), Math.max(0, until - Date.now()))
      cancel = () => {
        clearTimeout(timer)
        waiters.delete(cancel)
        if (waiters.size === 0) this.waiters.delete(name)
        resolve()
      }
      waiters.add(cancel)
    })
    return { came, cancel }
  }

  private wake(order: OrderName): void {
    for (const wake of [...(this.waiters.get(nameOf(order)) ?? [])]) wake()
  }

  private async take(tx: Tx, reported: { order: ProviderOrderRow; report: KeptReport; now: number }): Promise<(() => void) | undefined> {
    const { order, now } = reported
    const { tenantId } = order
    if (order.endedAt === null) return undefined
    const route = await this.rows.routeOfProviderOrder(tx, tenantId, order.id)
    if (route === null) {
      this.options.logger.error({ tenantId, order: order.id }, 'an order at a provider is of no trader: it is not settled')
      return undefined
    }
    if (route.endedAt !== null) return this.tellDifference(tx, route, reported)
    return this.settle(tx, route, order, now)
  }

  private async settle(tx: Tx, route: RouteRow, order: ProviderOrderRow, now: number): Promise<() => void> {
    const { tenantId } = route
    const tenant = this.options.tenant(tenantId)
    invariant(tenant !== undefined, 'positions of a company that is not served are not settled')
    const execIds = fillsOf(await this.rows.readReports(tx, order.id)).map(({ execId }) => execId)
    const { filledQuantity: quantity, averagePrice } = order
    const reason = order.reason === '' && order.status === 'rejected' ? NO_WORDS : order.reason
    const { pricing, signer, termsHash } = this.options
    const services = { pricing, signer, termsHash, providers: this }
    let ids: readonly string[] = []
    const settled = await this.rows.runOnBooks(
      tx,
      tenantId,
      route.traderId,
      now,
      (books) => {
        const end = settleRoute({ services, tenant, books, actor: ENGINE }, route, { quantity, averagePrice, execIds, reason })
        watchTicks(services.pricing, books)
        return done(end)
      },
      async (inner, books) => {
        ids = await this.keep(inner, books)
      },
    )
    await settled?.written
    invariant(settled?.outcome.ok === true && settled.kept !== null, 'what a provider has answered is booked')
    const { kept, outcome } = settled
    return () => this.afterCommit(route, { kept, ids, isFilled: outcome.data.outcome === 'filled' })
  }

  private afterCommit({ tenantId, orderId }: RouteRow, end: { kept: KeptBooks; ids: readonly string[]; isFilled: boolean }): void {
    const order = { tenantId, id: orderId }
    this.options.kept(end.kept)
    if (end.isFilled) this.refusals.delete(nameOf(order))
    else this.pauseAfterRefusal(order)
    this.send(end.ids)
    this.wake(order)
  }

  holdOff(order: OrderName): void {
    if (this.mayTry(order)) this.pause(order, this.options.pauseMs ?? PAUSE_MS)
  }

  private pauseAfterRefusal(order: OrderName): void {
    const before = this.refusals.get(nameOf(order)) ?? 0
    this.refusals.set(nameOf(order), before + 1)
    this.pause(order, Math.min((this.options.pauseMs ?? PAUSE_MS) * 2 ** before, LONGEST_PAUSE_MS))
  }

  private pause(order: OrderName, ms: number): void {
    const name = nameOf(order)
    clearTimeout(this.pauses.get(name))
    if (this.isClosed) return
    this.options.disarm(order)
    const timer = setTimeout(() => {
      this.pauses.delete(name)
      this.options.rearm(order)
    }, ms)
    this.pauses.set(name, timer)
  }

  /** The trader's fill was signed and stands; what the provider makes of it afterwards is between the house and the provider. */
  private async tellDifference(
    tx: Tx,
    route: RouteRow,
    told: { order: ProviderOrderRow; report: KeptReport; now: number },
  ): Promise<undefined> {
    const { report, now } = told
    if (report.added.length + report.removed.length === 0) return undefined
    const sum = (fills: KeptReport['added']) =>
      fills.map(({ quantity, price }) => `${formatFixedShort(quantity)} at ${formatFixedShort(price)}`)
    const detail = {
      provider: route.provider,
      providerOrder: route.providerOrderId,
      report: report.kind,
      execId: report.execId,
      added: sum(report.added),
      removed: sum(report.removed),
    }
    const object = `order:${route.resultOrderId ?? route.orderId}`
    await this.rows.writeAudit(tx, { tenantId: route.tenantId, actor: ENGINE, action: 'order.provider_differs', object, detail, now })
    this.options.logger.error(
      { ...detail, tenantId: route.tenantId, object },
      'a provider has changed what a trader was already told: the difference is the house’s',
    )
    return undefined
  }

  /** What was over at its provider when nobody here was listening: the answer is in the books, and settled now. */
  private async settleMissed(): Promise<void> {
    const { database, logger, clock } = this.options
    try {
      for (const { tenantId, providerOrderId } of await database.system(this.rows.answeredRoutes)) {
        const afterwards = await database.withTenant(tenantId, async (tx) => {
          const order = await this.rows.lockOrder(tx, providerOrderId)
          const route = await this.rows.routeOfProviderOrder(tx, tenantId, providerOrderId)
          return route === null || route.endedAt !== null ? () => {} : this.settle(tx, route, order, clock.now())
        })
        afterwards()
      }
    } catch (error) {
      logger.error({ err: loggableError(error) }, 'what a provider has answered could not be settled')
    }
  }

  /** What was asked for while its provider was away. */
  private async sendWaiting(): Promise<void> {
    const { database, orders, logger } = this.options
    try {
      for (const route of await database.system(this.rows.waitingRoutes)) {
        if (this.isClosed || !orders.isConnected(route.provider)) continue
        const id = await database.withTenant(route.tenantId, (tx) => this.writeWaiting(tx, route))
        if (id !== null) orders.send(id)
      }
    } catch (error) {
      logger.error({ err: loggableError(error) }, 'what waits for a provider could not be sent')
    }
  }

  private async writeWaiting(tx: Tx, route: RouteRow): Promise<string | null> {
    const { tenantId, traderId, orderId, provider, limitPrice: limit, purpose } = route
    if (!(await this.rows.lockWaitingRoute(tx, route))) return null
    const order = await this.rows.findOrder(tx, tenantId, traderId, orderId.toString())
    invariant(order !== null && purpose === 'close', 'what waits is a position to be closed')
    const side = order.side === 'buy' ? 'sell' : 'buy'
    const quantity = unitsOf(route.lots, order.contractSize)
    const asked = { tenantId, traderId, orderId, provider, code: order.instrumentCode, side, quantity, limit, purpose } as const
    const id = await this.options.orders.write(tx, asked, this.options.clock.now())
    await this.rows.nameProviderOrder(tx, route, id)
    return id
  }
}
