/** Where nats-server is installed: nodes as a server opens them, on one database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Broker } from '../../broker/assembly/assemble-broker'
import { queryRows } from '../../broker/db/open-database'
import { PARTITION_LEASES } from '../../broker/leases/partitions'
import { JOBS_LEASE } from '../../broker/leases/turn'
import { FEED_LEASE } from '../../broker/market/price-sharing'
import { openBroker } from '../../broker/open-broker'
import type { TurnBroker } from '../../broker/serving/serve-in-turn'
import { ENDPOINTS } from '../../contract/index'
import type { NodeRole } from '../../contract/node-roles'
import { brokerClient } from '../fixtures/broker-client'
import { HAS_NATS, startNats, type TestNats } from '../fixtures/nats-server'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { TENANTS_DIR, TEST_BASE_DOMAIN, testTenants } from '../fixtures/test-tenants'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const WITHIN = { timeout: 30_000 }

describe.skipIf(!HAS_NATS)('nodes that serve together (skipped where nats-server is not installed)', { timeout: 120_000 }, () => {
  let store: Awaited<ReturnType<typeof createOnServer>>
  let nats: TestNats
  let dataDir: string
  const nodes: TurnBroker[] = []
  const start = async (natsUrl: string | undefined, roles?: readonly NodeRole[]): Promise<TurnBroker> => {
    const node = await openBroker({
      env: {
        ...{ NODE_ENV: 'test', MODE: 'demo', BASE_DOMAIN: TEST_BASE_DOMAIN, PUBLIC_SCHEME: 'http', DATA_DIR: dataDir, TENANTS_DIR },
        ...{
          DATABASE_URL: store.url,
          MASTER_KEY: TEST_MASTER_KEY,
          NATS_URL: natsUrl,
          ROLES: roles,
          DEV_TOOLS: true,
          SMS_KIND: 'json',
          FILES_REGION: 'auto',
        },
        ...{ FEED: 'simulated', FEED_SEED: 7, REPLAY_SPEED: 1 },
      },
      tenants: testTenants(),
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      log,
      onUnfit() {},
    })
    nodes.push(node)
    return node
  }
  beforeEach(async () => {
    store = await createOnServer(testServerUrl())
    nats = await startNats()
    dataDir = mkdtempSync(path.join(tmpdir(), 'candor-together-'))
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
    await nats.stop()
    await store.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const brokerOf = (node: TurnBroker): Broker => {
    if (node.current === null) throw new Error('the node stands by')
    return node.current
  }
  const held = (node: TurnBroker, names: readonly string[]) => names.filter((name) => brokerOf(node).leases?.held(name) != null).length

  test('a node without the roles for it makes no prices and acts on no account; another does, and its end leaves that undone', async () => {
    const [whole, part] = [await start(nats.url), await start(nats.url, ['site', 'api', 'sockets'])]
    const all = [...PARTITION_LEASES, FEED_LEASE, JOBS_LEASE]
    await expect.poll(() => brokerOf(part).leases?.cluster.nodes.size, WITHIN).toBe(2)
    await expect.poll(() => [held(whole, all), held(part, all)], WITHIN).toEqual([all.length, 0])
    await expect.poll(() => brokerOf(part).market.quote('BTCUSDT')?.isConfirmed, WITHIN).toBe(true)
    await whole.close()
    nodes.splice(nodes.indexOf(whole), 1)
    await expect.poll(() => brokerOf(part).leases?.cluster.nodes.size, WITHIN).toBe(1)
    expect(held(part, all)).toBe(0)
  })

  test('both serve, share out what only one may do, and know what the other one was told', async () => {
    const [one, two] = [await start(nats.url), await start(nats.url)]
    expect([one.isServing(), two.isServing()]).toEqual([true, true])
    await expect.poll(() => [one, two].map((node) => held(node, PARTITION_LEASES)), WITHIN).toEqual([32, 32])
    for (const lease of [FEED_LEASE, JOBS_LEASE]) expect(held(one, [lease]) + held(two, [lease])).toBe(1)
    await expect.poll(() => brokerOf(two).market.quote('BTCUSDT')?.isConfirmed, WITHIN).toBe(true)
    const clients = [one, two].map((node) => brokerClient(node.fetch, `aurora.${TEST_BASE_DOMAIN}`))
    const trader = (await clients[0]!.call(ENDPOINTS.createDemoAccount, {})).data
    const order = {
      ...{ forex_id: brokerOf(one).market.instrument('BTCUSDT')?.id ?? '', status: '1' as const, type: '1' as const, cont: '0.01' },
      multiple: '50',
    }
    const placed = await clients[0]!.call(ENDPOINTS.submitOrder, order, { token: trader.token })
    expect(placed.outcome).toBe('ok')
    const id = BigInt((placed.data as { Id: string }).Id)
    await expect
      .poll(() => [one, two].map((node) => brokerOf(node).trading.watches({ tenantId: 'aurora', id })), WITHIN)
      .toEqual([true, true])
  })

  test('the node that makes the prices ends: the other one makes them, and everything is its own', async () => {
    const [one, two] = [await start(nats.url), await start(nats.url)]
    const [leader, other] = held(one, [FEED_LEASE]) === 1 ? [one, two] : [two, one]
    await expect.poll(() => brokerOf(other).market.quote('BTCUSDT')?.isConfirmed, WITHIN).toBe(true)
    await leader.close()
    nodes.splice(nodes.indexOf(leader), 1)
    await expect.poll(() => held(other, [...PARTITION_LEASES, FEED_LEASE, JOBS_LEASE]), WITHIN).toBe(66)
    const before = brokerOf(other).market.quote('BTCUSDT')?.seq ?? 0n
    await expect.poll(() => (brokerOf(other).market.quote('BTCUSDT')?.seq ?? 0n) > before, WITHIN).toBe(true)
    const epochs = await brokerOf(other).database.system((tx) =>
      queryRows<{ epoch: string }>(tx, sql`select epoch::text as epoch from lease where name = ${FEED_LEASE}`),
    )
    expect(Number(epochs[0]?.epoch)).toBe(2)
  })

  test('a node without NATS_URL serves alone: it waits for those that serve together, and they wait for it', async () => {
    const together = await start(nats.url)
    const alone = await start(undefined)
    expect([together.isServing(), alone.isServing()]).toEqual([true, false])
    await together.close()
    nodes.splice(nodes.indexOf(together), 1)
    await expect.poll(() => alone.isServing(), WITHIN).toBe(true)
    const next = await start(nats.url)
    expect([alone.isServing(), next.isServing()]).toEqual([true, false])
    await alone.close()
    nodes.splice(nodes.indexOf(alone), 1)
    await expect.poll(() => next.isServing(), WITHIN).toBe(true)
  })

  test('a node whose session was ended begins anew, and nobody else is disturbed', async () => {
    const [one, two] = [await start(nats.url), await start(nats.url)]
    const [broker, undisturbed] = [one.current, two.current]
    const admin = new pg.Client({ connectionString: store.url })
    await admin.connect()
    const { rows } = await admin.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'candor serving'
      and datname = current_database() order by backend_start limit 1`)
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await admin.end()
    await expect.poll(() => one.current !== null && one.current !== broker, WITHIN).toBe(true)
    expect(two.current).toBe(undisturbed)
  })
})
