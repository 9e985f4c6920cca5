/**
 * Askings, orders at a provider, their reports and what they cover, kept in memory as the tables of the database keep them, with the guards
 * of these. What a transaction has written is taken back when it is not kept.
 */
import type { AuditLine } from '../../broker/audit-trail/write-audit'
import type { CoverPosition } from '../../broker/cover/book-fills'
import { CoveredBook } from '../../broker/cover/covered-book'
import type { CoverTables } from '../../broker/cover/open-cover'
import type { OrderRows } from '../../broker/execution/order-rows'
import type { ProviderOrderRow } from '../../broker/execution/provider-orders'
import type { NewRoute, RouteEnd, RouteRow } from '../../broker/ledger/routed-orders'
import type { SentRows } from '../../broker/trading/sent-orders'
import type { KeptUnit } from './memory-books'

/** What of a report is told apart by. */
interface ReportName {
  readonly provider: string
  readonly orderId: string
  readonly execId: string
}

type KeptReport = Awaited<ReturnType<OrderRows['readReports']>>[number] & ReportName

/** A transaction under way: how to take back what it has written, and the units of work that stand when it is kept. */
export class MemoryTx {
  readonly units: KeptUnit[] = []
  private undo: (() => void)[] = []

  write<Key, Row>(table: Map<Key, Row>, key: Key, row: Row): Row {
    const [had, before] = [table.has(key), table.get(key) as Row]
    this.undo.push(() => void (had ? table.set(key, before) : table.delete(key)))
    table.set(key, Object.freeze(row))
    return row
  }

  takeBack(): void {
    for (const undo of this.undo.reverse()) undo()
    this.undo = []
    this.units.length = 0
  }
}

const own = (tx: unknown): MemoryTx => tx as MemoryTx

export class ProviderTables {
  readonly orders = new Map<string, ProviderOrderRow>()
  readonly reports = new Map<string, KeptReport>()
  readonly routes = new Map<bigint, RouteRow>()
  readonly covered = new Map<string, CoverPosition & { readonly tenantId: string; readonly provider: string; readonly code: string }>()
  readonly audits = new Map<number, AuditLine>()
  /** Reports of orders that are not in the books. */
  readonly strays: string[] = []
  private nextRoute = 1n
  private nextOrder = 1

  /** As the ids of the house are drawn: never one twice, whatever is taken back. */
  readonly drawId = (): string => `order-${this.nextOrder++}`

  readonly orderRows: OrderRows = {
    insertOrder: async (tx, id, { code, limit, ...order }, now) => {
      if (this.orders.has(id)) throw new Error('an order of the house is written once')
      return own(tx).write(this.orders, id, {
        ...{ ...order, id, instrumentCode: code, limitPrice: limit, status: 'written', filledQuantity: 0n, averagePrice: 0n },
        ...{ finalKind: null, finalQuantity: null, reason: '', createdAt: now, endedAt: null, version: 0 },
      } as ProviderOrderRow)
    },
    lockOrder: async (_tx, id) => this.orderOf(id),
    readReports: async (_tx, id) => [...this.reports.values()].filter(({ orderId }) => orderId === id),
    keepReport: async (tx, { kind, orderId, execId, lastQuantity, lastPrice, referredExecId, time }, { provider, tenantId }) => {
      if (tenantId === null) this.strays.push(`${orderId} ${execId}`)
      const name = `${provider}/${orderId}/${execId}`
      if (this.reports.has(name)) return
      const facts = { kind, execId, lastQuantity, lastPrice, referredExecId, providerTime: time }
      own(tx).write(this.reports, name, { ...facts, provider, orderId })
    },
    updateOrder: async (tx, { id }, state, now) => {
      const row = this.orderOf(id)
      const { isOver, ...changes } = state
      return own(tx).write(this.orders, id, {
        ...row,
        ...changes,
        endedAt: row.endedAt ?? (isOver ? now : null),
        version: row.version + 1,
      } as ProviderOrderRow)
    },
    markSent: async (tx, id) => {
      const row = this.orders.get(id)
      if (row?.status !== 'written') return null
      return own(tx).write(this.orders, id, { ...row, status: 'sent', version: row.version + 1 } as ProviderOrderRow)
    },
    openOrders: async () => [...this.orders.values()].filter(({ endedAt }) => endedAt === null),
    findOrder: async (_tx, id) => this.orders.get(id) ?? null,
  }

  readonly routeRows: Omit<SentRows, 'runOnBooks' | 'findOrder'> = {
    insertRoute: async (tx, { tenantId, traderId }, route, providerOrderId, now) =>
      this.insertRoute(own(tx), { tenantId, traderId }, route, providerOrderId, now),
    lockWaitingRoute: async (_tx, { id }) => {
      const row = this.routes.get(id)
      return row !== undefined && row.providerOrderId === null && row.endedAt === null
    },
    nameProviderOrder: async (tx, { id }, providerOrderId) => void own(tx).write(this.routes, id, { ...this.routeOf(id), providerOrderId }),
    routeOfProviderOrder: async (_tx, tenantId, providerOrderId) =>
      [...this.routes.values()].find((row) => row.tenantId === tenantId && row.providerOrderId === providerOrderId) ?? null,
    // Asked by answers of calls alone: nobody waits for them here.
    askedRoute: async () => null,
    waitingRoutes: async () =>
      [...this.routes.values()].filter(({ providerOrderId, endedAt }) => providerOrderId === null && endedAt === null),
    answeredRoutes: async () =>
      [...this.routes.values()].flatMap(({ tenantId, providerOrderId, endedAt }) =>
        endedAt === null && providerOrderId !== null && this.orderOf(providerOrderId).endedAt !== null
          ? [{ tenantId, providerOrderId }]
          : [],
      ),
    lockOrder: this.orderRows.lockOrder,
    readReports: this.orderRows.readReports,
    writeAudit: async (tx, line) => {
      own(tx).write(this.audits, this.audits.size, line)
      return BigInt(this.audits.size)
    },
  }

  readonly coverRows: CoverTables = {
    loadCovered: async () => {
      const book = new CoveredBook()
      for (const row of this.covered.values()) book.set(row, row)
      return book
    },
    bookFills: async (tx, { order, report }) => {
      if (report.added.length + report.removed.length === 0) return null
      const { tenantId, provider, instrumentCode: code } = order
      const key = `${tenantId}/${provider}/${code}`
      const before = this.covered.get(key) ?? { tenantId, provider, code, quantity: 0n, cost: 0n, result: 0n, fills: 0 }
      const bought = (fills: typeof report.added) =>
        fills.reduce((sum, one) => sum + (order.side === 'buy' ? one.quantity : -one.quantity), 0n)
      const fills = before.fills + report.added.length + report.removed.length
      return own(tx).write(this.covered, key, {
        ...before,
        quantity: before.quantity + bought(report.added) - bought(report.removed),
        fills,
      })
    },
    writeAudit: this.routeRows.writeAudit,
  }

  endRoute(tx: MemoryTx, id: bigint, end: RouteEnd, now: number): void {
    const row = this.routeOf(id)
    if (row.endedAt !== null) throw new Error('an asking ends once')
    tx.write(this.routes, id, { ...row, ...end, endedAt: now })
  }

  /** The one asking of an order that has not ended. */
  askingOf({ tenantId, id }: { readonly tenantId: string; readonly id: bigint }): RouteRow | undefined {
    return [...this.routes.values()].find((row) => row.tenantId === tenantId && row.orderId === id && row.endedAt === null)
  }

  private insertRoute(
    tx: MemoryTx,
    holder: { readonly tenantId: string; readonly traderId: bigint },
    { orderId, purpose, reason, reverses, lots, provider, limit: limitPrice, markUp, fee, quote }: NewRoute,
    providerOrderId: string | null,
    createdAt: number,
  ): void {
    if (this.askingOf({ tenantId: holder.tenantId, id: orderId }) !== undefined) throw new Error('an order is asked for once at a time')
    const id = this.nextRoute++
    const nothing = {
      outcome: null,
      resultOrderId: null,
      openedOrderId: null,
      filledLots: null,
      providerPrice: null,
      refusal: null,
      endedAt: null,
    }
    const asked = {
      ...holder,
      id,
      orderId,
      purpose,
      reason,
      reverses,
      lots,
      provider,
      providerOrderId,
      limitPrice,
      markUp,
      quote,
      createdAt,
    }
    tx.write(this.routes, id, { ...asked, feeType: fee?.type ?? null, feeRate: fee?.rate ?? null, ...nothing } as RouteRow)
  }

  private orderOf(id: string): ProviderOrderRow {
    const row = this.orders.get(id)
    if (row === undefined) throw new Error(`the order ${id} is not there`)
    return row
  }

  private routeOf(id: bigint): RouteRow {
    const row = this.routes.get(id)
    if (row === undefined) throw new Error(`the asking ${id} is not there`)
    return row
  }
}
