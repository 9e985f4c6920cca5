/**
 * The tables `price_second` and `price_minute`: of no tenant. The seconds are written by the market alone, and go when they are old;
 * what has been committed of a minute stays.
 */
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, minuteOf } from '../../rules/durations'
import { writeBatch } from '../../rules/log/price-batch'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { guardedWrites, unguarded, type WriteGuard } from './guarded-writes'
import type { PriceRecordStore } from './price-record'

/** For so long the prices of a minute can be read, and what was filled in it executed again, where nothing else is set; the ticks round a fill stay longer. */
export const PRICES_KEPT_MS = 7 * DAY_MS

const unzip = promisify(gunzip)

/** @param guard of every transaction that writes */
export function databasePriceRecordStore(database: Database, guard: WriteGuard = unguarded): PriceRecordStore {
  const write = guardedWrites(database, guard)
  return {
    async append(seconds) {
      const rows = seconds.map(({ second, begun, batches }) => ({
        second,
        begun,
        minute: minuteOf(second),
        ticks: batches.reduce((sum, { ticks }) => sum + ticks.length, 0),
        lines: batches.length === 0 ? '' : gzipSync(batches.map(writeBatch).join('\n')).toString('hex'),
      }))
      // A second that is told after its minute was committed is one that nobody was promised: it stays missing.
      await write((tx) =>
        tx.execute(sql`
          insert into price_second (second, begun, ticks, lines)
          select n.second, n.begun, n.ticks, decode(n.lines, 'hex')
          from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(second bigint, begun bigint, minute bigint, ticks int, lines text)
          where not exists (select 1 from price_minute m where m.minute = n.minute)
          on conflict (second, begun) do nothing`),
      )
    },
  }
}

/** A second as it is kept. */
export interface KeptSecond {
  readonly second: number
  readonly begun: number
  readonly ticks: number
  /** The batches of all instruments, by code. */
  readonly lines: readonly string[]
}

/** In the order of the seconds, of two processes the older first. @throws when a row is no gzip */
export async function readMinuteSeconds(tx: Tx, minute: number): Promise<KeptSecond[]> {
  const rows = await queryRows<{ second: string; begun: string; ticks: number; lines: string }>(
    tx,
    sql`select second::text, begun::text, ticks, encode(lines, 'base64') as lines from price_second
        where second >= ${String(minute)}::text::bigint and second < ${String(minute + MINUTE_MS)}::text::bigint order by second, begun`,
  )
  return Promise.all(
    rows.map(async ({ second, begun, ticks, lines }) => ({
      second: Number(second),
      begun: Number(begun),
      ticks,
      lines: lines === '' ? [] : (await unzip(Buffer.from(lines, 'base64'))).toString('utf8').split('\n'),
    })),
  )
}

/** What was committed of a minute; null where nothing was. */
export async function readMinuteDocument(tx: Tx, minute: number): Promise<string | null> {
  const [row] = await queryRows<{ document: string }>(
    tx,
    sql`select document from price_minute where minute = ${String(minute)}::text::bigint`,
  )
  return row?.document ?? null
}

/** Of seconds before it nothing is promised any more; Unix milliseconds, in `market_state`. */
const FORGOTTEN_KEY = 'prices-forgotten'

/**
 * Counted from the newest minute that is committed, so that what an audit misses does not depend on when somebody cleaned up. What has
 * gone is written down, so that prices which are kept longer from now on are not missed from before.
 */
export async function forgetOldPrices(database: Database, keptMs: number): Promise<void> {
  await database.system(async (tx) => {
    const [newest] = await queryRows<{ minute: string | null }>(tx, sql`select max(minute)::text as minute from price_minute`)
    if (newest?.minute == null) return
    const before = String(Number(newest.minute) - keptMs)
    await tx.execute(sql`
      delete from price_second s where s.second < ${before}::text::bigint
        and exists (select 1 from price_minute m where m.minute = s.second - s.second % ${sql.raw(String(MINUTE_MS))})`)
    await tx.execute(sql`
      insert into market_state (key, value) values (${FORGOTTEN_KEY}, ${before}::text::jsonb)
      on conflict (key) do update set value = excluded.value where (market_state.value::text)::bigint < ${before}::text::bigint`)
  })
}

/** The time from which on the seconds of every committed minute are kept. */
export async function pricesKeptFrom(tx: Tx): Promise<number> {
  const [row] = await queryRows<{ forgotten: string | null; minute: string | null }>(
    tx,
    sql`select (select value::text from market_state where key = ${FORGOTTEN_KEY}) as forgotten, max(minute)::text as minute from price_minute`,
  )
  // A store of before has not said it.
  return row?.forgotten == null ? Number(row?.minute ?? 0) - PRICES_KEPT_MS : Number(row.forgotten)
}
