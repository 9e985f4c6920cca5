/** Work of one node at a time: what another node's turn has made of it. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows } from '../db/open-database'
import { silent as logger } from '../ground/logger'
import { LeaseLost } from './hold-epoch'
import { type Leases, openLeases } from './open-leases'
import { JOBS_LEASE, turnOf } from './turn'

const clock = { now: () => 0, monotonic: () => 0 }
const groups = [{ role: 'jobs', names: [JOBS_LEASE] }]
let database: Database
const opened: Leases[] = []
const node = async () => {
  const leases = await openLeases({ database, clock, logger, roles: ['jobs'], groups, hasTimers: false })
  opened.push(leases)
  return leases
}
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const leases of opened.splice(0)) await leases.close()
  await database.close()
})

const KEY = 'a note'
const write = (over: Database) =>
  over.system((tx) => tx.execute(sql`insert into market_state (key, value) values (${KEY}, '1'::jsonb) on conflict do nothing`))
const isWritten = async () => {
  const rows = await database.system((tx) => queryRows(tx, sql`select 1 from market_state where key = ${KEY}`))
  return rows.length > 0
}
const fallSilent = ({ nodeId }: Leases) =>
  database.system((tx) => tx.execute(sql`update cluster_node set alive_until = now() - interval '1 second' where id = ${nodeId}`))

test('where nobody else is, it is always the turn of the one process, and nothing is asked', async () => {
  const turn = turnOf(undefined, JOBS_LEASE, database)
  expect([turn.isMine(), turn.database]).toEqual([true, database])
})

test('of two nodes one has the turn; the other one is refused and leaves nothing', async () => {
  const [one, two] = [await node(), await node()]
  const turns = [one, two].map((leases) => turnOf(leases, JOBS_LEASE, database))
  expect(turns.map((turn) => turn.isMine())).toEqual([true, false])
  await expect(write(turns[1]!.database)).rejects.toThrow(LeaseLost)
  expect(await isWritten()).toBe(false)
  await write(turns[0]!.database)
  expect(await isWritten()).toBe(true)
})

test('a node that was away still believes that it has the turn: what it writes is not kept', async () => {
  const [one, two] = [await node(), await node()]
  await fallSilent(one)
  await two.beat()
  const [away, next] = [one, two].map((leases) => turnOf(leases, JOBS_LEASE, database))
  expect([away!.isMine(), next!.isMine()]).toEqual([true, true])
  await expect(write(away!.database)).rejects.toThrow(LeaseLost)
  await expect(away!.database.withTenant('aurora', (tx) => tx.execute(sql`select 1`))).rejects.toThrow(LeaseLost)
  expect(await isWritten()).toBe(false)
  await write(next!.database)
})
