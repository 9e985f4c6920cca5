/** Two brokers on one set of books: each acts on the accounts that are its own, and on no others, whatever it hears and whenever. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { createOnServer, testServerUrl } from '../../tests/fixtures/test-database'
import { books, close, endOf, open, PLAIN_TERMS, place } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'
import { ORDER_STATUS } from '../db/statuses'
import { silent as logger } from '../ground/logger'
import type { Leases } from '../leases/open-leases'
import { PARTITION_LEASES, partitionLease, partitionOf } from '../leases/partitions'

let store: Awaited<ReturnType<typeof createOnServer>>
let one: World
let two: World

function openWorld(): Promise<World> {
  const database = { databaseUrl: store.url, poolSize: 6, migrates: false, logger }
  return createWorld({ tenants: PLAIN_TERMS, broker: { database, leases: { hasTimers: false } } })
}

beforeEach(async () => {
  store = await createOnServer(testServerUrl())
  one = await openWorld()
  two = await openWorld()
  await one.price('EURUSD', '1.20000', '1.20010')
  await two.price('EURUSD', '1.20000', '1.20010')
})
afterEach(async () => {
  await two.close()
  await one.close()
  await store.drop()
})

function leasesOf({ broker }: World): Leases {
  if (broker.leases === undefined) throw new Error('no leases were opened')
  return broker.leases
}
const partsOf = (world: World) => PARTITION_LEASES.filter((name) => leasesOf(world).held(name) !== null)
const leaseOf = (trader: TestTrader) => partitionLease(partitionOf({ tenantId: 'aurora', traderId: BigInt(trader.id) }))
const reasonOf = async (trader: TestTrader, id: string) => (await endOf(trader, id))?.CloseReason ?? null

async function statusOf(id: string): Promise<number | undefined> {
  const rows = await two.broker.database.system((tx) =>
    queryRows<{ status: number }>(tx, sql`select status from trade_order where id = ${id}::text::bigint`),
  )
  return rows[0]?.status
}

/** Everybody takes and gives what is due. */
async function share(...worlds: readonly World[]): Promise<void> {
  for (const world of worlds) await leasesOf(world).beat()
  for (const world of worlds) await leasesOf(world).beat()
  for (const world of worlds) await world.settle()
}

/** As if it had been silent for its whole time: it is killed, stands still, or has no line. */
async function fallSilent(world: World): Promise<void> {
  const { nodeId } = leasesOf(world)
  await two.broker.database.system((tx) =>
    tx.execute(sql`update cluster_node set alive_until = now() - interval '1 second' where id = ${nodeId}`),
  )
}

async function tradersWithStop(count: number): Promise<{ readonly trader: TestTrader; readonly id: string }[]> {
  const held: { trader: TestTrader; id: string }[] = []
  for (let index = 0; index < count; index++) {
    const trader = await one.demoTrader()
    held.push({ trader, id: (await open(one, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })).Id })
  }
  await two.broker.trading.catchUp()
  return held
}

test('accounts are shared out; a price that both hear sets off each stop once, at its owner', async () => {
  await share(one, two)
  expect([partsOf(one).length, partsOf(two).length]).toEqual([32, 32])
  const held = await tradersWithStop(8)
  const ofTwo = held.filter(({ trader }) => leasesOf(two).held(leaseOf(trader)) !== null)
  // The other one hears nothing yet: only its own accounts wait.
  await two.price('EURUSD', '1.18900')
  for (const { trader, id } of held) expect(await reasonOf(trader, id)).toBe(ofTwo.some((own) => own.id === id) ? 'stop_loss' : null)
  await one.price('EURUSD', '1.18900')
  await two.price('EURUSD', '1.18800')
  for (const { trader, id } of held) expect(await reasonOf(trader, id)).toBe('stop_loss')
  expect(await books(one)).toEqual([])
})

test('a broker that was away sets off nothing when it is back, and what it missed is set off by the other one', async () => {
  // The second has just come: nothing was given to it yet.
  expect(partsOf(one)).toHaveLength(64)
  const held = await tradersWithStop(3)
  const later = await one.demoTrader()
  const pending = await place(one, later, 'buy', 'EURUSD', '1.15000')
  await two.broker.trading.catchUp()
  await fallSilent(one)
  // Reached while nobody acts.
  await two.price('EURUSD', '1.18900')
  for (const { trader, id } of held) expect(await reasonOf(trader, id)).toBeNull()
  await leasesOf(two).beat()
  await two.settle()
  expect(partsOf(two)).toHaveLength(64)
  await two.price('EURUSD', '1.18950')
  for (const { trader, id } of held) expect(await reasonOf(trader, id)).toBe('stop_loss')
  // It does not know yet that it holds nothing, and hears a price that the other one has not heard.
  expect(partsOf(one)).toHaveLength(64)
  await one.price('EURUSD', '1.14000')
  expect(await statusOf(pending.Id)).toBe(ORDER_STATUS.pending)
  // It was refused, and looked at once what it still holds.
  await leasesOf(one).beat()
  expect(partsOf(one)).toEqual([])
  expect(await books(two)).toEqual([])
})

test('the owner knows of a call that another broker took: at once where it is told, and else when it compares', async () => {
  const trader = await one.demoTrader()
  const { host, token } = trader
  const elsewhere: Pick<TestTrader, 'call'> = {
    call: (endpoint, input, options = {}) => two.client.call(endpoint, input, { host, token, ...options }),
  }
  const account = { tenantId: 'aurora', traderId: BigInt(trader.id) }
  const watches = ({ Id }: { readonly Id: string }) => one.broker.trading.watches({ tenantId: 'aurora', id: BigInt(Id) })
  const told = await open(two, elsewhere, 'buy', 'EURUSD', { stopLoss: '1.19000' })
  expect(watches(told)).toBe(false)
  one.broker.trading.changedElsewhere(account)
  await one.settle()
  expect(watches(told)).toBe(true)
  const untold = await open(two, elsewhere, 'buy', 'EURUSD', { stopLoss: '1.18000' })
  await close(elsewhere, told.Id)
  await one.broker.trading.catchUp()
  expect([watches(told), watches(untold)]).toEqual([false, true])
  await one.price('EURUSD', '1.17900')
  expect(await reasonOf(trader, untold.Id)).toBe('stop_loss')
})

test('a broker that ends gives its accounts back at once, and the other one fires what waits', async () => {
  await share(one, two)
  const held = await tradersWithStop(4)
  await leasesOf(one).close()
  await leasesOf(two).beat()
  await two.settle()
  expect(partsOf(two)).toHaveLength(64)
  await two.price('EURUSD', '1.18900')
  for (const { trader, id } of held) expect(await reasonOf(trader, id)).toBe('stop_loss')
})
