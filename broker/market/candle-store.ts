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
import { type Database, queryRows, type Tx } from '../db/open-database'
import { candle } from '../db/schema'
import type { CandleCoverage, CandleRow, CandleStore } from './candle-book'

const ROWS_PER_STATEMENT = 4_000
const ORIGIN_KEY = 'candle-origin'

type StoredCandle = Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', string>
type StoredRow = StoredCandle & Record<'code' | 'period', string>

/** A CandleStore over the broker's database. */
export function databaseCandleStore(database: Database): CandleStore {
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

    async upsert(rows) {
      if (rows.length === 0) return
      await database.system(async (tx) => {
        for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
          await upsertRows(tx, rows.slice(start, start + ROWS_PER_STATEMENT))
      })
    },

    async coverage(codes, asOf, enough): Promise<CandleCoverage[]> {
      const rows = await database.system((tx) =>
        queryRows<StoredRow & { nth: string | null }>(
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
        ),
      )
      return rows.map((row) => ({ code: row.code, period: row.period as Period, last: readCandle(row), hasEnough: row.nth !== null }))
    },

    async claimFor(origins) {
      return database.system(async (tx) => {
        const [row] = await queryRows<{ value: unknown }>(tx, sql`select value from market_state where key = ${ORIGIN_KEY}`)
        const known = row === undefined ? {} : knownOrigins(row.value, origins.keys())
        const foreign = [...origins].filter(([code, origin]) => (known[code] ?? origin) !== origin).map(([code]) => code)
        if (foreign.length > 0) await tx.execute(sql`delete from candle where code = any(${textArray(foreign)})`)
        const claimed = JSON.stringify({ ...known, ...Object.fromEntries(origins) })
        await tx.execute(sql`insert into market_state (key, value) values (${ORIGIN_KEY}, ${claimed}::text::jsonb)
                             on conflict (key) do update set value = excluded.value`)
        return foreign
      })
    },

    async deleteBefore(code, period, time) {
      await database.system((tx) =>
        tx.execute(sql`delete from candle where code = ${code} and period = ${period} and time < ${String(time)}::text::bigint`),
      )
    },
  }
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

/** Codes and periods are ours and hold no comma. */
function textArray(values: readonly string[]) {
  return sql`string_to_array(${values.join(',')}::text, ',')`
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
