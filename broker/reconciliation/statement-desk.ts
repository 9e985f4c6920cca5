/**
 * Statements of providers as they come: each is read once into the books of the company whose account it is, oldest first, and how each day stands.
 *
 * Invariant: an account that several companies trade on has a balance that is nobody's alone, so its statement is shown to none of them.
 */
import type { Tenant } from '../../contract/tenant'
import type { Rate } from '../../rules/conversion'
import { DAY_MS } from '../../rules/durations'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Instrument } from '../market/instrument'
import type { StatementState } from '../providers/book-health'
import { keepStatement, newestStatements, type StatementRow } from './keep-statement'
import type { UnreadableStatement } from './read-statement'
import { dayEndedBy, endOfDay, isWeekend } from './reconciliation-days'
import { dueAt, fileOf, StatementFiles, type StatementPlace } from './statement-files'

export interface StatementStanding {
  readonly state: StatementState
  readonly due: number | null
  readonly file: string
  readonly problem: UnreadableStatement | null
  /** As it is in the books. */
  readonly row: StatementRow | null
}

interface StatementParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  tenants(): readonly Tenant[]
  providersOf(tenant: Tenant): Promise<readonly string[]>
  instrumentOf(code: string): Instrument | undefined
  rateOf(code: string): Rate | null
  committed(): void
}

/** So many days back a file is still looked for, and read again when it has changed. */
const DAYS_BACK = 7
/** How far back the statement before is looked for. */
const BEFORE_DAYS = 10

export class StatementDesk {
  readonly #parts: StatementParts
  readonly #files = new StatementFiles()
  #places: ReadonlyMap<string, StatementPlace> = new Map()
  readonly #told = new Set<string>()

  constructor(parts: StatementParts) {
    this.#parts = parts
  }

  take(places: readonly StatementPlace[]): void {
    this.#places = new Map(places.map((place) => [place.provider, place]))
  }

  async look(rolloverAt: number): Promise<void> {
    const days = daysUpTo(rolloverAt)
    this.#files.forget((name) => days.some(({ day }) => name === fileOf(day)))
    for (const place of this.#places.values()) {
      const owner = await this.#ownerOf(place.provider)
      if (owner !== null) for (const day of days) await this.#readDay(place, owner, day)
    }
  }

  /** Of an ended day; of one that runs there is none. */
  async standing(tenant: Tenant, provider: string, day: string): Promise<StatementStanding> {
    const place = this.#places.get(provider)
    const rolloverAt = endOfDay(day)
    const nothing = { due: null, file: '', problem: null, row: null }
    if (place === undefined || rolloverAt === undefined) return { state: 'none', ...nothing }
    if ((await this.#ownerOf(provider))?.id !== tenant.id) return { state: 'shared', ...nothing }
    const due = dueAt(place, rolloverAt)
    const file = fileOf(day)
    const row = await this.#rowOf(tenant.id, provider, day)
    const isRecent = this.#parts.clock.now() - rolloverAt < DAYS_BACK * DAY_MS
    const read = isRecent && this.#parts.clock.now() >= rolloverAt ? await this.#files.read(place, day) : { state: 'absent' as const }
    if (read.state === 'unreadable') return { state: 'unreadable', due, file, problem: read.problem, row }
    if (row !== null) return { state: 'read', due, file, problem: null, row }
    return { state: this.#parts.clock.now() > due ? 'late' : 'expected', due, file, problem: null, row: null }
  }

  get providers(): readonly string[] {
    return [...this.#places.keys()]
  }

  async #readDay(place: StatementPlace, tenant: Tenant, window: ReturnType<typeof dayEndedBy>): Promise<void> {
    const { database, clock, logger, committed, instrumentOf, rateOf } = this.#parts
    const { provider } = place
    const file = await this.#files.read(place, window.day)
    if (file.state === 'unreadable') this.#tellOnce(place, window.day, file.problem)
    if (file.state !== 'whole') return
    const key = { tenantId: tenant.id, provider, day: window.day, now: clock.now() }
    const isNew = await database.withTenant(tenant.id, async (tx) => {
      const from = new Date(window.to - BEFORE_DAYS * DAY_MS).toISOString().slice(0, 10)
      const rows = await newestStatements(tx, { tenantId: tenant.id, provider, from })
      const previous = previousOf(rows, window.day)
      const kept = rows.find(({ day }) => day === window.day)
      if (kept?.digest === file.digest && kept.previousId === (previous?.id ?? null)) return false
      await keepStatement(tx, { ...key, window, ...file, previous, agreed: place, instrumentOf, rateOf })
      return true
    })
    if (!isNew) return
    logger.info({ provider, day: window.day, tenant: tenant.id }, "a provider's statement was read")
    committed()
  }

  async #rowOf(tenantId: string, provider: string, day: string): Promise<StatementRow | null> {
    const rows = await this.#parts.database.withTenant(tenantId, (tx) => newestStatements(tx, { tenantId, provider, from: day }))
    return rows.find((row) => row.day === day) ?? null
  }

  async #ownerOf(provider: string): Promise<Tenant | null> {
    const owners: Tenant[] = []
    for (const tenant of this.#parts.tenants()) if ((await this.#parts.providersOf(tenant)).includes(provider)) owners.push(tenant)
    return owners.length === 1 ? (owners[0] ?? null) : null
  }

  #tellOnce({ provider }: StatementPlace, day: string, { line, problem, found }: UnreadableStatement): void {
    const said = `${provider} ${day} ${line} ${problem} ${found}`
    if (this.#told.has(said)) return
    this.#told.add(said)
    this.#parts.logger.error({ provider, day, line, problem, found }, "a provider's statement cannot be read")
  }
}

/** Goes on from it only when no day that a provider works on lies between. */
function previousOf(rows: readonly StatementRow[], day: string): StatementRow | null {
  const before = rows.find((row) => row.day < day)
  if (before === undefined) return null
  const between = daysBetween(before.day, day)
  return between.every(isWeekend) ? before : null
}

function daysBetween(from: string, to: string): string[] {
  const found: string[] = []
  for (let at = Date.parse(from) + DAY_MS; at < Date.parse(to); at += DAY_MS) found.push(new Date(at).toISOString().slice(0, 10))
  return found
}

/** The oldest first. */
function daysUpTo(rolloverAt: number): ReturnType<typeof dayEndedBy>[] {
  const days = [dayEndedBy(rolloverAt)]
  while (days.length < DAYS_BACK) days.unshift(dayEndedBy((days[0] as { from: number }).from))
  return days
}
