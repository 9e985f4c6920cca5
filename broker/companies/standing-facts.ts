/**
 * Notes of every company the rules that this program works by, and once a day its ranking. Its terms are noted by `broker/terms`.
 *
 * Invariants: when a broker is open, its rules are noted of every company it serves, and within a minute of whoever comes later. Where
 * nothing has changed nothing is asked of the store. A ranking that is published for ever names nobody: it has the codes and figures of
 * the public list, and no names.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { loggableError } from '../db/loggable-error'
import { type Database, queryRows, type Tx } from '../db/open-database'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { ROOT_FOLDER } from '../ground/root-folder'
import type { Turn } from '../leases/turn'
import { type FactKind, noteFact } from '../log/note-fact'
import { RULES_FILE, rulesSources } from '../log/rules-sources.mjs'
import { computeRanking, type RankingKind } from '../ranking/ranking-list'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'

interface FactParts {
  readonly database: Database
  /** What comes while it runs is noted by one node at a time. */
  readonly turn: Turn
  readonly directory: Pick<TenantDirectory, 'tenants'>
  readonly clock: Clock
  readonly logger: Logger
  /** Facts were committed. */
  noted(): void
}

/** Gives the way to stop it, which resolves when a run under way has ended. */
export async function startStandingFacts(parts: FactParts): Promise<() => Promise<void>> {
  const { database, turn, directory, logger, noted } = parts
  const rules = rulesDocument()
  const known = await database.system(knownHashes)
  const rankedOn = new Map<string, number>()

  async function noteStanding(over: Database): Promise<void> {
    const changed = directory.tenants.filter(({ id }) => known.get(id) !== sha256Hex(rules))
    if (changed.length === 0) return
    await over.system(async (tx) => {
      for (const { id } of changed) await note(tx, id, 'rules', rules, parts.clock.now())
    })
    for (const { id } of changed) known.set(id, sha256Hex(rules))
    noted()
  }

  async function noteRankings(): Promise<void> {
    const now = parts.clock.now()
    const day = Math.floor(now / DAY_MS)
    for (const { id } of directory.tenants) {
      if (rankedOn.get(id) === day) continue
      await turn.database.withTenant(id, (tx) => noteRanking(tx, id, day, now))
      rankedOn.set(id, day)
      noted()
    }
  }

  let running: Promise<void> | null = null
  const run = () => {
    if (!turn.isMine()) return
    running ??= noteStanding(turn.database)
      .then(noteRankings)
      .catch((error: unknown) => logger.error({ err: loggableError(error) }, 'facts could not be noted; they wait for the next minute'))
      .finally(() => {
        running = null
      })
  }
  await noteStanding(database)
  const timer = setInterval(run, MINUTE_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Of every company the hash of its newest rules. */
async function knownHashes(tx: Tx): Promise<Map<string, string>> {
  const rows = await queryRows<{ tenant_id: string; hash: string }>(
    tx,
    sql`select distinct on (tenant_id) tenant_id, hash from log_fact where kind = 'rules' order by tenant_id, id desc`,
  )
  return new Map(rows.map(({ tenant_id: id, hash }) => [id, hash]))
}

async function note(tx: Tx, tenantId: string, kind: FactKind, document: string, at: number): Promise<void> {
  await noteFact(tx, tenantId, { kind, hash: Buffer.from(sha256Hex(document), 'hex'), document, at })
}

/** The first ranking of a day, by UTC; a day that has one keeps it. */
async function noteRanking(tx: Tx, tenantId: string, day: number, now: number): Promise<void> {
  const [noted] = await queryRows(
    tx,
    sql`select 1 from log_fact where tenant_id = ${tenantId} and kind = 'ranking' and created_at >= ${String(day * DAY_MS)}::text::bigint limit 1`,
  )
  if (noted !== undefined) return
  const entriesOf = async (kind: RankingKind) =>
    (await computeRanking(tx, tenantId, kind, now)).entries.map(({ entry: { user: _name, ...figures } }) => figures)
  const document = { kind: 'ranking', company: tenantId, at: now, real: await entriesOf('real'), demo: await entriesOf('demo') }
  await note(tx, tenantId, 'ranking', canonicalText(document), now)
}

/** Of a program that was built, what was built; else what lies in the folder. */
export function rulesDocument(): string {
  const built = path.join(path.dirname(fileURLToPath(import.meta.url)), RULES_FILE)
  const files: unknown = existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')) : rulesSources(ROOT_FOLDER)
  return canonicalText({ kind: 'rules', files })
}
