import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOrder, submitOrder } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { parseAmount } from '../../rules/money'
import { invariantsBrokenBy } from '../../tests/fixtures/broken-books'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { chanceOf, ScriptedProvider } from '../../tests/fixtures/scripted-provider'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { auditBooks } from '../audit/audit-books'
import type { Database } from '../db/open-database'
import { auditEvent, coverFill, ledgerEntry, providerOrder } from '../db/schema'

type Trader = TestTrader | RealTrader
/** More in `npm run test:long -- hedging`. */
const SEEDS = Number(process.env.HEDGING_SEEDS ?? '6')
const EURUSD = { EURUSD: 'EUR/USD', USDJPY: 'USD/JPY' }
const hedged = { model: 'hedged' as const, provider: 'prime' }

const findings = async (world: World) =>
  (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings.map((finding) => JSON.stringify(finding)))
const open = async (world: World, trader: Trader, type: '1' | '2', lots: string, code = 'EURUSD') => {
  const answer = await trader.call(submitOrder, {
    ...{ forex_id: world.broker.market.instrument(code)?.id ?? '', type, status: '1', cont: lots, multiple: '100' },
  })
  if (answer.outcome !== 'ok') throw new Error(`${answer.outcome} ${answer.msg}`)
  return answer.data.Id
}
const rowOf = async (world: World, code = 'EURUSD') => (await world.broker.cover.coverOf('aurora')).find((row) => row.code === code)

/** Until what is due is ordered, told and booked. */
async function settle(world: World, provider: ScriptedProvider): Promise<void> {
  for (let quiet = 0, i = 0; quiet < 3 && i < 300; i++) {
    await world.settle()
    await new Promise((resolve) => setImmediate(resolve))
    await world.broker.cover.look()
    await world.broker.orders.idle()
    quiet = (await provider.deliver()) ? 0 : quiet + 1
  }
}

describe('an instrument that is hedged', () => {
  let world: World
  let trader: RealTrader
  let price = parseFixed('1.16')
  const provider = new ScriptedProvider({ id: 'prime', seed: 1, faults: 0, price: () => price, fate: () => 'fill' })

  beforeAll(async () => {
    world = await createWorld({
      tenants: { aurora: { trading: { execution: { EURUSD: hedged } } } },
      broker: { providers: [{ provider: provider.client(), symbols: EURUSD, isSimulated: true }] },
    })
    trader = await world.realTrader()
    await fund(world, trader, '100000')
    await world.price('EURUSD', '1.15999', '1.16001')
  }, 120_000)
  afterAll(() => world.close())

  test('leaves demo accounts alone', async () => {
    await open(world, await world.demoTrader(), '1', '1')
    await settle(world, provider)
    expect(provider.orders.size).toBe(0)
    expect(await rowOf(world)).toMatchObject({ long: 0n, net: 0n, covered: 0n, difference: 0n })
  })

  test('is covered at once, for what real accounts hold together', async () => {
    await open(world, trader, '1', '0.5')
    await open(world, trader, '2', '0.2')
    await settle(world, provider)
    expect(provider.position('EURUSD')).toBe(parseFixed('30000'))
    expect(await rowOf(world)).toMatchObject({
      ...{ model: 'hedged', provider: 'prime', long: parseFixed('50000'), short: parseFixed('20000'), net: parseFixed('30000') },
      ...{ covered: parseFixed('30000'), difference: 0n, differenceSince: null, ordersUnderWay: 0, refusal: '' },
    })
    expect(await findings(world)).toEqual([])
  })

  test('and uncovered when they close, with the result in the ledger', async () => {
    const before = await rowOf(world)
    price = parseFixed('1.17')
    await world.price('EURUSD', '1.16999', '1.17001')
    const id = await open(world, trader, '2', '0.3')
    await settle(world, provider)
    expect(await rowOf(world)).toMatchObject({ net: 0n, covered: 0n, result: (before?.result ?? 0n) + parseAmount('300') })
    const entries = await world.broker.database.system((tx) => tx.select().from(ledgerEntry).where(eq(ledgerEntry.account, 'house:cover')))
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe((await rowOf(world))?.result)
    await trader.call(closeOrder, { id })
    await settle(world, provider)
    expect(provider.position('EURUSD')).toBe(parseFixed('30000'))
    expect(await findings(world)).toEqual([])
  })

  test('is in the log, order by order', async () => {
    const events = await world.broker.database.system((tx) => tx.select().from(auditEvent))
    const orders = await world.broker.database.system((tx) => tx.select().from(providerOrder))
    for (const { id } of orders)
      expect(events.filter(({ object }) => object === `provider_order:${id}`).map(({ action }) => action)).toEqual([
        'cover.ordered',
        'cover.ended',
      ])
  })

  test('a fill that is taken back is covered anew', async () => {
    const before = await rowOf(world)
    provider.amend()
    await settle(world, provider)
    expect((await rowOf(world))?.difference).toBe(0n)
    expect(provider.position('EURUSD')).toBe(before?.net)
    expect(await findings(world)).toEqual([])
  })

  test('what the provider holds is what the books say; what it took back unheard is named', async () => {
    expect(await world.broker.cover.checkPositions()).toEqual([])
    const theirs = provider.position('EURUSD')
    provider.take({ id: 'by-somebody-else', code: 'EURUSD', side: 'buy', quantity: parseFixed('7'), limit: null })
    expect(await world.broker.cover.checkPositions()).toEqual([
      { provider: 'prime', code: 'EURUSD', ours: theirs, theirs: theirs + parseFixed('7') },
    ])
    expect(world.complaints.some((line) => line.includes('another position'))).toBe(true)
  })

  test.each([
    ['update cover_fill set result = result + 1', 'I16'],
    ['update cover_fill set quantity = quantity + 1', 'I16'],
    ['delete from cover_fill', 'I16'],
    ['update cover_position set quantity = quantity + 1', 'I16'],
    ["update provider_report set last_price = last_price + 1 where kind = 'filled'", 'I16'],
    ["delete from provider_report where kind = 'filled'", 'I17'],
    ['update provider_order set filled_quantity = 0', 'I17'],
    ["update ledger_entry set account = 'house:trading' where account = 'house:provider'", 'I16'],
  ])('the audit finds a change behind the back of the broker: %s', async (statement, invariant) => {
    const broken = await invariantsBrokenBy(world.broker.database, world.tenants, statement)
    expect(broken).toContain(invariant)
  })
})

describe('thresholds', () => {
  let world: World
  let trader: RealTrader
  const provider = new ScriptedProvider({ id: 'prime', seed: 2, faults: 0, price: () => parseFixed('1.16'), fate: () => 'fill' })

  beforeAll(async () => {
    const cover = { amount: '50000', afterMs: 60_000 }
    world = await createWorld({
      tenants: { aurora: { trading: { execution: { EURUSD: { ...hedged, cover } } } } },
      broker: { providers: [{ provider: provider.client(), symbols: EURUSD, isSimulated: true }] },
    })
    trader = await world.realTrader()
    await fund(world, trader, '100000')
    await world.price('EURUSD', '1.15999', '1.16001')
  }, 120_000)
  afterAll(() => world.close())

  test('a difference below the amount waits, and is shown with its worth', async () => {
    await open(world, trader, '1', '0.4')
    await settle(world, provider)
    expect(provider.orders.size).toBe(0)
    expect(await rowOf(world)).toMatchObject({
      difference: parseFixed('40000'),
      differenceLots: parseFixed('0.4'),
      differenceUsdt: parseAmount('46400'),
    })
  })

  test('above it it is covered whole', async () => {
    await open(world, trader, '1', '0.1')
    await settle(world, provider)
    expect(provider.position('EURUSD')).toBe(parseFixed('50000'))
  })

  test('and below it once it has stood for the time', async () => {
    await open(world, trader, '1', '0.1')
    await settle(world, provider)
    expect(provider.position('EURUSD')).toBe(parseFixed('50000'))
    world.pass(60_000)
    await world.price('EURUSD', '1.15999', '1.16001')
    await settle(world, provider)
    expect(provider.position('EURUSD')).toBe(parseFixed('60000'))
    expect(await findings(world)).toEqual([])
  })
})

/** Traders, faults of the provider and restarts by a seed; then peace. */
async function live(seed: number, database: Database): Promise<void> {
  const chance = chanceOf(seed)
  const price = () => parseFixed('1.15') + BigInt(Math.floor(chance() * 200)) * 10_000n
  const provider = new ScriptedProvider({ id: 'prime', seed, faults: 0.25, price })
  const start = () =>
    createWorld({
      tenants: { aurora: { trading: { execution: { EURUSD: hedged } } } },
      broker: {
        database: { ...database, close: async () => {} },
        providers: [{ provider: provider.client(), symbols: EURUSD, isSimulated: true }],
      },
    })
  let world = await start()
  const trader = await world.realTrader('aurora', { email: `seed-${seed}@example.com` })
  await fund(world, trader, '1000000')
  /** As the process of now knows the trader. */
  const again = (): RealTrader => ({
    ...trader,
    call: (endpoint, input, options = {}) => world.client.call(endpoint, input, { host: trader.host, token: trader.token, ...options }),
  })
  const held: string[] = []
  for (let i = 0; i < 30; i++) {
    const mid = 16_000 + Math.floor(chance() * 500)
    await world.price('EURUSD', `1.${mid - 1}`, `1.${mid + 1}`)
    const what = chance()
    if (what < 0.3) held.push(await open(world, again(), chance() < 0.5 ? '1' : '2', `0.${1 + Math.floor(chance() * 9)}`))
    else if (what < 0.4) await again().call(closeOrder, { id: held.pop() ?? '1' })
    else if (what < 0.75) await provider.deliver()
    else if (what < 0.8) provider.amend()
    else if (what < 0.85) await provider.interrupt()
    else if (what < 0.92) await world.broker.cover.look()
    else {
      await world.close()
      world = await start()
    }
  }
  await world.close()
  world = await start()
  await world.price('EURUSD', '1.15999', '1.16001')
  for (let i = 0; i < 40; i++) {
    await settle(world, provider)
    if ((await rowOf(world))?.difference === 0n && provider.isQuiet) break
    // Refusals are waited out.
    world.pass(120_000)
    await world.price('EURUSD', '1.15999', '1.16001')
  }
  const row = await rowOf(world)
  expect(provider.repeated).toEqual([])
  expect(row).toMatchObject({ difference: 0n, ordersUnderWay: 0 })
  expect(provider.position('EURUSD')).toBe(row?.net)
  expect(await findings(world)).toEqual([])
  await world.close()
}

test(
  'whatever breaks between trader, house and provider, no cover order is lost or doubled, and the books are clean',
  async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const database = await openTestDatabase()
      await live(seed, database)
        .catch((error: unknown) => Promise.reject(new Error(`seed ${seed}`, { cause: error })))
        .finally(() => database.close())
    }
  },
  60_000 + SEEDS * 20_000,
)

test('every fill of the book has its place', async () => {
  const database = await openTestDatabase()
  const fill = {
    tenantId: 'aurora',
    provider: 'prime',
    instrumentCode: 'EURUSD',
    seq: 1,
    providerOrderId: 'x',
    execId: 'x',
    fillExecId: 'x',
    change: 'added',
  } as const
  const numbers = {
    quantity: 1n,
    price: 1n,
    heldQuantity: 1n,
    heldCost: '1',
    quoteResult: '0',
    conversionRate: '1',
    result: 0n,
    createdAt: 1,
  }
  await expect(database.withTenant('aurora', (tx) => tx.insert(coverFill).values({ ...fill, ...numbers }))).rejects.toThrow()
  await database.close()
}, 60_000)
