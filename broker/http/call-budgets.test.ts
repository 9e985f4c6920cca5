/** Each budget as a caller meets it. The counting is by the real clock, so only `Date` is moved. */
import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { readCaptcha, register } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { type BudgetName, DEFAULT_RATE_LIMITS, type RateLimits } from '../calls/rate-limits'

const WINDOW_MS = 900_000
const few = (...names: BudgetName[]): Partial<RateLimits> =>
  Object.fromEntries(names.map((name) => [name, { burst: 2, refillMs: WINDOW_MS }]))
const ADDRESS_BUDGETS = (Object.keys(DEFAULT_RATE_LIMITS) as BudgetName[]).filter((name) => name.endsWith('PerAddress'))
const TENANT_BUDGETS = (Object.keys(DEFAULT_RATE_LIMITS) as BudgetName[]).filter((name) => name.endsWith('PerTenant'))

const worlds: World[] = []
async function worldWith(rateLimits: Partial<RateLimits>): Promise<World> {
  const world = await createWorld({ broker: { rateLimits } })
  worlds.push(world)
  hongKong = (await world.client.call(ENDPOINTS.listAreaCodes, {})).data.find(({ code }) => code === 'HK')?.id ?? ''
  return world
}
afterAll(() => Promise.all(worlds.map((world) => world.close())))
afterEach(() => {
  vi.useRealTimers()
})
/** Lets `ms` pass on the clock that counts. */
function pass(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
}

let made = 0
let hongKong = ''
/** Parameters that name nobody and nothing a second time. */
function strange(name: EndpointName): unknown {
  const account = `nobody-${++made}@example.com`
  const inputs: Partial<Record<EndpointName, unknown>> = {
    login: { account, password: 'x', login_type: 'email' },
    loginTwoStep: { challenge: 'A'.repeat(43), code: '123456' },
    sendEmailCode: { to: account, type: '2' },
    sendSmsCode: { to: `612${String(made).padStart(5, '0')}`, area_id: hongKong, type: '2' },
    register: { type: 'email', area_id: '1', account, password: 'p', re_password: 'p', sms_code: '1', key: 'k' },
    resetPassword: { type: 'email', account, new_password: 'p', secondary_password: 'q', auth_code: '1' },
    freezeAccount: { token: 'A'.repeat(43) },
  }
  return inputs[name] ?? {}
}
const call = (world: World, name: EndpointName, clientAddress: string, tenantId = 'aurora') =>
  world.client.call(ENDPOINTS[name] as Endpoint, strange(name) as never, {
    host: `${tenantId}.localhost:3000`,
    context: { clientAddress },
  })

describe('per address', () => {
  const CALLS: readonly EndpointName[] = [
    'login',
    'loginTwoStep',
    'resetPassword',
    'sendEmailCode',
    'sendSmsCode',
    'register',
    'getCaptcha',
    'createDemoAccount',
    'freezeAccount',
  ]
  let world: World
  beforeAll(async () => {
    world = await worldWith(few(...ADDRESS_BUDGETS, 'demoAccounts'))
  })

  test.each(CALLS)('%s: what is too much is 429 with the true time; another address goes on', async (name) => {
    const [address, other] = [`198.51.100.${CALLS.indexOf(name)}`, `192.0.2.${CALLS.indexOf(name)}`]
    for (let count = 0; count < 2; count++) expect((await call(world, name, address)).outcome).not.toBe('TOO_MANY_REQUESTS')
    const refused = await call(world, name, address)
    expect([refused.status, refused.outcome]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(WINDOW_MS / 1000 - 20)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_MS / 1000)
    // An address is one client to all companies.
    expect((await call(world, name, address, 'meridian')).outcome).toBe('TOO_MANY_REQUESTS')
    expect((await call(world, name, other)).outcome).not.toBe('TOO_MANY_REQUESTS')
    pass(WINDOW_MS)
    expect((await call(world, name, address)).outcome).not.toBe('TOO_MANY_REQUESTS')
  })

  test('an address that the door does not know is not limited', async () => {
    for (let count = 0; count < 4; count++) expect((await call(world, 'createDemoAccount', '')).outcome).toBe('ok')
  })

  test('uploads, whatever they hold', async () => {
    const trader = await world.demoTrader()
    const body = () => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(8)], { type: 'image/png' }), 'x.png')
      return { method: 'POST', body: form }
    }
    const upload = () =>
      world.client.send(ENDPOINTS.uploadImage.path, body(), { token: trader.token, context: { clientAddress: '198.51.100.99' } })
    for (let count = 0; count < 2; count++) expect((await upload()).status).toBe(200)
    expect((await upload()).status).toBe(429)
  })
})

describe('per company', () => {
  let world: World
  beforeAll(async () => {
    world = await worldWith(few(...TENANT_BUDGETS))
  })

  test.each(['login', 'sendEmailCode', 'sendSmsCode', 'createDemoAccount'] as const)('%s: another company goes on', async (name) => {
    for (let count = 0; count < 2; count++) expect((await call(world, name, '')).outcome).not.toBe('TOO_MANY_REQUESTS')
    expect((await call(world, name, '')).outcome).toBe('TOO_MANY_REQUESTS')
    expect((await call(world, name, '', 'meridian')).outcome).not.toBe('TOO_MANY_REQUESTS')
  })
})

describe('signing in', () => {
  let world: World
  beforeAll(async () => {
    world = await worldWith({})
  })
  const login = (
    account: string,
    password = 'wrong',
    options: { host?: string; headers?: Record<string, string>; address?: string } = {},
  ) =>
    world.client.call(
      ENDPOINTS.login,
      { account, password, login_type: 'email' },
      {
        host: options.host ?? 'aurora.localhost:3000',
        headers: { lang: 'en', ...options.headers },
        context: { clientAddress: options.address ?? '' },
      },
    )
  const outcomes = async (account: string, tries: number) => {
    const found = []
    for (let count = 0; count < tries; count++) found.push((await login(account, 'wrong', { address: '203.0.113.7' })).outcome)
    return found
  }
  const TEN = Array.from({ length: 10 }, () => 'LOGIN_FAILED')

  test('ten wrong passwords an account and network, however it is written', async () => {
    await world.realTrader('aurora', { email: 'a@b.example' })
    const spellings = ['a@b.example', ' A@B.example', 'a@b.example ', 'a@B.EXAMPLE']
    const found = []
    for (let count = 0; count < 11; count++) found.push((await login(spellings[count % 4] ?? '')).outcome)
    expect(found).toEqual([...TEN, 'TOO_MANY_REQUESTS'])
    // By the shared host of all companies it is the same account.
    const shared = await login('a@b.example', 'wrong', { host: 'api.localhost:3000', headers: { company_id: 'aurora' } })
    expect(shared.outcome).toBe('TOO_MANY_REQUESTS')
  })

  test('an account that does not exist is limited just like one that does', async () => {
    await world.realTrader('aurora', { email: 'exists@b.example' })
    expect(await outcomes('exists@b.example', 12)).toEqual(await outcomes('exists-not@b.example', 12))
    const from = { address: '203.0.113.7' }
    const [one, other] = [await login('exists@b.example', 'wrong', from), await login('exists-not@b.example', 'wrong', from)]
    expect([one.status, one.text]).toEqual([other.status, other.text])
  })

  test('another account, and the same name with another company, are not touched', async () => {
    await outcomes('locked@b.example', 11)
    expect((await login('other@b.example')).outcome).toBe('LOGIN_FAILED')
    expect((await login('locked@b.example', 'wrong', { host: 'meridian.localhost:3000' })).outcome).toBe('LOGIN_FAILED')
  })

  test('is locked by delay: the right password waits and then works', async () => {
    const owner = await world.realTrader('aurora', { email: 'delayed@b.example' })
    await outcomes(owner.email, 10)
    const refused = await login(owner.email, TEST_PASSWORD, { address: '203.0.113.7' })
    expect(refused.status).toBe(429)
    pass(Number(refused.headers.get('retry-after')) * 1000)
    expect((await login(owner.email, TEST_PASSWORD, { address: '203.0.113.7' })).outcome).toBe('ok')
  })

  test('ten tries on the owner’s network or on none lock out the stranger who makes them, and not the owner', async () => {
    const owner = await world.realTrader('aurora', { email: 'kept@b.example' })
    const device = 'k'.repeat(43)
    const fromBrowser = (password: string) =>
      world.client.call(
        ENDPOINTS.login,
        { account: owner.email, password, login_type: 'email', device },
        { host: owner.host, context: { clientAddress: '203.0.113.7' } },
      )
    expect((await fromBrowser(TEST_PASSWORD)).outcome).toBe('ok')
    await outcomes(owner.email, 11)
    expect((await login(owner.email, TEST_PASSWORD, { address: '203.0.113.7' })).status).toBe(429)
    expect((await login(owner.email, TEST_PASSWORD, { address: '198.51.100.7' })).outcome).toBe('ok')
    expect((await fromBrowser(TEST_PASSWORD)).outcome).toBe('ok')
  })

  test('a hundred wrong ones from ten networks stop strangers everywhere, and never a browser that signed in before', async () => {
    const owner = await world.realTrader('aurora', { email: 'besieged@b.example' })
    const [device, strange] = ['b'.repeat(43), 's'.repeat(43)]
    const signIn = (password: string, its: string, address: string) =>
      world.client.call(
        ENDPOINTS.login,
        { account: owner.email, password, login_type: 'email', device: its },
        { host: owner.host, context: { clientAddress: address } },
      )
    expect((await signIn(TEST_PASSWORD, device, '192.0.2.1')).outcome).toBe('ok')
    for (let network = 0; network < 10; network++)
      for (let count = 0; count < 10; count++)
        expect((await login(owner.email, 'wrong', { address: `198.51.100.${network}` })).outcome).toBe('LOGIN_FAILED')
    expect((await signIn(TEST_PASSWORD, strange, '192.0.2.1')).status).toBe(429)
    expect((await signIn(TEST_PASSWORD, device, '192.0.2.1')).outcome).toBe('ok')
    // A browser's own tries are counted, too.
    const found = []
    for (let count = 0; count < 11; count++) found.push((await signIn('wrong', device, '192.0.2.1')).outcome)
    expect(found).toEqual([...TEN, 'TOO_MANY_REQUESTS'])
  })

  test('right passwords and empty ones are not counted', async () => {
    const owner = await world.realTrader('aurora', { email: 'often@b.example' })
    for (let count = 0; count < 12; count++) expect((await login(owner.email, TEST_PASSWORD)).outcome).toBe('ok')
    for (let count = 0; count < 12; count++) expect((await login(owner.email, '')).outcome).toBe('PASSWORD_REQUIRED')
    expect((await login(owner.email)).outcome).toBe('LOGIN_FAILED')
  })
})

describe('codes of two-step sign-in', () => {
  let world: World
  beforeAll(async () => {
    world = await worldWith({})
  })
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) })
  async function armed(): Promise<{ trader: RealTrader; secret: string }> {
    const trader = await world.realTrader()
    const { secret } = (await trader.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
    await trader.call(ENDPOINTS.enableTwoStep, { code: codeOf(secret) })
    world.pass(30_000)
    return { trader, secret }
  }
  const challengeOf = async ({ email }: RealTrader) => {
    const input = { account: email, password: TEST_PASSWORD, login_type: 'email' as const }
    return (await world.client.call(ENDPOINTS.login, input)).details.challenge ?? ''
  }

  test('five wrong ones in a session, five at the sign-ins of a trader: neither takes anything from the other', async () => {
    const [{ trader, secret }, other] = [await armed(), await armed()]
    for (let count = 0; count < 5; count++) {
      const challenge = await challengeOf(trader)
      expect((await world.client.call(ENDPOINTS.loginTwoStep, { challenge, code: 'wrong' })).outcome).toBe('TWO_STEP_CODE_WRONG')
    }
    const challenge = await challengeOf(trader)
    const refused = await world.client.call(ENDPOINTS.loginTwoStep, { challenge, code: codeOf(secret) })
    expect(refused.status).toBe(429)
    for (const endpoint of [ENDPOINTS.confirmTwoStep, ENDPOINTS.disableTwoStep, ENDPOINTS.renewRecoveryCodes])
      expect((await trader.call(endpoint, { code: 'wrong' })).outcome).toBe('TWO_STEP_CODE_WRONG')
    for (let count = 0; count < 2; count++)
      expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: 'wrong' })).outcome).toBe('TWO_STEP_CODE_WRONG')
    expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })).status).toBe(429)
    expect((await other.trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(other.secret) })).outcome).toBe('ok')
    pass(Number(refused.headers.get('retry-after')) * 1000)
    expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })).outcome).toBe('ok')
  })

  test('right and empty ones are not counted', async () => {
    const { trader, secret } = await armed()
    for (let count = 0; count < 7; count++) {
      expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })).outcome).toBe('ok')
      expect((await trader.call(ENDPOINTS.confirmTwoStep, { code: '' })).outcome).toBe('CODE_REQUIRED')
      world.pass(30_000)
    }
  })
})

describe('sent codes and passwords', () => {
  test('codes to one target, counted when they are sent and however the address is written', async () => {
    const world = await worldWith(few('codesPerTarget'))
    const send = (to: string, tenantId = 'aurora') =>
      world.client.call(ENDPOINTS.sendEmailCode, { to, type: '2' }, { host: `${tenantId}.localhost:3000` })
    expect((await send('target@b.example')).outcome).toBe('ok')
    // Refused for coming too soon: nothing was sent, so nothing is counted.
    for (let count = 0; count < 4; count++) expect((await send('target@b.example')).outcome).toBe('CODE_TOO_SOON')
    world.pass(61_000)
    expect((await send(' Target@B.example')).outcome).toBe('ok')
    world.pass(61_000)
    const refused = await send('target@b.example')
    expect([refused.status, Number(refused.headers.get('retry-after')) > WINDOW_MS / 1000 - 20]).toEqual([429, true])
    expect((await send('another@b.example')).outcome).toBe('ok')
    expect((await send('target@b.example', 'meridian')).outcome).toBe('ok')
  })

  test('a stranger’s codes and tries take neither the change nor the reset of a password from the owner', async () => {
    const world = await worldWith({})
    const owner = await world.realTrader()
    const at = (clientAddress: string) => ({ host: owner.host, context: { clientAddress } })
    const send = (address: string, token?: string) =>
      world.client.call(ENDPOINTS.sendEmailCode, { to: owner.email, type: '2' }, { ...at(address), ...(token && { token }) })
    const sent = []
    for (let count = 0; count < 11; count++) {
      sent.push((await send('203.0.113.9')).outcome)
      world.pass(60_000)
    }
    expect(sent).toEqual([...Array.from({ length: 5 }, () => 'ok'), ...Array.from({ length: 6 }, () => 'TOO_MANY_REQUESTS')])
    const code = async () => {
      await world.broker.delivery.flush()
      return (await world.broker.delivery.shown('aurora', owner.email))[0]?.code ?? ''
    }
    const reset = (address: string, auth_code: string, password: string) =>
      world.client.call(
        ENDPOINTS.resetPassword,
        { type: 'email', account: owner.email, new_password: password, secondary_password: password, auth_code },
        at(address),
      )
    // Elsewhere the owner asks and is tried against.
    expect((await send('192.0.2.9')).outcome).toBe('ok')
    const owners = await code()
    for (let count = 0; count < 11; count++) await reset('203.0.113.9', '000000', 'seven herons over grey water')
    expect((await reset('203.0.113.9', owners, 'seven herons over grey water')).status).toBe(429)
    expect((await reset('192.0.2.9', owners, 'seven herons over grey water')).outcome).toBe('ok')
    // Signed in, on the stranger's own network.
    const signedIn = await world.client.call(
      ENDPOINTS.login,
      { account: owner.email, password: 'seven herons over grey water', login_type: 'email' },
      { host: owner.host },
    )
    const { token } = signedIn.data
    expect((await send('203.0.113.9')).status).toBe(429)
    expect((await send('203.0.113.9', token)).outcome).toBe('ok')
    const input = {
      new_password: 'eight herons over grey water',
      secondary_password: 'eight herons over grey water',
      auth_code: await code(),
    }
    expect((await world.client.call(ENDPOINTS.changePassword, input, { ...at('203.0.113.9'), token })).outcome).toBe('ok')
  })

  test('wrong codes for one account, and wrong passwords of a change', async () => {
    const world = await worldWith(few('codeTriesPerTarget', 'ownerProofs'))
    const password = 'seven herons over grey water'
    const reset = (account: string) =>
      world.client.call(ENDPOINTS.resetPassword, {
        type: 'email',
        account,
        new_password: password,
        secondary_password: password,
        auth_code: '000000',
      })
    const found = []
    for (let count = 0; count < 3; count++) found.push((await reset('reset@b.example')).outcome)
    expect(found).toEqual(['CODE_WRONG', 'CODE_WRONG', 'TOO_MANY_REQUESTS'])
    expect((await reset('other@b.example')).outcome).toBe('CODE_WRONG')
    const [trader, other] = [await world.realTrader(), await world.realTrader()]
    const change = (who: RealTrader) =>
      who.call(ENDPOINTS.changePassword, { new_password: password, secondary_password: password, auth_code: '000000', old_password: 'x' })
    for (let count = 0; count < 2; count++) expect((await change(trader)).status).toBe(200)
    expect((await change(trader)).status).toBe(429)
    expect((await change(other)).status).toBe(200)
  })
})

describe('a registration that is refused without a reason', () => {
  test('ten an hour and network: who asks whether addresses are taken is then told the same of one that is and one that is not', async () => {
    const world = await worldWith({})
    const taken = []
    for (let count = 0; count < 12; count++) taken.push((await world.realTrader('meridian')).email)
    const ask = async (account: string, clientAddress: string) =>
      register(world, { account, ...(await readCaptcha(world)) }, 'meridian', { context: { clientAddress } })
    const found = []
    for (const account of taken.slice(0, 10)) found.push((await ask(account, '203.0.113.16')).outcome)
    expect(found).toEqual(Array.from({ length: 10 }, () => 'REGISTRATION_REFUSED'))
    const [known, free] = [await ask(taken[10] ?? '', '203.0.113.16'), await ask('free@b.example', '203.0.113.16')]
    expect([known.status, known.text]).toEqual([429, free.text])
    expect(free.status).toBe(429)
    // Who opens accounts that are free is not counted, and another network is another party.
    expect((await ask('free@b.example', '192.0.2.16')).outcome).toBe('ok')
    expect((await ask(taken[11] ?? '', '192.0.2.16')).outcome).toBe('REGISTRATION_REFUSED')
    pass(Number(free.headers.get('retry-after')) * 1000)
    expect((await ask('free-too@b.example', '203.0.113.16')).outcome).toBe('ok')
  })

  test('where a code is asked for, an address that is taken has none: the answer is that of a wrong code', async () => {
    const world = await worldWith({})
    const { email } = await world.realTrader()
    for (const account of [email, 'free@b.example']) {
      await world.client.call(ENDPOINTS.sendEmailCode, { to: account, type: '1' })
      expect((await register(world, { account, sms_code: '000000' })).outcome).toBe('CODE_WRONG')
    }
  })
})
