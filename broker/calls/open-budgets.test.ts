import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, createConnection as openConnection, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { createWorld } from '../../tests/fixtures/create-world'
import type { ScratchDatabase } from '../../tests/fixtures/scratch-database'
import { createOnServer, testServerUrl } from '../../tests/fixtures/test-database'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { openDatabase } from '../db/open-database'
import { keyedHash } from '../secrets/keyed-hash'
import { type Budgets, forgetOldBudgets, openBudgets } from './open-budgets'

const LIMITS = { loginsPerAccount: { burst: 3, refillMs: 900_000 }, demoAccounts: { burst: 2, refillMs: 900_000 } }
const hash = keyedHash(TEST_MASTER_KEY)
const redisUrl = process.env.TEST_REDIS_URL || undefined

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

async function open(
  parts: { redisUrl?: string; databaseUrl?: string; patienceMs?: number; keyPrefix?: string } = {},
): Promise<{ budgets: Budgets; warnings: string[] }> {
  const warnings: string[] = []
  const logger = { debug() {}, info() {}, warn: (_fields: unknown, message: string) => warnings.push(message), error() {} }
  const budgets = await openBudgets({ limits: LIMITS, keyedHash: hash, logger, ...parts })
  closers.push(() => budgets.close())
  return { budgets, warnings }
}
const take = async (budgets: Budgets, times: number, key = 'a') => {
  const waits = []
  for (let count = 0; count < times; count++) waits.push(await budgets.take('loginsPerAccount', key))
  return waits.map((waitMs) => (waitMs === 0 ? 'taken' : 'refused'))
}
const THREE = ['taken', 'taken', 'taken']

describe('in process', () => {
  test('what is taken is gone until its time, what is given back can be taken again, and each name has its own', async () => {
    const { budgets } = await open()
    expect(await take(budgets, 4)).toEqual([...THREE, 'refused'])
    expect(await take(budgets, 1, 'b')).toEqual(['taken'])
    expect(await budgets.take('demoAccounts', 'a')).toBe(0)
    for (let count = 0; count < 3; count++) await budgets.giveBack('loginsPerAccount', 'c')
    expect(await take(budgets, 1, 'c')).toEqual(['taken'])
  })

  test('a storm of names does not grow the memory without end', async () => {
    const { budgets } = await open()
    global.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let key = 0; key < 120_000; key++) await budgets.take('loginsPerAccount', `name ${key}`)
    expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(150)
    // The oldest made room; the newest are still counted.
    expect(await take(budgets, 3, 'name 119999')).toEqual(['taken', 'taken', 'refused'])
    expect(await take(budgets, 4, 'name 0')).toEqual([...THREE, 'refused'])
  }, 60_000)
})

describe('an address where no Redis is', () => {
  test('the process counts for itself, says so once, and no call fails', async () => {
    const { budgets, warnings } = await open({ redisUrl: 'redis://127.0.0.1:1' })
    expect(await take(budgets, 5)).toEqual([...THREE, 'refused', 'refused'])
    expect(warnings).toHaveLength(1)
  })
})

describe('in PostgreSQL', () => {
  let server: ScratchDatabase
  let admin: pg.Client
  beforeAll(async () => {
    server = await createOnServer(testServerUrl())
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await server.drop()
  })
  afterEach(() => admin.query('delete from budget'))

  test('two nodes share one budget, and its time; what is given back on one can be taken on the other', async () => {
    const [one, other] = [await open({ databaseUrl: server.url }), await open({ databaseUrl: server.url })]
    expect([...(await take(one.budgets, 2)), ...(await take(other.budgets, 2)), ...(await take(one.budgets, 1))]).toEqual([
      ...THREE,
      'refused',
      'refused',
    ])
    const waits = [await one.budgets.take('loginsPerAccount', 'a'), await other.budgets.take('loginsPerAccount', 'a')]
    for (const waitMs of waits) expect([waitMs > 840_000, waitMs <= 900_000]).toEqual([true, true])
    await other.budgets.giveBack('loginsPerAccount', 'b')
    expect(await take(one.budgets, 1, 'b')).toEqual(['taken'])
    expect(await one.budgets.take('demoAccounts', 'a')).toBe(0)
    expect([...one.warnings, ...other.warnings]).toEqual([])
  })

  test('a hundred at once on two nodes take what there is, and not one more', async () => {
    const nodes = [await open({ databaseUrl: server.url, patienceMs: 20_000 }), await open({ databaseUrl: server.url, patienceMs: 20_000 })]
    const waits = await Promise.all(Array.from({ length: 100 }, (_, at) => nodes[at % 2]?.budgets.take('loginsPerAccount', 'stormed')))
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3)
    expect(nodes.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  test('no name stands there in plain; it is not written ahead; what has run out begins anew and is cleared away', async () => {
    const { budgets } = await open({ databaseUrl: server.url })
    await take(budgets, 4, 'owner@example.com')
    const keys = async () => (await admin.query<{ key: string }>('select key from budget')).rows.map(({ key }) => key)
    expect(await keys()).toEqual([`candor:budget:loginsPerAccount:${hash('budget', 'loginsPerAccount\0owner@example.com')}`])
    const kept = await admin.query("select relpersistence from pg_class where relname in ('budget', 'budget_expire', 'budget_pkey')")
    expect(kept.rows).toEqual(Array.from({ length: 3 }, () => ({ relpersistence: 'u' })))
    const database = await openDatabase({ databaseUrl: server.url, poolSize: 1, migrates: false, logger: SILENT })
    closers.push(() => database.close())
    await forgetOldBudgets(database)
    expect(await keys()).toHaveLength(1)
    await admin.query('update budget set expire = 1')
    expect(await take(budgets, 1, 'owner@example.com')).toEqual(['taken'])
    await admin.query('update budget set expire = 1')
    await forgetOldBudgets(database)
    expect(await keys()).toEqual([])
  })

  test('where it does not answer, the process counts for itself, says so once, and shares again afterwards', async () => {
    const { budgets, warnings } = await open({ databaseUrl: server.url, patienceMs: 300 })
    expect(await take(budgets, 1)).toEqual(['taken'])
    await admin.query('begin')
    await admin.query('lock table budget in access exclusive mode')
    const startedAt = performance.now()
    expect(await take(budgets, 4)).toEqual([...THREE, 'refused'])
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await admin.query('rollback')
    expect(warnings).toEqual(['PostgreSQL does not answer: every node counts its own budgets until it does'])
    await expect
      .poll(async () => {
        await budgets.take('demoAccounts', 'again')
        return (await admin.query("select 1 from budget where key like '%demoAccounts%'")).rowCount
      })
      .toBe(1)
  })

  test('two brokers on one database refuse the account that was tried with the other', async () => {
    const node = async () =>
      createWorld({
        broker: {
          database: await openDatabase({ databaseUrl: server.url, poolSize: 4, migrates: false, logger: SILENT }),
          budgetsUrl: server.url,
          budgetPatienceMs: 20_000,
          rateLimits: { loginsPerAccount: { burst: 2, refillMs: 900_000 } },
        },
      })
    const worlds = [await node(), await node()]
    closers.push(() => Promise.all(worlds.map((world) => world.close())))
    const outcomes = []
    for (const world of [worlds[0], worlds[1], worlds[0], worlds[1]]) {
      const input = { account: 'shared@example.com', password: 'wrong', login_type: 'email' as const }
      outcomes.push((await world?.client.call(ENDPOINTS.login, input))?.outcome)
    }
    expect(outcomes).toEqual(['LOGIN_FAILED', 'LOGIN_FAILED', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  }, 60_000)
})

/** Something that stands between us and the Redis and can go silent or away. */
async function proxyTo(target: URL): Promise<{ url: string; cut(): void; mute(): void; mend(): Promise<void> }> {
  const open = new Set<Socket>()
  let isMute = false
  const server = createServer((client) => {
    const upstream = openConnection(Number(target.port || 6379), target.hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
        open.delete(socket)
      })
    }
    client.on('data', (data) => isMute || upstream.write(data))
    upstream.on('data', (data) => client.write(data))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    cut() {
      server.close()
      for (const socket of open) socket.destroy()
    },
    mute() {
      isMute = true
    },
    mend: () => listen(port),
  }
}

describe.skipIf(redisUrl === undefined)('in Redis', () => {
  const url = redisUrl ?? ''
  const keyPrefix = () => `candor-test:${randomBytes(8).toString('hex')}`

  test('two nodes share one budget, and its time', async () => {
    const prefix = keyPrefix()
    const [one, other] = [await open({ redisUrl: url, keyPrefix: prefix }), await open({ redisUrl: url, keyPrefix: prefix })]
    expect([...(await take(one.budgets, 2)), ...(await take(other.budgets, 2)), ...(await take(one.budgets, 1))]).toEqual([
      ...THREE,
      'refused',
      'refused',
    ])
    const waits = [await one.budgets.take('loginsPerAccount', 'a'), await other.budgets.take('loginsPerAccount', 'a')]
    for (const waitMs of waits) expect([waitMs > 880_000, waitMs <= 900_000]).toEqual([true, true])
    await other.budgets.giveBack('loginsPerAccount', 'b')
    expect(await take(one.budgets, 1, 'b')).toEqual(['taken'])
    expect([...one.warnings, ...other.warnings]).toEqual([])
  })

  test('no name stands in Redis in plain, and what stands there goes by itself', async () => {
    const prefix = keyPrefix()
    const { budgets } = await open({ redisUrl: url, keyPrefix: prefix })
    await take(budgets, 1, 'owner@example.com')
    const redis = new Redis(url)
    closers.push(() => redis.disconnect())
    const keys = await redis.keys(`${prefix}*`)
    expect(keys).toEqual([`${prefix}:loginsPerAccount:${hash('budget', 'loginsPerAccount\0owner@example.com')}`])
    expect(await redis.pttl(keys[0] ?? '')).toBeGreaterThan(0)
  })

  test('going away, coming back and falling silent mid-way: every call is answered, each outage is said once', async () => {
    const proxy = await proxyTo(new URL(url))
    const { budgets, warnings } = await open({ redisUrl: proxy.url, keyPrefix: keyPrefix() })
    expect(await take(budgets, 1)).toEqual(['taken'])
    proxy.cut()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await take(budgets, 4)).toEqual([...THREE, 'refused'])
    expect(warnings).toHaveLength(1)
    await proxy.mend()
    const seenAgain = async () => {
      // Two are left of what Redis counted before it went.
      for (let waitedMs = 0; waitedMs < 12_000; waitedMs += 200) {
        if ((await budgets.take('loginsPerAccount', 'a')) === 0) return true
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      return false
    }
    expect(await seenAgain()).toBe(true)
    proxy.mute()
    const startedAt = performance.now()
    expect(await take(budgets, 4, 'silent')).toEqual([...THREE, 'refused'])
    expect(performance.now() - startedAt).toBeLessThan(6_000)
    expect(warnings).toHaveLength(2)
  }, 30_000)

  test('two brokers refuse the account that was tried with the other, and a third one under another key does not', async () => {
    const masterKey = randomBytes(32)
    const worlds = await Promise.all(
      [masterKey, masterKey, randomBytes(32)].map((key) =>
        createWorld({
          // Three stores of their own keep this process busy for longer than a call would wait for Redis.
          broker: {
            masterKey: key,
            redisUrl: url,
            budgetPatienceMs: 20_000,
            rateLimits: { loginsPerAccount: { burst: 2, refillMs: 900_000 } },
          },
        }),
      ),
    )
    closers.push(() => Promise.all(worlds.map((world) => world.close())))
    const outcomes = []
    for (const world of [worlds[0], worlds[1], worlds[0], worlds[1], worlds[2]]) {
      const input = { account: 'shared@example.com', password: 'wrong', login_type: 'email' as const }
      outcomes.push((await world?.client.call(ENDPOINTS.login, input))?.outcome)
    }
    expect(outcomes).toEqual(['LOGIN_FAILED', 'LOGIN_FAILED', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'LOGIN_FAILED'])
  }, 60_000)
})
