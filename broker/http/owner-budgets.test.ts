/**
 * A stranger's tries never use up the owner's budget: what anybody can name (an account, an address, a company, who half signed in)
 * never stands between a recognised owner and the account. Every call that draws is in a class; a new one has none until
 * somebody decides.
 */

import { generateSync } from 'otplib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { type BudgetName, DEFAULT_RATE_LIMITS, type RateLimits } from '../calls/rate-limits'
import { knownDevice } from '../db/schema'
import { hashSecret } from '../secrets/session-token'
import { DRAWS, RECOGNISED } from './call-budgets'

type Class =
  /** From a browser that signed in before, or as the signed-in owner, other budgets are drawn. */
  | 'recognised'
  /** Counts by session or network alone. */
  | 'their own'
  /** Nothing that lets anybody into an account that exists, or that has an owner yet. */
  | 'no way in'

const CLASSES: Partial<Record<EndpointName, Class>> = {
  login: 'recognised',
  loginTwoStep: 'recognised',
  sendEmailCode: 'recognised',
  sendSmsCode: 'recognised',
  resetPassword: 'their own',
  changePassword: 'their own',
  startTwoStep: 'their own',
  enableTwoStep: 'their own',
  disableTwoStep: 'their own',
  renewRecoveryCodes: 'their own',
  confirmTwoStep: 'their own',
  freezeAccount: 'their own',
  getCaptcha: 'their own',
  register: 'no way in',
  createDemoAccount: 'no way in',
  uploadImage: 'no way in',
  sendFeedback: 'no way in',
  sendVisitorFeedback: 'no way in',
  challengeFill: 'no way in',
  addToChallenge: 'no way in',
}
const DRAWING = Object.keys(DRAWS) as EndpointName[]
const OF_ONE_NETWORK = ['address', 'accountAt', 'targetAt']
const partiesOf = (draws: (typeof DRAWS)[EndpointName]) => (draws ?? []).map(({ party }) => party)

test('every call that draws is in a class, and nothing else is', () => {
  expect(Object.keys(CLASSES).sort()).toEqual([...DRAWING].sort())
})

test.each(DRAWING.filter((name) => CLASSES[name] === 'their own'))('%s counts by session or network alone', (name) => {
  for (const party of partiesOf(DRAWS[name])) expect(['session', ...OF_ONE_NETWORK]).toContain(party)
})

test.each(
  DRAWING.filter((name) => CLASSES[name] === 'recognised'),
)('%s draws only on what nobody else can name, where the caller is recognised', (name) => {
  expect(RECOGNISED[name]).not.toBeUndefined()
  for (const party of partiesOf(RECOGNISED[name])) expect(['device', 'owner']).toContain(party)
})

test('no budget is drawn both for strangers and for the recognised', () => {
  const budgetsOf = (table: typeof DRAWS) => Object.values(table).flatMap((draws) => draws.map(({ budget }) => budget))
  expect(budgetsOf(RECOGNISED).filter((budget) => budgetsOf(DRAWS).includes(budget))).toEqual([])
})

describe('with three of everything, and strangers who have used it up from everywhere', () => {
  const NEVER: readonly BudgetName[] = ['calls']
  const three = Object.fromEntries(
    (Object.keys(DEFAULT_RATE_LIMITS) as BudgetName[])
      .filter((name) => !NEVER.includes(name))
      .map((name) => [name, { burst: 3, refillMs: HOUR_MS }]),
  ) as Partial<RateLimits>
  const DEVICE = 'd'.repeat(43)
  const HOME = '192.0.2.50'
  let world: World
  beforeEach(async () => {
    world = await createWorld({ broker: { rateLimits: three } })
  })
  afterEach(() => world.close())

  const at = (owner: RealTrader, clientAddress: string, token?: string) => ({
    host: owner.host,
    context: { clientAddress },
    ...(token !== undefined && { token }),
  })
  const strangers = Array.from({ length: 4 }, (_, network) => [`198.51.100.${network}`, `203.0.113.${network}`]).flat()

  /** Four times from each network, the owner's own at the end; at least the last are refused. */
  async function besiege<E extends Endpoint>(owner: RealTrader, endpoint: E, input: () => Promise<object> | object): Promise<void> {
    let last = 0
    for (const network of [...strangers, HOME]) {
      for (let count = 0; count < 4; count += 1) {
        last = (await world.client.call(endpoint, (await input()) as never, at(owner, network))).status
      }
    }
    expect(last).toBe(429)
  }
  const login = ({ email, mobile }: RealTrader) => {
    const named = email === '' ? { account: mobile, login_type: 'mobile' as const } : { account: email, login_type: 'email' as const }
    return { ...named, password: TEST_PASSWORD, device: DEVICE }
  }
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) })
  async function armed(owner: RealTrader): Promise<string> {
    const { secret } = (await owner.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data
    expect((await owner.call(ENDPOINTS.enableTwoStep, { code: codeOf(secret) })).outcome).toBe('ok')
    world.pass(30_000)
    return secret
  }

  test('the owner’s browser signs in', async () => {
    const owner = await world.realTrader()
    expect((await world.client.call(ENDPOINTS.login, login(owner), at(owner, HOME))).outcome).toBe('ok')
    await besiege(owner, ENDPOINTS.login, () => ({ ...login(owner), password: 'wrong', device: 's'.repeat(43) }))
    expect((await world.client.call(ENDPOINTS.login, login(owner), at(owner, HOME))).outcome).toBe('ok')
  })

  test('the owner’s browser gives the second step, against somebody who has the password', async () => {
    const owner = await world.realTrader()
    expect((await world.client.call(ENDPOINTS.login, login(owner), at(owner, HOME))).outcome).toBe('ok')
    const secret = await armed(owner)
    const thief = await world.client.call(ENDPOINTS.login, { ...login(owner), device: 's'.repeat(43) }, at(owner, '203.0.113.90'))
    expect(thief.outcome).toBe('TWO_STEP_CODE_REQUIRED')
    const challenge = thief.details.challenge ?? ''
    await besiege(owner, ENDPOINTS.loginTwoStep, () => ({ challenge, code: '000000', device: 's'.repeat(43) }))
    const mine = await world.client.call(ENDPOINTS.login, login(owner), at(owner, HOME))
    expect(mine.outcome).toBe('TWO_STEP_CODE_REQUIRED')
    const second = { challenge: mine.details.challenge ?? '', code: codeOf(secret), device: DEVICE }
    expect((await world.client.call(ENDPOINTS.loginTwoStep, second, at(owner, HOME))).outcome).toBe('ok')
  })

  test.each(['email', 'sms'] as const)('a signed-in owner has a code sent (%s) and changes the password with it', async (channel) => {
    const owner = await world.realTrader('aurora', channel === 'sms' ? { mobile: '85261112222' } : {})
    const endpoint = channel === 'sms' ? ENDPOINTS.sendSmsCode : ENDPOINTS.sendEmailCode
    const input = channel === 'sms' ? { to: '61112222', area_id: 'HK', type: '2' } : { to: owner.email, type: '2' }
    await besiege(owner, endpoint, () => {
      world.pass(61_000)
      return input
    })
    expect((await world.client.call(endpoint, input as never, at(owner, HOME, owner.token))).outcome).toBe('ok')
    await world.broker.delivery.flush()
    const auth_code = (await world.broker.delivery.shown('aurora', channel === 'sms' ? '85261112222' : owner.email))[0]?.code ?? ''
    const password = 'seven herons over grey water'
    const change = { new_password: password, secondary_password: password, auth_code }
    expect((await world.client.call(ENDPOINTS.changePassword, change, at(owner, HOME, owner.token))).outcome).toBe('ok')
  })

  test.each([
    'email',
    'sms',
  ] as const)('without a session the owner’s browser has a code sent (%s), which resets the password', async (channel) => {
    const owner = await world.realTrader('aurora', channel === 'sms' ? { mobile: '85261112222' } : {})
    expect((await world.client.call(ENDPOINTS.login, login(owner), at(owner, HOME))).outcome).toBe('ok')
    // Another’s browser is not the owner’s. (The company has no fourth sign-in for it.)
    const other = await world.realTrader()
    const known = {
      tenantId: 'aurora',
      traderId: BigInt(other.id),
      deviceHash: hashSecret('o'.repeat(43)) ?? '',
      firstSeenAt: 1,
      lastSeenAt: 1,
    }
    await world.broker.database.withTenant('aurora', (tx) => tx.insert(knownDevice).values(known))
    const endpoint = channel === 'sms' ? ENDPOINTS.sendSmsCode : ENDPOINTS.sendEmailCode
    const input = channel === 'sms' ? { to: '61112222', area_id: 'HK', type: '2' } : { to: owner.email, type: '2' }
    await besiege(owner, endpoint, () => {
      world.pass(61_000)
      return { ...input, device: 's'.repeat(43) }
    })
    expect((await world.client.call(endpoint, { ...input, device: 'o'.repeat(43) } as never, at(owner, HOME))).status).toBe(429)
    expect((await world.client.call(endpoint, { ...input, device: DEVICE } as never, at(owner, HOME))).outcome).toBe('ok')
    await world.broker.delivery.flush()
    const account = channel === 'sms' ? '85261112222' : owner.email
    const auth_code = (await world.broker.delivery.shown('aurora', account))[0]?.code ?? ''
    const password = 'seven herons over grey water'
    const named = channel === 'sms' ? { type: 'mobile' as const, account } : { type: 'email' as const, account }
    const reset = { ...named, new_password: password, secondary_password: password, auth_code }
    expect((await world.client.call(ENDPOINTS.resetPassword, reset, at(owner, HOME))).outcome).toBe('ok')
  })

  test('who asks for many codes cannot try them all: wrong codes of one network count together', async () => {
    // Whether an account exists makes no difference.
    const accounts = ['one', 'two', 'three', 'four'].map((name) => `${name}@example.com`)
    const password = 'seven herons over grey water'
    const tried = []
    for (const account of accounts) {
      const reset = { type: 'email' as const, account, new_password: password, secondary_password: password, auth_code: '000000' }
      tried.push(
        (
          await world.client.call(ENDPOINTS.resetPassword, reset, {
            host: 'aurora.localhost:3000',
            context: { clientAddress: '198.51.100.9' },
          })
        ).status,
      )
    }
    expect(tried).toEqual([200, 200, 200, 429])
  })

  test('a code that the owner asked for resets the password, whoever else has tried it', async () => {
    const owner = await world.realTrader()
    expect((await world.client.call(ENDPOINTS.sendEmailCode, { to: owner.email, type: '2' }, at(owner, HOME))).outcome).toBe('ok')
    await world.broker.delivery.flush()
    const auth_code = (await world.broker.delivery.shown('aurora', owner.email))[0]?.code ?? ''
    const password = 'seven herons over grey water'
    const reset = { type: 'email' as const, account: owner.email, new_password: password, secondary_password: password }
    for (const network of strangers) {
      for (let count = 0; count < 4; count += 1)
        await world.client.call(ENDPOINTS.resetPassword, { ...reset, auth_code: '000000' }, at(owner, network))
    }
    expect((await world.client.call(ENDPOINTS.resetPassword, { ...reset, auth_code }, at(owner, HOME))).outcome).toBe('ok')
  })

  test('in a session the owner gives a proof and the second step', async () => {
    const owner = await world.realTrader()
    const other = await world.realTrader()
    for (let count = 0; count < 4; count += 1) await other.call(ENDPOINTS.startTwoStep, { password: 'wrong' }, at(owner, HOME))
    expect((await other.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).status).toBe(429)
    const secret = await armed(owner)
    expect((await owner.call(ENDPOINTS.confirmTwoStep, { code: codeOf(secret) })).outcome).toBe('ok')
  })
})
