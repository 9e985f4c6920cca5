/** What goes after its time and what does not, and that a clean-up of more than a batch goes through. */

import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../rules/durations'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows } from '../db/open-database'
import { forgetOldKeys } from '../idempotency/run-once'
import { forgetOldCandles } from '../market/candle-store'
import { forgetOldNotices } from '../notices/notices'

const NOW = 1_800_000_000_000
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const asTenant = (query: SQL) => database.withTenant('aurora', (tx) => queryRows<Record<string, string>>(tx, query))

test('fine candles go after a year, hours and days stay, and so do those of an instrument that is not named', async () => {
  await database.system((tx) =>
    tx.execute(sql`insert into candle (code, period, time, open, high, low, close, volume)
      select code, period, ${NOW}::bigint - age * ${DAY_MS}::bigint, 1, 1, 1, 1, 1 from unnest(array['EURUSD', 'GONE']) as code,
        unnest(array['1min', '5min', '15min', '30min', '60min', '1day']) as period, unnest(array[364, 366]) as age`),
  )
  await forgetOldCandles(database, ['EURUSD'], NOW)
  const left = await database.system((tx) =>
    queryRows<{ kept: string }>(
      tx,
      sql`select code || ' ' || period || ' ' || count(*) as kept from candle group by code, period order by 1`,
    ),
  )
  const ofAll = (code: string, fine: number) =>
    ['15min', '1day', '1min', '30min', '5min', '60min'].map(
      (period) => `${code} ${period} ${['60min', '1day'].includes(period) ? 2 : fine}`,
    )
  expect(left.map(({ kept }) => kept).sort()).toEqual([...ofAll('EURUSD', 1), ...ofAll('GONE', 2)].sort())
})

test('a notice goes after a year, read or not', async () => {
  await asTenant(sql`insert into trader (id, tenant_id, uid, is_demo, invite_code, created_at) values (1, 'aurora', '1', false, 'A', 1)`)
  await asTenant(sql`insert into notice (tenant_id, trader_id, kind, params, created_at, read_at)
    select 'aurora', 1, age || coalesce(' ' || read, ''), '{}', ${NOW}::bigint - age * ${DAY_MS}::bigint, read
    from unnest(array[364, 366]) as age, unnest(array[null, 5]::bigint[]) as read`)
  await forgetOldNotices(database, NOW)
  expect((await asTenant(sql`select kind from notice order by kind`)).map(({ kind }) => kind)).toEqual(['364', '364 5'])
})

test('more rows than one transaction takes go all the same', async () => {
  await asTenant(sql`insert into idempotency_key (tenant_id, scope, call, key, parameters_hash, created_at)
    select 'aurora', '1', 'x', n::text, '', case when n <= 10001 then 1 else ${NOW}::bigint end from generate_series(1, 10003) as n`)
  await forgetOldKeys(database, NOW)
  expect(await asTenant(sql`select key from idempotency_key order by key`)).toEqual([{ key: '10002' }, { key: '10003' }])
})
