import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { openBareBroker } from '../../tests/fixtures/bare-broker'
import { CallLimiter } from './rate-limits'

const BUDGET = { burst: 3, refillMs: 3_000 }

describe('the budget of all calls', () => {
  test('grants a burst, then one call for every share of time, and says how long until then', () => {
    const limiter = new CallLimiter(BUDGET)
    const take = (now: number) => limiter.take('a', now)
    expect([0, 0, 0, 0].map(take)).toEqual([0, 0, 0, 1_000])
    expect([999, 1_000, 1_500].map(take)).toEqual([1, 0, 500])
    expect([10_000, 10_000, 10_000, 10_000].map(take)).toEqual([0, 0, 0, 1_000])
  })

  test('is each key’s own', () => {
    const limiter = new CallLimiter(BUDGET)
    for (const key of ['a', 'b']) expect([0, 0, 0, 0].map(() => limiter.take(key, 0))).toEqual([0, 0, 0, 1_000])
  })

  test('holds a bounded number of keys', () => {
    const limiter = new CallLimiter(BUDGET)
    for (let key = 0; key < 150_000; key++) limiter.take(String(key), 0)
    expect(limiter.size).toBeLessThanOrEqual(100_000)
  })

  test('refuses with 429 and the time until there is one again; the holder of a /64 is one client', async () => {
    const broker = await openBareBroker({ services: { rateLimits: { calls: BUDGET } } })
    try {
      const ask = (clientAddress?: string) => broker.client.call(ENDPOINTS.getCompanyStatus, {}, { context: { clientAddress } })
      for (const host of [1, 2, 3]) expect((await ask(`2001:db8::${host}`)).outcome).toBe('ok')
      const refused = await ask('2001:db8::4')
      expect([refused.status, refused.outcome, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '1'])
      expect((await ask('2001:db8:0:1::4')).outcome).toBe('ok')
      for (let count = 0; count < 5; count++) expect((await ask()).outcome).toBe('ok')
      broker.clock.advance(1_000)
      expect((await ask('2001:db8::4')).outcome).toBe('ok')
    } finally {
      await broker.close()
    }
  })
})
