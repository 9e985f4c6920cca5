import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../rules/durations'
import type { RefusalsFact } from '../../rules/reexecute/refusals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'
import { orderRefusal } from '../db/schema'

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

async function committed(): Promise<RefusalsFact[]> {
  await world.broker.priceFacts.flush()
  const rows = await world.broker.database.system((tx) =>
    queryRows<{ document: string }>(tx, sql`select document from log_fact where tenant_id = 'aurora' and kind = 'refusals' order by id`),
  )
  return rows.map(({ document }) => JSON.parse(document) as RefusalsFact)
}

test('a minute of refused orders is a fact once it is a minute old, and only once', async () => {
  const trader = await world.demoTrader()
  await world.price('EURUSD', '1.10000', '1.10010')
  await submit(world, trader, 'buy', 'EURUSD', { lots: '0.001' })
  expect(await committed()).toEqual([])
  world.pass(2 * MINUTE_MS)
  const [fact, ...more] = await committed()
  expect(more).toEqual([])
  expect(fact).toMatchObject({
    counts: [{ instrument: 'EURUSD', type: 'market', reason: 'LOTS_TOO_SMALL', demo: true, count: 1 }],
    refusals: [{ instrument: 'EURUSD', reason: 'LOTS_TOO_SMALL', side: 'buy', lots: '0.001', price: null }],
  })
  world.pass(MINUTE_MS)
  expect(await committed()).toHaveLength(1)
})

test('whoever floods it is counted, and does not fill the log nor push out what else was refused', async () => {
  const createdAt = world.clock.now()
  const row = { tenantId: 'aurora', day: '2026-11-27', instrumentCode: 'EURUSD', type: 'market' as const, isDemo: true, createdAt }
  const facts = JSON.stringify({ at: createdAt })
  await world.broker.database.withTenant('aurora', async (tx) => {
    await tx.insert(orderRefusal).values(Array.from({ length: 500 }, () => ({ ...row, reason: 'LOTS_TOO_SMALL', facts })))
    await tx.insert(orderRefusal).values({ ...row, reason: 'PRICE_MOVED', facts })
  })
  world.pass(2 * MINUTE_MS)
  const fact = (await committed()).at(-1)
  expect(fact?.counts.map(({ reason, count }) => [reason, count])).toEqual([
    ['LOTS_TOO_SMALL', 500],
    ['PRICE_MOVED', 1],
  ])
  expect(fact?.refusals).toHaveLength(21)
})
