/** Minute candles of every instrument, up to a moment: as many as a server has kept that ran all that time. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../broker/db/open-database'
import { CATALOGUE } from '../../broker/market/catalogue'
import { FIXED_DECIMALS } from '../../rules/decimal'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const DAYS_AT_ONCE = 30

/** @param until Unix milliseconds */
export async function layCandles(database: Database, days: number, until: number): Promise<void> {
  const end = Math.floor(until / MINUTE_MS) * MINUTE_MS
  for (const instrument of CATALOGUE) {
    for (let left = days; left > 0; left -= DAYS_AT_ONCE) {
      const from = end - Math.ceil(left * DAY_MS)
      const to = Math.min(end, from + DAYS_AT_ONCE * DAY_MS)
      await database.system((tx) => tx.execute(minutesOf(instrument, from, to)))
    }
  }
}

/** A wave round the reference price, on the grid. */
function minutesOf({ code, referencePrice, pricePrecision }: (typeof CATALOGUE)[number], from: number, to: number) {
  const point = sql.raw(String(10 ** (FIXED_DECIMALS - pricePrecision)))
  const middle = sql`(${referencePrice.toString()}::numeric * (1 + 0.02 * sin(t / 86400000.0)) / ${point})::bigint * ${point}`
  return sql`insert into candle (code, period, time, open, high, low, close, volume)
    select ${code}::text, '1min', t, m, m + 3 * ${point}, m - 3 * ${point}, m + ${point}, 100000000
    from (select t, ${middle} as m from generate_series(${from}::bigint, ${to - MINUTE_MS}::bigint, ${MINUTE_MS}::bigint) as t) as minutes
    on conflict do nothing`
}
