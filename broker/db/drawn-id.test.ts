import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '../../tests/fixtures/create-world'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { type Database, queryRows } from './open-database'

const SLOTS = 1024n

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A pause before each puts every id into a millisecond of its own. */
async function draw(count: number, pauseMs: number): Promise<bigint[]> {
  const rows = await database.withTenant('aurora', (tx) =>
    queryRows<{ id: string }>(
      tx,
      sql`select drawn_id()::text as id from (select pg_sleep(${pauseMs / 1_000}::float) from generate_series(1, ${count}::int)) pauses`,
    ),
  )
  return rows.map(({ id }) => BigInt(id))
}

test('ids are all different and grow with the time they were drawn at', async () => {
  const ids = await draw(5_000, 0)
  expect(new Set(ids).size).toBe(ids.length)
  const moments = ids.map((id) => id / SLOTS)
  expect(moments).toEqual(moments.toSorted((one, other) => (one < other ? -1 : Number(one > other))))
  expect(ids.every((id) => id > 0n && id < BigInt(Number.MAX_SAFE_INTEGER))).toBe(true)
})

test('two ids say nothing of how many were drawn between them', async () => {
  const slots = (await draw(200, 2)).map((id) => id % SLOTS)
  const steps = slots.slice(1).map((slot, at) => (slot - (slots[at] ?? 0n) + SLOTS) % SLOTS)
  // One after the other they would all be 1; by chance hardly any two of 199 steps through 1,024 places are as likely as that.
  expect(new Set(steps).size).toBeGreaterThan(100)
})

test('nobody who serves traders reads what they are drawn with, or moves their sequence', async () => {
  for (const statement of [sql`select * from id_secret`, sql`select nextval('drawn_id_count')`]) {
    await expect(database.withTenant('aurora', (tx) => queryRows(tx, statement))).rejects.toThrow()
    await expect(database.system((tx) => queryRows(tx, statement))).rejects.toThrow()
  }
})

test('accounts and orders of two companies, made one after the other, are not numbered so', async () => {
  const world = await createWorld({ tenants: PLAIN_TERMS })
  await world.quoteAll()
  const traders = []
  const orders = []
  for (let turn = 0; turn < 4; turn++) {
    const trader = await world.demoTrader(turn % 2 === 0 ? 'aurora' : 'meridian')
    traders.push(BigInt(trader.id))
    orders.push(BigInt((await open(world, trader, 'buy', 'EURUSD', { lots: '0.01' })).Id))
  }
  for (const ids of [traders, orders]) {
    const steps = ids.slice(1).map((id, at) => id - (ids[at] ?? 0n))
    expect(steps.filter((step) => step < 100n)).toEqual([])
  }
  await world.close()
})
