import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS, type DeskEndpointName } from '../../contract/desk'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { ROLES } from '../../contract/desk/roles'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { ERRORS } from '../../contract/errors'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { deskInputs } from '../../tests/fixtures/desk-inputs'
import { DESK_HOST, openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { TEST_BASE_DOMAIN } from '../../tests/fixtures/test-tenants'
import { testTexts } from '../../tests/fixtures/test-texts'
import { done, type Outcome, refused } from '../calls/handler'
import { queryRows } from '../db/open-database'
import { tenantDirectory } from '../directory/tenant-directory'
import { answerDeskCall } from './answer-desk-call'
import type { DeskCall } from './desk-handler'
import { recordDeskEvent } from './record-desk-event'

const { requestSettingChange, getDeskCounts, getOperator } = DESK_ENDPOINTS
let world: World
let admin: TestOperator
beforeAll(async () => {
  world = await createWorld()
  admin = await openOperator(world, { roles: ROLES })
})
afterAll(() => world.close())

/** A wish that is fine each time: every one is for another address. */
let wishes = 0
function wish() {
  wishes += 1
  const value = JSON.stringify({ currency: 'USDT', protocol: 'ERC20', address: `0x${wishes.toString(16).padStart(40, '0')}`, active: true })
  return { area: 'deposit_network', value, reason: 'a new address' } as const
}
const waiting = async () =>
  (await world.broker.database.withTenant('aurora', (tx) => queryRows(tx, sql`select id from setting_change`))).length
const events = async () =>
  (
    await world.broker.database.withTenant('aurora', (tx) =>
      queryRows(tx, sql`select id from audit_event where actor = ${admin.actor} and action not like 'desk.%'`),
    )
  ).length

describe('a repeated call', () => {
  test('with the same key: one effect, one answer, 20 at once and again later', async () => {
    const input = wish()
    const before = await waiting()
    const first = await admin.call(requestSettingChange, input, { key: 'k-one' })
    expect(first.outcome).toBe('ok')
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(requestSettingChange, input, { key: 'k-one' })))
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([first.text]))
    expect(await waiting()).toBe(before + 1)
  })

  test('the key is the operator’s own, and for the same parameters', async () => {
    const other = await openOperator(world, { roles: ['admin'] })
    const input = wish()
    await admin.call(requestSettingChange, input, { key: 'k-two' })
    expect((await admin.call(requestSettingChange, wish(), { key: 'k-two' })).outcome).toBe('IDEMPOTENCY_KEY_REUSED')
    const theirs = await other.call(requestSettingChange, wish(), { key: 'k-two' })
    expect(theirs.outcome).toBe('ok')
    expect((await admin.call(requestSettingChange, input, { key: 'a b' })).outcome).toBe('IDEMPOTENCY_KEY_INVALID')
  })

  test('a replay is refused like the first call to who has lost the role since', async () => {
    const operator = await openOperator(world, { roles: ['admin'] })
    const input = wish()
    expect((await operator.call(requestSettingChange, input, { key: 'k-three' })).outcome).toBe('ok')
    await world.broker.database.system((tx) =>
      tx.execute(sql`update operator set roles = '{"aurora":["support"]}'::jsonb where name = ${operator.name}`),
    )
    expect((await operator.call(requestSettingChange, input, { key: 'k-three' })).outcome).toBe('DESK_FORBIDDEN')
  })
})

describe('what is refused', () => {
  test.each(['GET', 'POST'])('leaves nothing behind that was written before the refusal (%s)', async (method) => {
    const logged = await events()
    const after: string[] = []
    const writes = (answer: Outcome<never>) => async (call: DeskCall<DeskEndpoint>) => {
      await recordDeskEvent(call, { action: 'feedback.done', object: 'feedback:1' })
      call.afterCommit(() => after.push('committed'))
      call.touched(1n)
      return answer
    }
    const name = method === 'GET' ? 'getDeskCounts' : 'requestSettingChange'
    const run = async (answer: Outcome<never>) =>
      answerDeskCall(
        {
          database: world.broker.database,
          directory: tenantDirectory(world.tenants, TEST_BASE_DOMAIN),
          clock: world.clock,
          texts: await testTexts(),
          handlers: { ...world.broker.desk.handlers, [name]: writes(answer) },
          own: {} as never,
          checksOutput: false,
          committed: () => after.push('told'),
        },
        {
          name,
          endpoint: DESK_ENDPOINTS[name],
          headers: new Headers({ authorization: admin.token }),
          raw: Object.entries({ company: 'aurora', ...deskInputs()[name] }),
          language: 'en',
          requestId: 'r',
          client: { userAgent: '', address: '' },
        },
      )
    expect((await run(refused('NOT_FOUND'))).code).toBe(ERRORS.NOT_FOUND.code)
    expect([await events(), after]).toEqual([logged, []])
    expect((await run(done(null as never))).code).toBe(SUCCESS_CODE)
    expect([await events(), after]).toEqual([logged + 1, ['committed', 'told']])
  })

  test('speaks the operator’s language', async () => {
    const { token } = admin
    const said = async (lang: string) =>
      (await world.client.call(getDeskCounts, { company: 'nowhere' }, { host: DESK_HOST, token, headers: { lang } })).msg
    expect(await said('hk')).not.toBe(await said('en'))
  })

  test.each(['Bearer x', '', 'x'.repeat(43), "' or 1=1"])('the token %j is nobody’s', async (token) => {
    expect((await admin.call(getOperator, {}, { token })).outcome).toBe('SESSION_INVALID')
  })

  test('a company named twice is none', async () => {
    const path = `${getDeskCounts.path}?company=aurora&company=meridian`
    expect((await world.client.send(path, {}, { host: DESK_HOST, token: admin.token })).outcome).toBe('COMPANY_UNKNOWN')
  })

  test('a GET never changes anything: what changes is there by POST alone', async () => {
    for (const endpoint of Object.values<DeskEndpoint>(DESK_ENDPOINTS)) {
      if (!endpoint.changesState) continue
      const { status } = await world.client.send(`${endpoint.path}?company=aurora`, {}, { host: DESK_HOST, token: admin.token })
      expect([endpoint.path, status]).toEqual([endpoint.path, 405])
    }
  })
})

test('any JSON at all, to any call: an envelope, never a failure', async () => {
  const samples = deskInputs()
  const names = fc.constantFrom(...(Object.keys(DESK_ENDPOINTS) as DeskEndpointName[]).filter((name) => !/^desk(Login|Logout)$/.test(name)))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('0', '-1', '1e9', '9'.repeat(30)),
  )
  await fc.assert(
    fc.asyncProperty(names, fc.array(fc.tuple(fc.nat(), value), { maxLength: 3 }), async (name, changes) => {
      const endpoint: DeskEndpoint = DESK_ENDPOINTS[name]
      const fields: Record<string, unknown> = { company: 'aurora', ...samples[name] }
      const known = Object.keys(fields)
      for (const [index, changed] of changes) fields[known[index % known.length] ?? 'company'] = changed
      const options = { host: DESK_HOST, token: admin.token }
      const texts = Object.fromEntries(
        Object.entries(fields).map(([key, item]) => [key, typeof item === 'string' ? item : JSON.stringify(item)]),
      )
      const json = { method: 'POST', body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }
      const answer = endpoint.changesState
        ? await world.client.send(endpoint.path, json, options)
        : await world.client.send(`${endpoint.path}?${new URLSearchParams(texts)}`, {}, options)
      expect([200, 429]).toContain(answer.status)
      expect(answer.outcome).not.toBe('unknown')
    }),
    { numRuns: 250 },
  )
  expect(world.complaints).toEqual([])
}, 120_000)
