import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import {
  application,
  hostOf,
  NO_LIMITS,
  type RegisterInput,
  readCaptcha,
  readCode,
  register,
  sendCode,
} from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { trader } from '../db/schema'

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

const rowsOf = (account: string, tenantId = 'aurora') =>
  world.broker.database.withTenant(tenantId, async (tx) => [
    ...(await tx.select().from(trader).where(eq(trader.email, account))),
    ...(await tx.select().from(trader).where(eq(trader.mobile, account))),
  ])
let made = 0
const freshAddress = () => `visitor-${++made}@example.com`

test('with a code sent by mail an account opens, signed in, with empty books, its address proven', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  const { outcome, msg, data } = await register(world, { account: ` ${account.toUpperCase()} `, sms_code })
  expect([outcome, data.email, data.mobile, data.is_demo]).toEqual(['ok', account, '', 0])
  expect(msg).not.toBe('')
  const options = { token: data.token }
  expect((await world.client.call(ENDPOINTS.getTrader, {}, options)).data).toMatchObject({ id: data.id, uid: data.uid })
  expect(Number((await world.client.call(ENDPOINTS.getBalance, {}, options)).data.balance)).toBe(0)
  const [row] = await rowsOf(account)
  expect(row).toMatchObject({
    country: 'HK',
    contactProvenAt: world.clock.now(),
    contactMobile: '85291234567',
    invitedBy: null,
    isDemo: false,
  })
  const login = await world.client.call(ENDPOINTS.login, { account, password: TEST_PASSWORD, login_type: 'email' })
  expect(login.data.id).toBe(data.id)
})

test('with a code sent by text an account opens under the whole number', async () => {
  expect((await world.client.call(ENDPOINTS.sendSmsCode, { to: '61112222', area_id: 'HK', type: '1' })).outcome).toBe('ok')
  const sms_code = await readCode(world, '85261112222')
  const { outcome, data } = await register(world, { type: 'mobile', account: '6111 2222', sms_code })
  expect([outcome, data.email, data.mobile]).toEqual(['ok', '', '85261112222'])
  const credentials = { account: '85261112222', password: TEST_PASSWORD, login_type: 'mobile' } as const
  expect((await world.client.call(ENDPOINTS.login, credentials)).data.id).toBe(data.id)
})

test('where a company asks for the characters of a picture, they open an account, and its address counts as unproven', async () => {
  const account = freshAddress()
  const { key, sms_code } = await readCaptcha(world)
  const { outcome, data } = await register(world, { account, key, sms_code: sms_code.toLowerCase() }, 'meridian')
  expect([outcome, data.email]).toEqual(['ok', account])
  expect((await rowsOf(account, 'meridian'))[0]).toMatchObject({ contactProvenAt: null })
})

test('who cannot see the picture registers with a sent code there, too', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1', 'meridian')
  expect((await register(world, { account, sms_code, key: '' }, 'meridian')).outcome).toBe('ok')
  expect((await rowsOf(account, 'meridian'))[0]).toMatchObject({ contactProvenAt: world.clock.now() })
})

test('a picture opens nothing where the company asks for a sent code', async () => {
  const account = freshAddress()
  const { key, sms_code } = await readCaptcha(world, 'aurora')
  expect((await register(world, { account, key, sms_code })).outcome).toBe('CODE_WRONG')
})

test.each<[Partial<RegisterInput>, string]>([
  [{ account: ' ' }, 'ACCOUNT_REQUIRED'],
  [{ account: ' ', password: '', re_password: '', sms_code: '', area_id: 'x' }, 'ACCOUNT_REQUIRED'],
  [{ password: '', re_password: '' }, 'PASSWORD_REQUIRED'],
  [{ sms_code: ' ' }, 'CODE_REQUIRED'],
  [{ mobile: ' ' }, 'MOBILE_REQUIRED'],
  [{ mobile: undefined, area_id: 'x', account: 'no-address' }, 'MOBILE_REQUIRED'],
  [{ area_id: 'Atlantis' }, 'AREA_UNKNOWN'],
  [{ area_id: 'CN.other' }, 'AREA_UNKNOWN'],
  [{ account: 'no-address' }, 'ACCOUNT_INVALID'],
  [{ account: 'a@b@example.com' }, 'ACCOUNT_INVALID'],
  [{ account: 'x@example.com\nBcc: y@example.com' }, 'ACCOUNT_INVALID'],
  [{ type: 'mobile', account: 'new@example.com' }, 'ACCOUNT_INVALID'],
  [{ type: 'mobile', account: '12' }, 'ACCOUNT_INVALID'],
  [{ mobile: '12' }, 'MOBILE_INVALID'],
  [{ mobile: '<script>' }, 'MOBILE_INVALID'],
  [{ re_password: 'another one entirely' }, 'PASSWORD_MISMATCH'],
  [{ password: 'short' }, 'PASSWORD_TOO_SHORT'],
  [{ password: 'password1' }, 'PASSWORD_TOO_COMMON'],
  [{ password: 'AuroraMarkets1' }, 'PASSWORD_TOO_COMMON'],
  [{ account: 'wintermute@example.com', password: 'wintermute99' }, 'PASSWORD_TOO_COMMON'],
  [{ area_id: 'CN' }, 'COUNTRY_REFUSED'],
  [{ area_id: 'CN.default' }, 'COUNTRY_REFUSED'],
  [{ area_id: 'KP', password: 'short' }, 'PASSWORD_TOO_SHORT'],
  [{ mobile: '8613800138000' }, 'COUNTRY_REFUSED'],
  [{ type: 'mobile', area_id: 'IL', account: '0502345678' }, 'COUNTRY_REFUSED'],
  [{ invite_code: 'NOBODYS1' }, 'INVITE_CODE_UNKNOWN'],
  [{ invite_code: "'; drop" }, 'INVITE_CODE_UNKNOWN'],
  [{ invite_code: 'NOBODYS1', area_id: 'CN' }, 'COUNTRY_REFUSED'],
  [{ sms_code: '123456' }, 'CODE_WRONG'],
])('registration with %j: %s', async (changes, outcome) => {
  const before = await world.broker.database.withTenant('aurora', (tx) => tx.$count(trader))
  expect((await register(world, changes)).outcome).toBe(outcome)
  expect(await world.broker.database.withTenant('aurora', (tx) => tx.$count(trader))).toBe(before)
})

test.each([
  ['175.45.176.1', 'en', 'North Korea'],
  ['1.2.4.8', 'en', 'China'],
  ['200.55.128.1', 'hk', '古巴'],
  ['202.80.32.1', 'en', 'Vanuatu'],
  ['212.179.0.1', 'ar', 'إسرائيل'],
])('nobody registers from the address %s, and is told in %s that it is %s', async (clientAddress, lang, name) => {
  const answer = await register(world, {}, 'aurora', { context: { clientAddress }, headers: { lang } })
  expect([answer.outcome, answer.details]).toEqual(['COUNTRY_REFUSED', { country: name }])
  expect(answer.msg).toContain(name)
})

test('an address that is private or unknown refuses nobody, and a company may refuse more countries', async () => {
  for (const clientAddress of ['10.1.2.3', '::1', 'unknown', '']) {
    expect((await register(world, {}, 'aurora', { context: { clientAddress } })).outcome).toBe('CODE_WRONG')
  }
  const registration = { refusedCountries: ['KP', 'IL', 'CN', 'VU', 'CU', 'US'] }
  const strict = await createWorld({ tenants: { aurora: { registration } }, broker: { rateLimits: NO_LIMITS } })
  expect((await register(strict, { area_id: 'US' })).outcome).toBe('COUNTRY_REFUSED')
  await strict.close()
})

test('a code opens nothing after five wrong tries, though a refused call undoes what it wrote', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  const wrong = sms_code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) expect((await register(world, { account, sms_code: wrong })).outcome).toBe('CODE_WRONG')
  expect((await register(world, { account, sms_code })).outcome).toBe('CODE_WRONG')
})

test('the fifth try may still be the right one, and Arabic digits are digits', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  const wrong = sms_code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 4; tries++) await register(world, { account, sms_code: wrong })
  const arabic = [...sms_code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')
  expect((await register(world, { account, sms_code: arabic })).outcome).toBe('ok')
})

test('a hundred guesses at once are five tries', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  const guesses = Array.from({ length: 100 }, (_, index) => String(index).padStart(6, '0')).filter((guess) => guess !== sms_code)
  const answers = await Promise.all(guesses.map((guess) => register(world, { account, sms_code: guess })))
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['CODE_WRONG']))
  expect((await register(world, { account, sms_code })).outcome).toBe('CODE_WRONG')
}, 30_000)

test('a code runs out after ten minutes', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  world.pass(10 * 60_000)
  expect((await register(world, { account, sms_code })).outcome).toBe('CODE_WRONG')
})

test('a code is for the address, the purpose and the company it was sent for', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  expect((await register(world, { account: freshAddress(), sms_code })).outcome).toBe('CODE_WRONG')
  expect((await register(world, { account, sms_code }, 'saffron')).outcome).toBe('CODE_WRONG')
  const new_password = 'another kestrel 77'
  const reset = { type: 'email', account, new_password, secondary_password: new_password, auth_code: sms_code } as const
  expect((await world.client.call(ENDPOINTS.resetPassword, reset)).outcome).toBe('CODE_WRONG')
  expect((await register(world, { account, sms_code })).outcome).toBe('ok')
})

test('a hundred registrations of one address with one code open one account', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  const answers = await Promise.all(Array.from({ length: 100 }, () => register(world, { account, sms_code })))
  expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'CODE_WRONG']))
  expect(await rowsOf(account)).toHaveLength(1)
}, 60_000)

test('many registrations of one address, each with a picture of its own, open one account', async () => {
  const account = freshAddress()
  const pictures = await Promise.all(Array.from({ length: 12 }, () => readCaptcha(world)))
  const answers = await Promise.all(pictures.map((picture) => register(world, { account, ...picture }, 'meridian')))
  const outcomes = answers.map(({ outcome }) => outcome).sort()
  expect(outcomes).toEqual([...Array.from({ length: 11 }, () => 'REGISTRATION_REFUSED'), 'ok'])
  expect(await rowsOf(account, 'meridian')).toHaveLength(1)
}, 60_000)

test('a code and pictures for one address at once open one account', async () => {
  for (let round = 0; round < 4; round++) {
    const account = freshAddress()
    const sms_code = await sendCode(world, account, '1', 'meridian')
    const proofs = [{ key: '', sms_code }, await readCaptcha(world), { key: '', sms_code }, await readCaptcha(world)]
    const answers = await Promise.all(proofs.map((proof) => register(world, { account, ...proof }, 'meridian')))
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await rowsOf(account, 'meridian')).toHaveLength(1)
  }
}, 60_000)

test('what the client sends twice under one key is one registration with one answer', async () => {
  for (const tenantId of ['aurora', 'meridian']) {
    const account = freshAddress()
    const proof = tenantId === 'aurora' ? { sms_code: await sendCode(world, account, '1') } : await readCaptcha(world)
    const first = await register(world, { account, ...proof }, tenantId, { key: 'once' })
    const second = await register(world, { account, ...proof }, tenantId, { key: 'once' })
    expect([first.outcome, second.text]).toEqual(['ok', first.text])
    expect(await rowsOf(account, tenantId)).toHaveLength(1)
  }
})

test('an account that exists is not told by a picture, and its code is worth nothing', async () => {
  const { email: account } = await world.realTrader('meridian')
  const picture = await readCaptcha(world)
  expect((await register(world, { account, ...picture }, 'meridian')).outcome).toBe('REGISTRATION_REFUSED')
  expect((await register(world, { account, ...picture }, 'meridian')).outcome).toBe('CAPTCHA_WRONG')
  await sendCode(world, account, '1', 'meridian')
  expect((await register(world, { account, sms_code: '000000' }, 'meridian')).outcome).toBe('CODE_WRONG')
})

test('a code that was sent before a picture opened the account opens no second one', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1', 'meridian')
  expect((await register(world, { account, ...(await readCaptcha(world)) }, 'meridian')).outcome).toBe('ok')
  expect((await register(world, { account, sms_code }, 'meridian')).outcome).toBe('CODE_WRONG')
})

test('the number beside the address is kept as the company asks for it, and ignored where it does not', async () => {
  const opened = async (tenantId: string, mobile: string) => {
    const account = freshAddress()
    const sms_code = await sendCode(world, account, '1', tenantId)
    const { outcome } = await register(world, { account, sms_code, mobile }, tenantId)
    return outcome === 'ok' ? (await rowsOf(account, tenantId))[0]?.contactMobile : outcome
  }
  expect(await opened('aurora', '852 9123 4567')).toBe('85291234567')
  expect(await opened('aurora', '+44 7912 345678')).toBe('447912345678')
  expect(await opened('aurora', '')).toBe('MOBILE_REQUIRED')
  expect(await opened('saffron', ' ')).toBe('MOBILE_REQUIRED')
  expect(await opened('meridian', '')).toBeNull()
  expect(await opened('saffron', '9123 4567')).toBe('85291234567')
  expect(await opened('saffron', '12')).toBe('MOBILE_INVALID')
  expect(await opened('meridian', 'whatever')).toBeNull()
})

test('an invite code of the company is counted for its owner; any other is refused, and the account opens without one', async () => {
  const inviter = await world.realTrader()
  const other = await world.realTrader('saffron')
  const codeOf = async (of: typeof inviter) => (await of.call(ENDPOINTS.getInvite, {})).data
  const { invite_code, joined } = await codeOf(inviter)
  expect(joined).toBe(0)
  const demo = await world.demoTrader()
  const demoCode = (await demo.call(ENDPOINTS.getTrader, {})).data.invite_code
  for (const code of [invite_code, ` ${invite_code.toLowerCase()} `]) {
    const account = freshAddress()
    const sms_code = await sendCode(world, account, '1')
    expect((await register(world, { account, sms_code, invite_code: code })).outcome).toBe('ok')
  }
  for (const code of ['NOBODYS1', "'; drop", demoCode, (await codeOf(other)).invite_code]) {
    const account = freshAddress()
    const sms_code = await sendCode(world, account, '1')
    const refused = await register(world, { account, sms_code, invite_code: code }, 'aurora', { headers: { lang: 'en' } })
    expect([code, refused.outcome, refused.msg]).toEqual([
      code,
      'INVITE_CODE_UNKNOWN',
      'No account has this invite code. Check it, or open the account without one.',
    ])
    expect((await register(world, { account, sms_code, invite_code: ' ' })).outcome).toBe('ok')
  }
  expect((await codeOf(inviter)).joined).toBe(2)
  expect((await codeOf(other)).joined).toBe(0)
  expect((await demo.call(ENDPOINTS.getInvite, {})).outcome).toBe('DEMO_RESTRICTED')
})

test('a storm of registrations is asked to come back, and whoever does opens the account with the same code', async () => {
  const accounts = Array.from({ length: 80 }, freshAddress)
  const codes = new Map<string, string>()
  for (const account of accounts) codes.set(account, await sendCode(world, account, '1'))
  const attempt = async (account: string) => {
    const { status, outcome } = await register(world, { account, sms_code: codes.get(account) ?? '' })
    return { account, status, outcome }
  }
  const answers = await Promise.all(accounts.map(attempt))
  const turnedAway = answers.filter(({ outcome }) => outcome === 'TOO_MANY_REQUESTS')
  expect(turnedAway.every(({ status }) => status === 429)).toBe(true)
  expect(answers.filter(({ outcome }) => outcome === 'ok').length + turnedAway.length).toBe(80)
  for (const { account } of turnedAway) expect((await attempt(account)).outcome).toBe('ok')
}, 60_000)

test('the session that came with the call is replaced', async () => {
  const demo = await world.demoTrader()
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  expect((await register(world, { account, sms_code }, 'aurora', { token: demo.token })).outcome).toBe('ok')
  expect((await demo.call(ENDPOINTS.getTrader, {})).outcome).toBe('SESSION_INVALID')
})

test('a closed company opens no accounts and uses nothing up', async () => {
  const closed = await createWorld({ tenants: { meridian: { status: 'wind-down', lossUrl: 'https://example.com' } } })
  const picture = await readCaptcha(closed)
  expect((await register(closed, { ...picture, password: 'short' }, 'meridian')).outcome).toBe('COMPANY_WINDING_DOWN')
  expect(await closed.broker.database.withTenant('meridian', (tx) => tx.query.captcha.findMany())).toHaveLength(1)
  await closed.close()
})

test('the audit trail tells that an account was opened, and no secret of it', async () => {
  const account = freshAddress()
  const sms_code = await sendCode(world, account, '1')
  const { data } = await register(world, { account, sms_code })
  const events = await world.broker.database.withTenant('aurora', (tx) => tx.query.auditEvent.findMany())
  const [event] = events.filter(({ object }) => object === `trader:${data.id}`)
  expect(event).toMatchObject({ actor: `trader:${data.id}`, action: 'account.opened', detail: { country: 'HK', proof: 'code' } })
  const told = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  for (const secret of [account, sms_code, TEST_PASSWORD]) expect(told).not.toContain(secret)
})

test('wrong input in the body of a registration is refused and never a failure', async () => {
  const host = hostOf('aurora')
  for (const changes of [{ type: 'phone' }, { area_id: '../..' }, { account: 'a'.repeat(300) }, { sms_code: '1'.repeat(50) }]) {
    const answer = await world.client.call(ENDPOINTS.register, { ...application(), ...changes } as RegisterInput, { host })
    expect([changes, answer.outcome]).toEqual([changes, 'PARAMETER_INVALID'])
  }
})

test('an invite code that nobody has uses no picture up', async () => {
  const account = freshAddress()
  const proof = await readCaptcha(world)
  expect((await register(world, { account, ...proof, invite_code: 'NOBODYS1' }, 'meridian')).outcome).toBe('INVITE_CODE_UNKNOWN')
  expect((await register(world, { account, ...proof }, 'meridian')).outcome).toBe('ok')
})
