/**
 * Covering as it happens: the difference between what traders hold and what is held at the providers, and the orders that close it
 * (docs/decisions/067-the-cover-book.md).
 *
 * Invariants: one cover order a company and instrument at a time, also over restarts, for what is not over is known from the tables; what is
 * covered is what was reported, never what was asked for; demo accounts and internal instruments are never covered.
 */
import type { Tenant } from '../../contract/tenant'
import type { Rate } from '../../rules/conversion'
import { absolute, type Fixed, formatFixedShort } from '../../rules/decimal'
import { HOUR_MS } from '../../rules/durations'
import type { Amount } from '../../rules/money'
import { writeAudit } from '../audit-trail/write-audit'
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import type { KeptReport, ProviderOrderRow, ProviderOrders } from '../execution/provider-orders'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { executionTerms } from '../market/execution-terms'
import type { Pricing, RouteSource } from '../market/pricing'
import type { RealExposures } from '../trading/real-exposure'
import { bookFills, type CoverPosition } from './book-fills'
import { checkPositions, type PositionDifference } from './check-positions'
import { isCoverDue } from './cover-due'
import type { CoverRow, DifferenceState } from './cover-rows'
import { CoveredBook } from './covered-book'
import { readCoverRows } from './read-cover-rows'
import { instrumentOf, worthOf } from './worth-of'

const databaseRows = { loadCovered: (database: Database) => CoveredBook.load(database), bookFills, writeAudit }
/** What is read and written of the cover book and the log. */
export type CoverTables = typeof databaseRows

interface CoverParts {
  readonly database: Database
  /** The tables of the database when absent. */
  readonly rows?: CoverTables
  readonly orders: ProviderOrders
  readonly exposures: RealExposures
  readonly pricing: Pricing
  readonly routes: RouteSource
  readonly clock: Clock
  readonly logger: Logger
  /** The company as it is now, also one that was taken off. */
  tenant(id: string): Tenant | undefined
  /** Something was written into a company's books or log. */
  committed(): void
  /** How often what is due by time or price is looked for; 0: only when `look` is called. */
  readonly lookEveryMs?: number
}

export interface Cover {
  /** What is held of an instrument, one entry a provider. */
  heldOf(tenantId: string, code: string): readonly CoverPosition[]
  /** By instrument, as it is now: those that are not internal, and those of which something is covered or was. */
  coverOf(tenantId: string): Promise<readonly CoverRow[]>
  /** Covers whatever is due now; resolves when the orders for it are on their way. */
  look(): Promise<void>
  /** What providers hold against the cover books; said in the log as well, and looked at every hour. */
  checkPositions(): Promise<readonly PositionDifference[]>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 250
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
const COVERING = ['cover'] as const
const PASSING_ON = ['open', 'close'] as const

/** Resolves when what is held is known; covers from the first connection of a provider on. */
export async function openCover(parts: CoverParts): Promise<Cover> {
  return new OpenCover(parts, await (parts.rows ?? databaseRows).loadCovered(parts.database))
}

class OpenCover implements Cover {
  readonly #parts: CoverParts
  readonly #rows: CoverTables
  readonly #covered: CoveredBook
  readonly #states = new Map<string, DifferenceState>()
  /** Where an order is being written: it is not known to be under way yet. */
  readonly #writing = new Set<string>()
  readonly #dirty = new Set<string>()
  readonly #work = new Set<Promise<void>>()
  readonly #stops: (() => void)[]
  #isClosed = false

  constructor(parts: CoverParts, covered: CoveredBook) {
    this.#parts = parts
    this.#rows = parts.rows ?? databaseRows
    this.#covered = covered
    const { orders, exposures, lookEveryMs = LOOK_EVERY_MS } = parts
    const book = (tx: Tx, order: ProviderOrderRow, report: KeptReport, now: number) => this.#book(tx, { order, report, now })
    const timer = lookEveryMs === 0 ? undefined : setInterval(() => void this.look(), lookEveryMs)
    timer?.unref()
    const hourly = setInterval(() => void this.checkPositions(), HOUR_MS)
    hourly.unref()
    // Until the very end: what is still reported while the house closes is booked like anything else.
    for (const purpose of ['cover', 'open', 'close'] as const) orders.follow(purpose, book)
    this.#stops = [
      () => clearInterval(timer),
      () => clearInterval(hourly),
      exposures.follow((tenantId, code) => this.#markDirty(tenantId, code)),
      orders.onConnection((_provider, isConnected) => {
        if (isConnected) this.#markAll()
      }),
    ]
    this.#markAll()
  }

  heldOf(tenantId: string, code: string): readonly CoverPosition[] {
    return [...this.#covered.of(tenantId, code).values()]
  }

  coverOf(tenantId: string): Promise<readonly CoverRow[]> {
    return readCoverRows(tenantId, { ...this.#parts, covered: this.#covered, states: (code) => this.#state(tenantId, code) })
  }

  checkPositions(): Promise<readonly PositionDifference[]> {
    return checkPositions(this.#parts)
  }

  async look(): Promise<void> {
    for (const [name, { since }] of this.#states) if (since !== null) this.#dirty.add(name)
    this.#consider()
    await Promise.allSettled([...this.#work])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    await Promise.allSettled([...this.#work])
  }

  #markAll(): void {
    const { exposures } = this.#parts
    for (const tenantId of exposures.tenants()) for (const code of exposures.codes(tenantId)) this.#markDirty(tenantId, code)
    for (const { tenantId, code } of this.#covered.keys()) this.#markDirty(tenantId, code)
  }

  /** Looked at in a turn of its own: a commit with many orders is one change. */
  #markDirty(tenantId: string, code: string): void {
    if (this.#dirty.size === 0) setImmediate(() => this.#consider())
    this.#dirty.add(nameOf(tenantId, code))
  }

  #consider(): void {
    const names = [...this.#dirty]
    this.#dirty.clear()
    if (this.#isClosed) return
    for (const name of names) {
      const [tenantId = '', code = ''] = name.split(' ')
      this.#coverIfDue(tenantId, code)
    }
  }

  #coverIfDue(tenantId: string, code: string): void {
    const { clock, orders, pricing, routes } = this.#parts
    const tenant = this.#parts.tenant(tenantId)
    const instrument = instrumentOf(pricing, code)
    if (tenant === undefined || instrument === undefined) return
    const state = this.#state(tenantId, code)
    const quantity = this.#difference(tenantId, code)
    if (quantity === 0n) {
      Object.assign(state, { since: null, failures: 0, retryAt: 0, refusal: '' })
      return
    }
    const monotonic = clock.monotonic()
    state.since ??= { wall: clock.now(), monotonic }
    const terms = executionTerms(tenant, instrument)
    if (terms.model === 'internal' || this.#writing.has(nameOf(tenantId, code))) return
    if (orders.underWay(tenantId, code, COVERING).length > 0 || orders.underWay(tenantId, code, PASSING_ON).length > 0) return
    if (!orders.isConnected(terms.provider) || routes.isBlocked(tenantId, code) || !pricing.isOpen(code) || monotonic < state.retryAt)
      return
    const worth = worthOf(quantity, pricing.quote(tenant, code))
    if (!isCoverDue(terms, { quantity, worth, stoodMs: monotonic - state.since.monotonic })) return
    this.#follow(this.#cover({ tenantId, code, quantity, worth, provider: terms.provider }))
  }

  async #cover(due: { tenantId: string; code: string; quantity: Fixed; worth: Amount | null; provider: string }): Promise<void> {
    const { database, orders, clock, committed } = this.#parts
    const { tenantId, code, quantity, worth, provider } = due
    const name = nameOf(tenantId, code)
    this.#writing.add(name)
    try {
      const side = quantity > 0n ? 'buy' : 'sell'
      const id = await database.withTenant(tenantId, async (tx) => {
        const now = clock.now()
        const order = { tenantId, provider, code, side, quantity: absolute(quantity), limit: null, traderId: null, orderId: null } as const
        const written = await orders.write(tx, { ...order, purpose: 'cover' }, now)
        const detail = {
          instrument: code,
          provider,
          side,
          quantity: textOf(absolute(quantity)),
          worth: worth === null ? null : textOf(worth),
        }
        await this.#rows.writeAudit(tx, {
          tenantId,
          actor: 'engine',
          action: 'cover.ordered',
          object: `provider_order:${written}`,
          detail,
          now,
        })
        return written
      })
      orders.send(id)
      committed()
    } finally {
      this.#writing.delete(name)
    }
  }

  /** In the transaction that keeps the report. */
  async #book(tx: Tx, { order, report, now }: ToldReport): Promise<() => void> {
    const { tenantId, provider, instrumentCode: code } = order
    const rate = this.#rateOf(code)
    const position = await this.#rows.bookFills(tx, { order, report, rate, now })
    await tellReport(tx, { order, report, now, writeAudit: this.#rows.writeAudit })
    return () => {
      const state = this.#state(tenantId, code)
      state.lastReportAt = now
      if (position !== null) this.#covered.set({ tenantId, provider, code }, position)
      if (order.purpose === 'cover' && report.ends) this.#noteEnd(state, order)
      this.#markDirty(tenantId, code)
      this.#parts.committed()
    }
  }

  #noteEnd(state: DifferenceState, { status, filledQuantity, reason }: ProviderOrderRow): void {
    state.failures = filledQuantity > 0n ? 0 : state.failures + 1
    state.refusal = status === 'filled' ? '' : reason === '' ? status : reason
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(state.failures - 1, 10))
    state.retryAt = state.failures === 0 ? 0 : this.#parts.clock.monotonic() + waitMs
  }

  #difference(tenantId: string, code: string): Fixed {
    const { long, short } = this.#parts.exposures.of(tenantId, code)
    return long - short - this.#covered.covered(tenantId, code)
  }

  #rateOf(code: string): Rate | null {
    const instrument = instrumentOf(this.#parts.pricing, code)
    return instrument === undefined ? null : this.#parts.pricing.rate(instrument.quoteCurrency)
  }

  #state(tenantId: string, code: string): DifferenceState {
    const name = nameOf(tenantId, code)
    const state = this.#states.get(name) ?? { since: null, failures: 0, retryAt: 0, refusal: '', lastReportAt: null }
    this.#states.set(name, state)
    return state
  }

  #follow(work: Promise<void>): void {
    const followed = work.catch((error: unknown) =>
      this.#parts.logger.error({ err: loggableError(error) }, 'a cover order could not be written; the difference is checked again'),
    )
    this.#work.add(followed)
    void followed.finally(() => this.#work.delete(followed))
  }
}

interface ToldReport {
  readonly order: ProviderOrderRow
  readonly report: KeptReport
  readonly now: number
}

/** The end of a cover order, and what is amended of any after its end. */
async function tellReport(tx: Tx, { order, report, now, writeAudit }: ToldReport & Pick<CoverTables, 'writeAudit'>): Promise<void> {
  const { tenantId, id, instrumentCode: instrument, provider, status, filledQuantity, averagePrice, reason } = order
  const line = { tenantId, actor: 'engine', object: `provider_order:${id}`, now } as const
  const facts = {
    instrument,
    provider,
    status,
    filled: textOf(filledQuantity),
    price: textOf(averagePrice),
    ...(reason === '' ? {} : { reason }),
  }
  if (order.purpose === 'cover' && report.ends) await writeAudit(tx, { ...line, action: 'cover.ended', detail: facts })
  const isAmended = report.removed.length > 0 || (report.added.length > 0 && order.endedAt !== null && !report.ends)
  if (isAmended)
    await writeAudit(tx, { ...line, action: 'cover.amended', detail: { ...facts, report: report.kind, exec_id: report.execId } })
}

function nameOf(tenantId: string, code: string): string {
  return `${tenantId} ${code}`
}

function textOf(value: Fixed): string {
  return formatFixedShort(value)
}
