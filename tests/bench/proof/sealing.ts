/** How fast receipts go into the chain and the public log, what the log grows by, and what traders lose to it. */
import { sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../../../broker/db/open-database'
import { createWorld, type World } from '../../fixtures/create-world'
import { openOnServer } from '../../fixtures/test-database'
import { withDurableStore } from '../durable-store'
import { throughBroker } from '../orders'
import type { Figure } from '../report'

/** As long as a receipt of an order. */
const BODY = 'x'.repeat(1_000)
const SIGNATURE = 'x'.repeat(86)
const AT_ONCE = 500
const ENTRY_BYTES = 32
const HASH_BYTES = 32

/** @param count receipts that wait to be sealed, of one account */
export async function measureSealing(count: number): Promise<Figure[]> {
  return withDurableStore(async (url) => {
    const world = await createWorld({ broker: { database: await openOnServer(url), checksOutput: false } })
    try {
      const trader = await world.demoTrader()
      await flush(world)
      const before = await logOf(world)
      const baseline = await bareRate(world, count)
      await layReceipts(world, trader.id, count)
      const begun = performance.now()
      await flush(world)
      const seconds = (performance.now() - begun) / 1_000
      const after = await logOf(world)
      if (after.size - before.size !== count) throw new Error(`${after.size - before.size} of ${count} receipts are in the log`)
      return [
        {
          what: `receipts sealed and in the log (${count.toLocaleString('en-GB')})`,
          value: count / seconds,
          unit: 'receipts/s',
          baseline: { what: `their entries alone, ${AT_ONCE} a transaction`, value: baseline },
          goal: { atLeast: 3_000 },
        },
        {
          what: 'the public log grows by',
          value: (after.published - before.published) / count,
          unit: 'bytes/receipt',
          baseline: { what: 'an entry and its hash', value: ENTRY_BYTES + HASH_BYTES },
          goal: { atMost: 100 },
        },
        {
          what: 'the store grows by, for chain and log',
          value: (after.stored - before.stored) / count,
          unit: 'bytes/receipt',
          baseline: { what: 'what is published of it', value: (after.published - before.published) / count },
        },
      ]
    } finally {
      await world.close()
    }
  })
}

async function flush({ broker }: World): Promise<void> {
  await broker.sealer.flush()
  await broker.logs.flush()
}

/** Past all triggers: what is measured comes after them. */
async function asOwner(world: World, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    await work(tx)
  })
}

async function layReceipts(world: World, traderId: string, count: number): Promise<void> {
  await asOwner(world, (tx) =>
    tx.execute(sql`insert into receipt (tenant_id, trader_id, event, body, hash, previous_hash, signature, key_id, ticks, created_at)
      select 'aurora', ${traderId}::bigint, 'adjustment', ${BODY}, encode(sha256(('bench ' || n)::bytea), 'hex'), 'bench ' || n, ${SIGNATURE}, 'bench',
             '[]'::jsonb, ${world.clock.now()}::bigint from generate_series(1, ${count}::int) n`),
  )
}

/** Rows a second of the same size as entries, with a hash each, and nothing that binds them to each other. */
async function bareRate(world: World, count: number): Promise<number> {
  await asOwner(world, (tx) =>
    tx.execute(sql`create table bare_entry (index bigint primary key, salt bytea not null, entry bytea not null)`),
  )
  const begun = performance.now()
  for (let from = 0; from < count; from += AT_ONCE)
    await asOwner(world, (tx) =>
      tx.execute(sql`insert into bare_entry select n, sha256(('salt ' || n)::bytea), sha256(('entry ' || n)::bytea)
        from generate_series(${from}::int, ${Math.min(count, from + AT_ONCE) - 1}::int) n`),
    )
  const seconds = (performance.now() - begun) / 1_000
  await asOwner(world, (tx) => tx.execute(sql`drop table bare_entry`))
  return count / seconds
}

interface LogState {
  readonly size: number
  /** Bytes that whoever reads all of it reads: entries with their lengths, and tiles. */
  readonly published: number
  /** Bytes of the tables with their indexes. */
  readonly stored: number
}

async function logOf(world: World): Promise<LogState> {
  const [row] = await world.broker.database.system((tx) =>
    queryRows<{ size: string; published: string; stored: string }>(
      tx,
      sql`select (select size from company_log where tenant_id = 'aurora')::text as size,
        ((select coalesce(sum(length(entry) + 2), 0) from log_entry where tenant_id = 'aurora')
          + (select coalesce(sum(length(hashes)), 0) from log_tile where tenant_id = 'aurora'))::text as published,
        (pg_total_relation_size('log_entry') + pg_total_relation_size('log_tile') + pg_total_relation_size('audit_link'))::text as stored`,
    ),
  )
  if (row === undefined) throw new Error('a query of one row has one')
  return { size: Number(row.size), published: Number(row.published), stored: Number(row.stored) }
}

/** @param rounds with sealing and without, by turns: their middle values are compared, since a machine has good and bad moments */
export async function measureSealedOrders(rounds: number): Promise<Figure[]> {
  return withDurableStore(async (url) => {
    const [sealed, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++)
      for (const seals of [true, false]) (seals ? sealed : bare).push((await throughBroker(await openOnServer(url), { seals })).perSecond)
    const [withSealing, without] = [middleOf(sealed), middleOf(bare)]
    return [
      {
        what: 'orders opened and closed, sealed meanwhile',
        value: withSealing,
        unit: 'orders/s',
        baseline: { what: 'the same without sealing', value: without },
      },
      {
        what: 'orders lost to sealing',
        value: Math.max(0, 100 * (1 - withSealing / without)),
        unit: '%',
        baseline: null,
        goal: { atMost: 3 },
      },
    ]
  })
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
