import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows, queryText } from '../db/open-database'
import { silent as logger } from '../ground/logger'
import { type HeldLease, holdEpoch, LeaseLost } from './hold-epoch'
import { ALIVE_MS, type LeaseListener, type Leases, openLeases } from './open-leases'

const NAMES = ['one', 'two', 'three', 'four']
/** The database's time, moved by the test. */
const NOW = sql`(select at from test_time)`
let database: Database
let opened: Leases[]
const clock = frozenClock()

beforeEach(async () => {
  database = await openTestDatabase({ poolSize: 12 })
  opened = []
  await asOwner('create table test_time (at timestamptz not null)')
  await asOwner('insert into test_time values (now())')
  await asOwner('grant select, update on test_time to candor_system')
})
afterEach(async () => {
  await database.close()
})

async function asOwner(text: string): Promise<void> {
  await database.system(async (tx) => {
    await queryText(tx, 'reset role', [])
    await queryText(tx, text, [])
  })
}

async function node(roles: readonly string[] = ['engine'], listener?: LeaseListener): Promise<Leases> {
  const leases = await openLeases({
    database,
    clock,
    logger,
    roles,
    groups: [{ role: 'engine', names: NAMES }],
    hasTimers: false,
    now: NOW,
  })
  opened.push(leases)
  if (listener !== undefined) leases.follow(listener)
  return leases
}

const pass = (milliseconds: number) =>
  database.system((tx) => tx.execute(sql`update test_time set at = at + ${String(milliseconds)}::text::int * interval '1 millisecond'`))
const heldBy = (leases: Leases) => NAMES.filter((name) => leases.held(name) !== null)
const epochOf = (leases: Leases, name: string) => leases.held(name)?.epoch
function heldLease(leases: Leases, name: string): HeldLease {
  const held = leases.held(name)
  if (held === null) throw new Error(`${name} is not held`)
  return held
}
const act = (held: HeldLease) => database.withTenant('aurora', (tx) => holdEpoch(tx, held))

test('one node holds everything at once; one that comes gets its share, and each lease has a new epoch with its new holder', async () => {
  const one = await node()
  expect(heldBy(one)).toEqual(NAMES)
  const two = await node()
  expect(heldBy(two)).toEqual([])
  await one.beat()
  await two.beat()
  expect([heldBy(one).length, heldBy(two).length]).toEqual([2, 2])
  expect([heldBy(one).map((name) => epochOf(one, name)), heldBy(two).map((name) => epochOf(two, name))]).toEqual([
    [1n, 1n],
    [2n, 2n],
  ])
})

test('a node that is silent is taken for dead after its time, and not before', async () => {
  const one = await node()
  const two = await node()
  await pass(ALIVE_MS - 1)
  await two.beat()
  expect(heldBy(two)).toEqual([])
  await pass(2)
  await two.beat()
  await two.beat()
  expect(heldBy(two)).toEqual(NAMES)
  expect(heldBy(one)).toEqual(NAMES)
})

test('a node that was away is refused inside its transaction, in a tenant’s too, and hears that it holds nothing', async () => {
  const lost: string[] = []
  const one = await node(['engine'], { gained() {}, lost: (names) => void lost.push(...names) })
  const old = heldLease(one, 'one')
  await act(old)
  await pass(ALIVE_MS + 1)
  const two = await node()
  await expect(act(old)).rejects.toBeInstanceOf(LeaseLost)
  await act(heldLease(two, 'one'))
  await one.beat()
  expect([heldBy(one), lost.sort()]).toEqual([[], [...NAMES].sort()])
})

test('a node that was away while nobody took anything goes on under its epoch', async () => {
  const one = await node()
  await pass(60_000)
  await act(heldLease(one, 'one'))
  await one.beat()
  expect(epochOf(one, 'one')).toBe(1n)
})

test('what was begun under a lease ends before another node holds it; the others are taken meanwhile', async () => {
  const one = await node()
  const old = heldLease(one, 'one')
  let end = () => {}
  let working: Promise<void> = Promise.resolve()
  await new Promise<void>((begun) => {
    working = database.withTenant('aurora', async (tx) => {
      await holdEpoch(tx, old)
      await new Promise<void>((resolve) => {
        end = resolve
        begun()
      })
    })
  })
  await pass(ALIVE_MS + 1)
  const two = await node()
  expect(heldBy(two)).toEqual(['two', 'three', 'four'])
  end()
  await working
  await two.beat()
  expect(heldBy(two)).toEqual(NAMES)
})

test('a process that stands still in the middle of a transaction holds nobody up: its session is ended', { timeout: 20_000 }, async () => {
  const one = await node()
  const old = heldLease(one, 'one')
  const ended = database.withTenant('aurora', async (tx) => {
    const [session] = await queryText(tx, 'select pg_backend_pid() as pid', [])
    await holdEpoch(tx, old)
    // Nothing is asked of the server any more until it has ended the session.
    const isThere = () =>
      database.system((other) => queryRows(other, sql`select pid from pg_stat_activity where pid = ${String(session?.pid)}::text::int`))
    await expect.poll(isThere, { timeout: 15_000 }).toEqual([])
    await queryText(tx, 'select 1', [])
  })
  await expect(ended).rejects.toThrow()
  await pass(ALIVE_MS + 1)
  expect(heldBy(await node())).toEqual(NAMES)
})

test('a node that ends gives everything back, and the next one need not wait; those who act under it have stopped before', async () => {
  const order: string[] = []
  const one = await node(['engine'], {
    gained() {},
    async lost() {
      await Promise.resolve()
      order.push('stopped')
    },
  })
  const two = await node()
  await one.close()
  order.push('closed')
  await two.beat()
  expect([order, heldBy(two), heldBy(one)]).toEqual([['stopped', 'closed'], NAMES, []])
})

test('a node without the role holds nothing, and all see who is there and with what', async () => {
  const site = await node(['api'])
  expect(heldBy(site)).toEqual([])
  const engine = await node(['engine', 'feed'])
  await site.beat()
  expect([...site.cluster.nodes].map(([id, roles]) => [id, [...roles]]).sort()).toEqual(
    [
      [site.nodeId, ['api']],
      [engine.nodeId, ['engine', 'feed']],
    ].sort(),
  )
  expect(heldBy(engine)).toEqual(NAMES)
})

test('who only believes to hold a lease stops believing before another can begin', async () => {
  const one = await node()
  expect(one.isSure('one')).toBe(true)
  clock.advance(ALIVE_MS - 1)
  expect([one.isSure('one'), one.held('one') !== null]).toEqual([false, true])
  await one.beat()
  expect(one.isSure('one')).toBe(true)
})

test('the table itself refuses a holder without an epoch of its own, and an epoch that falls', async () => {
  await node()
  for (const change of [`holder = 'another'`, 'epoch = 0', `name = 'another'`]) {
    await expect(database.system((tx) => queryText(tx, `update lease set ${change} where name = 'one'`, []))).rejects.toThrow(
      'has been at epoch 1',
    )
  }
  await expect(database.withTenant('aurora', (tx) => queryText(tx, 'select * from lease', []))).rejects.toThrow('permission denied')
})
