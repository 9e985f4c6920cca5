import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { killPostgres, postgresOf } from '../../tests/fixtures/kill-postgres'
import { FolderInUseError } from '../db/lock-folder'
import { silent as logger } from '../ground/logger'
import { layLinks } from './binaries'
import { type BuiltInStore, borrowBuiltInStore, openBuiltInStore } from './built-in-store'
import { clusterPlaces } from './cluster-places'
import { reasonIn, StoreProblem } from './store-problem'

const SLOW = { timeout: 120_000 }

let dataDir: string
const opened: BuiltInStore[] = []
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'candor-store-'))
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(folder = dataDir): Promise<BuiltInStore> {
  const store = await openBuiltInStore({ dataDir: folder, logger })
  opened.push(store)
  return store
}

const closeAll = async () => {
  for (const store of opened.splice(0)) await store.close()
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Asks until there is an answer. */
const untilAnswered = (url: string, text: string) => expect.poll(() => ask(url, text).catch(() => null), { timeout: 60_000 })

/** In a process of its own, which knows of no goodbye. */
async function openElsewhere(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const module = fileURLToPath(new URL('./built-in-store.ts', import.meta.url))
  const code = `const { openBuiltInStore } = await import(${JSON.stringify(module)})
    const store = await openBuiltInStore({ dataDir: ${JSON.stringify(dataDir)}, logger: { debug() {}, info() {}, warn() {}, error() {} } })
    process.stdout.write(store.url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, url: await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text)))) }
}

/** Servers of PostgreSQL on the folder that run now. A child has its server's arguments until it has named itself. */
function serversOn(folder: string): number {
  const { data } = clusterPlaces(folder)
  const listed = execFileSync('ps', ['-ww', '-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((words) => words.includes(` -D ${data} `) && !words.includes('setpriv'))
    .map((words) => words.trim().split(/\s+/))
  const ids = new Set(listed.map(([id]) => id))
  return listed.filter(([, parent = '']) => !ids.has(parent)).length
}

describe('the built-in store', SLOW, () => {
  test('keeps what was committed from one opening to the next, and its server ends with it', async () => {
    const first = await open()
    await ask(first.url, 'create table kept as select 7 as number')
    await closeAll()
    expect(serversOn(dataDir)).toBe(0)
    expect(await ask((await open()).url, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test('waits for the disk at every commit, and takes nobody who does not come through its folder', async () => {
    const { url } = await open()
    const settings = await ask<{ name: string; setting: string }>(
      url,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses') order by name`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
    })
    const { folder, run, data } = clusterPlaces(dataDir)
    for (const place of [folder, run, data]) expect(lstatSync(place).mode & 0o077).toBe(0)
  })

  test('has one process of ours; a command beside it uses the server that runs, and leaves it running', async () => {
    const { url } = await open()
    await expect(openBuiltInStore({ dataDir, logger })).rejects.toBeInstanceOf(FolderInUseError)
    const borrowed = await borrowBuiltInStore({ dataDir, logger })
    expect(await ask(borrowed.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await borrowed.close()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a command on a folder without a store makes none', async () => {
    await expect(borrowBuiltInStore({ dataDir, logger })).rejects.toThrow(/nothing was ever kept/)
    expect(readdirSync(dataDir)).toEqual([])
  })

  // Its processes are found in /proc.
  test.skipIf(process.platform !== 'linux')(
    'a server that is killed under us comes back by itself with everything that was committed',
    async () => {
      const { url } = await open()
      await ask(url, 'create table kept (number int)')
      for (let round = 1; round <= 3; round++) {
        await ask(url, `insert into kept values (${round})`)
        killPostgres(dataDir)
        await untilAnswered(url, 'select count(*)::int as count from kept').toEqual([{ count: round }])
        expect(serversOn(dataDir)).toBe(1)
      }
    },
  )

  test.skipIf(process.platform !== 'linux')('one that is closed while its server is started again leaves none behind', async () => {
    for (const afterMs of [0, 5, 30, 80]) {
      await open()
      killPostgres(dataDir)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      await closeAll()
      expect(serversOn(dataDir)).toBe(0)
    }
  })

  test('the server that a killed process of ours left behind is ended by the next opening: never two on one folder', async () => {
    const { child, url } = await openElsewhere()
    await ask(url, 'create table kept as select 7 as number')
    const left = postgresOf(dataDir)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(serversOn(dataDir)).toBe(1)
    const next = await open()
    expect(postgresOf(dataDir)).not.toBe(left)
    expect(serversOn(dataDir)).toBe(1)
    expect(await ask(next.url, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a process that %s ends takes its server with it', async (signal) => {
    const { child } = await openElsewhere()
    child.kill(signal)
    expect(await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)))).toBe(signal)
    await expect.poll(() => serversOn(dataDir)).toBe(0)
    await open()
  })

  test('a server that runs where its process cannot be seen, in another container, is left alone', async () => {
    const { child, url } = await openElsewhere()
    const note = path.join(clusterPlaces(dataDir).data, 'postmaster.pid')
    const written = readFileSync(note, 'utf8')
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    writeFileSync(note, written.replace(/^\d+/, '4194000'))
    await expect(openBuiltInStore({ dataDir, logger })).rejects.toThrow(/not of this container/)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    writeFileSync(note, written)
    await open()
  })

  test('the note of a dead server that names a process of somebody else harms neither', async () => {
    await open()
    const note = path.join(clusterPlaces(dataDir).data, 'postmaster.pid')
    const written = readFileSync(note, 'utf8')
    await closeAll()
    const bystander = spawn('sleep', ['60'])
    writeFileSync(note, written.replace(/^\d+/, String(bystander.pid)))
    await open()
    expect(bystander.exitCode).toBeNull()
    bystander.kill()
  })

  test('a first start that was broken off is begun again', async () => {
    const { folder, data } = clusterPlaces(dataDir)
    for (const hasBegun of [false, true]) {
      if (hasBegun) rmSync(data, { recursive: true })
      const draft = path.join(folder, 'making.before')
      mkdirSync(path.join(draft, 'base'), { recursive: true })
      writeFileSync(path.join(draft, 'PG_VERSION'), '18\n')
      await open()
      await closeAll()
      expect(readdirSync(folder).sort()).toEqual(['data', 'run'])
    }
  })

  test('a folder whose path is too long for a socket is opened all the same', async () => {
    const long = path.join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    mkdirSync(long, { recursive: true })
    const { url } = await open(long)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    const beside = await borrowBuiltInStore({ dataDir: long, logger })
    expect(await ask(beside.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await beside.close()
  })
})

describe('what cannot be opened is said in one sentence', () => {
  const refusal = (folder = dataDir) => expect(openBuiltInStore({ dataDir: folder, logger })).rejects
  const put = (file: string, text: string) => {
    const whole = path.join(dataDir, file)
    mkdirSync(path.dirname(whole), { recursive: true })
    writeFileSync(whole, text)
  }

  test('a store of another version of PostgreSQL', async () => {
    put('postgres/data/PG_VERSION', '17\n')
    await refusal().toThrow(/was made by PostgreSQL 17, and this version of Candor brings PostgreSQL \d+/)
  })

  test('a folder that somebody else uses', async () => {
    put('postgres/data/notes.txt', 'mine')
    await refusal().toThrow(/holds no store of PostgreSQL/)
    expect(readFileSync(path.join(dataDir, 'postgres/data/notes.txt'), 'utf8')).toBe('mine')
  })

  test('what an earlier version of ours kept, with the way to take it along', async () => {
    put('pglite/PG_VERSION', '17\n')
    await refusal().toThrow(/npm run backup -- --to DIR with that version, then npm run restore -- --from DIR --data-dir NEW/)
    expect(readdirSync(dataDir)).toEqual(['pglite'])
  })

  test('a DATA_DIR that is no folder', async () => {
    put('file', '')
    await refusal(path.join(dataDir, 'file')).toThrow(StoreProblem)
  })

  test('a store that does not start, by the reason that PostgreSQL gives; the folder is free again', SLOW, async () => {
    await open()
    await closeAll()
    rmSync(path.join(clusterPlaces(dataDir).data, 'global'), { recursive: true })
    for (let again = 0; again < 2; again++) await refusal().toThrow(/The built-in database in .* ended: .*could not/)
  })

  test.each([
    ['2026-11-25 FATAL:  database files are incompatible with server', 'database files are incompatible with server'],
    [
      'creating directory ... ok\ninitdb: error: could not create directory "x": No space left on device',
      'could not create directory "x": No space left on device',
    ],
    [
      'LOG:  starting\nPANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device\nLOG:  ended',
      'could not write to file "pg_wal/xlogtemp.1": No space left on device',
    ],
    ['', 'it did not say why'],
  ])('the reason in %j', (written, reason) => {
    expect(reasonIn(written)).toBe(reason)
  })
})

test('links between the libraries that no install script has laid are laid, and those that are there are left', () => {
  const lib = path.join(dataDir, 'native/lib')
  mkdirSync(lib, { recursive: true })
  writeFileSync(path.join(lib, 'libone.so.1.2'), 'one')
  writeFileSync(
    path.join(dataDir, 'native/pg-symlinks.json'),
    JSON.stringify(['libone.so', 'libone.so.1'].map((name) => ({ source: 'native/lib/libone.so.1.2', target: `native/lib/${name}` }))),
  )
  for (let again = 0; again < 2; again++) layLinks(dataDir)
  for (const name of ['libone.so', 'libone.so.1']) {
    expect(lstatSync(path.join(lib, name)).isSymbolicLink()).toBe(true)
    expect(readFileSync(path.join(lib, name), 'utf8')).toBe('one')
  }
})
