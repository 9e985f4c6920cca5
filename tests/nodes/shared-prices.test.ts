/** Where nats-server is installed: two brokers on one database, one of which makes the prices that both show. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, queryRows } from '../../broker/db/open-database'
import { silent as logger } from '../../broker/ground/logger'
import type { Leases } from '../../broker/leases/open-leases'
import { CATALOGUE } from '../../broker/market/catalogue'
import { FEED_LEASE } from '../../broker/market/price-sharing'
import { SimulatedFeed } from '../../broker/market/simulated-feed'
import { createWorld, type World } from '../fixtures/create-world'
import { HAS_NATS, startNats, type TestNats } from '../fixtures/nats-server'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { open, PLAIN_TERMS } from '../fixtures/trader-actions'

const WITHIN = { timeout: 15_000 }
const INSTRUMENTS = CATALOGUE.filter(({ code }) => ['EURUSD', 'BTCUSDT'].includes(code))
const STEP_MS = 200

describe.skipIf(!HAS_NATS)('prices of two nodes (skipped where nats-server is not installed)', { timeout: 60_000 }, () => {
  let store: Awaited<ReturnType<typeof createOnServer>>
  let nats: TestNats
  let [one, two]: World[] = []
  const worlds = (): readonly [World, World] => [one as World, two as World]

  const node = async (): Promise<World> => {
    const database = await openDatabase({ databaseUrl: store.url, poolSize: 6, migrates: false, logger })
    return createWorld({
      tenants: PLAIN_TERMS,
      broker: {
        ...{ database, natsUrl: nats.url, leases: { hasTimers: false, databaseUrl: store.url } },
        feed: { kind: 'own', feed: new SimulatedFeed({ seed: '7', instruments: INSTRUMENTS }) },
      },
    })
  }
  beforeEach(async () => {
    store = await createOnServer(testServerUrl())
    nats = await startNats()
    one = await node()
    await beat(one)
    two = await node()
    await beat(two)
  })
  afterEach(async () => {
    await two?.close().catch(() => {})
    await one?.close().catch(() => {})
    await nats.stop()
    await store.drop()
  })

  function leasesOf({ broker }: World): Leases {
    if (broker.leases === undefined) throw new Error('no leases were opened')
    return broker.leases
  }
  const leads = (world: World) => leasesOf(world).held(FEED_LEASE) !== null
  const quotesOf = ({ broker: { market } }: World) =>
    INSTRUMENTS.map(({ code }) => {
      const { source, bid, ask, last, time, seq, arrivedAt, isConfirmed } = market.quote(code) ?? {}
      return { code, source, bid, ask, last, time, seq, arrivedAt, isConfirmed }
    })
  /** Looks at what it holds; however slow the machine is, it is not taken for dead before the test says so. */
  async function beat(world: World): Promise<void> {
    await leasesOf(world).beat()
    await setAlive(world, '1 hour')
  }
  const setAlive = (world: World, interval: '1 hour' | '-1 second') =>
    world.broker.database.system((tx) =>
      tx.execute(sql`update cluster_node set alive_until = now() + ${interval}::interval where id = ${leasesOf(world).nodeId}`),
    )
  /** Time goes on for both, and both look at what they hold. */
  async function goOn(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      for (const world of worlds()) world.clock.advance(STEP_MS)
      for (const world of worlds()) await beat(world)
      for (const world of worlds()) world.broker.market.advance()
      await heard()
    }
  }
  /** What either has told is known to the other. */
  async function heard(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    for (const world of worlds()) await world.broker.bus.flush()
    for (const world of worlds()) await world.broker.bus.flush()
  }
  /** As if it had been silent for its whole time. */
  const fallSilent = (world: World) => setAlive(world, '-1 second')
  const rowsOf = async (query: ReturnType<typeof sql>) =>
    worlds()[1].broker.database.system((tx) => queryRows<Record<string, string>>(tx, query))
  const secondsKept = async () =>
    rowsOf(sql`select begun::text as begun, sum(ticks)::text as ticks from price_second group by begun order by begun`)

  test('every tick is the same on both, and so are the candles, also of a node that has not heard them all', async () => {
    const [leader, follower] = worlds()
    expect([leads(leader), leads(follower)]).toEqual([true, false])
    const told = { leader: [] as unknown[], follower: [] as unknown[] }
    leader.broker.market.onQuote((code) => told.leader.push(leader.broker.market.quote(code)?.seq, code))
    follower.broker.market.onQuote((code) => told.follower.push(follower.broker.market.quote(code)?.seq, code))
    await goOn(20)
    expect(told.leader.length).toBeGreaterThan(40)
    expect(told.follower).toEqual(told.leader)
    expect(quotesOf(follower)).toEqual(quotesOf(leader))
    await nats.stop()
    await goOn(10)
    expect(quotesOf(follower)).not.toEqual(quotesOf(leader))
    await nats.start()
    await expect.poll(() => worlds().map(({ broker }) => broker.bus.health().isConnected), WITHIN).toEqual([true, true])
    await goOn(3)
    expect(quotesOf(follower)).toEqual(quotesOf(leader))
    const candles = async ({ broker: { market } }: World) =>
      Promise.all(INSTRUMENTS.map(async ({ code }) => [market.currentCandles(code), await market.candles(code, '1min', { limit: 20 })]))
    await expect
      .poll(async () => {
        await goOn(1)
        return JSON.stringify(await candles(follower)) === JSON.stringify(await candles(leader))
      }, WITHIN)
      .toBe(true)
    await goOn(5)
    expect(await candles(follower)).toEqual(await candles(leader))
  })

  test('the leader is silent: the other makes the prices, and what the first one does when it is back is kept nowhere', async () => {
    const [first, second] = worlds()
    await goOn(10)
    await first.broker.market.flushPrices()
    const before = await secondsKept()
    // It makes one more, and stands still before it has written it.
    first.clock.advance(1_200)
    first.broker.market.advance()
    await heard()
    const last = quotesOf(second)
    await fallSilent(first)
    second.clock.advance(3_000)
    await leasesOf(second).beat()
    expect(leads(second)).toBe(true)
    await expect
      .poll(() => {
        second.broker.market.advance()
        return quotesOf(second).some(({ seq }, index) => (seq ?? 0n) > (last[index]?.seq ?? 0n))
      }, WITHIN)
      .toBe(true)
    await heard()
    // Back: by its own account it still leads, and it has not heard for how long.
    first.clock.advance(60_000)
    const shown = quotesOf(first)
    first.broker.market.advance()
    expect(quotesOf(first)).toEqual(shown)
    await first.broker.market.flush().catch(() => {})
    expect(await secondsKept()).toEqual(before)
    await leasesOf(first).beat()
    expect(leads(first)).toBe(false)
    for (let step = 0; step < 5; step++) {
      second.clock.advance(500)
      await beat(second)
      second.broker.market.advance()
    }
    await heard()
    expect(quotesOf(first).map(({ seq }) => seq)).toEqual(quotesOf(second).map(({ seq }) => seq))
    await second.broker.market.flushPrices()
    expect((await secondsKept()).length).toBe(before.length + 1)
  })

  test('a leader that ends hands on its prices with everything written, and a fill on the other has its ticks', async () => {
    const [first, second] = worlds()
    await goOn(8)
    const trader = await second.demoTrader()
    await open(second, trader, 'buy', 'EURUSD', { lots: '0.1' })
    await heard()
    await goOn(8)
    await first.broker.market.flush()
    expect(Number((await rowsOf(sql`select count(*)::text as count from tick_log where code = 'EURUSD'`))[0]?.count)).toBeGreaterThan(5)
    const last = quotesOf(second)
    await first.close()
    one = undefined
    await leasesOf(second).beat()
    expect(leads(second)).toBe(true)
    second.clock.advance(1_000)
    await expect
      .poll(() => {
        second.broker.market.advance()
        return quotesOf(second).every(({ seq }, index) => (seq ?? 0n) > (last[index]?.seq ?? 0n))
      }, WITHIN)
      .toBe(true)
  })
})
