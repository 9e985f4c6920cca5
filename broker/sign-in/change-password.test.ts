import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { NO_LIMITS, readCode, sendCode } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import type { RealTrader } from '../../tests/fixtures/real-trader'

type ChangeInput = InputOf<typeof ENDPOINTS.changePassword>

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

const NEW = 'a heron on the jetty 12'
const change = (of: RealTrader, changes: Partial<ChangeInput>) => {
  const new_password = changes.new_password ?? NEW
  return of.call(ENDPOINTS.changePassword, { new_password, secondary_password: new_password, auth_code: '000000', ...changes })
}
const login = (of: RealTrader, password: string) =>
  world.client.call(ENDPOINTS.login, { account: of.email, password, login_type: 'email' }, { host: of.host })

test('with the code of a mail the password is a new one; other sessions end, this one stays, and the owner is told', async () => {
  const one = await world.realTrader()
  const other = (await login(one, one.password)).data.token
  const auth_code = await sendCode(world, one.email, '2')
  const answer = await change(one, { auth_code, old_password: one.password })
  expect(answer.outcome).toBe('ok')
  expect(answer.msg).not.toBe('')
  expect((await one.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
  expect((await one.call(ENDPOINTS.getTrader, {}, { token: other })).outcome).toBe('SESSION_INVALID')
  expect((await login(one, one.password)).outcome).toBe('LOGIN_FAILED')
  expect((await login(one, NEW)).outcome).toBe('ok')
  const messages = await world.broker.delivery.shown('aurora', one.email)
  expect(messages.filter(({ code }) => code === '').length).toBeGreaterThan(0)
  expect(messages.filter(({ text }) => text.includes(NEW))).toEqual([])
})

test('who signs in with a number gets the code by text, and the old password may be left out', async () => {
  const one = await world.realTrader('aurora', { mobile: '85265550001' })
  await world.client.call(ENDPOINTS.sendSmsCode, { to: '65550001', area_id: 'HK', type: '2' })
  expect((await change(one, { auth_code: await readCode(world, '85265550001') })).outcome).toBe('ok')
})

test.each<[Partial<ChangeInput>, string]>([
  [{ new_password: '', auth_code: '' }, 'PASSWORD_REQUIRED'],
  [{ auth_code: ' ' }, 'CODE_REQUIRED'],
  [{ secondary_password: 'something else' }, 'PASSWORD_MISMATCH'],
  [{ new_password: 'short' }, 'PASSWORD_TOO_SHORT'],
  [{ new_password: 'iloveyou' }, 'PASSWORD_TOO_COMMON'],
  [{}, 'CODE_WRONG'],
  [{ old_password: 'wrong' }, 'CODE_WRONG'],
])('a change with %j: %s', async (changes, outcome) => {
  const one = await world.realTrader()
  expect((await change(one, changes)).outcome).toBe(outcome)
  expect((await login(one, one.password)).outcome).toBe('ok')
})

test('the old password is tried only behind a right code, and at most five times a code', async () => {
  const one = await world.realTrader()
  const auth_code = await sendCode(world, one.email, '2')
  for (let tries = 0; tries < 5; tries++) {
    expect((await change(one, { auth_code, old_password: `guess ${tries}` })).outcome).toBe('OLD_PASSWORD_WRONG')
  }
  expect((await change(one, { auth_code, old_password: one.password })).outcome).toBe('CODE_WRONG')
})

test('another trader’s code changes nothing', async () => {
  const [one, other] = [await world.realTrader(), await world.realTrader()]
  const theirs = await sendCode(world, other.email, '2')
  const own = await sendCode(world, one.email, '2')
  if (own !== theirs) expect((await change(one, { auth_code: theirs })).outcome).toBe('CODE_WRONG')
  expect((await change(one, { auth_code: own })).outcome).toBe('ok')
})

test('a demo account has no password, and a session of another company none here', async () => {
  const demo = await world.demoTrader()
  const input = { new_password: NEW, secondary_password: NEW, auth_code: '000000' }
  expect((await demo.call(ENDPOINTS.changePassword, input)).outcome).toBe('DEMO_RESTRICTED')
  const elsewhere = await world.realTrader('saffron')
  const here = await world.realTrader()
  expect((await here.call(ENDPOINTS.changePassword, input, { token: elsewhere.token })).outcome).toBe('SESSION_INVALID')
  expect((await here.call(ENDPOINTS.changePassword, input, { token: 'x'.repeat(43) })).outcome).toBe('SESSION_INVALID')
})

test('the audit trail tells that a password was changed, and nothing of it', async () => {
  const one = await world.realTrader()
  await login(one, one.password)
  await change(one, { auth_code: await sendCode(world, one.email, '2') })
  const events = await world.broker.database.withTenant('aurora', (tx) => tx.query.auditEvent.findMany())
  const own = events.filter(({ object, action }) => object === `trader:${one.id}` && action.startsWith('account.password'))
  expect(own).toMatchObject([{ actor: `trader:${one.id}`, action: 'account.password-changed', detail: { sessions_ended: 1 } }])
})
