/** An account is frozen by its owner's report or by the company: each says the way out that leads out, wherever the owner meets it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { ENDPOINTS } from '../../contract/index'
import { LANGUAGES } from '../../contract/primitives'
import { NO_LIMITS, sendCode } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'

const NEW = 'a heron on the jetty 12'
const WHY = 'asked by telephone'

let world: World
let desk: TestOperator
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
  desk = await openOperator(world, { roles: ['compliance'] })
})
afterAll(() => world.close())

const login = ({ email, host }: RealTrader, password = TEST_PASSWORD, lang = 'en') =>
  world.client.call(ENDPOINTS.login, { account: email, password, login_type: 'email', device: 'own' }, { host, headers: { lang } })
async function reset({ email, host }: RealTrader, lang = 'en') {
  const auth_code = await sendCode(world, email, '2')
  const input = { type: 'email', account: email, new_password: NEW, secondary_password: NEW, auth_code } as const
  return world.client.call(ENDPOINTS.resetPassword, input, { host, headers: { lang } })
}
const freeze = async ({ id }: RealTrader) => (await desk.call(DESK_ENDPOINTS.freezeTrader, { id, reason: WHY })).outcome
const unfreeze = async ({ id }: RealTrader) => (await desk.call(DESK_ENDPOINTS.thawTrader, { id, reason: WHY })).outcome

async function mailsTo({ email }: RealTrader) {
  await world.broker.delivery.flush()
  return world.broker.delivery.shown('aurora', email)
}
async function keyOfReport(owner: RealTrader): Promise<string> {
  await world.client.call(
    ENDPOINTS.login,
    { account: owner.email, password: TEST_PASSWORD, login_type: 'email', device: 'thief' },
    { host: owner.host },
  )
  const mail = (await mailsTo(owner)).find(({ text }) => text.includes('/not-me#'))
  return /not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const report = async (owner: RealTrader, key: string) =>
  (await world.client.call(ENDPOINTS.freezeAccount, { token: key }, { host: owner.host })).outcome

test('what the owner reported ends with a new password, and the refusal says so', async () => {
  const owner = await world.realTrader()
  expect(await report(owner, await keyOfReport(owner))).toBe('ok')
  const refused = await login(owner)
  expect([refused.outcome, refused.msg]).toEqual([
    'ACCOUNT_FROZEN',
    'This account was frozen after a login was reported. Set a new password to unfreeze it.',
  ])
  expect((await reset(owner)).outcome).toBe('ok')
  expect((await login(owner, NEW)).outcome).toBe('ok')
})

test('what the company froze names customer service and never a new password, in every language', async () => {
  const owner = await world.realTrader()
  expect(await freeze(owner)).toBe('ok')
  expect((await owner.call(ENDPOINTS.getTrader, {})).code).toBe(999)
  const { email } = world.tenant('aurora')
  const refused = await login(owner)
  expect([refused.outcome, refused.msg, refused.details]).toEqual([
    'ACCOUNT_FROZEN_BY_COMPANY',
    `We have frozen this account. Contact customer service at ${email} to have it unfrozen.`,
    { email },
  ])
  const reported = await world.realTrader()
  await report(reported, await keyOfReport(reported))
  for (const lang of LANGUAGES) {
    const [byCompany, byOwner] = [(await login(owner, TEST_PASSWORD, lang)).msg, (await login(reported, TEST_PASSWORD, lang)).msg]
    expect([lang, byCompany.includes(email), byOwner.includes(email), byCompany === byOwner]).toEqual([lang, true, false, false])
  }
})

test('a new password for an account that the company froze is refused with the same words, and the old one still stands', async () => {
  const owner = await world.realTrader()
  await freeze(owner)
  const refused = await reset(owner)
  expect([refused.outcome, refused.msg]).toEqual(['ACCOUNT_FROZEN_BY_COMPANY', (await login(owner)).msg])
  expect(await unfreeze(owner)).toBe('ok')
  expect((await login(owner, NEW)).outcome).toBe('LOGIN_FAILED')
  expect((await login(owner)).outcome).toBe('ok')
})

test('who knows neither the password nor the code is not told that an account is frozen', async () => {
  const owner = await world.realTrader()
  await freeze(owner)
  expect((await login(owner, 'a wrong guess 99')).outcome).toBe('LOGIN_FAILED')
  const input = { type: 'email', account: owner.email, new_password: NEW, secondary_password: NEW, auth_code: '000000' } as const
  const answer = await world.client.call(ENDPOINTS.resetPassword, input, { host: owner.host })
  expect(answer.outcome).toBe('CODE_WRONG')
})

test('reported, then frozen by the company: the company’s word stands until it unfreezes, which ends both', async () => {
  const owner = await world.realTrader()
  await report(owner, await keyOfReport(owner))
  expect(await freeze(owner)).toBe('ok')
  expect((await login(owner)).outcome).toBe('ACCOUNT_FROZEN_BY_COMPANY')
  expect((await reset(owner)).outcome).toBe('ACCOUNT_FROZEN_BY_COMPANY')
  const seen = (await desk.call(DESK_ENDPOINTS.getDeskTrader, { id: owner.id })).data
  expect([seen.is_frozen, seen.frozen_by]).toEqual([true, desk.actor])
  expect(seen.history.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.frozen', 'trader.frozen']))
  expect(await unfreeze(owner)).toBe('ok')
  expect((await login(owner)).outcome).toBe('ok')
})

test('a report after the company froze finds its link used up: the company has thrown everybody out already', async () => {
  const owner = await world.realTrader()
  const key = await keyOfReport(owner)
  await freeze(owner)
  expect(await report(owner, key)).toBe('LINK_INVALID')
  expect((await login(owner)).outcome).toBe('ACCOUNT_FROZEN_BY_COMPANY')
})

test('only the mail about a report leads to a new password, the company’s names where to write', async () => {
  const [reported, frozen] = [await world.realTrader(), await world.realTrader()]
  await report(reported, await keyOfReport(reported))
  await freeze(frozen)
  const [own] = await mailsTo(reported)
  const [companys] = await mailsTo(frozen)
  expect(own?.text).toContain('/forgot')
  expect(companys?.text).not.toContain('/forgot')
  expect(companys?.text).toContain(world.tenant('aurora').email)
})

test('the desk freezes no demo account', async () => {
  const demo = await world.demoTrader()
  expect((await desk.call(DESK_ENDPOINTS.freezeTrader, { id: demo.id, reason: WHY })).outcome).toBe('NOT_FOUND')
  expect((await demo.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
})
