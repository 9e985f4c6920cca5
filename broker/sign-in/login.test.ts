import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { auditEvent, knownDevice, session, trader } from '../db/schema'

let world: World
let owner: RealTrader
beforeAll(async () => {
  world = await createWorld({ tenants: { saffron: { status: 'wind-down', lossUrl: 'https://help.saffron.example/' } } })
  owner = await world.realTrader('aurora', { email: 'owner@example.com' })
  await world.realTrader('meridian', { email: 'elsewhere@example.com' })
  await world.realTrader('aurora', { mobile: '85261234567' })
})
afterAll(() => world.close())

interface Attempt {
  readonly account?: string
  readonly password?: string
  readonly login_type?: 'email' | 'mobile'
  readonly device?: string
  readonly token?: string
  readonly host?: string
  readonly lang?: string
  readonly userAgent?: string
  readonly address?: string
}

function login({ token, host, lang = 'en', userAgent = '', address = '', ...input }: Attempt = {}) {
  const whole = { account: owner.email, password: TEST_PASSWORD, login_type: 'email' as const, ...input }
  const headers = { lang, 'user-agent': userAgent }
  return world.client.call(ENDPOINTS.login, whole, {
    headers,
    context: { clientAddress: address },
    ...(token !== undefined && { token }),
    ...(host !== undefined && { host }),
  })
}
const inAurora = <T>(work: Parameters<typeof world.broker.database.withTenant<T>>[1]) => world.broker.database.withTenant('aurora', work)
const freeze = (frozenAt: number | null) =>
  inAurora((tx) =>
    tx
      .update(trader)
      .set({ frozenAt })
      .where(eq(trader.id, BigInt(owner.id))),
  )

describe('who is let in', () => {
  test.each([
    ['the e-mail as it was registered', { account: 'owner@example.com' }, 'ok'],
    ['the e-mail in other letters and with spaces', { account: '  OWNER@Example.COM ' }, 'ok'],
    ['the number as digits', { account: '85261234567', login_type: 'mobile' }, 'ok'],
    ['the number as people write it', { account: '+852 6123-4567', login_type: 'mobile' }, 'ok'],
    ['the number in the digits of another script', { account: '٨٥٢٦١٢٣٤٥٦٧', login_type: 'mobile' }, 'ok'],
    ['no account and no password', { account: '', password: '' }, 'ACCOUNT_REQUIRED'],
    ['spaces for an account', { account: '  ', password: '' }, 'ACCOUNT_REQUIRED'],
    ['no password', { password: '' }, 'PASSWORD_REQUIRED'],
    ['a wrong password', { password: 'wrong' }, 'LOGIN_FAILED'],
    ['the number as an e-mail', { account: '85261234567' }, 'LOGIN_FAILED'],
    ['an e-mail as a number', { account: 'owner@example.com', login_type: 'mobile' }, 'LOGIN_FAILED'],
    ['an account of another company', { account: 'elsewhere@example.com' }, 'LOGIN_FAILED'],
    ['an account of nobody', { account: 'nobody@example.com' }, 'LOGIN_FAILED'],
  ] as const)('%s', async (_what, attempt, outcome) => {
    expect((await login(attempt)).outcome).toBe(outcome)
  })

  test('what is wrong is one answer, byte for byte', async () => {
    const answers = await Promise.all([login({ password: 'wrong' }), login({ account: 'nobody@example.com' })])
    expect(answers[0].text).toBe(answers[1].text)
    expect([...answers[0].headers.keys()]).toEqual([...answers[1].headers.keys()])
  })

  test('that an account is frozen is told only to who knows its password', async () => {
    await freeze(world.clock.now())
    expect((await login({ password: 'wrong' })).outcome).toBe('LOGIN_FAILED')
    const refused = await login()
    expect([refused.outcome, refused.data]).toEqual(['ACCOUNT_FROZEN', null])
    await freeze(null)
    expect((await login()).outcome).toBe('ok')
  })

  test('a company that winds down lets its traders in, also those whose browser still holds a session', async () => {
    const guest = await world.realTrader('saffron', { email: 'guest@example.com' })
    const again = await login({ account: guest.email, host: guest.host, token: guest.token })
    expect(again.outcome).toBe('ok')
    expect((await guest.call(ENDPOINTS.getTrader, {})).code).toBe(999)
    const { token } = again.data
    // The trader may still look after the way in, and confirm a withdrawal.
    for (const [endpoint, input] of [
      [ENDPOINTS.listSessions, {}],
      [ENDPOINTS.getTwoStep, {}],
      [ENDPOINTS.revokeSessions, { scope: 'others' }],
    ] as const)
      expect((await world.client.call(endpoint as Endpoint, input as never, { host: guest.host, token })).outcome).toBe('ok')
  })
})

describe('a sign-in', () => {
  test('ends the session whose token came with it, and no other', async () => {
    const [first, second] = [(await login()).data, (await login()).data]
    const third = (await login({ token: first.token })).data
    const codes = []
    for (const { token } of [first, second, third]) codes.push((await world.client.call(ENDPOINTS.getTrader, {}, { token })).outcome)
    expect(codes).toEqual(['SESSION_INVALID', 'ok', 'ok'])
  })

  test('that fails ends nothing', async () => {
    const { token } = (await login()).data
    await login({ password: 'wrong', token })
    expect((await world.client.call(ENDPOINTS.getTrader, {}, { token })).outcome).toBe('ok')
  })

  test('with a session of another company ends nothing there', async () => {
    const other = await world.realTrader('meridian')
    await login({ token: other.token })
    expect((await other.call(ENDPOINTS.getTrader, {})).outcome).toBe('ok')
  })

  test('of a real account ends the demo session before it', async () => {
    const demo = await world.demoTrader()
    await login({ token: demo.token })
    expect((await demo.call(ENDPOINTS.getTrader, {})).code).toBe(999)
  })

  test('sets the language of mails', async () => {
    const languageOf = async () =>
      (
        await inAurora((tx) =>
          tx
            .select({ language: trader.language })
            .from(trader)
            .where(eq(trader.id, BigInt(owner.id))),
        )
      )[0]?.language
    await login({ lang: 'ar' })
    expect(await languageOf()).toBe('ar')
    await login({ lang: 'en' })
    expect(await languageOf()).toBe('en')
  })

  test('keeps the client of the session and never its token', async () => {
    const { token } = (await login({ userAgent: 'Mozilla/5.0 Firefox/131.0', address: '203.0.113.9' })).data
    const rows = await inAurora((tx) => tx.select().from(session).where(eq(session.address, '203.0.113.9')))
    expect(rows).toMatchObject([{ userAgent: 'Mozilla/5.0 Firefox/131.0' }])
    expect(JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(token)
  })
})

describe('a new device', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
  const mailsTo = async (email: string) => {
    await world.broker.delivery.flush()
    return world.broker.delivery.shown('aurora', email)
  }

  test('the first device of an account is not told, another is, and once', async () => {
    const person = await world.realTrader('aurora', { email: 'devices@example.com' })
    expect(await mailsTo(person.email)).toEqual([])
    const secret = 'A'.repeat(43)
    await login({ account: person.email, device: secret, userAgent: FIREFOX, address: '203.0.113.9' })
    const [mail, ...others] = await mailsTo(person.email)
    expect(others).toEqual([])
    expect(mail?.text).toContain('Firefox, Linux')
    expect(mail?.text).toMatch(/http:\/\/aurora\.localhost:3000\/not-me#[\w-]{43}/)
    await login({ account: person.email, device: secret, userAgent: 'another browser now' })
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  test('words that a client says of itself do not get into the mail', async () => {
    const person = await world.realTrader('aurora', { email: 'quoted@example.com' })
    await login({ account: person.email, device: 'Q'.repeat(43), userAgent: FIREFOX })
    const userAgent = 'URGENT: your money is not safe, call +44 20 7946 0000 or open https://evil.example/now/1.0 (Windows NT 10.0)'
    await login({ account: person.email, device: 'R'.repeat(43), userAgent })
    const [mail] = await mailsTo(person.email)
    expect(mail?.text).toContain('Windows')
    for (const word of ['URGENT', '7946', 'evil']) expect(`${mail?.subject} ${mail?.text}`).not.toContain(word)
  })

  test('without a secret of its own a client is known by what it calls itself', async () => {
    const person = await world.realTrader('aurora', { email: 'plain-client@example.com' })
    for (const userAgent of ['', FIREFOX, FIREFOX]) await login({ account: person.email, userAgent })
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  test('the audit says so, with the address masked; neither table holds the device’s secret', async () => {
    const person = await world.realTrader('aurora', { email: 'audited@example.com' })
    for (const device of ['B'.repeat(43), 'short secret'])
      await login({ account: person.email, device, userAgent: FIREFOX, address: '203.0.113.9' })
    const events = await inAurora((tx) =>
      tx
        .select()
        .from(auditEvent)
        .where(eq(auditEvent.actor, `trader:${person.id}`)),
    )
    expect(events.map(({ action, detail }) => [action, detail])).toEqual(
      Array.from({ length: 2 }, () => [
        'account.new-device',
        { device: 'Firefox, Linux', address: '203.0.113.*', country: expect.any(String) },
      ]),
    )
    const devices = await inAurora((tx) =>
      tx
        .select()
        .from(knownDevice)
        .where(eq(knownDevice.traderId, BigInt(person.id))),
    )
    expect(devices.map(({ deviceHash }) => deviceHash).filter((hash) => !/^[0-9a-f]{64}$/.test(hash))).toEqual([])
  })

  test('a demo account is told nothing and has no known devices', async () => {
    const demo = await world.demoTrader()
    const devices = await inAurora((tx) =>
      tx
        .select()
        .from(knownDevice)
        .where(eq(knownDevice.traderId, BigInt(demo.id))),
    )
    expect(devices).toEqual([])
  })
})
