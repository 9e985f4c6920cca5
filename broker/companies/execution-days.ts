/**
 * The execution figures of all companies, day by day: made once when a day is over, kept as bytes with their hash, and worked out again
 * from the books so that a difference is seen. Those of today are made when they are asked for.
 *
 * Invariants: a final day is written once, in the transaction that lays its refusals together, tells the public log and raises the alarm;
 * so each happens once a day. What a day was counted by (the bound, the promised hours, whose accounts) stands in its document.
 */
import { and, desc, eq, sql } from 'drizzle-orm'
import { ExecutionDocument } from '../../contract/execution'
import type { Tenant } from '../../contract/tenant'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { dayBounds, utcDay } from '../../rules/utc-day'
import { writeAudit } from '../audit-trail/write-audit'
import { loggableError } from '../db/loggable-error'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { auditEvent, executionDay, logEntry, logFact } from '../db/schema'
import type { Clock } from '../ground/clock'
import { Kept } from '../ground/kept'
import type { Logger } from '../ground/logger'
import { runHourly } from '../ground/run-hourly'
import type { Turn } from '../leases/turn'
import { noteFact } from '../log/note-fact'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { type ExecutionTerms, readExecution } from './execution-facts'

interface ExecutionParts {
  readonly database: Database
  /** Days are made by one node at a time. */
  readonly turn: Turn
  readonly clock: Clock
  readonly logger: Logger
  /** False: nothing is made until it is asked for. */
  readonly isHourly: boolean
  tenants(): readonly Tenant[]
  /** Something was written into a company's log. */
  committed(): void
}

export interface ToldDay {
  readonly day: string
  readonly firstDay: string
  readonly today: string
  readonly isFinal: boolean
  readonly document: string
  readonly sha256: string | null
  /** Its place in the company's log; null until it is in it. */
  readonly entry: number | null
  readonly computedAt: number
  /** What the books came to when they were counted again, where that was something else. */
  readonly differs: string | null
}

export interface ExecutionDays {
  /** @param day `2026-11-20`; the last that is over when absent. Undefined for one that has not begun or that lies before all others. */
  figures(tenant: Tenant, day?: string): Promise<ToldDay | undefined>
  /** Makes what is over and not made yet, and counts the newest again. Runs every hour by itself. */
  work(): Promise<void>
  close(): Promise<void>
}

/** What was under way at midnight is committed by then. */
const SETTLE_MS = 10 * MINUTE_MS
/** A company that was not served for long catches up over several hours. */
const DAYS_A_RUN = 60
const TODAY_KEPT_MS = MINUTE_MS
const FINAL_KEPT_MS = 5 * MINUTE_MS

export function openExecutionDays(parts: ExecutionParts): ExecutionDays {
  const { database, clock, logger } = parts
  const now = () => clock.monotonic()
  const today = new Kept<string>(TODAY_KEPT_MS, now)
  const finals = new Kept<FinalDay | null>(FINAL_KEPT_MS, now)
  const firsts = new Kept<string | null>(FINAL_KEPT_MS, now)
  /** By company: the hash that its newest day came to when it was counted again. */
  const differing = new Map<string, { readonly day: string; readonly sha256: string }>()

  const work = async () => {
    if (!parts.turn.isMine()) return
    for (const tenant of parts.tenants()) {
      await workFor(parts, tenant, differing).catch((error: unknown) =>
        logger.warn({ err: loggableError(error), tenantId: tenant.id }, 'execution figures could not be made'),
      )
    }
    parts.committed()
  }
  const failed = (error: unknown) => logger.warn({ err: loggableError(error) }, 'execution figures could not be made')
  const stop = parts.isHourly ? runHourly(work, failed) : async () => {}

  const firstDay = (tenantId: string) => firsts.get(tenantId, () => database.withTenant(tenantId, (tx) => readFirstDay(tx, tenantId)))
  const finalDay = async (tenantId: string, day: string) => {
    const key = `${tenantId} ${day}`
    const found = await finals.get(key, () => database.withTenant(tenantId, (tx) => readFinal(tx, tenantId, day)))
    if (found === null || found.entry === null) finals.forget(key)
    return found
  }

  return {
    work,
    close: () => stop(),
    async figures(tenant, asked) {
      const at = clock.now()
      const present = utcDay(at)
      const first = (await firstDay(tenant.id)) ?? present
      const before = utcDay(at - DAY_MS)
      const day = asked ?? (first <= before ? before : present)
      if (dayBounds(day) === null || day > present || day < first) return undefined
      const told = { day, firstDay: first, today: present }
      const final = day === present ? null : await finalDay(tenant.id, day)
      if (final !== null) {
        const other = differing.get(tenant.id)
        const differs = other?.day === day ? other.sha256 : null
        const { document, sha256, entry, computedAt } = final
        return { ...told, isFinal: true, document, sha256, entry, computedAt, differs }
      }
      const until = Math.min(at + 1, dayBounds(day)?.to ?? at)
      const document = await today.get(`${tenant.id} ${day} ${termsOf(tenant).bound}`, () =>
        database.withTenant(tenant.id, async (tx) =>
          canonicalText(await readExecution(tx, { tenantId: tenant.id, day, until }, termsOf(tenant))),
        ),
      )
      return {
        ...told,
        isFinal: false,
        document,
        sha256: null,
        entry: null,
        computedAt: ExecutionDocument.parse(JSON.parse(document)).until,
        differs: null,
      }
    },
  }
}

function termsOf({ isDemoSite, trading, wallet, disputes }: Tenant): ExecutionTerms {
  return {
    accounts: isDemoSite ? 'demonstration' : 'real',
    bound: trading.slippageAsymmetry,
    promisedHours: wallet.promisedHours,
    challengeHours: disputes.answerHours,
  }
}

/** The day of the company's first receipt; null before there is one. */
async function readFirstDay(tx: Tx, tenantId: string): Promise<string | null> {
  const [row] = await queryRows<{ at: string }>(
    tx,
    sql`select created_at::text as at from receipt where tenant_id = ${tenantId} order by id limit 1`,
  )
  return row === undefined ? null : utcDay(Number(row.at))
}

type FinalDay = Pick<typeof executionDay.$inferSelect, 'document' | 'sha256' | 'computedAt'> & Pick<ToldDay, 'entry'>

async function readFinal(tx: Tx, tenantId: string, day: string): Promise<FinalDay | null> {
  const { document, sha256, computedAt } = executionDay
  const [row] = await tx
    .select({ document, sha256, computedAt, entry: logEntry.index })
    .from(executionDay)
    .leftJoin(logFact, and(eq(logFact.tenantId, executionDay.tenantId), eq(logFact.kind, 'execution'), eq(logFact.hash, sha256)))
    .leftJoin(logEntry, and(eq(logEntry.tenantId, logFact.tenantId), eq(logEntry.factId, logFact.id)))
    .where(and(eq(executionDay.tenantId, tenantId), eq(executionDay.day, day)))
  return row ?? null
}

async function workFor(
  { turn: { database }, clock, logger }: Omit<ExecutionParts, 'database'>,
  tenant: Tenant,
  differing: Map<string, { readonly day: string; readonly sha256: string }>,
): Promise<void> {
  const [newest] = await database.withTenant(tenant.id, (tx) =>
    tx.select().from(executionDay).where(eq(executionDay.tenantId, tenant.id)).orderBy(desc(executionDay.day)).limit(1),
  )
  const first = newest === undefined ? await database.withTenant(tenant.id, (tx) => readFirstDay(tx, tenant.id)) : nextDay(newest.day)
  if (first === null) return
  for (let day = first, made = 0; made < DAYS_A_RUN; day = nextDay(day), made += 1) {
    if ((dayBounds(day)?.to ?? 0) + SETTLE_MS > clock.now()) break
    await makeFinal(database, tenant, day, clock.now())
  }
  await raiseToday(database, tenant, clock.now())
  const last = await database.withTenant(tenant.id, async (tx) => {
    const [row] = await tx.select().from(executionDay).where(eq(executionDay.tenantId, tenant.id)).orderBy(desc(executionDay.day)).limit(1)
    return row === undefined ? null : { row, again: await recomputeDay(tx, row) }
  })
  if (last === null || last.again === last.row.sha256) {
    differing.delete(tenant.id)
    return
  }
  differing.set(tenant.id, { day: last.row.day, sha256: last.again })
  logger.error({ tenantId: tenant.id, day: last.row.day }, 'execution figures differ from what their books come to')
}

function nextDay(day: string): string {
  return utcDay(dayBounds(day)?.to ?? 0)
}

async function makeFinal(database: Database, tenant: Tenant, day: string, now: number): Promise<void> {
  await database.withTenant(tenant.id, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await layRefusalsTogether(tx, tenant.id, day)
    const until = dayBounds(day)?.to ?? 0
    const figures = await readExecution(tx, { tenantId: tenant.id, day, until }, termsOf(tenant))
    const document = canonicalText(figures)
    const sha256 = sha256Hex(document)
    await tx.insert(executionDay).values({ tenantId: tenant.id, day, document, sha256, computedAt: now })
    await noteFact(tx, tenant.id, { kind: 'execution', hash: Buffer.from(sha256, 'hex'), document, at: now })
    await raise(tx, tenant.id, figures, now)
  })
}

/** One row a class in the place of one a refusal. */
async function layRefusalsTogether(tx: Tx, tenantId: string, day: string): Promise<void> {
  await tx.execute(sql`with gone as (
      delete from order_refusal where tenant_id = ${tenantId} and day = ${day} returning instrument_code, type, reason, is_demo, count
    ) insert into order_refusal (tenant_id, day, instrument_code, type, reason, is_demo, count)
      select ${tenantId}, ${day}, instrument_code, type, reason, is_demo, sum(count) from gone group by instrument_code, type, reason, is_demo`)
}

/** What an operator should hear of before the day is over. */
async function raiseToday(database: Database, tenant: Tenant, now: number): Promise<void> {
  await database.withTenant(tenant.id, async (tx) => {
    const day = utcDay(now)
    await raise(tx, tenant.id, await readExecution(tx, { tenantId: tenant.id, day, until: now + 1 }, termsOf(tenant)), now)
  })
}

/** Once a day, whoever sees it first. */
async function raise(tx: Tx, tenantId: string, { day, symmetry }: ExecutionDocument, now: number): Promise<void> {
  if (symmetry.is_symmetric !== false) return
  const object = `execution_day:${day}`
  const action = 'execution.asymmetric'
  const [told] = await tx
    .select({ id: auditEvent.id })
    .from(auditEvent)
    .where(and(eq(auditEvent.tenantId, tenantId), eq(auditEvent.action, action), eq(auditEvent.object, object)))
    .limit(1)
  if (told !== undefined) return
  const { measured, better, worse, difference, bound } = symmetry
  await writeAudit(tx, { tenantId, actor: 'system', action, object, detail: { measured, better, worse, difference, bound }, now })
}

/** The hash that a final day's books come to now; empty where its document cannot be read. */
async function recomputeDay(tx: Tx, row: ExecutionRow): Promise<string> {
  const document = await recomputeDocument(tx, row)
  return document === '' ? '' : sha256Hex(document)
}

type ExecutionRow = Pick<typeof executionDay.$inferSelect, 'tenantId' | 'day' | 'document'>

/** What a final day's books come to now, to the byte, counted by what its document says it was counted by. */
export async function recomputeDocument(tx: Tx, row: ExecutionRow): Promise<string> {
  const stated = ExecutionDocument.safeParse(JSON.parse(row.document))
  if (!stated.success) return ''
  const { until, accounts, symmetry, withdrawals, challenges } = stated.data
  const terms = {
    accounts,
    bound: symmetry.bound,
    promisedHours: withdrawals.promised_hours,
    challengeHours: challenges?.promised_hours ?? null,
  }
  return canonicalText(await readExecution(tx, { tenantId: row.tenantId, day: row.day, until }, terms))
}
