import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOrder, submitOrder } from '../../contract/orders'
import { getStatement } from '../../contract/wallet'
import { parseAmount } from '../../rules/money'
import { invariantsBrokenBy } from '../../tests/fixtures/broken-books'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { forgetUnusedDemos } from '../assembly/forget-unused-demos'
import { auditBooks } from '../audit/audit-books'
import { fundingCharge, fundingRollover, receipt } from '../db/schema'
import type { BooksStore } from '../ledger/account-books'

const HOUR = 3_600_000
/** A Tuesday evening in New York, an hour before the rollover, in winter. */
const BEFORE = Date.parse('2026-11-17T21:00:00Z')
const funding = {
  forex: { benchmark: '4.33', markUp: '2.5', dayCount: 360 as const },
  crypto: { longRate: '18', shortRate: '-3', dayCount: 365 as const },
}

async function open(trader: TestTrader, world: World, code: string, type: '1' | '2'): Promise<string> {
  const instrument = world.broker.market.instrument(code)
  const answer = await trader.call(submitOrder, { forex_id: instrument?.id ?? '', type, status: '1', cont: '0.1', multiple: '50' })
  if (answer.outcome !== 'ok') throw new Error(`${code}: ${answer.outcome} ${answer.msg}`)
  return answer.data.Id
}

const charges = (world: World) =>
  world.broker.database.system((tx) => tx.select().from(fundingCharge).orderBy(fundingCharge.rolloverAt, fundingCharge.orderId))
const findings = async (world: World) =>
  (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings.map((finding) => JSON.stringify(finding)))
const books = (world: World) => world.broker.trading.books

describe('a company that charges funding', () => {
  let world: World
  let trader: TestTrader
  let long = ''
  let short = ''
  let coin = ''

  beforeAll(async () => {
    world = await createWorld({ startMs: BEFORE, tenants: { aurora: { trading: { funding } } } })
    trader = await world.demoTrader()
    await world.price('EURUSD', '1.16000')
    long = await open(trader, world, 'EURUSD', '1')
    short = await open(trader, world, 'EURUSD', '2')
    coin = await open(trader, world, 'BTCUSDT', '1')
  }, 120_000)
  afterAll(() => world.close())

  test('marks its first day and charges nothing for what was before', async () => {
    await world.broker.funding.chargeDue(books(world))
    expect(await charges(world)).toEqual([])
  })

  test('at 17:00 New York each position is charged once, by the last minute before, however often it is tried', async () => {
    world.pass(30 * 60_000)
    await world.price('EURUSD', '1.20000')
    world.pass(31 * 60_000)
    await world.quoteAll()
    for (let i = 0; i < 3; i++) await world.broker.funding.chargeDue(books(world))
    const found = new Map((await charges(world)).map(({ orderId, amount }) => [String(orderId), amount]))
    // 0.1 lots are 10,000 EUR: 12,000 USD at 6.83 % and -1.83 % of 360 days; 0.1 BTC at 91,284.50 and 18 % of 365.
    expect(found.get(long)).toBe(parseAmount('-2.27666667'))
    expect(found.get(short)).toBe(parseAmount('0.61'))
    expect(found.get(coin)).toBe(parseAmount('-4.50170137'))
    expect(found.size).toBe(3)
    expect(await findings(world)).toEqual([])
  })

  test('each charge has its own signed receipt with what it was counted from', async () => {
    const rows = await world.broker.database.system((tx) =>
      tx
        .select()
        .from(receipt)
        .where(eq(receipt.orderId, BigInt(long))),
    )
    const bodies = rows.map(({ body }) => JSON.parse(body) as { reason: string; funding?: object; profit: string })
    expect(bodies.filter(({ reason }) => reason === 'funding')).toMatchObject([
      {
        profit: '-2.27666667',
        funding: {
          rollover: Date.parse('2026-11-17T22:00:00Z'),
          nights: 1,
          yearly_rate: '6.83',
          day_count: 360,
          contract_size: '100000',
          price: '1.2',
        },
      },
    ])
    expect(bodies.filter((body) => body.funding !== undefined).length).toBe(1)
  })

  test('days that a server missed are made up one by one: Wednesday three times, a coin every day', async () => {
    // Until Sunday evening: Wednesday, Thursday, Friday, and for the coin Saturday and Sunday.
    world.pass(5 * 24 * HOUR)
    await world.broker.funding.chargeDue(books(world))
    const found = await charges(world)
    const of = (id: string) => found.filter(({ orderId }) => String(orderId) === id).map(({ amount }) => amount)
    expect(of(long).length).toBe(4)
    expect(of(coin).length).toBe(6)
    const [, wednesday = 0n, thursday = 0n] = of(long)
    expect(wednesday / thursday).toBe(3n)
    expect(await findings(world)).toEqual([])
  })

  test('what ended before a rollover is not charged for it, what came after neither', async () => {
    world.clock.setWall(Date.parse('2026-11-23T15:00:00Z'))
    await world.quoteAll()
    const closed = await trader.call(closeOrder, { id: long })
    expect(closed.outcome).toBe('ok')
    world.clock.setWall(Date.parse('2026-11-23T22:30:00Z'))
    await world.quoteAll()
    const late = await open(trader, world, 'BTCUSDT', '2')
    await world.broker.funding.chargeDue(books(world))
    const found = await charges(world)
    const monday = found.filter(({ rolloverAt }) => rolloverAt === Date.parse('2026-11-23T22:00:00Z')).map(({ orderId }) => String(orderId))
    expect(monday.sort()).toEqual([short, coin].sort())
    expect(monday).not.toContain(late)
    expect(await findings(world)).toEqual([])
  })

  test('the statement says what each charge was', async () => {
    const answer = await trader.call(getStatement, { from: '0', to: String(100 * 24 * HOUR) })
    expect(answer.outcome).toBe('ok')
    const all = await trader.call(getStatement, { from: String(BEFORE), to: String(BEFORE + 30 * 24 * HOUR) })
    const lines = all.data.entries.filter(({ Type }) => Type === 11)
    expect(lines.length).toBe((await charges(world)).length)
    expect(lines[0]?.MemoTran).toMatch(/EURUSD|BTCUSDT/)
  })

  test('an interruption between two accounts is gone on with where it stopped', async () => {
    const other = await world.demoTrader()
    const id = await open(other, world, 'BTCUSDT', '1')
    world.clock.setWall(Date.parse('2026-11-24T22:30:00Z'))
    const before = (await charges(world)).length
    let left = 1
    const failing: BooksStore = {
      async withBooks(tenantId, traderId, work) {
        if (left-- === 0) throw new Error('the power is out')
        return books(world).withBooks(tenantId, traderId, work)
      },
    }
    await expect(world.broker.funding.chargeDue(failing)).rejects.toThrow('the power is out')
    const between = (await charges(world)).length
    expect(between).toBeGreaterThan(before)
    await world.broker.funding.chargeDue(books(world))
    const tuesday = (await charges(world)).filter(({ rolloverAt }) => rolloverAt === Date.parse('2026-11-24T22:00:00Z'))
    expect(new Set(tuesday.map(({ orderId }) => orderId)).size).toBe(tuesday.length)
    expect(tuesday.map(({ orderId }) => String(orderId))).toContain(id)
    expect(await findings(world)).toEqual([])
  })

  test.each([
    ['update funding_charge set amount = amount + 1'],
    ['update funding_charge set rollover_at = rollover_at + 60000'],
    ['delete from funding_charge'],
    ["update ledger_entry set amount = -amount where account = 'house:funding'"],
    ['update trade_order set contract_size = contract_size * 2'],
    ['update trade_order set opened_at = opened_at + 864000000'],
  ])('the audit finds a change behind the back of the broker: %s', async (statement) => {
    const broken = await invariantsBrokenBy(world.broker.database, world.tenants, statement)
    expect(broken).toContain('I15')
  })

  test('a demo account that nobody uses any more goes with its charges', async () => {
    const later = world.clock.now() + 200 * 24 * HOUR
    await world.broker.sealer.flush()
    expect(await forgetUnusedDemos(world.broker.database, later, () => {})).toBe(2)
    expect(await charges(world)).toEqual([])
    expect(await findings(world)).toEqual([])
  })
})

test('a server that was down at 17:00 charges at its next start, before anything trades', async () => {
  const database = await openTestDatabase()
  const shared = { broker: { database: { ...database, close: async () => {} } }, tenants: { aurora: { trading: { funding } } } }
  try {
    const before = await createWorld({ ...shared, startMs: BEFORE })
    const trader = await before.demoTrader()
    const id = await open(trader, before, 'BTCUSDT', '1')
    await before.broker.funding.chargeDue(books(before))
    await before.close()
    const after = await createWorld({ ...shared, startMs: BEFORE + 3 * 24 * HOUR })
    expect((await charges(after)).map(({ orderId }) => String(orderId))).toEqual([id, id, id])
    expect(await findings(after)).toEqual([])
    await after.close()
  } finally {
    await database.close()
  }
}, 120_000)

test('a server that runs charges a rollover as it comes', async () => {
  const world = await createWorld({ startMs: BEFORE, tenants: { aurora: { trading: { funding } } } })
  try {
    const id = await open(await world.demoTrader(), world, 'BTCUSDT', '1')
    const stop = world.broker.funding.follow(books(world))
    world.pass(2 * HOUR)
    await expect.poll(async () => (await charges(world)).map(({ orderId }) => String(orderId))).toEqual([id])
    await stop()
  } finally {
    await world.close()
  }
}, 120_000)

test('a company without funding has no rows of it, whatever passes', async () => {
  const world = await createWorld({ startMs: BEFORE })
  try {
    const trader = await world.demoTrader()
    await open(trader, world, 'BTCUSDT', '1')
    world.pass(3 * 24 * HOUR)
    await world.broker.funding.chargeDue(books(world))
    expect(await charges(world)).toEqual([])
    expect(await world.broker.database.system((tx) => tx.select().from(fundingRollover))).toEqual([])
  } finally {
    await world.close()
  }
}, 120_000)
