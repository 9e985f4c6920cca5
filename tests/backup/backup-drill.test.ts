/** The drill: trade, back up, lose everything, put it back, and find the same balances in clean books. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { auditReport } from '../../broker/audit/audit-report'
import { backUp } from '../../broker/backup/back-up'
import { BackupProblem } from '../../broker/backup/backup-manifest'
import { copyBuiltIn, putBuiltIn } from '../../broker/backup/built-in-copy'
import { takeOldStore } from '../../broker/backup/old-store'
import { dumpServer, restoreServer } from '../../broker/backup/postgres-tools'
import { restore } from '../../broker/backup/restore'
import { type Database, openDatabase } from '../../broker/db/open-database'
import { folderFileStore } from '../../broker/files/folder-store'
import { silent } from '../../broker/ground/logger'
import { operatorSocketPath } from '../../broker/operator-door/operator-socket'
import { borrowDatabase } from '../../broker/store/borrow-store'
import { openBuiltInStore } from '../../broker/store/built-in-store'
import { clusterPlaces } from '../../broker/store/cluster-places'
import { listOrders, listReceipts, submitOrder } from '../../contract/orders'
import { getBalance } from '../../contract/wallet'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { makeScratchDatabase } from '../fixtures/scratch-database'
import { createOnServer, isServerBuiltIn, testServerUrl } from '../fixtures/test-database'
import { TENANTS_DIR, testTenants } from '../fixtures/test-tenants'
import { close, open, PLAIN_TERMS } from '../fixtures/trader-actions'

const THEMES_DIR = fileURLToPath(new URL('../../themes', import.meta.url))
/** Stores on a disk are made from nothing, more than once. */
const SLOW = { timeout: 240_000 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'drill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A broker on a store that outlives it. */
function openOn({ dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string }): Promise<World> {
  return createWorld({
    tenants: PLAIN_TERMS,
    broker: {
      database: { databaseUrl, logger: silent },
      files: folderFileStore(path.join(dataDir, 'images')),
      operatorSocket: operatorSocketPath(dataDir),
    },
  })
}

/** Deposits, closes one order with a loss and keeps another. */
async function trade(world: World): Promise<RealTrader> {
  const trader = await world.realTrader()
  await fund(world, trader, '5000')
  await world.price('EURUSD', '1.10000')
  const lost = await open(world, trader, 'buy', 'EURUSD', { lots: '0.5' })
  await open(world, trader, 'sell', 'EURUSD', { lots: '0.3' })
  await world.price('EURUSD', '1.09900')
  expect((await close(trader, lost.Id)).outcome).toBe('ok')
  return trader
}

interface Held {
  readonly balance: unknown
  readonly holding: readonly string[]
  readonly receipts: readonly unknown[]
}

async function held(trader: RealTrader, world: World): Promise<Held> {
  const call = <E extends Parameters<typeof world.client.call>[0]>(endpoint: E, input: object) =>
    world.client.call(endpoint, input as never, { host: trader.host, token: trader.token })
  const { data } = (await call(listOrders, { status: '1' })) as { data: { data: { Id: string }[] } }
  const holding = data.data.map(({ Id }) => Id)
  const receipts = await Promise.all(holding.map(async (id) => (await call(listReceipts, { id })).data))
  return { balance: (await call(getBalance, {})).data, holding, receipts }
}

async function expectClean(database: Database): Promise<void> {
  const report = auditReport(await auditBooks(database, testTenants(PLAIN_TERMS)))
  expect(report.lines.at(-1)).toBe('clean')
  expect(report.isClean).toBe(true)
}

const common = () => ({
  to: path.join(folder, 'backup'),
  dataDir: path.join(folder, 'data'),
  tenantsDir: TENANTS_DIR,
  themesDir: THEMES_DIR,
  now: 0,
})
const noStore = { store: 'postgres' as const, copyStore: async (file: string) => writeFileSync(file, 'store') }

describe('the built-in store', () => {
  test('is backed up while its server runs, lost, and put back with the same balances and clean books', SLOW, async () => {
    const dataDir = path.join(folder, 'data')
    const store = await openBuiltInStore({ dataDir, logger: silent })
    const world = await openOn({ dataDir, databaseUrl: store.url })
    const trader = await trade(world)
    const before = await held(trader, world)
    mkdirSync(path.join(dataDir, 'images'), { recursive: true })
    writeFileSync(path.join(dataDir, 'images', 'kept'), 'a picture')
    writeFileSync(path.join(dataDir, 'master.key'), 'secret')

    // Others go on trading while the files are copied.
    let isCopied = false
    const others = goOn(world, () => isCopied)
    const { data } = clusterPlaces(dataDir)
    const manifest = await backUp({
      ...common(),
      store: 'built-in',
      copyStore: (place) => copyBuiltIn(store.url, data, place),
    })
    isCopied = true
    expect(await others).toBeGreaterThan(0)
    // What comes after the copy is not in it.
    await world.price('EURUSD', '1.05000')
    await close(trader, before.holding[0] ?? '')
    await world.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
    expect(Object.keys(manifest.files)).toEqual(
      expect.arrayContaining(['store/PG_VERSION', 'store/backup_label', 'data/images/kept', 'tenants/aurora/tenant.json']),
    )
    expect(Object.keys(manifest.files).filter((file) => /master|operator\/|^data\/postgres|lock|\.pid$/.test(file))).toEqual([])

    const put = (into: string) =>
      restore({ from: common().to, dataDir: into, putStore: (_store, copy, to) => putBuiltIn(copy, clusterPlaces(to).data) })
    await put(dataDir)
    expect(await readFile(path.join(dataDir, 'images', 'kept'), 'utf8')).toBe('a picture')
    const found = await openBuiltInStore({ dataDir, logger: silent })
    const again = await openOn({ dataDir, databaseUrl: found.url })
    expect(await held(trader, again)).toEqual(before)
    // It goes on where it stood: the order that was open is closed anew.
    await again.price('EURUSD', '1.10000')
    expect((await again.client.call(listOrders, { status: '1' }, { host: trader.host, token: trader.token })).outcome).toBe('ok')
    await again.close()
    // A command looks at it beside its server, and without one.
    const beside = await borrowDatabase({ dataDir, databaseUrl: undefined, logger: silent })
    await expectClean(beside)
    await beside.close()
    await found.close()
    const alone = await borrowDatabase({ dataDir, databaseUrl: undefined, logger: silent })
    await expectClean(alone)
    await alone.close()
  })

  test('two copies at a time: the second is told that one is being made', SLOW, async () => {
    const dataDir = path.join(folder, 'data')
    const store = await openBuiltInStore({ dataDir, logger: silent })
    const copy = (name: string) => copyBuiltIn(store.url, clusterPlaces(dataDir).data, path.join(folder, name))
    const outcomes = await Promise.allSettled([copy('one'), copy('other')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/another backup/) },
    })
    // The next one is made: the first left nothing behind.
    await copy('third')
    await store.close()
  })

  test('takes along what an earlier version kept', SLOW, async () => {
    const { PGlite } = await import('@electric-sql/pglite')
    const { drizzle } = await import('drizzle-orm/pglite')
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    const old = await PGlite.create('memory://')
    await migrate(drizzle(old), { migrationsFolder: fileURLToPath(new URL('../../broker/db/migrations', import.meta.url)) })
    await old.exec(
      `insert into trader (tenant_id, uid, is_demo, invite_code, created_at)
       select 'aurora', n::text, true, 'I' || n, n from generate_series(1, 2500) n`,
    )
    const rows = async (query: (text: string) => Promise<{ rows: unknown[] }>) =>
      (await query(`select md5(string_agg(t::text, E'\n' order by id)) as hash, max(id)::text as last from trader t`)).rows
    const secret = async (query: (text: string) => Promise<{ rows: unknown[] }>) => (await query('select t::text from id_secret t')).rows
    const [expected, drawn] = [await rows((text) => old.query(text)), await secret((text) => old.query(text))]
    const file = path.join(folder, 'store.tar')
    writeFileSync(file, Buffer.from(await (await old.dumpDataDir('none')).arrayBuffer()))
    await old.close()

    const dataDir = path.join(folder, 'data')
    await takeOldStore(file, dataDir)
    const store = await openBuiltInStore({ dataDir, logger: silent })
    const client = new pg.Client({ connectionString: store.url })
    await client.connect()
    expect(await rows((text) => client.query(text))).toEqual(expected)
    expect(await secret((text) => client.query(text))).toEqual(drawn)
    await client.end()
    await store.close()
  })
})

/** Somebody opens one order after the other until it is enough, or as many as they may. @returns how many. */
async function goOn(world: World, isEnough: () => boolean): Promise<number> {
  const other = await world.demoTrader()
  const forexId = world.broker.market.instrument('EURUSD')?.id ?? ''
  let count = 0
  while (!isEnough() && count < 100) {
    const order = { forex_id: forexId, type: '1', status: '1', cont: '0.01', multiple: '100' } as const
    expect((await other.call(submitOrder, order, { key: `beside-${count}` })).outcome).toBe('ok')
    count += 1
  }
  return count
}

describe.skipIf(isServerBuiltIn())('a PostgreSQL server', () => {
  test('is backed up beside its server, dropped, and put back with the same balances and clean books', SLOW, async () => {
    const dataDir = path.join(folder, 'data')
    const source = await createOnServer(testServerUrl())
    const world = await openOn({ dataDir, databaseUrl: source.url })
    const trader = await trade(world)
    const before = await held(trader, world)
    await backUp({ ...common(), store: 'postgres', copyStore: (file) => dumpServer(source.url, file, process.env) })
    await world.close()
    await source.drop()

    const target = await makeScratchDatabase(testServerUrl())
    try {
      const other = path.join(folder, 'other')
      const put = () =>
        restore({ from: common().to, dataDir: other, putStore: (_store, file) => restoreServer(target.url, file, process.env) })
      await put()
      const again = await openOn({ dataDir: other, databaseUrl: target.url })
      expect(await held(trader, again)).toEqual(before)
      await again.close()
      const database = await openDatabase({ databaseUrl: target.url, poolSize: 1, logger: silent })
      await expectClean(database)
      await database.close()
      // A second time it would lie over what is there.
      rmSync(other, { recursive: true })
      await expect(put()).rejects.toThrow(/not empty/)
    } finally {
      await target.drop()
    }
  })
})

describe('a backup', () => {
  test('is never put over anything, nor made over anything', async () => {
    await backUp({ ...common(), ...noStore })
    await expect(backUp({ ...common(), ...noStore })).rejects.toThrow(BackupProblem)
    writeFileSync(path.join(folder, 'data'), '')
    await expect(restore({ from: common().to, dataDir: path.join(folder, 'data'), putStore: async () => {} })).rejects.toThrow(/not empty/)
  })

  test('does not lie in what it is of', async () => {
    const { dataDir } = common()
    await expect(backUp({ ...common(), ...noStore, to: path.join(dataDir, 'backup') })).rejects.toThrow(/data folder/)
  })

  test.each([
    ['changed', (file: string) => writeFileSync(file, 'other'), /not as it was written/],
    ['missing', (file: string) => rmSync(file), /missing/],
  ])('with a file that is %s is refused before anything is written', async (_what, spoil, problem) => {
    await backUp({ ...common(), ...noStore })
    spoil(path.join(common().to, 'store.dump'))
    const dataDir = path.join(folder, 'other')
    await expect(restore({ from: common().to, dataDir, putStore: async () => {} })).rejects.toThrow(problem)
    expect(readdirSync(folder)).not.toContain('other')
  })

  test('with a file too many, or without its manifest, is refused', async () => {
    await backUp({ ...common(), ...noStore })
    writeFileSync(path.join(common().to, 'more'), '')
    const put = () => restore({ from: common().to, dataDir: path.join(folder, 'other'), putStore: async () => {} })
    await expect(put()).rejects.toThrow(/does not belong/)
    rmSync(path.join(common().to, 'manifest.json'))
    await expect(put()).rejects.toThrow(/no backup, or one that was not finished/)
  })

  test('is readable by its owner only', async () => {
    await backUp({ ...common(), ...noStore })
    expect(statSync(common().to).mode & 0o077).toBe(0)
  })

  test('of a store that cannot be copied is not taken for a whole one', async () => {
    const failing = { ...noStore, copyStore: () => Promise.reject(new Error('no store')) }
    await expect(backUp({ ...common(), ...failing })).rejects.toThrow('no store')
    await expect(restore({ from: common().to, dataDir: path.join(folder, 'other'), putStore: async () => {} })).rejects.toThrow(
      /not finished/,
    )
  })

  test('of PostgreSQL that cannot be made says why', async () => {
    await expect(dumpServer('postgresql://nobody@127.0.0.1:1/none', path.join(folder, 'x'), { ...process.env, PATH: '' })).rejects.toThrow(
      /pg_dump/,
    )
  })
})
