/**
 * Commits to the orders that were refused: of each company and minute one fact, so that none can be left out of a day's figures later.
 *
 * Invariants: a minute is committed once, a minute after it is over, when what was decided in it is written. How many there were is said of
 * all; what it takes to judge one of so many of each sort as nobody can fill the log with.
 */
import { sql } from 'drizzle-orm'
import { MINUTE_MS, minuteOf } from '../../rules/durations'
import type { Refusal, RefusalCount, RefusalsFact } from '../../rules/reexecute/refusals'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { noteFact } from './note-fact'

const PUBLISHED_OF_A_SORT = 20
const PUBLISHED_A_MINUTE = 200

interface RefusalRow extends Record<string, unknown> {
  readonly tenant_id: string
  readonly at: string
  readonly instrument: string
  readonly type: Refusal['type']
  readonly reason: string
  readonly demo: boolean
  readonly count: number
  readonly facts: string | null
}

/** @param since of what was written before it everything is committed. @returns up to when now, and whether anything was noted */
export async function commitRefusals(database: Database, since: number, now: number): Promise<{ until: number; isNoted: boolean }> {
  const until = minuteOf(now) - MINUTE_MS
  const minutes = await database.system(async (tx) => {
    const byMinute = new Map<string, RefusalRow[]>()
    for (const row of await uncommitted(tx, since, until)) {
      const key = `${minuteOf(Number(row.at))} ${row.tenant_id}`
      const rows = byMinute.get(key)
      if (rows === undefined) byMinute.set(key, [row])
      else rows.push(row)
    }
    for (const [key, rows] of byMinute) {
      const [minute = '', company = ''] = key.split(' ')
      const document = canonicalText(factOf(company, Number(minute), rows))
      await noteFact(tx, company, { kind: 'refusals', hash: Buffer.from(sha256Hex(document), 'hex'), document, at: now })
    }
    return byMinute.size
  })
  return { until, isNoted: minutes > 0 }
}

/** Of minutes that no fact of their company names. */
function uncommitted(tx: Tx, since: number, until: number): Promise<RefusalRow[]> {
  return queryRows<RefusalRow>(
    tx,
    sql`with newest as (
          select distinct on (tenant_id) tenant_id, (document::jsonb ->> 'minute')::bigint as minute from log_fact
          where kind = 'refusals' order by tenant_id, id desc)
        select r.tenant_id, r.created_at::text as at, r.instrument_code as instrument, r.type, r.reason, r.is_demo as demo, r.count, r.facts
        from order_refusal r left join newest n on n.tenant_id = r.tenant_id
        where r.created_at >= ${String(since)}::text::bigint and r.created_at < ${String(until)}::text::bigint
          and (n.minute is null or r.created_at >= n.minute + ${sql.raw(String(MINUTE_MS))})
        order by r.created_at, r.id`,
  )
}

function factOf(company: string, minute: number, rows: readonly RefusalRow[]): RefusalsFact {
  const counts = new Map<string, RefusalCount>()
  const published = new Map<string, number>()
  const refusals: Refusal[] = []
  for (const { instrument, type, reason, demo, count, facts } of rows) {
    const sort = [instrument, type, reason, demo].join(' ')
    counts.set(sort, { instrument, type, reason, demo, count: count + (counts.get(sort)?.count ?? 0) })
    const already = published.get(sort) ?? 0
    if (facts === null || already >= PUBLISHED_OF_A_SORT || refusals.length >= PUBLISHED_A_MINUTE) continue
    published.set(sort, already + 1)
    refusals.push(JSON.parse(facts) as Refusal)
  }
  return { kind: 'refusals', company, minute, counts: [...counts.keys()].sort().flatMap((sort) => counts.get(sort) ?? []), refusals }
}
