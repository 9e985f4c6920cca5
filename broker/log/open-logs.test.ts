import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BrokerStatement } from '../../contract/companies'
import { type Checkpoint, openCheckpoint } from '../../rules/log/checkpoint'
import { factEntry, receiptEntry } from '../../rules/log/entry'
import {
  consistencySpans,
  inclusionSpans,
  isConsistent,
  isIncluded,
  leafHash,
  rootHash,
  type Span,
  spanHash,
  subtreesOf,
} from '../../rules/log/merkle'
import { type NoteKey, parseNoteKey } from '../../rules/log/note'
import { readEntryBundle, subtreeReader, tilePath, tilesBetween, tilesOf } from '../../rules/log/tiles'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { TEST_MASTER_KEY, testSigner } from '../../tests/fixtures/test-signer'
import { open } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { insertMany } from '../db/insert-many'
import { queryRows } from '../db/open-database'
import { receipt } from '../db/schema'
import { silent as logger } from '../ground/logger'
import { openLogs } from './open-logs'

let world: World
let trader: TestTrader
beforeAll(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
  await world.quoteAll()
  await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  await grown()
})
afterAll(() => world.close())

async function grown(): Promise<void> {
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const ask = (path: string, host = trader.host) => world.broker.fetch(new Request(`http://${host}/log/${path}`))

async function keys(): Promise<NoteKey[]> {
  const response = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
  const { log } = BrokerStatement.parse(await response.json())
  expect(log).toMatchObject({ path: '/log/aurora/', origin: `${world.tenant('aurora').siteHosts[0]}/log/aurora` })
  return (log?.keys ?? []).map((key) => parseNoteKey(key)!)
}

async function checkpointOf(): Promise<Checkpoint> {
  const opened = openCheckpoint(await (await ask('aurora/checkpoint')).text(), await keys())
  if (!opened.ok) throw new Error(opened.problem)
  return opened.checkpoint
}

/** Reads hashes as a stranger does: from the tiles alone. */
async function readerFor(spans: readonly Span[], size: number) {
  const tiles = new Map<string, Uint8Array>()
  for (const tile of tilesOf(spans.flatMap(subtreesOf), size)) {
    const response = await ask(`aurora/${tilePath(tile)}`)
    expect([tilePath(tile), response.status]).toEqual([tilePath(tile), 200])
    tiles.set(`${tile.level}/${tile.index}`, new Uint8Array(await response.arrayBuffer()))
  }
  return subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
}

async function rootFromTiles(size: number): Promise<Uint8Array> {
  return rootHash(size, await readerFor([{ from: 0, to: size }], size))
}

/** Receipts and facts. */
const sealedOf = () =>
  world.broker.database.system((tx) =>
    queryRows<{ hash: string; is_fact: boolean }>(
      tx,
      sql`select hash, false as is_fact from receipt where tenant_id = 'aurora'
          union all select hash, true from log_fact where tenant_id = 'aurora'`,
    ),
  )

interface EntryRow extends Record<string, unknown> {
  readonly index: string
  readonly salt: string
  readonly hash: string
  readonly is_fact: boolean
}
const entriesOf = () =>
  world.broker.database.system((tx) =>
    queryRows<EntryRow>(
      tx,
      sql`select e.index::text, encode(e.salt, 'hex') as salt, coalesce(r.hash, f.hash) as hash, r.id is null as is_fact from log_entry e
          left join receipt r on r.tenant_id = e.tenant_id and r.id = e.receipt_id
          left join log_fact f on f.tenant_id = e.tenant_id and f.id = e.fact_id where e.tenant_id = 'aurora' order by e.index`,
    ),
  )

function entryOf({ salt, hash, is_fact: isFact }: EntryRow): Uint8Array {
  const entry = isFact ? factEntry : receiptEntry
  return entry(Buffer.from(salt, 'hex'), Buffer.from(hash, 'hex'))
}

/** As many receipts as wanted, each behind the one before it, as trading writes them. */
async function writeReceipts(count: number): Promise<void> {
  await world.broker.database.withTenant('aurora', async (tx) => {
    const [account] = await queryRows<{ hash: string }>(
      tx,
      sql`select receipt_hash as hash from trading_account where trader_id = ${trader.id}::bigint`,
    )
    let previousHash = account!.hash
    const rows = Array.from({ length: count }, (_, number) => {
      const at = world.clock.now()
      const signed = testSigner.sign(world.tenant('aurora'), { v: 1, event: 'adjustment', number, previous: previousHash, at })
      const row = {
        ...signed,
        tenantId: 'aurora',
        traderId: BigInt(trader.id),
        orderId: null,
        event: 'adjustment',
        previousHash,
        ticks: [],
        createdAt: at,
      }
      previousHash = signed.hash
      return row
    })
    await insertMany(tx, receipt, rows)
    await tx.execute(sql`update trading_account set receipt_hash = ${previousHash} where trader_id = ${trader.id}::bigint`)
  })
}

const findings = async () => {
  const results = await auditBooks(world.broker.database, world.tenants)
  return results.find(({ invariant }) => invariant === 'I19')?.findings
}

describe('the log of a company', () => {
  test('has an entry for each receipt and fact, and tiles, bundles and root that follow from them', async () => {
    const checkpoint = await checkpointOf()
    const [sealed, entries] = [await sealedOf(), await entriesOf()]
    expect(new Set(sealed.map(({ is_fact: isFact }) => isFact))).toEqual(new Set([true, false]))
    expect([checkpoint.size, entries.map(({ hash }) => hash).sort()]).toEqual([sealed.length, sealed.map(({ hash }) => hash).sort()])
    expect(await rootFromTiles(checkpoint.size)).toEqual(checkpoint.root)
    const bundle = await ask(`aurora/${tilePath({ level: 'entries', index: 0, width: checkpoint.size })}`)
    const published = readEntryBundle(new Uint8Array(await bundle.arrayBuffer()))!
    expect(published).toEqual(entries.map(entryOf))
    const tile = await ask(`aurora/${tilePath({ level: 0, index: 0, width: checkpoint.size })}`)
    expect(Buffer.from(await tile.arrayBuffer())).toEqual(Buffer.concat(published.map(leafHash)))
  })

  test('is served as the specification asks: what never changes for ever, the checkpoint for a second, to every page', async () => {
    const [note, tile] = [await ask('aurora/checkpoint'), await ask('aurora/tile/0/000.p/1')]
    expect(Object.fromEntries([...note.headers].filter(([name]) => /^(content-type|cache-control|access-control)/.test(name)))).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=1',
      'access-control-allow-origin': '*',
    })
    expect(tile.headers.get('content-type')).toBe('application/octet-stream')
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    'aurora',
    'aurora/',
    'aurora/checkpoint/',
    'aurora/witnessed',
    'aurora/tile/0/000',
    'aurora/tile/0/000.p/255',
    'aurora/tile/1/000.p/1',
    'aurora/tile/0/x999/999',
    'aurora/tile/0/x999/x999/x999/x999/999',
    'aurora/tile/entries/000',
    'aurora/tile/entries/001.p/1',
    'aurora/tile/0/000.p/0',
    'meridian/checkpoint',
    'nobody/checkpoint',
  ])('%s is not there', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  test("a company's log stands on its own host and the shared one, and on nobody else's", async () => {
    expect((await ask('meridian/checkpoint', 'meridian.localhost:3000')).status).toBe(200)
    expect((await ask('meridian/checkpoint', 'localhost:3000')).status).toBe(200)
    expect((await ask('aurora/checkpoint', 'meridian.localhost:3000')).status).toBe(404)
    expect((await ask('aurora/checkpoint', 'nobody.localhost:3000')).status).not.toBe(200)
  })

  test('grows over full tiles out of what it was, and every tile it had is still there', async () => {
    const older = await checkpointOf()
    await writeReceipts(700)
    await grown()
    const newer = await checkpointOf()
    expect(newer.size).toBe(older.size + 700)
    expect(await rootFromTiles(newer.size)).toEqual(newer.root)
    const spans = consistencySpans(older.size, newer.size)
    const read = await readerFor(spans, newer.size)
    expect(
      isConsistent(
        older,
        newer,
        spans.map((span) => spanHash(span, read)),
      ),
    ).toBe(true)
    expect(await rootFromTiles(older.size)).toEqual(older.root)
    const full = await ask('aurora/tile/0/000')
    const narrow = await ask(`aurora/${tilePath({ level: 0, index: 0, width: older.size })}`)
    expect(Buffer.from(await narrow.arrayBuffer())).toEqual(Buffer.from(await full.arrayBuffer()).subarray(0, older.size * 32))
    for (const tile of tilesBetween(0, newer.size)) expect((await ask(`aurora/${tilePath(tile)}`)).status).toBe(200)
    const proven = (await entriesOf())[300]!
    const { index } = proven
    const proof = inclusionSpans(Number(index), newer.size)
    const readProof = await readerFor(proof, newer.size)
    const leaf = leafHash(entryOf(proven))
    const entry = { index: Number(index), size: newer.size, root: newer.root, leaf }
    expect(
      isIncluded(
        entry,
        proof.map((span) => spanHash(span, readProof)),
      ),
    ).toBe(true)
    expect(await findings()).toEqual([])
  })

  test('has the same name, key and history for whoever opens it again', async () => {
    const { database } = world.broker
    const before = await (await ask('aurora/checkpoint')).text()
    const again = await openLogs({ database, masterKey: TEST_MASTER_KEY, clock: world.clock, logger }, [
      { id: 'aurora', siteHosts: ['elsewhere.example'] },
    ])
    await again.flush()
    expect(again.published('aurora')?.keys.map((key) => parseNoteKey(key))).toEqual(await keys())
    expect((await again.answer('aurora', 'checkpoint'))?.body).toBe(before)
    await again.close()
  })

  test('gets a new key where the old one cannot be opened, and what the old one signed can still be checked', async () => {
    const { database } = world.broker
    const warnings: string[] = []
    const logger = { debug() {}, info() {}, warn: (_: object, message: string) => void warnings.push(message), error() {} }
    const owner = { id: 'orphan', siteHosts: ['orphan.example'] }
    const first = await openLogs({ database, masterKey: TEST_MASTER_KEY, clock: world.clock, logger }, [owner])
    const second = await openLogs({ database, masterKey: new Uint8Array(32).fill(9), clock: world.clock, logger }, [owner])
    const [published, note] = [second.published('orphan')!.keys, (await second.answer('orphan', 'checkpoint'))!.body as string]
    expect(published.slice(1)).toEqual(first.published('orphan')!.keys)
    expect(
      openCheckpoint(
        note,
        published.map((key) => parseNoteKey(key)!),
      ).ok,
    ).toBe(true)
    expect(warnings).toHaveLength(1)
    await first.close()
    await second.close()
  })
})

/** As the owner of the tables, whom no role holds back; the triggers do. */
async function asOwner(statement: string): Promise<void> {
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`select 1`)
    await tx.execute(sql`reset role`)
    await tx.execute(sql.raw(statement))
  })
}

test.each([
  `update log_entry set entry = '\\x00' where tenant_id = 'aurora' and index = 0`,
  `update log_entry set salt = null where tenant_id = 'aurora' and index = 0`,
  `delete from log_entry where tenant_id = 'aurora'`,
  `update log_tile set hashes = overlay(hashes placing '\\xff00ff' from 5) where tenant_id = 'aurora' and level = 0 and index = 0`,
  `update log_tile set hashes = substring(hashes for 32) where tenant_id = 'aurora' and level = 0 and index = 0`,
  `delete from log_tile where tenant_id = 'aurora'`,
  `update company_log set size = size - 1 where tenant_id = 'aurora'`,
  `update company_log set origin = 'other' where tenant_id = 'aurora'`,
  `delete from company_log where tenant_id = 'aurora'`,
  `update log_key set note_key = '' where tenant_id = 'aurora'`,
])('the store refuses: %s', async (statement) => {
  await expect(asOwner(statement)).rejects.toThrow()
})

test.each([
  ['log_entry', `update log_entry set entry = decode(repeat('00', 32), 'hex') where tenant_id = 'aurora' and index = 1`],
  ['log_entry', `update log_entry set salt = null where tenant_id = 'aurora' and index = 1`],
  ['log_entry', `delete from log_entry where tenant_id = 'aurora' and index = 1`],
  [
    'log_tile',
    `update log_tile set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) where tenant_id = 'aurora' and level = 0 and index = 1`,
  ],
  ['log_tile', `delete from log_tile where tenant_id = 'aurora' and level = 1`],
  ['company_log', `update company_log set checkpoint = replace(checkpoint, 'log/aurora', 'log/aurore') where tenant_id = 'aurora'`],
  ['company_log', `update company_log set size = size + 1 where tenant_id = 'aurora'`],
  ['company_log', `delete from company_log where tenant_id = 'aurora'`],
])('the audit finds in %s: %s', async (table, statement) => {
  let found: string[] = []
  const undone = new Error('taken back')
  await world.broker.database
    .system(async (tx) => {
      await tx.execute(sql`select 1`)
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(statement))
      const results = await auditBooks({ atOneMoment: (work) => work(tx) }, world.tenants)
      found = results.find(({ invariant }) => invariant === 'I19')!.findings.map((one) => one.table)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  expect(found).toContain(table)
})
