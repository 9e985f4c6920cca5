import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { hostOf, NO_LIMITS, readCode, register, sendCode } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

const email = (to: string, type: '1' | '2' = '1', lang = 'en') =>
  world.client.call(ENDPOINTS.sendEmailCode, { to, type }, { headers: { lang } })
const text = (to: string, area_id = 'HK', type: '1' | '2' = '1') =>
  world.client.call(ENDPOINTS.sendSmsCode, { to, area_id, type }, { headers: { lang: 'en' } })
const messagesTo = async (to: string, tenantId = 'aurora') => {
  await world.broker.delivery.flush()
  return world.broker.delivery.shown(tenantId, to)
}

test.each([
  ['', 'ACCOUNT_REQUIRED'],
  ['   ', 'ACCOUNT_REQUIRED'],
  ['someone', 'ACCOUNT_INVALID'],
  ['some one@example.com', 'ACCOUNT_INVALID'],
  ['a@example.com\r\nBcc: b@example.com', 'ACCOUNT_INVALID'],
  ['a@example.com,b@example.com', 'ACCOUNT_INVALID'],
  ['"a" <b@example.com>', 'ACCOUNT_INVALID'],
  [`${'a'.repeat(250)}@b.co`, 'PARAMETER_INVALID'],
  ['refused-table@example.com', 'ok'],
  [' Refused-Table-2@Example.COM ', 'ok'],
] as const)('a code to the address %j: %s', async (to, outcome) => {
  expect((await email(to)).outcome).toBe(outcome)
})

test.each([
  ['', 'HK', 'ACCOUNT_REQUIRED'],
  ['91234567', 'nowhere', 'AREA_UNKNOWN'],
  ['123', 'HK', 'ACCOUNT_INVALID'],
  ['+8613800138000', 'HK', 'ACCOUNT_INVALID'],
  ['0909 879 0000', 'GB', 'ACCOUNT_INVALID'],
  ['13800138000', 'CN', 'COUNTRY_REFUSED'],
  ['0502345678', 'IL', 'COUNTRY_REFUSED'],
  ['51234567', 'CU', 'COUNTRY_REFUSED'],
  ['1921234567', 'KP', 'COUNTRY_REFUSED'],
  ['5912345', 'VU', 'COUNTRY_REFUSED'],
  ['51234567', 'HK', 'ok'],
  ['85251234568', 'HK.default', 'ok'],
] as const)('a code to the number %j of %s: %s', async (to, areaId, outcome) => {
  const answer = await text(to, areaId)
  expect(answer.outcome).toBe(outcome)
  if (outcome === 'COUNTRY_REFUSED') expect(answer.msg).toContain(answer.details.country ?? 'no country')
})

test('a code has six digits, says how long it works, and speaks the language of the call', async () => {
  await email('english@example.com', '1', 'en')
  await email('chinese@example.com', '1', 'hk')
  const [english] = await messagesTo('english@example.com')
  const [chinese] = await messagesTo('chinese@example.com')
  expect(english?.code).toMatch(/^\d{6}$/)
  expect(english?.text).toContain(english?.code)
  expect(english?.text).toContain('10')
  expect(chinese?.subject).toMatch(/[\u4e00-\u9fff]/)
})

test('within 60 seconds of the last code none is sent, and the rest of the wait is told; a new one takes the place of the old', async () => {
  const to = 'patient@example.com'
  const first = await sendCode(world, to, '1')
  world.pass(20_000)
  const early = await email(to)
  expect([early.outcome, early.details]).toEqual(['CODE_TOO_SOON', { seconds: '40' }])
  expect(early.msg).toContain('40')
  world.pass(39_999)
  expect((await email(to)).details).toEqual({ seconds: '1' })
  world.pass(1)
  expect((await email(to)).outcome).toBe('ok')
  const second = await readCode(world, to)
  if (first !== second) expect((await register(world, { account: to, sms_code: first })).outcome).toBe('CODE_WRONG')
  expect((await register(world, { account: to, sms_code: second })).outcome).toBe('ok')
})

test('a hundred requests at once send one message', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => email('crowd@example.com')))
  expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'CODE_TOO_SOON']))
  expect(await messagesTo('crowd@example.com')).toHaveLength(1)
}, 30_000)

test('whoever asks learns nothing about who has an account: the same answers, and the same wait', async () => {
  const { email: known } = await world.realTrader()
  for (const type of ['1', '2'] as const) {
    const stranger = `stranger-${type}@example.com`
    const [toKnown, toStranger] = [await email(known, type), await email(stranger, type)]
    expect(toKnown.text).toBe(toStranger.text)
    expect((await email(known, type)).text).toBe((await email(stranger, type)).text)
    world.pass(60_000)
    expect((await email(known, type)).text).toBe((await email(stranger, type)).text)
  }
})

test('for an address without an account the message is written as for one with, and taken back: there is no difference to time', async () => {
  const newest = async () => {
    const messages = await world.broker.database.withTenant('aurora', (tx) => tx.query.message.findMany())
    return messages.reduce((highest, { id }) => (id > highest ? id : highest), 0n)
  }
  const [one, other] = [await world.realTrader(), await world.realTrader()]
  await email(one.email, '2')
  const before = await newest()
  await email('nobody-at-all@example.com', '2')
  expect(await newest()).toBe(before)
  await email(other.email, '2')
  // The number of the message that was taken back is missing.
  expect(await newest()).toBe(before + 2n)
})

test('who has an account already is told so by mail, and gets no code to open another', async () => {
  const { email: known } = await world.realTrader()
  expect((await email(known)).outcome).toBe('ok')
  const [notice] = await messagesTo(known)
  expect(notice?.code).toBe('')
  expect(notice?.text).not.toMatch(/\b\d{6}\b/)
})

test('a code for a new password goes to an account and to nobody else', async () => {
  const { email: known } = await world.realTrader()
  await email(known, '2')
  await email('unknown@example.com', '2')
  expect(await messagesTo(known)).toHaveLength(1)
  expect(await messagesTo('unknown@example.com')).toEqual([])
})

test('a company knows nothing of the accounts and waits of another', async () => {
  const { email: known } = await world.realTrader('aurora')
  expect((await email(known, '2')).outcome).toBe('ok')
  const elsewhere = await world.client.call(ENDPOINTS.sendEmailCode, { to: known, type: '2' }, { host: hostOf('saffron') })
  expect(elsewhere.outcome).toBe('ok')
  expect(await messagesTo(known, 'saffron')).toEqual([])
})

test('a number is one number, as it is dialled at home and with its calling code', async () => {
  await text('6123 4567')
  expect((await text('85261234567')).outcome).toBe('CODE_TOO_SOON')
  expect((await messagesTo('85261234567'))[0]?.code).toMatch(/^\d{6}$/)
})

test('a trader whose country was refused later still gets the code for a new password', async () => {
  await world.realTrader('aurora', { mobile: '8613800138000' })
  expect((await text('13800138000', 'CN', '2')).outcome).toBe('ok')
  expect(await messagesTo('8613800138000')).toHaveLength(1)
})

test('codes run out of the store', async () => {
  const { forgetOldCodes } = await import('./verification-codes')
  const rows = () => world.broker.database.withTenant('aurora', (tx) => tx.query.verificationCode.findMany())
  expect((await rows()).length).toBeGreaterThan(0)
  world.pass(10 * 60_000)
  await forgetOldCodes(world.broker.database, world.clock.now())
  expect(await rows()).toEqual([])
})
