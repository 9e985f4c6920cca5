import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { type BareBroker, openBareBroker } from '../../tests/fixtures/bare-broker'
import { RateLimiter } from './rate-limits'

const BUDGET = { burst: 3, refillMs: 3_000 }

describe('a budget', () => {
  test('grants a burst, then one call for every share of time', () => {
    const limiter = new RateLimiter()
    const take = (now: number) => limiter.take('calls', 'a', BUDGET, now)
    expect([0, 0, 0, 0].map(take)).toEqual([true, true, true, false])
    expect([999, 1_000, 1_001].map(take)).toEqual([false, true, false])
    expect([10_000, 10_000, 10_000, 10_000].map(take)).toEqual([true, true, true, false])
  })

  test('is each key’s own', () => {
    const limiter = new RateLimiter()
    for (const key of ['a', 'b']) expect([0, 0, 0, 0].map(() => limiter.take('calls', key, BUDGET, 0))).toEqual([true, true, true, false])
  })

  test('holds a bounded number of keys', () => {
    const limiter = new RateLimiter()
    for (let key = 0; key < 150_000; key++) limiter.take('calls', String(key), BUDGET, 0)
    expect(limiter.size).toBeLessThanOrEqual(100_000)
  })
})

describe('the broker refuses what is too much with 429 and says when to come back', () => {
  let broker: BareBroker
  beforeAll(async () => {
    broker = await openBareBroker({
      services: { rateLimits: { demoAccounts: BUDGET, loginsPerAccount: BUDGET, loginsPerAddress: { burst: 5, refillMs: 5_000 } } },
    })
  })
  afterAll(() => broker.close())

  const demo = (clientAddress?: string) => broker.client.call(ENDPOINTS.createDemoAccount, {}, { context: { clientAddress } })
  const login = (account: string, clientAddress: string) =>
    broker.client.call(ENDPOINTS.login, { account, password: 'x', login_type: 'email' }, { context: { clientAddress } })

  test('demo accounts by address', async () => {
    for (let count = 0; count < 3; count++) expect((await demo('192.0.2.1')).outcome).toBe('ok')
    const refused = await demo('192.0.2.1')
    expect([refused.status, refused.outcome, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '10'])
    expect((await demo('192.0.2.2')).outcome).toBe('ok')
    broker.clock.advance(1_000)
    expect((await demo('192.0.2.1')).outcome).toBe('ok')
  })

  test('an address that the door does not know is not limited', async () => {
    for (let count = 0; count < 5; count++) expect((await demo()).outcome).toBe('ok')
  })

  test('sign-ins by account, from wherever and however it is written, and by address', async () => {
    const answers = []
    for (const [index, account] of ['a@b.example', ' A@B.example', 'a@b.example ', 'a@B.EXAMPLE'].entries())
      answers.push((await login(account, `198.51.100.${index}`)).outcome)
    expect(answers).toEqual(['LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN_FAILED', 'TOO_MANY_REQUESTS'])
    const fromOne = []
    for (let index = 0; index < 6; index++) fromOne.push((await login(`x${index}@b.example`, '203.0.113.9')).outcome)
    expect(fromOne).toEqual([...Array.from({ length: 5 }, () => 'LOGIN_FAILED'), 'TOO_MANY_REQUESTS'])
  })
})
