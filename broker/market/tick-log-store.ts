/**
 * The table `tick_log`: of no tenant, written by the market alone, read by whoever explains a fill. Append-only.
 *
 * Rows travel as one JSON text: one parameter whatever the number of rows, and no driver turns a bigint into a double on the way.
 */
import { and, asc, between, eq, gt, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/open-database'
import { tickLog } from '../db/schema'
import { guardedWrites, unguarded, type WriteGuard } from './guarded-writes'
import type { TickLogRow, TickLogStore } from './tick-log'

/** @param guard of every transaction that writes */
export function databaseTickLogStore(database: Database, guard: WriteGuard = unguarded): TickLogStore {
  const write = guardedWrites(database, guard)
  return {
    async append(rows) {
      if (rows.length === 0) return
      const lines = rows.map((row) => ({
        code: row.symbol,
        source: row.source,
        seq: String(row.seq),
        bid: String(row.bid),
        ask: String(row.ask),
        last: String(row.last),
        time: row.time,
        verdict: row.verdict,
        logged_at: row.loggedAt,
        source_time: row.sourceTime ?? null,
      }))
      // A write whose answer was lost is tried again; what it wrote the first time is left alone.
      await write((tx) =>
        tx.execute(sql`
          insert into tick_log (code, source, seq, bid, ask, last, time, verdict, logged_at, source_time)
          select line.code, line.source, line.seq, line.bid, line.ask, line.last, line.time, line.verdict, line.logged_at, line.source_time
          from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb)
            as (code text, source text, seq bigint, bid bigint, ask bigint, last bigint, time bigint, verdict text, logged_at bigint, source_time bigint))
            with ordinality as line(code, source, seq, bid, ask, last, time, verdict, logged_at, source_time, place)
          where not exists (
            select 1 from tick_log known
            where known.code = line.code and known.source = line.source and known.seq = line.seq and known.logged_at = line.logged_at)
          order by line.place`),
      )
    },
  }
}

interface TicksAfter {
  readonly code: string
  readonly source: string
  /** Ticks with a greater number only. */
  readonly seq: bigint
  /** Unix milliseconds of the broker's clock, both included: a tape that is played again repeats its numbers. */
  readonly loggedFrom: number
  readonly loggedUntil: number
  readonly limit: number
}

/** In the order of arrival. */
export async function ticksAfter(tx: Tx, wanted: TicksAfter): Promise<TickLogRow[]> {
  const rows = await tx
    .select()
    .from(tickLog)
    .where(
      and(
        eq(tickLog.code, wanted.code),
        eq(tickLog.source, wanted.source),
        gt(tickLog.seq, wanted.seq),
        between(tickLog.loggedAt, wanted.loggedFrom, wanted.loggedUntil),
      ),
    )
    .orderBy(asc(tickLog.id))
    .limit(wanted.limit)
  return rows.map(({ code, source, seq, bid, ask, last, time, verdict, loggedAt, sourceTime }) => ({
    source,
    symbol: code,
    seq,
    bid,
    ask,
    last,
    size: 0n,
    time,
    verdict,
    loggedAt,
    arrivedAt: loggedAt,
    ...(sourceTime === null ? {} : { sourceTime }),
  }))
}
