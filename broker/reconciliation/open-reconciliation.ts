/**
 * Providers' books against ours: keeps what they copy to us, reads their statements, and compares each day after 17:00 in New York, and when
 * asked (docs/decisions/071-reconciliation.md, 073-statements-of-providers.md).
 *
 * Invariants: a copy counts as received only when it is kept; a day counts as compared only when fills and positions both could be; a run
 * writes rows and nothing else: money moves when an operator resolves one.
 */
import { and, desc, eq } from 'drizzle-orm'
import { RECONCILIATION_DELAY_MINUTES } from '../../contract/desk/reconciliation-terms'
import type { Tenant } from '../../contract/tenant'
import type { Rate } from '../../rules/conversion'
import { MINUTE_MS } from '../../rules/durations'
import { lastRollover } from '../../rules/rollover'
import type { AuditActor } from '../audit-trail/audit-actions'
import { type ComparedPositions, comparePositions } from '../cover/check-positions'
import { instrumentOf } from '../cover/worth-of'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { providerOrder, reconciliationDifference, reconciliationRun } from '../db/schema'
import type { ProviderOrders } from '../execution/provider-orders'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Pricing } from '../market/pricing'
import type { BookHealth, CopyState } from '../providers/book-health'
import type { CopyLine } from '../providers/copy-line'
import { beginCopies, type CopyRow, copiesSince, keepCopy, lastCopies, strayCopies } from './copies'
import { type CompanyRun, reconcileCompany } from './reconcile-company'
import { dayEndedBy, dayThatRuns, type ReconciliationDay } from './reconciliation-days'
import { StatementDesk, type StatementStanding } from './statement-desk'
import type { StatementPlace } from './statement-files'
import type { DifferenceTerms } from './value-difference'

interface ReconciliationParts {
  readonly database: Database
  readonly orders: Pick<ProviderOrders, 'health' | 'positions'>
  readonly pricing: Pricing
  readonly clock: Clock
  readonly logger: Logger
  tenants(): readonly Tenant[]
  /** Something was written into a company's books or log. */
  committed(): void
  /** How long what came in last is left alone. */
  readonly settleMs?: number | undefined
}

export interface Reconciliation {
  /** From now on these copy their reports to us. */
  take(lines: readonly CopyLine[], places?: readonly StatementPlace[]): Promise<void>
  copies(provider: string): CopyState
  /** How every provider that copies or writes statements stands. */
  health(): Promise<readonly BookHealth[]>
  /** The provider's statement of a day. */
  statement(tenant: Tenant, provider: string, day: string): Promise<StatementStanding>
  /** Those that the company's orders go to, or went. */
  providersOf(tenant: Tenant): Promise<readonly string[]>
  /** The day that runs, of one company. */
  run(tenant: Tenant, actor: AuditActor): Promise<void>
  /** Compares the day that ended last wherever that is still to be done. */
  look(): Promise<void>
  close(): Promise<void>
}

const LOOK_EVERY_MS = MINUTE_MS
const SETTLE_MS = 10_000

export function openReconciliation(parts: ReconciliationParts): Reconciliation {
  return new OpenReconciliation(parts)
}

interface DayRun extends ReconciliationDay {
  readonly rolloverAt: number | null
  readonly actor: AuditActor
}

class OpenReconciliation implements Reconciliation {
  readonly #parts: ReconciliationParts
  readonly #lines = new Map<string, CopyLine>()
  readonly #statements: StatementDesk
  readonly #timer: NodeJS.Timeout
  /** One run after the other: positions are asked for once at a time. */
  #running: Promise<void> = Promise.resolve()
  #isClosed = false
  /** When each provider copied something last, since this process began; before that the store knows. */
  readonly #copied = new Map<string, number>()
  #copiedBefore: Promise<ReadonlyMap<string, number>> | null = null

  constructor(parts: ReconciliationParts) {
    this.#parts = parts
    const { database, clock, logger, pricing } = parts
    this.#statements = new StatementDesk({
      ...{ database, clock, logger, tenants: () => parts.tenants(), committed: () => parts.committed() },
      providersOf: (tenant) => this.providersOf(tenant),
      instrumentOf: (code) => instrumentOf(pricing, code),
      rateOf: (code) => rateOf(pricing, code),
    })
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async take(lines: readonly CopyLine[], places: readonly StatementPlace[] = []): Promise<void> {
    this.#statements.take(places)
    for (const [id, line] of this.#lines) {
      if (lines.includes(line)) continue
      this.#lines.delete(id)
      await line.close()
    }
    for (const line of lines) if (this.#lines.get(line.id) !== line) this.#start(line)
  }

  statement(tenant: Tenant, provider: string, day: string): Promise<StatementStanding> {
    return this.#statements.standing(tenant, provider, day)
  }

  async health(): Promise<readonly BookHealth[]> {
    const { day } = dayEndedBy(lastRollover(this.#parts.clock.now()))
    const last = await this.#lastCopies()
    const names = [...new Set([...this.#lines.keys(), ...this.#statements.providers])].sort()
    return Promise.all(
      names.map(async (provider) => ({
        ...{ provider, copies: this.copies(provider), lastCopyAt: last.get(provider) ?? null, gaps: this.#lines.get(provider)?.gaps ?? 0 },
        statement: await this.#statementOf(provider, day),
      })),
    )
  }

  async #statementOf(provider: string, day: string): Promise<BookHealth['statement']> {
    for (const tenant of this.#parts.tenants()) {
      if (!(await this.providersOf(tenant)).includes(provider)) continue
      const { state } = await this.#statements.standing(tenant, provider, day)
      return state === 'none' ? null : state
    }
    return null
  }

  copies(provider: string): CopyState {
    const line = this.#lines.get(provider)
    if (line === undefined) return 'none'
    return line.isOpen ? 'live' : 'down'
  }

  async providersOf(tenant: Tenant): Promise<readonly string[]> {
    const named = [...this.#parts.pricing.termsOf(tenant).values()].flatMap(({ execution }) =>
      execution.model === 'internal' ? [] : [execution.provider],
    )
    const dealt = await this.#parts.database.withTenant(tenant.id, (tx) =>
      tx.selectDistinct({ provider: providerOrder.provider }).from(providerOrder).where(eq(providerOrder.tenantId, tenant.id)),
    )
    return [...new Set([...named, ...dealt.map(({ provider }) => provider)])].sort()
  }

  run(tenant: Tenant, actor: AuditActor): Promise<void> {
    return this.#inTurn(async () => {
      const day = dayThatRuns(this.#parts.clock.now())
      for (const provider of await this.providersOf(tenant)) await this.#compare(provider, [tenant.id], { ...day, rolloverAt: null, actor })
    })
  }

  look(): Promise<void> {
    return this.#inTurn(async () => {
      const { clock } = this.#parts
      const rolloverAt = lastRollover(clock.now() - RECONCILIATION_DELAY_MINUTES * MINUTE_MS)
      const due = await this.#due(rolloverAt)
      for (const [provider, tenantIds] of due) {
        // Copies that are still to come would be missed.
        if (this.copies(provider) !== 'down')
          await this.#compare(provider, tenantIds, { ...dayEndedBy(rolloverAt), rolloverAt, actor: 'engine' })
      }
      await this.#statements.look(rolloverAt)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.allSettled([...this.#lines.values()].map((line) => line.close()))
    await this.#running
  }

  /** The store is asked once: its copies are many. */
  async #lastCopies(): Promise<ReadonlyMap<string, number>> {
    this.#copiedBefore ??= this.#parts.database.system(lastCopies).catch((error: unknown) => {
      this.#copiedBefore = null
      throw error
    })
    return new Map([...(await this.#copiedBefore), ...this.#copied])
  }

  #start(line: CopyLine): void {
    const { database, clock } = this.#parts
    const provider = line.id
    this.#lines.set(provider, line)
    line.start({
      copied: async (report) => {
        const now = clock.now()
        await database.system((tx) => keepCopy(tx, provider, { report, now }))
        this.#copied.set(provider, now)
      },
      opened: () => {
        database.system((tx) => beginCopies(tx, provider, clock.now())).catch((error: unknown) => this.#complain(error, provider))
      },
    })
  }

  /** Companies by provider whose day is still to be compared. */
  async #due(rolloverAt: number): Promise<ReadonlyMap<string, readonly string[]>> {
    const done = await this.#parts.database.system((tx) =>
      tx.select().from(reconciliationRun).where(eq(reconciliationRun.rolloverAt, rolloverAt)),
    )
    const due = new Map<string, string[]>()
    for (const tenant of this.#parts.tenants()) {
      for (const provider of await this.providersOf(tenant)) {
        if (done.some((row) => row.tenantId === tenant.id && row.provider === provider)) continue
        due.set(provider, [...(due.get(provider) ?? []), tenant.id])
      }
    }
    return due
  }

  async #compare(provider: string, tenantIds: readonly string[], day: DayRun): Promise<void> {
    const { database, committed } = this.#parts
    const positions = await this.#positions(provider)
    const hasCopies = this.copies(provider) === 'live'
    // A day is compared in whole; what an operator asks for, as far as it goes.
    if (positions === null && day.rolloverAt !== null) return
    const { since, strays } = await database.system(async (tx) => ({
      since: hasCopies ? await copiesSince(tx, provider) : null,
      strays: hasCopies ? await strayCopies(tx, provider, day) : [],
    }))
    const owners = await this.#owners(provider, strays, positions)
    for (const tenantId of tenantIds) {
      const isOwn = (name: string) => owners(name) === tenantId
      const run = this.#runOf({ tenantId, provider, since }, day)
      const own = {
        ...run,
        strays: strays.filter(({ providerOrderId, instrumentCode }) => isOwn(`${providerOrderId} ${instrumentCode}`)),
        positions: positions && { ...positions, differences: positions.differences.filter(({ code }) => isOwn(` ${code}`)) },
      }
      await database.withTenant(tenantId, (tx) => reconcileCompany(tx, own))
      committed()
    }
  }

  #runOf(
    of: Pick<CompanyRun, 'tenantId' | 'provider' | 'since'>,
    { day, from, to, rolloverAt, actor }: DayRun,
  ): Omit<CompanyRun, 'strays' | 'positions'> {
    const { clock, settleMs = SETTLE_MS } = this.#parts
    const now = clock.now()
    const tenant = this.#parts.tenants().find(({ id }) => id === of.tenantId)
    const termsOf = (code: string) => this.#terms(tenant, code)
    return { ...of, day, rolloverAt, actor, now, window: { from, to }, settledBy: now - settleMs, termsOf }
  }

  #terms(tenant: Tenant | undefined, code: string): DifferenceTerms | null {
    const { pricing } = this.#parts
    const rate = rateOf(pricing, code)
    if (rate === null) return null
    const quote = tenant === undefined ? null : pricing.quote(tenant, code)
    return { rate, mark: quote === null ? null : (quote.bid + quote.ask) / 2n }
  }

  /** Null where it does not answer, or while an order of ours is under way there. */
  async #positions(provider: string): Promise<ComparedPositions | null> {
    const { orders, database, logger } = this.#parts
    const health = orders.health().find((one) => one.provider === provider)
    if (health === undefined || !health.isConnected || health.underWay > 0) return null
    try {
      return await comparePositions(provider, { database, orders })
    } catch (error) {
      logger.warn({ provider, problem: String(error) }, 'a provider did not say what the house holds there')
      return null
    }
  }

  /**
   * What nobody ordered is on the account of all companies: the one answers for it that has a row of it already, else the one that dealt in the
   * instrument there last, else the one that dealt there last, else the first that is to. By `<order, or nothing> <code>`.
   */
  async #owners(
    provider: string,
    strays: readonly CopyRow[],
    positions: ComparedPositions | null,
  ): Promise<(name: string) => string | undefined> {
    const names = strays.map(({ providerOrderId, instrumentCode }) => [providerOrderId, instrumentCode] as const)
    const codes = positions?.differences.map(({ code }) => ['', code] as const) ?? []
    const owners = new Map<string, string | undefined>()
    for (const [orderId, code] of [...names, ...codes]) {
      const name = `${orderId} ${code}`
      if (!owners.has(name)) owners.set(name, await this.#owner(provider, orderId, code))
    }
    return (name) => owners.get(name)
  }

  async #owner(provider: string, orderId: string, code: string): Promise<string | undefined> {
    const { database } = this.#parts
    const dealt = await database.system(async (tx) => {
      const isRow = orderId === '' ? eq(reconciliationDifference.kind, 'position') : eq(reconciliationDifference.providerOrderId, orderId)
      const [row] = await tx
        .select({ tenantId: reconciliationDifference.tenantId })
        .from(reconciliationDifference)
        .where(
          and(
            isRow,
            eq(reconciliationDifference.provider, provider),
            eq(reconciliationDifference.instrumentCode, code),
            eq(reconciliationDifference.stands, true),
          ),
        )
        .limit(1)
      if (row !== undefined) return row.tenantId
      for (const isThere of [eq(providerOrder.instrumentCode, code), undefined]) {
        const [order] = await tx
          .select({ tenantId: providerOrder.tenantId })
          .from(providerOrder)
          .where(and(eq(providerOrder.provider, provider), isThere))
          .orderBy(desc(providerOrder.createdAt))
          .limit(1)
        if (order !== undefined) return order.tenantId
      }
      return undefined
    })
    if (dealt !== undefined) return dealt
    for (const tenant of this.#parts.tenants()) if ((await this.providersOf(tenant)).includes(provider)) return tenant.id
    return undefined
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#running.then(() => (this.#isClosed ? undefined : work())).catch((error: unknown) => this.#complain(error, ''))
    this.#running = next
    return next
  }

  #complain(error: unknown, provider: string): void {
    this.#parts.logger.error({ provider, err: loggableError(error) }, 'the books of a provider could not be compared; it is tried again')
  }
}

function rateOf(pricing: Pricing, code: string): Rate | null {
  const instrument = instrumentOf(pricing, code)
  return instrument === undefined ? null : pricing.rate(instrument.quoteCurrency)
}
