/** The drill: trade, back up, lose everything, put it back, and find the same balances in clean books. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { auditReport } from '../../broker/audit/audit-report'
import { backUp } from '../../broker/backup/back-up'
import { BackupProblem } from '../../broker/backup/backup-manifest'
import { dumpFolder, restoreFolder } from '../../broker/backup/embedded-store'
import { dumpServer, restoreServer } from '../../broker/backup/postgres-tools'
import { restore } from '../../broker/backup/restore'
import { COPY_STORE_COMMAND } from '../../broker/backup/store-command'
import { FolderInUseError } from '../../broker/db/lock-folder'
import { type Database, openDatabase } from '../../broker/db/open-database'
import { operatorSocketPath } from '../../broker/identity/operator-socket'
import { listOrders, listReceipts } from '../../contract/orders'
import { getBalance } from '../../contract/wallet'
import { sendCommand } from '../../scripts/send-command'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { createOnServer, testStore } from '../fixtures/test-database'
import { TENANTS_DIR, testTenants } from '../fixtures/test-tenants'
import { close, open, PLAIN_TERMS } from '../fixtures/trader-actions'

const THEMES_DIR = fileURLToPath(new URL('../../themes', import.meta.url))
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const serverUrl = process.env.TEST_DATABASE_URL ?? ''
/** Stores on a disk are made from nothing, more than once. */
const SLOW = { timeout: 240_000 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'drill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A broker on a store that outlives it. */
function openOn(store: { readonly dataDir: string; readonly databaseUrl?: string | undefined }): Promise<World> {
  return createWorld({
    tenants: PLAIN_TERMS,
    broker: {
      database: { ...store, logger: silent },
      imagesDir: path.join(store.dataDir, 'images'),
      operatorSocket: operatorSocketPath(store.dataDir),
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
const noStore = { store: 'pglite' as const, copyStore: async (file: string) => writeFileSync(file, 'store') }

describe.runIf(testStore === 'pglite')('the embedded store', () => {
  test('is backed up while its server runs, lost, and put back with the same balances and clean books', SLOW, async () => {
    const dataDir = path.join(folder, 'data')
    const world = await openOn({ dataDir })
    const trader = await trade(world)
    const before = await held(trader, world)
    mkdirSync(path.join(dataDir, 'images'), { recursive: true })
    writeFileSync(path.join(dataDir, 'images', 'kept'), 'a picture')
    writeFileSync(path.join(dataDir, 'master.key'), 'secret')

    await expect(dumpFolder(dataDir, path.join(folder, 'other.tar'))).rejects.toThrow(FolderInUseError)
    const manifest = await backUp({
      ...common(),
      store: 'pglite',
      copyStore: async (file) => {
        expect(await sendCommand(dataDir, COPY_STORE_COMMAND, { file })).toMatchObject({ ok: true })
      },
    })
    // What comes after the copy is not in it.
    await world.price('EURUSD', '1.05000')
    await close(trader, before.holding[0] ?? '')
    await world.close()
    rmSync(dataDir, { recursive: true })
    expect(Object.keys(manifest.files)).toEqual(expect.arrayContaining(['store.tar', 'data/images/kept', 'tenants/aurora/tenant.json']))
    expect(Object.keys(manifest.files).filter((file) => /master|operator\/|pglite|lock/.test(file))).toEqual([])

    await restore({ from: common().to, dataDir, putStore: (_store, file, into) => restoreFolder(file, into) })
    expect(await readFile(path.join(dataDir, 'images', 'kept'), 'utf8')).toBe('a picture')
    const again = await openOn({ dataDir })
    expect(await held(trader, again)).toEqual(before)
    // It goes on where it stood: the order that was open is closed anew.
    await again.price('EURUSD', '1.10000')
    expect((await again.client.call(listOrders, { status: '1' }, { host: trader.host, token: trader.token })).outcome).toBe('ok')
    await again.close()

    // Of a stopped server the folder itself is copied.
    const stopped = path.join(folder, 'stopped.tar')
    const third = path.join(folder, 'third')
    await dumpFolder(dataDir, stopped)
    await restoreFolder(stopped, third)
    const database = await openDatabase({ dataDir: third, logger: silent })
    await expectClean(database)
    await database.close()
  })
})

describe.runIf(testStore === 'postgres')('PostgreSQL', () => {
  test('is backed up beside its server, dropped, and put back with the same balances and clean books', SLOW, async () => {
    const dataDir = path.join(folder, 'data')
    const source = await createOnServer(serverUrl)
    const world = await openOn({ dataDir, databaseUrl: source.url })
    const trader = await trade(world)
    const before = await held(trader, world)
    await backUp({ ...common(), store: 'postgres', copyStore: (file) => dumpServer(source.url, file, process.env) })
    expect(await sendCommand(dataDir, COPY_STORE_COMMAND, { file: path.join(folder, 'x') })).toMatchObject({ ok: false })
    await world.close()
    await source.drop()

    const name = `candor_drill_${process.pid}`
    const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
    await admin.unsafe(`create database ${name}`)
    const target = new URL(serverUrl)
    target.pathname = `/${name}`
    try {
      const other = path.join(folder, 'other')
      const put = () =>
        restore({ from: common().to, dataDir: other, putStore: (_store, file) => restoreServer(target.href, file, process.env) })
      await put()
      const again = await openOn({ dataDir: other, databaseUrl: target.href })
      expect(await held(trader, again)).toEqual(before)
      await again.close()
      const database = await openDatabase({ dataDir: other, databaseUrl: target.href, poolSize: 1, logger: silent })
      await expectClean(database)
      await database.close()
      // A second time it would lie over what is there.
      rmSync(other, { recursive: true })
      await expect(put()).rejects.toThrow(/not empty/)
    } finally {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
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
    spoil(path.join(common().to, 'store.tar'))
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
