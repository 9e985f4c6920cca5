/**
 * Nodes that act, stand still, lose their line and come back in any order, on a real server: whatever is committed under a lease belongs
 * to one holder an epoch, and nothing of an epoch is committed after the next one began.
 */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows, queryText } from '../db/open-database'
import { silent as logger } from '../ground/logger'
import { holdEpoch } from './hold-epoch'
import { type Leases, openLeases } from './open-leases'

const NAMES = ['feed', 'engine:1', 'engine:2']
const NOW = sql`(select at from test_time)`
const STEPS = 100
let database: Database

beforeEach(async () => {
  database = await openTestDatabase({ poolSize: 24 })
  await database.system(async (tx) => {
    await queryText(tx, 'reset role', [])
    await queryText(tx, 'create table test_time (at timestamptz not null)', [])
    await queryText(tx, 'insert into test_time values (now())', [])
    await queryText(tx, 'create table deed (id bigserial primary key, name text, epoch bigint, node text)', [])
    await queryText(tx, 'grant all on test_time, deed, deed_id_seq to candor_system, candor_app', [])
  })
})
afterEach(() => database.close())

/** Numbers from 0 to 1 that a seed decides. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Deed {
  readonly end: () => void
  readonly ended: Promise<boolean>
}

/** A transaction under what the node takes itself to hold; it stays open until it is ended, and says whether it was kept. */
function begin(leases: Leases, name: string): Deed | null {
  const held = leases.held(name)
  if (held === null) return null
  let end = () => {}
  const gate = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = database.withTenant('aurora', async (tx) => {
    await holdEpoch(tx, held)
    await gate
    await queryText(tx, 'insert into deed (name, epoch, node) values ($1, $2::bigint, $3)', [name, held.epoch.toString(), leases.nodeId])
  })
  // Refused, or its session was ended because a busy machine let it wait for two seconds: either way nothing is kept.
  const ended = work.then(
    () => true,
    () => false,
  )
  return { end: () => end(), ended }
}

test.each([1, 2, 3, 4])('seed %i', { timeout: 60_000 }, async (seed) => {
  const random = randomOf(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const open = () =>
    openLeases({
      database,
      clock: frozenClock(),
      logger,
      roles: ['engine'],
      groups: [{ role: 'engine', names: NAMES }],
      hasTimers: false,
      now: NOW,
    })
  const nodes = [await open(), await open(), await open()]
  const deeds: Deed[] = []
  let kept = 0
  const end = async (deed: Deed | undefined) => {
    if (deed === undefined) return
    deeds.splice(deeds.indexOf(deed), 1)
    deed.end()
    if (await deed.ended) kept += 1
  }
  for (let step = 0; step < STEPS; step++) {
    const node = pick(nodes)
    if (node === undefined) break
    const chance = random()
    // A node that does not beat for a while is one that stands still or has no line; its transactions go on all the same.
    if (chance < 0.35) await node.beat()
    else if (chance < 0.45) await database.system((tx) => tx.execute(sql`update test_time set at = at + interval '1 second'`))
    else if (chance < 0.78 && deeds.length < 12) {
      const begun = begin(node, pick(NAMES) ?? 'feed')
      if (begun !== null) deeds.push(begun)
    } else if (chance < 0.97) await end(pick(deeds))
    else {
      nodes.splice(nodes.indexOf(node), 1, await open())
    }
  }
  for (const deed of [...deeds]) await end(deed)
  const rows = await database.system((tx) =>
    queryRows<{ name: string; epoch: string; node: string }>(tx, sql`select name, epoch::text as epoch, node from deed order by id`),
  )
  expect(kept).toBeGreaterThan(0)
  expect(rows.length).toBe(kept)
  for (const name of NAMES) {
    const ofName = rows.filter((row) => row.name === name)
    const epochs = ofName.map(({ epoch }) => Number(epoch))
    expect(epochs).toEqual([...epochs].sort((a, b) => a - b))
    for (const epoch of new Set(epochs)) {
      expect(new Set(ofName.filter((row) => Number(row.epoch) === epoch).map((row) => row.node)).size).toBe(1)
    }
  }
})
