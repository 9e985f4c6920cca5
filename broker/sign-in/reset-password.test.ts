import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { hostOf, NO_LIMITS, readCode, sendCode } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { trader } from '../db/schema'

type ResetInput = InputOf<typeof ENDPOINTS.resetPassword>

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

const NEW = 'a heron on the jetty 12'
const reset = (changes: Partial<ResetInput>, host = hostOf('aurora')) => {
  const new_password = changes.new_password ?? NEW
  const input = {
    type: 'email',
    account: 'nobody@example.com',
    new_password,
    secondary_password: new_password,
    auth_code: '000000',
  } as const
  return world.client.call(ENDPOINTS.resetPassword, { ...input, ...changes }, { host, headers: { lang: 'en' } })
}
const login = (of: RealTrader, password: string) =>
  world.client.call(
    ENDPOINTS.login,
    { account: of.email || of.mobile, password, login_type: of.email ? 'email' : 'mobile' },
    { host: of.host },
  )
const rowOf = async (of: RealTrader) =>
  (
    await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(trader)
        .where(eq(trader.id, BigInt(of.id))),
    )
  )[0]

test('with the code of a mail the password is a new one, every session ends, and the owner is told', async () => {
  const one = await world.realTrader()
  const elsewhere = (await login(one, one.password)).data.token
  const auth_code = await sendCode(world, one.email, '2')
  const answer = await reset({ account: ` ${one.email.toUpperCase()}`, auth_code })
  expect([answer.outcome, answer.data]).toEqual(['ok', null])
  expect(answer.msg).not.toBe('')
  for (const token of [one.token, elsewhere]) {
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token })).outcome).toBe('SESSION_INVALID')
  }
  expect((await login(one, one.password)).outcome).toBe('LOGIN_FAILED')
  expect((await login(one, NEW)).outcome).toBe('ok')
  const [notice] = await world.broker.delivery.shown('aurora', one.email)
  expect([notice?.code, notice?.text.includes(NEW)]).toEqual(['', false])
  expect(await rowOf(one)).toMatchObject({ passwordChangedAt: world.clock.now(), contactProvenAt: world.clock.now(), frozenAt: null })
})

test('with the code of a text, too; the number may be written with its plus', async () => {
  const one = await world.realTrader('aurora', { mobile: '85265554444' })
  expect((await world.client.call(ENDPOINTS.sendSmsCode, { to: '65554444', area_id: 'HK', type: '2' })).outcome).toBe('ok')
  const auth_code = await readCode(world, '85265554444')
  expect((await reset({ type: 'mobile', account: '+852 6555 4444', auth_code })).outcome).toBe('ok')
  expect((await login(one, NEW)).outcome).toBe('ok')
})

test('a frozen account opens again', async () => {
  const one = await world.realTrader()
  await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .update(trader)
      .set({ frozenAt: world.clock.now() })
      .where(eq(trader.id, BigInt(one.id))),
  )
  expect((await reset({ account: one.email, auth_code: await sendCode(world, one.email, '2') })).outcome).toBe('ok')
  expect((await login(one, NEW)).outcome).toBe('ok')
})

test.each<[Partial<ResetInput>, string]>([
  [{ account: ' ', new_password: '', auth_code: '' }, 'ACCOUNT_REQUIRED'],
  [{ new_password: '' }, 'PASSWORD_REQUIRED'],
  [{ auth_code: ' ' }, 'CODE_REQUIRED'],
  [{ secondary_password: 'something else' }, 'PASSWORD_MISMATCH'],
  [{ new_password: 'short' }, 'PASSWORD_TOO_SHORT'],
  [{ new_password: 'password1' }, 'PASSWORD_TOO_COMMON'],
  [{ account: 'wintermute@example.com', new_password: 'Wintermute1' }, 'PASSWORD_TOO_COMMON'],
  [{ account: 'no-address' }, 'CODE_WRONG'],
  [{ type: 'mobile', account: 'no-number' }, 'CODE_WRONG'],
  [{ type: 'mobile', account: '85291234567' }, 'CODE_WRONG'],
  [{}, 'CODE_WRONG'],
])('a new password with %j: %s', async (changes, outcome) => {
  expect((await reset(changes)).outcome).toBe(outcome)
})

test('whoever guesses learns nothing about who has an account', async () => {
  const one = await world.realTrader()
  const auth_code = await sendCode(world, one.email, '2')
  const wrong = auth_code === '000000' ? '000001' : '000000'
  await sendCode(world, 'stranger@example.com', '2')
  for (let tries = 0; tries < 7; tries++) {
    const known = await reset({ account: one.email, auth_code: wrong })
    const stranger = await reset({ account: 'stranger@example.com', auth_code: wrong })
    expect(known.text).toBe(stranger.text)
  }
  expect((await reset({ account: one.email, auth_code })).outcome).toBe('CODE_WRONG')
  expect((await login(one, one.password)).outcome).toBe('ok')
})

test('a code sets one password, whatever races', async () => {
  const one = await world.realTrader()
  const auth_code = await sendCode(world, one.email, '2')
  const passwords = Array.from({ length: 20 }, (_, index) => `a heron on jetty number ${index}`)
  const answers = await Promise.all(passwords.map((new_password) => reset({ account: one.email, auth_code, new_password })))
  expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
  expect(answers.filter(({ outcome }) => outcome === 'CODE_WRONG')).toHaveLength(19)
}, 30_000)

test('a code of one company sets no password at another', async () => {
  const email = 'two-companies@example.com'
  const here = await world.realTrader('aurora', { email })
  const there = await world.realTrader('saffron', { email })
  const auth_code = await sendCode(world, email, '2')
  await sendCode(world, email, '2', 'saffron')
  const [theirs] = await world.broker.delivery.shown('saffron', email)
  if (theirs?.code !== auth_code) expect((await reset({ account: email, auth_code }, there.host)).outcome).toBe('CODE_WRONG')
  expect((await reset({ account: email, auth_code }, here.host)).outcome).toBe('ok')
  expect((await there.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
})

test('after its use a code leaves the wait for the next one as it was', async () => {
  const one = await world.realTrader()
  expect((await reset({ account: one.email, auth_code: await sendCode(world, one.email, '2') })).outcome).toBe('ok')
  expect((await world.client.call(ENDPOINTS.sendEmailCode, { to: one.email, type: '2' })).outcome).toBe('CODE_TOO_SOON')
})

test('the audit trail tells that a password was reset, and nothing of it', async () => {
  const one = await world.realTrader()
  await reset({ account: one.email, auth_code: await sendCode(world, one.email, '2') })
  const events = await world.broker.database.withTenant('aurora', (tx) => tx.query.auditEvent.findMany())
  const own = events.filter(({ object, action }) => object === `trader:${one.id}` && action.startsWith('account.password'))
  expect(own.map(({ actor, action, detail }) => ({ actor, action, detail }))).toEqual([
    { actor: `trader:${one.id}`, action: 'account.password-reset', detail: { sessions_ended: 1 } },
  ])
})
