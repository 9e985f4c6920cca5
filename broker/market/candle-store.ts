/**
 * Candles in the database table `candle`: the market's, of no tenant, written by the market alone.
 *
 * Rows travel as comma-separated text that PostgreSQL cuts into arrays: one parameter a column whatever the number of rows,
 * and no driver turns a bigint into a double on the way.
 */

import { sql } from 'drizzle-orm'
import type { Candle, Period } from '../../rules/candles'
import { DAY_MS } from '../../rules/durations'
import { deleteInBatches } from '../db/delete-in-batches'
import { type Database, queryRows, type Tx, textArray } from '../db/open-database'
import { candle } from '../db/schema'
import { guardedWrites, unguarded, type WriteGuard } from './guarded-writes'
import type { CandleCoverage, CandleMark, CandleRow, CandleStore } from './live-candles'

const ROWS_PER_STATEMENT = 4_000
const ORIGIN_KEY = 'candle-origin'
/** In `market_state`: how far the candles go, where several nodes show them. */
const MARK_KEY = 'candle-mark'

type StoredCandle = Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', string>
type StoredRow = StoredCandle & Record<'code' | 'period', string>

/** A CandleStore over the broker's database. @param guard of every transaction that writes, where another process may be the one that does */
export function databaseCandleStore(database: Database, guard: WriteGuard = unguarded): CandleStore {
  const write = guardedWrites(database, guard)
  return {
    async load(code, period, { end, limit }) {
      const rows = await database.system((tx) =>
        queryRows<StoredCandle>(
          tx,
          sql`select time::text, open::text, high::text, low::text, close::text, volume::text from candle
              where code = ${code} and period = ${period} and time < ${String(end)}::text::bigint
              order by time desc limit ${String(limit)}::text::int`,
        ),
      )
      return rows.map(readCandle).reverse()
    },

    async loadSince(series) {
      if (series.length === 0) return []
      const rows = await database.system((tx) =>
        queryRows<StoredRow>(
          tx,
          sql`select c.code, c.period, c.time::text, c.open::text, c.high::text, c.low::text, c.close::text, c.volume::text
              from unnest(${textArray(series.map(({ code }) => code))}, ${textArray(series.map(({ period }) => period))},
                          ${bigintArray(series.map(({ from }) => from))}) as wanted(code, period, since)
              join candle c on c.code = wanted.code and c.period = wanted.period and c.time >= wanted.since
              order by c.code, c.period, c.time`,
        ),
      )
      return rows.map(readRow)
    },

    async upsert(rows, mark) {
      if (rows.length === 0 && mark === undefined) return
      await write(async (tx) => {
        for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
          await upsertRows(tx, rows.slice(start, start + ROWS_PER_STATEMENT))
        if (mark !== undefined) await writeState(tx, MARK_KEY, mark)
      })
    },

    async newest(codes, asOf) {
      return database.atOneMoment(async (tx) => {
        const [row] = await queryRows<{ value: unknown }>(tx, sql`select value from market_state where key = ${MARK_KEY}`)
        return { rows: await readCoverage(tx, codes, asOf, 1), mark: (row?.value as CandleMark | undefined) ?? null }
      })
    },

    coverage: (codes, asOf, enough) => database.system((tx) => readCoverage(tx, codes, asOf, enough)),

    async claimFor(origins) {
      return write(async (tx) => {
        const [row] = await queryRows<{ value: unknown }>(tx, sql`select value from market_state where key = ${ORIGIN_KEY}`)
        const known = row === undefined ? {} : knownOrigins(row.value, origins.keys())
        const foreign = [...origins].filter(([code, origin]) => (known[code] ?? origin) !== origin).map(([code]) => code)
        if (foreign.length > 0) await tx.execute(sql`delete from candle where code = any(${textArray(foreign)})`)
        await writeState(tx, ORIGIN_KEY, { ...known, ...Object.fromEntries(origins) })
        return foreign
      })
    },

    async deleteBefore(code, period, time) {
      await write((tx) =>
        tx.execute(sql`delete from candle where code = ${code} and period = ${period} and time < ${String(time)}::text::bigint`),
      )
    },
  }
}

async function readCoverage(tx: Tx, codes: readonly string[], asOf: number, enough: number): Promise<CandleCoverage[]> {
  const rows = await queryRows<StoredRow & { nth: string | null }>(
    tx,
    sql`select codes.code, periods.period, newest.*, nth.time::text as nth
      from unnest(${textArray(codes)}) as codes(code)
      cross join (values ('1min'), ('5min'), ('15min'), ('30min'), ('60min'), ('1day')) as periods(period)
      cross join lateral (
        select time::text, open::text, high::text, low::text, close::text, volume::text from candle
        where code = codes.code and period = periods.period and time <= ${String(asOf)}::text::bigint
        order by candle.time desc limit 1) as newest
      left join lateral (
        select time from candle
        where code = codes.code and period = periods.period and time <= ${String(asOf)}::text::bigint
        order by candle.time desc offset ${String(enough - 1)}::text::int limit 1) as nth on true`,
  )
  return rows.map((row) => ({ code: row.code, period: row.period as Period, last: readCandle(row), hasEnough: row.nth !== null }))
}

async function writeState(tx: Tx, key: string, value: object): Promise<void> {
  await tx.execute(sql`insert into market_state (key, value) values (${key}, ${JSON.stringify(value)}::text::jsonb)
                       on conflict (key) do update set value = excluded.value`)
}

/** A year of them is kept; what is older is still there in the hours and days, which are the fold of them. */
const FINE_PERIODS = ['1min', '5min', '15min', '30min'] as const satisfies readonly Period[]
const FINE_KEPT_MS = 365 * DAY_MS

export async function forgetOldCandles(database: Database, codes: readonly string[], now: number): Promise<void> {
  const isOld = sql`code = any(${textArray(codes)}) and period = any(${textArray(FINE_PERIODS)}) and time < ${String(now - FINE_KEPT_MS)}::text::bigint`
  await deleteInBatches(database, candle, isOld)
}

async function upsertRows(tx: Tx, rows: readonly CandleRow[]): Promise<void> {
  const column = (read: (row: CandleRow) => bigint | number) => bigintArray(rows.map(read))
  await tx.execute(sql`
    insert into candle (code, period, time, open, high, low, close, volume)
    select * from unnest(
      ${textArray(rows.map(({ code }) => code))}, ${textArray(rows.map(({ period }) => period))}, ${column(({ time }) => time)},
      ${column(({ open }) => open)}, ${column(({ high }) => high)}, ${column(({ low }) => low)}, ${column(({ close }) => close)},
      ${column(({ volume }) => volume)})
    on conflict (code, period, time) do update set
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`)
}

/** By code. Until a market had several sources one origin was kept for all codes. */
function knownOrigins(value: unknown, codes: Iterable<string>): Readonly<Record<string, string>> {
  if (typeof value === 'string') return Object.fromEntries([...codes].map((code) => [code, value]))
  return value as Record<string, string>
}

function bigintArray(values: readonly (bigint | number)[]) {
  return sql`string_to_array(${values.join(',')}::text, ',')::bigint[]`
}

function readCandle(row: StoredCandle): Candle {
  return {
    time: Number(row.time),
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
    volume: BigInt(row.volume),
  }
}

function readRow(row: StoredRow): CandleRow {
  return { ...readCandle(row), code: row.code, period: row.period as Period }
}
