/** Demo accounts that nobody used for 90 days: what goes, what stays, whoever comes in between, and books that are clean after it. */

import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { listOrders } from '../../contract/orders'
import { getTrader } from '../../contract/users'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { close, open, PLAIN_TERMS, place } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'
import { forgetUnusedDemos } from './forget-unused-demos'

let world: World
beforeEach(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  await world.quoteAll()
})
afterEach(() => world.close())

const forget = () => forgetUnusedDemos(world.broker.database, world.clock.now(), world.broker.trading.dropped)
const system = (query: SQL) => world.broker.database.system((tx) => queryRows<Record<string, string>>(tx, query))
const isThere = async ({ id }: Pick<TestTrader, 'id'>) => (await system(sql`select 1 from trader where id = ${id}::bigint`)).length === 1
/** The browser comes back with what it kept. */
const comeBack = (demoId: string) =>
  world.client.call(ENDPOINTS.createDemoAccount, { demo_id: demoId }, { host: `aurora.${TEST_BASE_DOMAIN}` })

async function findings() {
  await world.broker.sealer.flush()
  const results = await auditBooks(world.broker.database, world.tenants)
  return results.flatMap(({ findings: found }) => found)
}

test('one that was used 89 days ago stays, one that was not for 91 goes with everything, and the books are clean', async () => {
  const unused = await world.demoTrader()
  const used = await world.demoTrader()
  for (const trader of [unused, used]) await close(trader, (await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).Id)
  const holding = await open(world, unused, 'buy', 'EURUSD', { lots: '0.1' })
  const waiting = await place(world, unused, 'buy', 'EURUSD', '1.0', { lots: '0.1' })
  await world.broker.sealer.flush()
  world.clock.advance(2 * DAY_MS)
  expect((await comeBack(used.demoId)).data.id).toBe(used.id)
  world.clock.advance(89 * DAY_MS)
  expect(await forget()).toBe(1)
  expect([await isThere(unused), await isThere(used)]).toEqual([false, true])
  const tables = ['ledger_transaction', 'ledger_entry', 'receipt', 'trade_order', 'trading_account', 'session', 'notice']
  for (const table of tables)
    expect(await system(sql`select 1 from ${sql.identifier(table)} where trader_id = ${unused.id}::bigint`), table).toEqual([])
  for (const order of [holding, waiting]) expect(world.broker.trading.watches({ tenantId: 'aurora', id: BigInt(order.Id) })).toBe(false)
  expect(await findings()).toEqual([])
  const [event] = await system(sql`select actor, object, detail::text as detail from audit_event where action = 'demo.forgotten'`)
  expect(event).toMatchObject({ actor: 'system', object: 'clean_up:demo' })
  expect(JSON.parse(event?.detail ?? '')).toMatchObject({ accounts: 1, orders: 3, movements: 4, receipts: 4 })
  // Who stays trades on, and a price that would have filled what went sets off nothing.
  await world.quoteAll()
  const back = (await comeBack(used.demoId)).data
  const history = await world.client.call(listOrders, { status: '3' }, { host: used.host, token: back.token })
  expect(history.data.total).toBe(1)
  await world.price('EURUSD', '0.99000')
  expect(world.complaints).toEqual([])
  expect(await forget()).toBe(0)
})

test('being looked at is being used: a session that is seen keeps its account', async () => {
  const trader = await world.demoTrader()
  for (let days = 0; days < 93; days += 3) {
    world.clock.advance(3 * DAY_MS)
    // A session ends after thirty days, however busy.
    const { token } = days % 27 === 0 ? (await comeBack(trader.demoId)).data : { token: undefined }
    if (token === undefined) continue
    world.clock.advance(DAY_MS)
    await world.client.call(getTrader, {}, { host: trader.host, token })
  }
  expect(await forget()).toBe(0)
  expect(await isThere(trader)).toBe(true)
})

const inStore = (trader: TestTrader, change: SQL) =>
  world.broker.database.withTenant('aurora', (tx) => tx.execute(sql`${change} where tenant_id = 'aurora' and id = ${trader.id}::bigint`))

test.each<[string, (trader: TestTrader) => Promise<unknown>, boolean]>([
  ['that never traded', async () => {}, false],
  ['with a position', (trader) => open(world, trader, 'buy', 'EURUSD', { lots: '0.1' }), false],
  ['with a pending order', (trader) => place(world, trader, 'buy', 'EURUSD', '1.0', { lots: '0.1' }), false],
  [
    'in the ranking under its name',
    async (trader) => {
      await close(trader, (await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).Id)
      await trader.call(ENDPOINTS.setRankingProfile, { shows_name: '1', name: 'Somebody' })
      await trader.call(ENDPOINTS.changeWatchlists, { change: 'put', id: 'morning', name: 'Morning' })
      await world.client.call(ENDPOINTS.listRanking, { kind: 'demo' }, { host: trader.host })
    },
    false,
  ],
  ['with an order in parts', async (trader) => close(trader, (await open(world, trader, 'buy', 'EURUSD', { lots: '1' })).Id, '0.3'), false],
  ['under lock', (trader) => inStore(trader, sql`update trader set frozen_at = 1`), true],
  ['that wrote to the company', (trader) => trader.call(ENDPOINTS.sendFeedback, { kind: 'idea', text: 'A thought about charts.' }), true],
])('an unused account %s', async (_, make, stays) => {
  const trader = await world.demoTrader()
  await make(trader)
  world.clock.advance(91 * DAY_MS)
  await forget()
  expect(await isThere(trader)).toBe(stays)
  expect(await findings()).toEqual([])
})

test('a session of another clock that was seen within the time keeps its account', async () => {
  const trader = await world.demoTrader()
  world.clock.advance(91 * DAY_MS)
  await world.broker.database.withTenant('aurora', (tx) =>
    tx.execute(sql`update session set last_seen_at = ${world.clock.now() - DAY_MS}::bigint where trader_id = ${trader.id}::bigint`),
  )
  expect(await forget()).toBe(0)
})

test('a browser that comes back after its account went gets a new one, and its old session is over', async () => {
  const gone = await world.demoTrader()
  world.clock.advance(91 * DAY_MS)
  await forget()
  expect((await gone.call(getTrader, {})).outcome).toBe('SESSION_INVALID')
  const { outcome, data } = await comeBack(gone.demoId)
  expect(outcome).toBe('ok')
  expect(data.id).not.toBe(gone.id)
  expect(data.demo_id).not.toBe(gone.demoId)
  expect((await comeBack(data.demo_id)).data.id).toBe(data.id)
})

test('two at once take every account once', async () => {
  for (let count = 0; count < 25; count++) await world.demoTrader()
  world.clock.advance(91 * DAY_MS)
  const counts = await Promise.all([forget(), forget(), forget()])
  // One that a clean-up held while another looked is left to the next run.
  expect(counts.reduce((sum, count) => sum + count, 0) + (await forget())).toBe(25)
  expect(await system(sql`select 1 from trader where is_demo`)).toEqual([])
  expect(await findings()).toEqual([])
})

test('whoever signs in during the clean-up keeps the account or gets a new one', async () => {
  const traders: TestTrader[] = []
  for (let count = 0; count < 12; count++) traders.push(await world.demoTrader())
  world.clock.advance(91 * DAY_MS)
  const [, ...answers] = await Promise.all([forget(), ...traders.map(({ demoId }) => comeBack(demoId))])
  for (const [index, { outcome, data }] of answers.entries()) {
    expect(outcome).toBe('ok')
    const trader = traders[index]!
    expect(await isThere({ id: data.id })).toBe(true)
    expect(data.id === trader.id).toBe(await isThere(trader))
  }
  expect(await findings()).toEqual([])
})

test('an account whose books somebody holds is left, and goes the next time', async () => {
  const trader = await world.demoTrader()
  world.clock.advance(91 * DAY_MS)
  await world.broker.database.withTenant('aurora', async (tx) => {
    await tx.execute(sql`select 1 from trading_account where trader_id = ${trader.id}::bigint for update`)
    expect(await forget()).toBe(0)
  })
  expect(await forget()).toBe(1)
})

/** How many wait for a lock that somebody else holds. */
const waiters = async () => Number((await system(sql`select count(*)::text as count from pg_locks where not granted`))[0]?.count)

test('a log that grows meanwhile keeps no salt of what goes', async () => {
  const unused = await world.demoTrader()
  await close(unused, (await open(world, unused, 'buy', 'EURUSD', { lots: '0.1' })).Id)
  world.clock.advance(91 * DAY_MS)
  let forgotten: Promise<number> = Promise.resolve(0)
  let grown: Promise<void> = Promise.resolve()
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`lock table log_tile in exclusive mode`)
    await world.broker.sealer.flush()
    grown = world.broker.logs.flush()
    await expect.poll(waiters).toBe(1)
    let isForgotten = false
    forgotten = forget().finally(() => {
      isForgotten = true
    })
    await expect.poll(async () => isForgotten || (await waiters()) === 2).toBe(true)
  })
  await grown
  expect(await forgotten).toBe(1)
  expect(
    await system(sql`select 1 from log_entry e where salt is not null and receipt_id is not null
    and not exists (select 1 from receipt r where r.tenant_id = e.tenant_id and r.id = e.receipt_id)`),
  ).toEqual([])
  expect(await findings()).toEqual([])
})

/** The reason that the store gives, whatever wraps it. */
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => String((error as Error).cause ?? error),
  )

test('the store itself keeps the books of whoever is not forgotten, and never forgets a real account', async () => {
  const demo = await world.demoTrader()
  const real = await world.realTrader()
  await open(world, demo, 'buy', 'EURUSD', { lots: '0.1' })
  for (const table of ['receipt', 'ledger_entry', 'trade_order', 'trading_account'])
    expect(await refusal(system(sql`delete from ${sql.identifier(table)} where trader_id = ${demo.id}::bigint`)), table).toContain(
      'append-only',
    )
  // Its entries stand on it.
  expect(await refusal(system(sql`delete from ledger_transaction where trader_id = ${demo.id}::bigint`))).toContain('violates foreign key')
  const write = (id: string) =>
    system(sql`with event as (
        insert into audit_event (tenant_id, actor, action, object, detail, created_at) values ('aurora', 'system', 'demo.forgotten', 'x', '{}', 1) returning id
      ) insert into forgotten_account select 'aurora', ${id}::bigint, id, '{"ledger_transaction":[],"receipt":[],"trade_order":[]}' from event`)
  expect(await refusal(write(real.id))).toContain('is no demo account')
  expect(await findings()).toEqual([])
  await write(demo.id)
  expect((await findings()).map(({ invariant, table }) => `${invariant} ${table}`)).toContain('I7 forgotten_account')
})
