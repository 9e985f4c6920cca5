import { execFile } from 'node:child_process'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { ROLES } from '../../contract/desk/roles'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { DESK_HOST, openOperator } from '../../tests/fixtures/operator'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { queryRows } from '../db/open-database'
import { tenantDirectory } from '../directory/tenant-directory'
import { operatorSocketPath } from '../operator-door/operator-socket'
import { DEMO_OPERATORS_FILE, openDemoOperators } from './demo-operators'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { deskLogin, getOperator } = DESK_ENDPOINTS
const STEP_MS = 30_000

let world: World
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candor-op-'))
  world = await createWorld({ broker: { operatorSocket: operatorSocketPath(dataDir), demoOperatorsDir: dataDir } })
})
afterAll(() => world.close())

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `npm run operator -- …` on the machine of the server. */
function command(...args: string[]): Promise<Run> {
  const env = { ...process.env, MODE: 'demo', DATA_DIR: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...args], { cwd: root, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

/** What a new account's owner reads off the terminal. */
function shown(out: string): { password: string; secret: string } {
  return { password: /^password +(\S+)$/m.exec(out)?.[1] ?? '', secret: /^authenticator +(\S+)$/m.exec(out)?.[1] ?? '' }
}

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) })
const signIn = (name: string, password: string, code: string) => world.client.call(deskLogin, { name, password, code }, { host: DESK_HOST })
const logged = (company: string, name: string) =>
  world.broker.database.withTenant(company, (tx) =>
    queryRows<{ action: string; actor: string; detail: unknown }>(
      tx,
      sql`select action, actor, detail from audit_event where object = ${`operator:${name}`} and actor like 'machine:%' order by id`,
    ),
  )

describe('the command', () => {
  test('adds an operator whose password and authenticator are shown once and open the desk', async () => {
    const added = await command('add', 'r.okafor', '--display', 'R. Okafor', '--role', 'finance', '--role', 'support', '--tenant', 'aurora')
    expect([added.code, added.err.replace(/^npm.*\n/gm, '')]).toEqual([0, ''])
    const { password, secret } = shown(added.out)
    expect(added.out).toContain(`otpauth://totp/Candor%20desk:r.okafor?secret=${secret}`)
    const signedIn = await signIn('r.okafor', password, codeOf(secret))
    expect(signedIn.data.companies).toMatchObject([{ id: 'aurora', roles: ['support', 'finance'] }])
    expect(await logged('aurora', 'r.okafor')).toMatchObject([
      { action: 'operator.added', detail: { before: { roles: [] }, after: { roles: ['finance', 'support'] } } },
    ])
    const list = (await command('list')).out
    expect(list).toContain('r.okafor\tR. Okafor\tactive\taurora: support, finance')
    expect(list).not.toContain(password)
    expect(list).not.toContain(secret)
  })

  test('refuses what is no name, no role, no company, and a name that was given', async () => {
    await openOperator(world, { roles: ['support'], name: 'taken' })
    const refusals: [string[], RegExp][] = [
      [['add', 'Okafor', '--display', 'O', '--role', 'finance', '--tenant', 'aurora'], /a name is 2–32/],
      [['add', 'okafor', '--display', 'O', '--role', 'king', '--tenant', 'aurora'], /roles/],
      [['add', 'okafor', '--display', 'O', '--tenant', 'aurora'], /--role/],
      [['add', 'okafor', '--display', 'O', '--role', 'finance'], /--tenant/],
      [['add', 'okafor', '--role', 'finance', '--tenant', 'aurora'], /--display/],
      [['add', 'okafor', '--display', 'O', '--role', 'finance', '--tenant', 'nowhere'], /there is no company nowhere/],
      [['add', 'taken', '--display', 'O', '--role', 'finance', '--tenant', 'aurora'], /there is an operator taken already/],
      [['disable', 'nobody'], /there is no operator nobody/],
    ]
    for (const [args, message] of refusals) {
      const { code, err } = await command(...args)
      expect([args.join(' '), code]).toEqual([args.join(' '), 1])
      expect(err).toMatch(message)
    }
    expect((await command('promote', 'taken')).code).toBe(2)
  })

  test('changes roles company by company, at once and written down', async () => {
    const operator = await openOperator(world, { roles: ['support'], name: 'mover' })
    expect((await command('roles', 'mover', '--tenant', 'meridian', '--role', 'content')).code).toBe(0)
    expect((await operator.call(getOperator, {})).data.companies.map(({ id, roles }) => [id, roles])).toEqual([
      ['aurora', ['support']],
      ['meridian', ['content']],
    ])
    expect((await command('roles', 'mover', '--tenant', 'aurora')).code).toBe(0)
    expect((await operator.call(getOperator, {})).data.companies.map(({ id }) => id)).toEqual(['meridian'])
    expect((await logged('aurora', 'mover')).at(-1)).toMatchObject({ action: 'operator.roles_changed', detail: { after: { roles: [] } } })
  })

  test('shuts an operator out, and a reset lets them in again with new secrets only', async () => {
    const operator = await openOperator(world, { roles: ['finance'], name: 'leaver' })
    expect((await command('disable', 'leaver')).code).toBe(0)
    expect((await operator.call(getOperator, {})).outcome).toBe('SESSION_INVALID')
    world.pass(STEP_MS)
    expect((await operator.signIn()).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await command('disable', 'leaver')).code).toBe(1)
    const { password, secret } = shown((await command('reset', 'leaver')).out)
    expect((await operator.signIn()).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await signIn('leaver', password, codeOf(secret))).outcome).toBe('ok')
    expect((await logged('aurora', 'leaver')).map(({ action }) => action)).toEqual(['operator.disabled', 'operator.reset'])
  })

  test('shows codes of the demonstration’s own accounts and of nobody else', async () => {
    await openOperator(world, { roles: ['support'], name: 'private' })
    const { code, err } = await command('code', 'private')
    expect([code, /only an account that the demonstration made/.test(err)]).toEqual([1, true])
  })
})

describe('the operators of a demonstration', () => {
  test('have every role in every company, and sign in with what was said and the code of the command', async () => {
    const [one, two] = world.broker.demoLogins
    expect([one?.name, two?.name]).toEqual(['demo-one', 'demo-two'])
    const code = (await command('code', 'demo-one')).out.trim()
    const signedIn = await signIn('demo-one', one?.password ?? '', code)
    expect(signedIn.outcome).toBe('ok')
    expect(signedIn.data.companies.map(({ roles }) => roles.length)).toEqual(world.tenants.map(() => ROLES.length))
    // The code is used: the next one that the command shows works at once all the same.
    const next = (await command('code', 'demo-one')).out.trim()
    expect(next).not.toBe(code)
    expect((await signIn('demo-one', one?.password ?? '', next)).outcome).toBe('ok')
  })

  test('keep their secrets in a file of the owner alone, and are the same after a restart', async () => {
    const file = path.join(dataDir, DEMO_OPERATORS_FILE)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { database } = world.broker
    const directory = tenantDirectory(world.tenants, TEST_BASE_DOMAIN)
    const again = await openDemoOperators({ database, directory, masterKey: TEST_MASTER_KEY, clock: world.clock, dataDir })
    expect(again.logins).toEqual(world.broker.demoLogins)
    const reset = shown((await command('reset', 'demo-two')).out)
    expect(JSON.parse(await readFile(file, 'utf8'))['demo-two']).toEqual(reset)
  })

  test('are not made where nobody asked for a demonstration', async () => {
    const own = await createWorld()
    expect(own.broker.demoLogins).toEqual([])
    const rows = await own.broker.database.system((tx) => queryRows(tx, sql`select name from operator`))
    expect(rows).toEqual([])
    await own.close()
  })
})

test('no call over HTTP makes, changes or shows operators', () => {
  const paths = [...Object.values(ENDPOINTS), ...Object.values(DESK_ENDPOINTS)].map((endpoint) => endpoint.path)
  expect(paths.filter((place) => /operators|operator\//.test(place))).toEqual([])
})
