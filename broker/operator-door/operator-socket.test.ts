import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getRealName, submitRealName } from '../../contract/identity'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { jpeg, uploaded } from '../../tests/fixtures/pictures'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { queryRows } from '../db/open-database'
import { folderFileStore } from '../files/folder-store'
import { openOperatorSocket, operatorSocketPath } from './operator-socket'

const root = fileURLToPath(new URL('../..', import.meta.url))

let world: World
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candor-op-'))
  world = await createWorld({
    broker: { files: folderFileStore(path.join(dataDir, 'images')), operatorSocket: operatorSocketPath(dataDir) },
  })
})
afterAll(() => world.close())

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `npm run operator -- …` on the machine of the server. */
function operator(args: readonly string[], dir = dataDir): Promise<Run> {
  // What the test runner sets for itself is no mode of ours.
  const env = { ...process.env, MODE: 'demo', DATA_DIR: dir }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...args], { cwd: root, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

async function submitted(): Promise<{ trader: RealTrader; id: string }> {
  const trader = await world.realTrader()
  const front_pic = await uploaded(world, trader, await jpeg(80, 50))
  const reverse_pic = await uploaded(world, trader, await jpeg(80, 60))
  const { outcome } = await trader.call(submitRealName, { name: 'Grete Holm', card_id: 'HX-7755331', front_pic, reverse_pic })
  expect(outcome).toBe('ok')
  const [row] = await rows(sql`select max(id)::text as id from identity_case`)
  return { trader, id: row?.id ?? '' }
}

const rows = (query: ReturnType<typeof sql>) =>
  world.broker.database.withTenant('aurora', (tx) => queryRows<Record<string, string>>(tx, query))

const quiet = { debug() {}, info() {}, error() {} }

describe('the operator’s command', () => {
  test('lists, shows, looks, approves and rejects, and everything that was seen is written down', async () => {
    const { trader, id } = await submitted()
    expect((await operator(['identity', 'list', '--tenant', 'aurora'])).out).toContain(`aurora\t${id}\t`)
    const shown = await operator(['identity', 'show', 'aurora', id])
    expect([shown.code, shown.out.includes('Grete Holm'), shown.out.includes('H••••••331'), shown.out.includes('HX-7755331')]).toEqual([
      0,
      true,
      true,
      false,
    ])
    expect((await operator(['identity', 'show', 'aurora', id, '--full'])).out).toContain('HX-7755331')
    const out = path.join(dataDir, 'front.webp')
    expect((await operator(['identity', 'image', 'aurora', id, 'front', '--out', out])).code).toBe(0)
    expect((await readFile(out)).toString('latin1', 8, 12)).toBe('WEBP')
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    // A file that is there is not written over.
    expect((await operator(['identity', 'image', 'aurora', id, 'front', '--out', out])).code).toBe(2)

    expect((await operator(['identity', 'reject', 'aurora', id, '--reason', 'The front is blurred.'])).code).toBe(0)
    expect((await trader.call(getRealName, {})).data).toMatchObject({ review_status: 3, reason: 'The front is blurred.' })
    const again = await operator(['identity', 'approve', 'aurora', id])
    expect([again.code, again.err.trim()]).toEqual([1, `case ${id} of aurora is already decided`])
    const second = await submitted()
    expect((await operator(['identity', 'approve', 'aurora', second.id])).code).toBe(0)
    expect((await second.trader.call(getRealName, {})).data.review_status).toBe(2)

    const who = `operator:${userInfo().username}`
    const events = await rows(sql`select actor, action from audit_event where actor like 'operator:%' order by id`)
    expect(events.map(({ actor }) => actor).every((actor) => actor === who)).toBe(true)
    expect(events.map(({ action }) => action)).toEqual([
      'identity.case_viewed',
      'identity.number_viewed',
      'identity.image_viewed',
      'identity.image_viewed',
      'identity.rejected',
      'identity.approved',
    ])
  }, 120_000)

  test('says what is wrong: what was not understood, what does not exist, where no server runs', async () => {
    const [usage, unknown, nowhere] = await Promise.all([
      operator(['identity', 'bless', 'aurora', '1']),
      operator(['identity', 'approve', 'nobody', '1']),
      operator(['identity', 'list'], path.join(dataDir, 'elsewhere')),
    ])
    expect([usage.code, usage.err]).toEqual([2, expect.stringContaining('usage:')])
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('there is no company nobody')])
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('no server runs on')])
    expect((await operator(['identity', 'show', 'aurora', '999999'])).code).toBe(1)
  }, 60_000)
})

describe('its socket', () => {
  const folder = () => mkdtemp(path.join(tmpdir(), 'candor-sock-'))
  const open = (file: string, warnings: string[] = []) =>
    openOperatorSocket({ path: file, commands: {}, logger: { ...quiet, warn: (_fields, message) => warnings.push(message) } })

  test('is for the owner of the process alone, and gone when the server has stopped', async () => {
    const file = operatorSocketPath(await folder())
    const close = await open(file)
    expect([(await stat(file)).mode & 0o777, (await stat(path.dirname(file))).mode & 0o777]).toEqual([0o600, 0o700])
    await close()
    expect(existsSync(file)).toBe(false)
  })

  test('of a server that was killed is replaced, that of a living one never', async () => {
    const file = operatorSocketPath(await folder())
    await mkdir(path.dirname(file), { recursive: true })
    await leaveBehind(file)
    const warnings: string[] = []
    const close = await open(file, warnings)
    expect(warnings).toEqual([])
    const closeSecond = await open(file, warnings)
    expect(warnings).toHaveLength(1)
    await closeSecond()
    expect(existsSync(file)).toBe(true)
    await close()
  })

  test('that cannot be opened costs a warning and no server', async () => {
    const warnings: string[] = []
    await open(path.join(await folder(), 'x'.repeat(120)), warnings)
    const blocked = path.join(await folder(), 'file')
    await writeFile(blocked, '')
    await open(path.join(blocked, 'operator.sock'), warnings)
    expect(warnings).toHaveLength(2)
  })
})

/** A socket file without anybody behind it, as a `kill -9` leaves it. */
async function leaveBehind(file: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`
  await new Promise<void>((resolve) => execFile(process.execPath, ['-e', script], () => resolve()))
  expect(existsSync(file)).toBe(true)
}
