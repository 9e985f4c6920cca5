/** An account that does not exist must not be told apart from one that does, neither by the answer nor by its time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../../tests/fixtures/create-world'

const SAMPLES = 60
const TRIES = 6

let world: World
beforeAll(async () => {
  const plenty = { burst: 10_000, refillMs: 60_000 }
  world = await createWorld({
    broker: { rateLimits: { loginsPerAccount: plenty, loginsPerAccountAnywhere: plenty, loginsPerTenant: plenty } },
  })
  await world.realTrader('aurora', { email: 'known@example.com' })
})
afterAll(() => world.close())

const attempt = (account: string) =>
  world.client.call(ENDPOINTS.login, { account, password: 'not the password', login_type: 'email' }, { headers: { lang: 'en' } })

async function timed(account: string): Promise<number> {
  const startedAt = performance.now()
  await attempt(account)
  return performance.now() - startedAt
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** How far apart the two are, as a share of the longer. */
async function difference(): Promise<number> {
  const known: number[] = []
  const unknown: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    // By turns, and not always the same one first, so that what the machine does besides falls on both.
    const pair = sample % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const who of pair) (who === 'known' ? known : unknown).push(await timed(`${who}@example.com`))
  }
  const [one, other] = [median(known), median(unknown)]
  return Math.abs(one - other) / Math.max(one, other)
}

test('the same body', async () => {
  const [known, unknown] = [await attempt('known@example.com'), await attempt('unknown@example.com')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
})

test('the same time, within a tenth', async () => {
  const differences: number[] = []
  for (let round = 0; round < TRIES && (differences.at(-1) ?? 1) > 0.1; round++) differences.push(await difference())
  expect(Math.min(...differences)).toBeLessThanOrEqual(0.1)
}, 300_000)
