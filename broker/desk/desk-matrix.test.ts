/**
 * Calls of the desk × who may call: generated from the contract and the one table of permissions, so that a new call or role is in it
 * the day it is written.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS, type DeskEndpointName } from '../../contract/desk'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Role } from '../../contract/desk/roles'
import { ENDPOINTS } from '../../contract/index'
import type { CallOptions } from '../../tests/fixtures/broker-client'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { deskInputs } from '../../tests/fixtures/desk-inputs'
import { DESK_HOST, openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { queryRows } from '../db/open-database'
import { isOwnCall } from './desk-handler'
import { disableOperator } from './operators'

const CALLS = Object.entries(DESK_ENDPOINTS) as [DeskEndpointName, DeskEndpoint][]
const COMPANY_CALLS = CALLS.filter(([name]) => !isOwnCall(name))
const OWN_CALLS = CALLS.filter(([name]) => isOwnCall(name))
const inputs = deskInputs()

let world: World
let byRole: Record<Role, TestOperator>
let nowhere: TestOperator
let elsewhere: TestOperator
let disabled: TestOperator
let traderToken: string

beforeAll(async () => {
  world = await createWorld()
  const entries: [Role, TestOperator][] = []
  for (const role of ROLES) entries.push([role, await openOperator(world, { roles: [role] })])
  byRole = Object.fromEntries(entries) as Record<Role, TestOperator>
  nowhere = await openOperator(world, { roles: [] })
  elsewhere = await openOperator(world, { company: 'meridian', roles: ROLES })
  disabled = await openOperator(world, { roles: ROLES })
  await world.broker.database.system((tx) => disableOperator(tx, disabled.id, world.clock.now()))
  traderToken = (await world.realTrader()).token
})
afterAll(() => world.close())

const call = (name: DeskEndpointName, options: CallOptions, company = 'aurora') => {
  const endpoint: DeskEndpoint = DESK_ENDPOINTS[name]
  const input = isOwnCall(name) ? inputs[name] : { company, ...inputs[name] }
  return world.client.call(endpoint, input as never, { host: DESK_HOST, ...options })
}

/** Written by the market and by the sealer of the log in their own time, whoever calls. */
const WRITTEN_BESIDE = [
  'audit_link',
  'candle',
  'company_log',
  'log_cosignature',
  'log_entry',
  'log_fact',
  'log_tile',
  'market_state',
  'tick_log',
]

/** Every row of every other table, as far as the broker itself may read them. */
async function everything(): Promise<string> {
  // What the openings before this have set off is carried to its end first.
  await world.broker.outbox.flush()
  await world.broker.delivery.flush()
  return world.broker.database.system(async (tx) => {
    const tables = await queryRows<{ name: string }>(
      tx,
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and has_table_privilege(oid, 'select') order by 1`,
    )
    const digests: string[] = []
    for (const { name } of tables) {
      if (WRITTEN_BESIDE.includes(name)) continue
      const digest = sql`select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as digest from ${sql.identifier(name)} t`
      const [row] = await queryRows<{ digest: string }>(tx, digest)
      digests.push(`${name} ${row?.digest}`)
    }
    return digests.join('\n')
  })
}

/** Whatever is refused leaves every row as it was. */
async function refusedWith(outcome: string, name: DeskEndpointName, options: CallOptions, company?: string): Promise<void> {
  const before = await everything()
  const answer = await call(name, options, company)
  expect([name, answer.outcome]).toEqual([name, outcome])
  expect(await everything()).toBe(before)
}

test('the digest sees what the desk changes', async () => {
  const before = await everything()
  await openOperator(world, { roles: ['support'] })
  expect(await everything()).not.toBe(before)
})

describe.each(COMPANY_CALLS)('%s', (name, endpoint) => {
  const { access } = endpoint
  const allowed = ROLES.filter((role) => access === 'operator' || ROLE_PERMISSIONS[role].some((permission) => permission === access))

  test('is nobody’s without a living session of the desk', async () => {
    await refusedWith('SESSION_INVALID', name, {})
    await refusedWith('SESSION_INVALID', name, { token: traderToken })
    await refusedWith('SESSION_INVALID', name, { token: disabled.token })
    await refusedWith('SESSION_INVALID', name, { headers: { cookie: `candor_desk=${byRole.admin.token}` } })
  })

  test('is for nobody without a role in the company, whether there is such a company or not', async () => {
    await refusedWith('COMPANY_UNKNOWN', name, { token: elsewhere.token })
    await refusedWith('COMPANY_UNKNOWN', name, { token: nowhere.token })
    await refusedWith('COMPANY_UNKNOWN', name, { token: byRole.admin.token }, 'nowhere')
    await refusedWith('COMPANY_UNKNOWN', name, { token: byRole.admin.token }, 'meridian')
  })

  test.each(ROLES.filter((role) => !allowed.includes(role)))('is refused to %s', async (role) => {
    await refusedWith('DESK_FORBIDDEN', name, { token: byRole[role].token })
  })

  test.each(allowed)('is answered to %s', async (role) => {
    const before = await everything()
    const answer = await call(name, { token: byRole[role].token })
    // A call for whoever has a role may look closer at what it is about, and refuse by itself.
    const refusals = access === 'operator' ? [] : ['DESK_FORBIDDEN']
    expect([...refusals, 'COMPANY_UNKNOWN', 'SESSION_INVALID', 'PARAMETER_INVALID', 'unknown']).not.toContain(answer.outcome)
    expect(answer.status).toBe(200)
    if (answer.outcome !== 'ok') expect(await everything()).toBe(before)
  })

  test('is on the desk’s host alone', async () => {
    const [role = 'admin'] = allowed
    for (const host of ['aurora.localhost:3000', 'localhost:3000', 'api.localhost:3000', 'nowhere.example']) {
      await refusedWith('PATH_UNKNOWN', name, { token: byRole[role].token, host })
    }
  })
})

describe.each(OWN_CALLS.filter(([, { access }]) => access !== 'anyone'))('%s', (name) => {
  test('needs a session and is on the desk’s host alone', async () => {
    await refusedWith('SESSION_INVALID', name, {})
    await refusedWith('SESSION_INVALID', name, { token: traderToken })
    await refusedWith('SESSION_INVALID', name, { token: disabled.token })
    await refusedWith('PATH_UNKNOWN', name, { token: byRole.admin.token, host: 'aurora.localhost:3000' })
  })
})

test('only signing in is open to anyone, and a wrong try at it changes nothing', async () => {
  expect(CALLS.filter(([, { access }]) => access === 'anyone').map(([name]) => name)).toEqual(['deskLogin'])
  await refusedWith('DESK_LOGIN_FAILED', 'deskLogin', {})
  await refusedWith('PATH_UNKNOWN', 'deskLogin', { host: 'aurora.localhost:3000' })
})

test('a session that is too old or was idle too long opens nothing', async () => {
  const own = await createWorld()
  const operator = await openOperator(own, { roles: ROLES })
  own.pass(30 * 60_000)
  for (const [name, endpoint] of CALLS.filter(([, { access }]) => access !== 'anyone')) {
    const input = isOwnCall(name) ? inputs[name] : { company: 'aurora', ...inputs[name] }
    const answer = await own.client.call(endpoint, input as never, { host: DESK_HOST, token: operator.token })
    expect([name, answer.outcome]).toEqual([name, 'SESSION_INVALID'])
  }
  await own.close()
})

test('on the desk’s host there are no calls of traders', async () => {
  for (const endpoint of Object.values(ENDPOINTS)) {
    const answer = await world.client.send(endpoint.path, {}, { host: DESK_HOST, token: traderToken })
    expect([endpoint.path, answer.outcome]).toEqual([endpoint.path, 'HOST_UNKNOWN'])
  }
})

test('a page of a company reads nothing of the desk, and sends nothing to it', async () => {
  const { token } = byRole.admin
  const origin = 'http://aurora.localhost:3000'
  const read = await call('getDeskCounts', { token, headers: { origin } })
  expect(read.headers.get('access-control-allow-origin')).toBeNull()
  const posts = CALLS.filter(([, { changesState }]) => changesState)
  for (const [name] of posts) await refusedWith('PREFETCH_REFUSED', name, { token, headers: { origin, 'sec-fetch-site': 'same-site' } })
})

test('every permission is somebody’s, and nobody decides about money who may set where it goes', () => {
  const held = new Set(ROLES.flatMap((role) => ROLE_PERMISSIONS[role]))
  expect(PERMISSIONS.filter((permission) => !held.has(permission))).toEqual([])
  for (const role of ROLES) {
    const decides = ROLE_PERMISSIONS[role].some((permission) => permission === 'deposits.decide' || permission === 'withdrawals.decide')
    expect([role, decides && ROLE_PERMISSIONS[role].includes('settings.change')]).toEqual([role, false])
  }
})

test('a closed company and one that winds down still have their desk', async () => {
  for (const status of ['closed', 'wind-down'] as const) {
    const own = await createWorld({ tenants: { aurora: { status } } })
    const operator = await openOperator(own, { roles: ['finance'] })
    expect((await operator.call(DESK_ENDPOINTS.getDeskCounts, {})).outcome).toBe('ok')
    await own.close()
  }
})
