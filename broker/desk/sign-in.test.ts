import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { MINUTE_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { DESK_HOST, OPERATOR_PASSWORD, openOperator } from '../../tests/fixtures/operator'
import { queryRows } from '../db/open-database'
import { disableOperator, findOperator } from './operators'

const { deskLogin, deskLogout, getOperator, changeOperatorPassword, getDeskCounts } = DESK_ENDPOINTS
const STEP_MS = 30_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const login = (input: { name: string; password: string; code: string }, context: { clientAddress?: string } = {}) =>
  world.client.call(deskLogin, input, { host: DESK_HOST, context })
const loggedActions = async (company: string, name: string) =>
  (
    await world.broker.database.withTenant(company, (tx) =>
      queryRows<{ action: string }>(tx, sql`select action from audit_event where actor = ${`operator:${name}`} order by id`),
    )
  ).map(({ action }) => action)

describe('signing in', () => {
  test('password and code together open a session, and every company of the operator has it in its log', async () => {
    const operator = await openOperator(world, { roles: ['finance'], elsewhere: { meridian: ['content'] } })
    const answer = await operator.call(getOperator, {})
    expect(answer.data.companies.map(({ id, roles }) => [id, roles])).toEqual([
      ['aurora', ['finance']],
      ['meridian', ['content']],
    ])
    expect(await loggedActions('aurora', operator.name)).toEqual(['desk.signed_in'])
    expect(await loggedActions('meridian', operator.name)).toEqual(['desk.signed_in'])
  })

  test('a wrong password, a wrong code, a name that nobody has and an operator who was shut out are refused alike', async () => {
    const { name, id, code } = await openOperator(world, { roles: ['finance'] })
    const wrongCode = code().replace(/^./, (digit) => String((Number(digit) + 1) % 10))
    const refusals = [
      await login({ name, password: 'wrong', code: code() }),
      await login({ name, password: OPERATOR_PASSWORD, code: wrongCode }),
      await login({ name, password: OPERATOR_PASSWORD, code: '' }),
      await login({ name: 'nobody-at-all', password: OPERATOR_PASSWORD, code: code() }),
      await login({ name: 'no name', password: OPERATOR_PASSWORD, code: code() }),
    ]
    await world.broker.database.system((tx) => disableOperator(tx, id, world.clock.now()))
    refusals.push(await login({ name, password: OPERATOR_PASSWORD, code: code() }))
    expect(new Set(refusals.map(({ text, status }) => `${status} ${text}`)).size).toBe(1)
    expect(refusals[0]?.outcome).toBe('DESK_LOGIN_FAILED')
  })

  test('a code works once, and none before it works after it', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const first = operator.code()
    expect((await operator.signIn({ code: first })).outcome).toBe('ok')
    expect((await operator.signIn({ code: first })).outcome).toBe('DESK_LOGIN_FAILED')
    world.pass(STEP_MS)
    expect((await operator.signIn({ code: first })).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await operator.signIn()).outcome).toBe('ok')
  })

  test('a wrong password does not use the code up', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    expect((await operator.signIn({ password: 'wrong' })).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await operator.signIn()).outcome).toBe('ok')
  })

  test('of many sign-ins with one code at once one succeeds', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const answers = await Promise.all(Array.from({ length: 5 }, () => operator.signIn()))
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([...Array(4).fill('DESK_LOGIN_FAILED'), 'ok'])
  })
})

describe('limits', () => {
  test('ten failures a name, known or not, then it waits; another name does not', async () => {
    const known = await openOperator(world, { roles: ['finance'] })
    const other = await openOperator(world, { roles: ['finance'] })
    for (const name of [known.name, 'unknown-name']) {
      for (let tried = 0; tried < 10; tried += 1)
        expect((await login({ name, password: 'wrong', code: '0' })).outcome).toBe('DESK_LOGIN_FAILED')
      const last = await login({ name, password: 'wrong', code: '0' })
      expect([last.status, last.outcome, Number(last.headers.get('retry-after')) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true])
    }
    expect((await known.signIn()).outcome).toBe('TOO_MANY_REQUESTS')
    expect((await other.signIn()).outcome).toBe('ok')
  })

  test('a stranger who tries an operator’s name is kept out, and the operator, on a network of their own, is not', async () => {
    const { name, code } = await openOperator(world, { roles: ['finance'] })
    const right = { name, password: OPERATOR_PASSWORD, code: code() }
    for (const network of ['203.0.113', '198.51.100']) {
      for (let tried = 0; tried < 10; tried += 1) {
        const { outcome } = await login({ name, password: 'wrong', code: '0' }, { clientAddress: `${network}.9` })
        expect(outcome).toBe('DESK_LOGIN_FAILED')
      }
      expect((await login(right, { clientAddress: `${network}.9` })).outcome).toBe('TOO_MANY_REQUESTS')
    }
    expect((await login(right, { clientAddress: '192.0.2.9' })).outcome).toBe('ok')
  })

  test('an address that tries many names is held up, too', async () => {
    const context = { clientAddress: '203.0.113.77' }
    const outcomes = new Set<string>()
    for (let tried = 0; tried < 61; tried += 1) {
      outcomes.add((await login({ name: `guess-${tried}`, password: 'wrong', code: '0' }, context)).outcome)
    }
    expect([...outcomes]).toEqual(['DESK_LOGIN_FAILED', 'TOO_MANY_REQUESTS'])
    expect((await login({ name: 'guess-x', password: 'wrong', code: '0' }, { clientAddress: '198.51.100.7' })).outcome).toBe(
      'DESK_LOGIN_FAILED',
    )
  })

  test('who signs in rightly is never held up by their own sign-ins', async () => {
    const operator = await openOperator(world, { roles: ['support'] })
    for (let time = 0; time < 12; time += 1) {
      expect((await operator.signIn()).outcome).toBe('ok')
      world.pass(STEP_MS)
    }
  })
})

describe('a session', () => {
  test('ends 30 minutes after the last thing that was done; the counts of the page keep nobody signed in', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    world.pass(29 * MINUTE_MS)
    expect((await operator.call(getOperator, {})).outcome).toBe('ok')
    world.pass(29 * MINUTE_MS)
    expect((await operator.call(getDeskCounts, {})).outcome).toBe('ok')
    world.pass(MINUTE_MS)
    expect((await operator.call(getOperator, {})).outcome).toBe('SESSION_INVALID')
  })

  test('ends after 12 hours however busy the operator is', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
      world.pass(20 * MINUTE_MS)
      expect((await operator.call(getOperator, {})).outcome).toBe('ok')
    }
    world.pass(20 * MINUTE_MS)
    expect((await operator.call(getOperator, {})).outcome).toBe('SESSION_INVALID')
  })

  test('ends with signing out, which is written down', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    expect((await operator.call(deskLogout, {})).outcome).toBe('ok')
    expect((await operator.call(getOperator, {})).outcome).toBe('SESSION_INVALID')
    expect(await loggedActions('aurora', operator.name)).toEqual(['desk.signed_in', 'desk.signed_out'])
  })

  test('of one who was shut out is gone at once', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    await world.broker.database.system((tx) => disableOperator(tx, operator.id, world.clock.now()))
    expect((await operator.call(getOperator, {})).outcome).toBe('SESSION_INVALID')
  })

  test('has its token only as a hash in the store, and no secret stands there in the clear', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const rows = await world.broker.database.system((tx) =>
      queryRows(tx, sql`select o.*, s.* from operator o join operator_session s on s.operator_id = o.id`),
    )
    const dump = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(dump).toContain(operator.name)
    expect(dump).not.toContain(operator.token)
    expect(dump).not.toContain(OPERATOR_PASSWORD)
  })
})

describe('a new password', () => {
  const NEXT = 'nine kestrels over the weir 7'

  test('needs the old one and a code, ends the other sessions and keeps this one', async () => {
    const operator = await openOperator(world, { roles: ['finance'] })
    const elsewhere = (await operator.signIn()).data.token
    world.pass(STEP_MS)
    const change = { old_password: OPERATOR_PASSWORD, new_password: NEXT, code: operator.code() }
    expect((await operator.call(changeOperatorPassword, { ...change, old_password: 'wrong' })).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await operator.call(changeOperatorPassword, { ...change, code: '000000' })).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await operator.call(changeOperatorPassword, { ...change, new_password: 'short' })).outcome).toBe('PASSWORD_TOO_SHORT')
    expect((await operator.call(changeOperatorPassword, { ...change, new_password: 'password1' })).outcome).toBe('PASSWORD_TOO_COMMON')
    expect((await operator.call(changeOperatorPassword, change)).outcome).toBe('ok')
    expect((await operator.call(getOperator, {})).outcome).toBe('ok')
    expect((await operator.call(getOperator, {}, { token: elsewhere })).outcome).toBe('SESSION_INVALID')
    world.pass(STEP_MS)
    expect((await operator.signIn()).outcome).toBe('DESK_LOGIN_FAILED')
    expect((await operator.signIn({ password: NEXT })).outcome).toBe('ok')
    const row = await world.broker.database.system((tx) => findOperator(tx, operator.name))
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  })
})
