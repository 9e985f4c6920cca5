/** What a node says of its own clock, and of nodes that it cannot hear. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NODE_ROLES } from '../../contract/node-roles'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import type { Database } from '../db/open-database'
import { type NodeWatch, watchNodes } from './watch-nodes'

let database: Database
let watch: NodeWatch
let offMs: number
let nodes: number
/** Of each node. */
let roles: ReadonlySet<string>
let others: { node: string; silentMs: number; isHeard: boolean }[]
let isConnected: boolean
const said: string[] = []
const say = (_fields: unknown, message: string) => said.push(message)

beforeEach(async () => {
  database = await openTestDatabase()
  ;[offMs, nodes, others, isConnected] = [0, 1, [], true]
  roles = new Set(NODE_ROLES)
  watch = watchNodes({
    ...{
      database,
      nodes: () => new Map(Array.from({ length: nodes }, (_, place) => [`node ${place}`, roles])),
      bus: { health: () => ({ isConnected, others }) },
    },
    clock: { now: () => Date.now() + offMs, monotonic: () => 0 },
    logger: { debug() {}, info: say, warn: say, error: say },
  })
})
afterEach(async () => {
  await watch.stop()
  await database.close()
  said.length = 0
})

test.each([
  ['ahead', 60_000, /^the clock of this node is (60|59\.9|59\.8|[5]\d(\.\d)?) s ahead of PostgreSQL's: set both by one time server$/],
  ['behind', -60_000, /^the clock of this node is (60|60\.\d|6\d(\.\d)?) s behind PostgreSQL's: set both by one time server$/],
])('a clock that is %s is said once, and when it is right again', async (_name, off, sentence) => {
  await watch.look()
  expect(said).toEqual([])
  offMs = off
  await watch.look()
  await watch.look()
  expect(said).toEqual([expect.stringMatching(sentence)])
  offMs = 0
  await watch.look()
  expect(said[1]).toBe("the clock of this node is PostgreSQL's again")
})

test('nodes of the database that are not heard are said once, unless they have only just come or NATS is gone', async () => {
  nodes = 3
  others = [{ node: 'one', silentMs: 10, isHeard: true }]
  await watch.look()
  expect(said).toEqual([])
  await watch.look()
  await watch.look()
  expect(said).toEqual(['other nodes use this database and are not heard over NATS: give all nodes the same NATS_URL and MASTER_KEY'])
  nodes = 2
  await watch.look()
  expect(said[1]).toBe('all nodes of this database are heard')
  ;[nodes, isConnected] = [3, false]
  await watch.look()
  await watch.look()
  expect(said).toHaveLength(2)
})

test('work that no node does is said when it stays so, and when somebody does it again', async () => {
  roles = new Set(['site', 'api', 'sockets', 'jobs'])
  await watch.look()
  expect(said).toEqual([])
  await watch.look()
  await watch.look()
  expect(said).toEqual(['no node of this database does engine, feed: start one with it in ROLES'])
  roles = new Set(NODE_ROLES)
  await watch.look()
  expect(said[1]).toBe('some node of this database does each of engine, feed and jobs again')
})
