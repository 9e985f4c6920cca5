/**
 * What has to go on being provable when a company changes its key, closes, or is put back from a copy. Who loses a witness is in
 * tests/witness and broker/log/gather-cosignatures.test.ts, who is killed while the log grows in broker/log/killed-growth.test.ts.
 */
import { afterEach, expect, test } from 'vitest'
import { checkReceipts } from '../../app/features/receipts/check-receipts'
import { compareWithSeen, type SeenLog } from '../../app/features/receipts/seen-logs'
import { auditBooks } from '../../broker/audit/audit-books'
import { receipt } from '../../broker/db/schema'
import { silent } from '../../broker/ground/logger'
import { canonicalText } from '../../broker/receipts/canonical-json'
import { rotateReceiptKey } from '../../broker/receipts/receipt-keys'
import { BrokerStatement } from '../../contract/companies'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { parseNoteKey } from '../../rules/log/note'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { makeScratchDatabase } from '../fixtures/scratch-database'
import { createOnServer, openTestDatabase, testServerUrl } from '../fixtures/test-database'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { open, PLAIN_TERMS } from '../fixtures/trader-actions'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function grown({ broker }: World): Promise<void> {
  await broker.sealer.flush()
  await broker.logs.flush()
}

async function trade(world: World, trader?: TestTrader): Promise<TestTrader> {
  const own = trader ?? (await world.demoTrader())
  await world.price('EURUSD', '1.10000')
  await open(
    world,
    { call: (endpoint, input, options) => world.client.call(endpoint, input, { host: own.host, token: own.token, ...options }) },
    'buy',
    'EURUSD',
    {
      lots: '0.1',
    },
  )
  await grown(world)
  return own
}

const ask = (world: World, path: string) => world.broker.fetch(new Request(`http://aurora.localhost:3000/${path}`))

async function statementOf(world: World): Promise<BrokerStatement> {
  return BrokerStatement.parse(await (await ask(world, '.well-known/broker.json')).json())
}

async function seenIn(world: World, keys?: readonly string[]): Promise<SeenLog> {
  const note = await (await ask(world, 'log/aurora/checkpoint')).text()
  const opened = openCheckpoint(
    note,
    (keys ?? (await statementOf(world)).log!.keys).map((key) => parseNoteKey(key)!),
  )
  if (!opened.ok) throw new Error(opened.problem)
  return { ...opened.checkpoint, note }
}

/** Whether a reader who saw `before` is shown its continuation now. */
async function goesOn(world: World, before: SeenLog, now: SeenLog) {
  const kept = new Map<string, string>()
  const memory = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  const fetchTile = async (path: string) => {
    const response = await ask(world, `log/aurora/${path}`)
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null
  }
  await compareWithSeen(before, memory, fetchTile)
  return compareWithSeen(now, memory, fetchTile)
}

async function findings(world: World) {
  return (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings)
}

test('old receipts verify after a new key signs, in one chain with the new ones', async () => {
  const database = await openTestDatabase()
  let world = await createWorld({ tenants: PLAIN_TERMS, broker: { database: { ...database, close: async () => {} } } })
  const trader = await trade(world)
  const [oldKey] = (await statementOf(world)).receipt_keys
  await world.close()
  await rotateReceiptKey(database, 'aurora', TEST_MASTER_KEY, world.clock)

  world = await createWorld({ tenants: PLAIN_TERMS, broker: { database } })
  closers.push(() => world.close())
  await trade(world, trader)
  const { receipt_keys: published } = await statementOf(world)
  expect(published.map(({ key_id }) => key_id)).toContain(oldKey!.key_id)
  const rows = await world.broker.database.withTenant('aurora', (tx) => tx.select().from(receipt).orderBy(receipt.id))
  const receipts = rows.map(({ body, hash, keyId, signature }) => ({ body: JSON.parse(body), hash, key_id: keyId, signature }))
  expect(new Set(receipts.map(({ key_id }) => key_id)).size).toBe(2)
  const trusted = published.map(({ key_id: keyId, public_key: publicKey }) => ({ keyId, publicKey, broker: 'aurora', owner: 'Aurora' }))
  const report = await checkReceipts(canonicalText(receipts), trusted)
  expect(report).toMatchObject({ ok: true, verdict: 'genuine' })
  expect(await findings(world)).toEqual([])
})

test('a company that closes leaves its log and keys whole in the store, and goes on from there if it comes back', async () => {
  const world = await createWorld({ tenants: PLAIN_TERMS, broker: { leavingMs: 0 } })
  closers.push(() => world.close())
  const trader = await trade(world)
  const before = await seenIn(world)
  const { keys } = (await statementOf(world)).log!
  const others = world.tenants.filter(({ id }) => id !== 'aurora')
  world.broker.brands.take({ tenants: others, changed: [], problems: [] })
  expect(await findings(world)).toEqual([])

  await world.broker.brands.prepare(world.tenants.filter(({ id }) => id === 'aurora'))
  world.broker.brands.take({ tenants: world.tenants, changed: ['aurora'], problems: [] })
  expect(await seenIn(world, keys)).toEqual(before)
  expect((await statementOf(world)).log!.keys).toEqual(keys)
  await trade(world, trader)
  expect((await goesOn(world, before, await seenIn(world))).outcome).toBe('passed')
})

test('a copy that is put back goes on with the same log, or whoever saw more holds the proof that it does not', async () => {
  const source = await createOnServer(testServerUrl())
  closers.push(() => source.drop())
  const openOn = (databaseUrl: string) => createWorld({ tenants: PLAIN_TERMS, broker: { database: { databaseUrl, logger: silent } } })
  const first = await openOn(source.url)
  const trader = await trade(first)
  const atCopy = await seenIn(first)
  await first.close()
  const copy = await makeScratchDatabase(testServerUrl(), async () => new URL(source.url).pathname.slice(1))
  closers.push(() => copy.drop())

  // The company goes on behind the copy, and a reader sees it.
  const later = await openOn(source.url)
  await trade(later, trader)
  const seenLater = await seenIn(later)
  await later.close()

  const restored = await openOn(copy.url)
  closers.push(() => restored.close())
  expect(await seenIn(restored)).toEqual(atCopy)
  await trade(restored, trader)
  const now = await seenIn(restored)
  expect(now.size).toBeGreaterThan(atCopy.size)
  expect((await goesOn(restored, atCopy, now)).outcome).toBe('passed')
  expect(await findings(restored)).toEqual([])
  const forked = await goesOn(restored, seenLater, now)
  expect(forked.outcome).toBe('failed')
  for (const { note } of [seenLater, now]) expect(forked.evidence).toContain(note)
})
