/**
 * Orders of the house over whichever providers the market's file names (docs/decisions/066-orders-of-the-house.md).
 *
 * Invariants: what was reported of a provider is kept one after the other; an order is handed over at most once, by the process that
 * wrote it; whatever is not over is asked after when its provider is connected, and from time to time while it is.
 */
import { randomUUID } from 'node:crypto'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Provider, ProviderOrder, ProviderReport } from '../providers/provider'
import { databaseOrderRows, type OrderRows } from './order-rows'
import type { NewProviderOrder, OrderPurpose, ProviderHealth, ProviderOrderRow, ProviderOrders, ReportListener } from './provider-orders'
import { ProviderTally } from './provider-tally'
import { type Step, takeReport } from './take-report'

interface ProviderOrdersParts {
  readonly database: Pick<Database, 'withTenant' | 'system'>
  readonly clock: Clock
  readonly logger: Logger
  /** How often whatever is not over is asked after. */
  readonly askEveryMs?: number
  /** Where orders and reports are kept; in the database when absent. */
  readonly rows?: OrderRows
  /** An id that no provider was ever given; drawn by chance when absent. */
  readonly drawId?: () => string
}

const ASK_EVERY_MS = 5_000
/** What was written and is not handed over by then never will be: its caller is gone. */
const HAND_OVER_WITHIN_MS = 30_000

interface Place {
  readonly provider: Provider
  /** Grows with every connection: who handed an order over during a change asks after it. */
  connections: number
}

/** Resolves when what was left open is known; nothing is sent or asked before `take`. */
export async function openProviderOrders(parts: ProviderOrdersParts): Promise<ProviderOrders> {
  const open = await parts.database.system((parts.rows ?? databaseOrderRows).openOrders)
  return new OpenProviderOrders(parts, open)
}

class OpenProviderOrders implements ProviderOrders {
  readonly #parts: ProviderOrdersParts
  readonly #rows: OrderRows
  readonly #places = new Map<string, Place>()
  readonly #tallies = new Map<string, ProviderTally>()
  /** Those that are not over. */
  readonly #open: Map<string, ProviderOrderRow>
  /** Written by this process and not handed over yet, with the time: nobody asks after them, or they would be ended before they begin. */
  readonly #fresh = new Map<string, { readonly row: ProviderOrderRow; readonly since: number }>()
  readonly #handing = new Set<string>()
  /** When each was handed over or asked after last: a provider may need a moment before it knows an order. */
  readonly #askedAt = new Map<string, number>()
  readonly #listeners = new Map<OrderPurpose, Set<ReportListener>>()
  readonly #connectionListeners = new Set<(provider: string, isConnected: boolean) => void>()
  readonly #waiting = new Map<string, Set<(row: ProviderOrderRow) => void>>()
  /** By provider: the end of what was reported so far. */
  readonly #queues = new Map<string, Promise<void>>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout

  constructor(parts: ProviderOrdersParts, open: readonly ProviderOrderRow[]) {
    this.#parts = parts
    this.#rows = parts.rows ?? databaseOrderRows
    this.#open = new Map(open.map((row) => [row.id, row]))
    this.#timer = setInterval(() => this.#askAgain(), parts.askEveryMs ?? ASK_EVERY_MS)
    this.#timer.unref()
  }

  async write(tx: Tx, order: NewProviderOrder, now: number): Promise<string> {
    const id = this.#parts.drawId?.() ?? drawnId()
    const row = await this.#rows.insertOrder(tx, id, order, now)
    this.#fresh.set(id, { row, since: this.#parts.clock.monotonic() })
    return id
  }

  send(id: string): void {
    const fresh = this.#fresh.get(id)
    if (fresh === undefined) return
    this.#fresh.delete(id)
    this.#handing.add(id)
    this.#open.set(id, fresh.row)
    this.#follow(this.#handOver(fresh.row).finally(() => this.#handing.delete(id)))
  }

  follow(purpose: OrderPurpose, listener: ReportListener): () => void {
    const listeners = this.#listeners.get(purpose) ?? new Set()
    this.#listeners.set(purpose, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  async ended(id: string, ms: number): Promise<ProviderOrderRow | null> {
    let tell = (_row: ProviderOrderRow | null): void => {}
    const told = new Promise<ProviderOrderRow | null>((resolve) => {
      tell = resolve
    })
    const waiting = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiting.add(tell))
    const timer = setTimeout(() => tell(null), ms)
    try {
      const row = await this.#parts.database.system((tx) => this.#rows.findOrder(tx, id))
      if (row !== null && row.endedAt !== null) return row
      return await told
    } finally {
      clearTimeout(timer)
      waiting.delete(tell)
      if (waiting.size === 0) this.#waiting.delete(id)
    }
  }

  underWay(tenantId: string, code: string, purposes: readonly OrderPurpose[]): readonly ProviderOrderRow[] {
    return [...this.#open.values()].filter(
      (row) => row.tenantId === tenantId && row.instrumentCode === code && purposes.includes(row.purpose),
    )
  }

  isConnected(provider: string): boolean {
    return this.#places.get(provider)?.provider.isConnected ?? false
  }

  onConnection(listener: (provider: string, isConnected: boolean) => void): () => void {
    this.#connectionListeners.add(listener)
    return () => this.#connectionListeners.delete(listener)
  }

  health(): readonly ProviderHealth[] {
    const open = [...this.#open.values()]
    const now = this.#parts.clock.now()
    return [...this.#places.keys()].map((name) =>
      this.#tally(name).health(name, open.filter(({ provider }) => provider === name).length, now),
    )
  }

  async positions(provider: string): ReturnType<Provider['positions']> {
    const place = this.#places.get(provider)
    if (place === undefined) throw new Error(`there is no provider ${provider}`)
    return place.provider.positions()
  }

  async take(providers: readonly Provider[]): Promise<void> {
    for (const [name, { provider }] of this.#places) {
      if (providers.includes(provider)) continue
      this.#places.delete(name)
      this.#turn(name, false, 'it is not in the market file any more')
      await provider.close().catch((error: unknown) => this.#complain(error, { provider: name }, 'a provider could not be closed'))
    }
    for (const provider of providers) if (this.#places.get(provider.id)?.provider !== provider) this.#start(provider)
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay])
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    const closing = [...this.#places.values()].map(({ provider }) => provider.close())
    this.#places.clear()
    await Promise.allSettled(closing)
    await this.idle()
  }

  #start(provider: Provider): void {
    const place: Place = { provider, connections: 0 }
    this.#places.set(provider.id, place)
    this.#tally(provider.id)
    provider.start({
      reported: (report) => this.#inTurn(provider.id, report),
      connected: (isConnected, reason) => {
        if (this.#places.get(provider.id) !== place) return
        this.#turn(provider.id, isConnected, reason)
        if (!isConnected) return
        place.connections += 1
        for (const row of this.#open.values()) if (row.provider === provider.id) this.#ask(row)
      },
    })
  }

  #turn(name: string, isConnected: boolean, reason: string): void {
    this.#tally(name).turn(isConnected, reason, this.#parts.clock.now())
    for (const listener of this.#connectionListeners) listener(name, isConnected)
  }

  async #handOver(row: ProviderOrderRow): Promise<void> {
    const { database, clock } = this.#parts
    const { id, provider: name } = row
    const place = this.#places.get(name)
    if (place === undefined || !place.provider.isConnected) return this.#refuse(row, `${name} is not connected`)
    const { connections } = place
    this.#tally(name).sent(id, clock.now(), clock.monotonic())
    this.#askedAt.set(id, clock.monotonic())
    try {
      await place.provider.submit(orderOf(row))
    } catch (error) {
      return this.#refuse(row, error instanceof Error ? error.message : String(error))
    }
    const sent = await database.withTenant(row.tenantId, (tx) => this.#rows.markSent(tx, id))
    if (sent !== null && this.#open.get(id)?.version === row.version) this.#open.set(id, sent)
    this.#handing.delete(id)
    if (place.connections !== connections) this.#ask(this.#open.get(id))
  }

  /** It never left this process. */
  #refuse(row: ProviderOrderRow, reason: string): Promise<void> {
    const time = this.#parts.clock.now()
    return this.#inTurn(row.provider, { ...NOTHING, kind: 'rejected', orderId: row.id, execId: `unsent-${row.id}`, reason, time })
  }

  #ask(row: ProviderOrderRow | undefined): void {
    if (row === undefined || this.#fresh.has(row.id) || this.#handing.has(row.id)) return
    const provider = this.#places.get(row.provider)?.provider
    if (provider?.isConnected !== true) return
    this.#askedAt.set(row.id, this.#parts.clock.monotonic())
    this.#follow(
      provider.askAfter(orderOf(row)).catch((error: unknown) => {
        this.#parts.logger.warn({ provider: row.provider, order: row.id, problem: String(error) }, 'an order could not be asked after')
      }),
    )
  }

  #askAgain(): void {
    const { clock, askEveryMs } = this.#parts
    for (const [id, { since }] of this.#fresh) if (clock.monotonic() - since > HAND_OVER_WITHIN_MS) this.#giveUp(id)
    const isDue = ({ id }: ProviderOrderRow) => clock.monotonic() - (this.#askedAt.get(id) ?? 0) >= (askEveryMs ?? ASK_EVERY_MS)
    for (const row of this.#open.values()) if (isDue(row)) this.#ask(row)
  }

  /** Whoever wrote it neither sent it nor took it back: it is asked after like one of a process that died. */
  #giveUp(id: string): void {
    this.#fresh.delete(id)
    const look = async () => {
      const row = await this.#parts.database.system((tx) => this.#rows.findOrder(tx, id))
      if (row !== null && row.endedAt === null) this.#open.set(id, row)
    }
    this.#follow(look())
  }

  #inTurn(name: string, report: ProviderReport): Promise<void> {
    const before = this.#queues.get(name) ?? Promise.resolve()
    const kept = before.then(() => this.#keep(name, report))
    // What could not be kept is told to whoever reported it, and holds up nothing that comes after.
    const settled = kept.catch((error: unknown) =>
      this.#complain(error, { provider: name, order: report.orderId }, 'a report could not be kept'),
    )
    this.#queues.set(name, settled)
    this.#follow(settled)
    return kept
  }

  async #keep(name: string, report: ProviderReport): Promise<void> {
    const { database, clock, logger } = this.#parts
    const now = clock.now()
    const tally = this.#tally(name)
    tally.lastReportAt = now
    const known = this.#open.get(report.orderId) ?? (await database.system((tx) => this.#rows.findOrder(tx, report.orderId)))
    if (known === null || known.provider !== name) {
      if (report.kind === 'status' || report.kind === 'unknown') return
      logger.error({ provider: name, order: report.orderId, execId: report.execId }, 'a provider reports an order that is not in the books')
      await this.#keepStray(name, report, now)
      return
    }
    const afterwards: (() => void)[] = []
    const row = await database.withTenant(known.tenantId, async (tx) => {
      afterwards.length = 0
      return this.#book(tx, { report, now, afterwards })
    })
    this.#note(row, report, now)
    for (const work of afterwards) work()
  }

  /** Keeps what is new and has it booked by whoever follows the purpose; gives the order as it stands then. */
  async #book(tx: Tx, { report, now, afterwards }: { report: ProviderReport; now: number; afterwards: (() => void)[] }) {
    let row = await this.#rows.lockOrder(tx, report.orderId)
    const state = { ...row, isOver: row.endedAt !== null }
    const { steps, order } = takeReport(state, await this.#rows.readReports(tx, row.id), report)
    for (const step of steps) row = await this.#bookStep(tx, row, { step, now, afterwards })
    if (steps.length === 0 && order.status !== row.status) row = await this.#rows.updateOrder(tx, row, stateOf(order), now)
    return row
  }

  async #bookStep(tx: Tx, row: ProviderOrderRow, { step, now, afterwards }: { step: Step; now: number; afterwards: (() => void)[] }) {
    await this.#rows.keepReport(tx, step.report, { ...row, now })
    const updated = await this.#rows.updateOrder(tx, row, stateOf(step.order), now)
    for (const listener of this.#listeners.get(row.purpose) ?? []) {
      const work = await listener(tx, updated, step.report, now)
      if (typeof work === 'function') afterwards.push(work)
    }
    return updated
  }

  /** After the commit. */
  #note(row: ProviderOrderRow, report: ProviderReport, now: number): void {
    const tally = this.#tally(row.provider)
    if (report.kind === 'filled') tally.filled(row.id, now, this.#parts.clock.monotonic())
    const wasOpen = this.#open.has(row.id)
    if (row.endedAt === null) {
      this.#open.set(row.id, row)
      return
    }
    this.#open.delete(row.id)
    this.#askedAt.delete(row.id)
    tally.over(row.id)
    if (wasOpen && row.status === 'rejected') tally.rejected(now)
    for (const tell of this.#waiting.get(row.id) ?? []) tell(row)
  }

  async #keepStray(name: string, report: ProviderReport, now: number): Promise<void> {
    const kind = report.kind as Exclude<ProviderReport['kind'], 'status' | 'unknown'>
    const kept = { ...report, kind, removed: [], added: [], ends: false }
    await this.#parts.database.system((tx) => this.#rows.keepReport(tx, kept, { provider: name, tenantId: null, now }))
  }

  #tally(name: string): ProviderTally {
    const tally = this.#tallies.get(name) ?? new ProviderTally()
    this.#tallies.set(name, tally)
    return tally
  }

  #follow(work: Promise<void>): void {
    const followed = work.catch((error: unknown) => this.#complain(error, {}, 'an order of the house is in doubt; it is asked after'))
    this.#underWay.add(followed)
    void followed.finally(() => this.#underWay.delete(followed))
  }

  #complain(error: unknown, fields: Readonly<Record<string, unknown>>, message: string): void {
    this.#parts.logger.error({ ...fields, err: loggableError(error) }, message)
  }
}

/** 32 letters: what every exchange takes as an id of ours. */
function drawnId(): string {
  return randomUUID().replaceAll('-', '')
}

function stateOf({
  status,
  filledQuantity,
  averagePrice,
  finalKind,
  finalQuantity,
  reason,
  isOver,
  id,
  quantity,
}: Step['order']): Step['order'] {
  return { id, quantity, status, filledQuantity, averagePrice, finalKind, finalQuantity, reason, isOver }
}

function orderOf({ id, instrumentCode: code, side, quantity, limitPrice: limit }: ProviderOrderRow): ProviderOrder {
  return { id, code, side, quantity, limit }
}

const NOTHING: Omit<ProviderReport, 'kind' | 'orderId' | 'execId' | 'reason' | 'time'> = {
  referredExecId: null,
  lastQuantity: 0n,
  lastPrice: 0n,
  filledQuantity: 0n,
  leavesQuantity: 0n,
  averagePrice: 0n,
  isFinal: true,
}
