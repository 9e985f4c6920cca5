import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LogFact, LogFacts, LogPrices } from '../../contract/companies'
import { DAY_MS, MINUTE_MS, minuteOf } from '../../rules/durations'
import { openBatches, openMinute, pricesPath } from '../../rules/log/committed-minute'
import { auditAfter } from '../../tests/fixtures/broken-books'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { auditBooks } from '../audit/audit-books'
import {
  databasePriceRecordStore,
  forgetOldPrices,
  PRICES_KEPT_MS,
  readMinuteDocument,
  readMinuteSeconds,
} from '../market/price-record-store'

async function committed(world: World): Promise<void> {
  await world.broker.priceFacts.flush()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const askIn = (world: World, path: string) => world.broker.fetch(new Request(`http://aurora.localhost:3000/log/aurora/${path}`))
const minuteNow = (world: World) => minuteOf(world.clock.now())
const priceFindings = async (world: World) =>
  (await auditBooks(world.broker.database, world.tenants)).flatMap(({ invariant, findings }) => (invariant === 'I21' ? findings : []))

describe('prices of a minute', () => {
  let world: World
  let minute: number
  beforeAll(async () => {
    world = await createWorld()
    minute = minuteNow(world)
    await world.price('EURUSD', '1.10000', '1.10020')
    world.pass(1_000)
    await world.price('EURUSD', '1.10010', '1.10030')
    await world.price('XAUUSD', '2000.10', '2000.60')
    await committed(world)
  })
  afterAll(() => world.close())

  test('are committed when the minute is over, in the log of every company', async () => {
    expect((await askIn(world, pricesPath(minute))).status).toBe(404)
    world.pass(MINUTE_MS)
    await committed(world)
    const { document, hash, fact } = LogPrices.parse(await (await askIn(world, pricesPath(minute))).json())
    expect(JSON.parse(fact?.document ?? '')).toMatchObject({
      company: 'aurora',
      hash,
      kind: 'prices',
      minute,
      path: pricesPath(minute),
    })
    const listed = LogFacts.parse(await (await askIn(world, `facts/${fact?.index}`)).json()).facts[0]
    expect(listed).toEqual(fact satisfies LogFact | null)
    const opened = openMinute(document, hash)
    const batches = openBatches(opened!, 'EURUSD', await (await askIn(world, pricesPath(minute, 'EURUSD'))).text())
    expect(batches?.flatMap(({ ticks }) => ticks.map(({ bid, ask, verdict }) => [bid, ask, verdict])).slice(-2)).toEqual([
      ['1.1', '1.1002', 'accepted'],
      ['1.1001', '1.1003', 'accepted'],
    ])
    // Nothing was quoted of it, and nothing is committed.
    expect(openBatches(opened!, 'NONE', await (await askIn(world, pricesPath(minute, 'NONE'))).text())).toEqual([])
  })

  test('are no others than those that were committed', async () => {
    const { document, hash } = LogPrices.parse(await (await askIn(world, pricesPath(minute))).json())
    const text = await (await askIn(world, pricesPath(minute, 'EURUSD'))).text()
    const opened = openMinute(document, hash)!
    expect(openBatches(opened, 'EURUSD', text.replace('1.1002', '1.1001'))).toBeNull()
    expect(openBatches(opened, 'EURUSD', text.split('\n')[0]!)).toBeNull()
    expect(openBatches(opened, 'XAUUSD', text)).toBeNull()
    expect(openMinute(document.replace('EURUSD', 'EURUSE'), hash)).toBeNull()
  })

  test('stay as they are: the store takes no second into a minute that is committed', async () => {
    const before = await world.broker.database.system((tx) => readMinuteDocument(tx, minute))
    const late = { second: minute + 5_000, begun: minute, batches: [] }
    await databasePriceRecordStore(world.broker.database).append([late])
    const kept = await world.broker.database.system((tx) => readMinuteSeconds(tx, minute))
    expect(kept.map(({ second }) => second)).not.toContain(late.second)
    await committed(world)
    expect(await world.broker.database.system((tx) => readMinuteDocument(tx, minute))).toBe(before)
    await expect(world.broker.database.system((tx) => tx.execute('update price_minute set document = document'))).rejects.toThrow()
    await expect(world.broker.database.system((tx) => tx.execute('update price_second set ticks = 0'))).rejects.toThrow()
  })

  test('agree with what the audit works out', async () => {
    expect(await priceFindings(world)).toEqual([])
  })

  test.each([
    [
      'price_second',
      'update price_second set lines = (select lines from price_second order by second limit 1) where second = (select max(second) from price_second where ticks > 0)',
    ],
    ['price_second', 'delete from price_second where second = (select min(second) from price_second where ticks > 0)'],
    ['price_second', `update price_second set lines = decode('1234', 'hex')`],
    ['price_second', 'delete from price_second'],
    ['log_fact', `update price_minute set document = replace(document, '"batches":2', '"batches":3')`],
    ['log_fact', 'delete from price_minute'],
  ])('that were changed are found in %s: %s', async (table, statement) => {
    const results = await auditAfter(world.broker.database, world.tenants, statement)
    const found = results.find(({ invariant }) => invariant === 'I21')?.findings.map((one) => one.table)
    expect(found).toContain(table)
  })
})

describe('what a process had written when it died', () => {
  test('is committed by the next one; what it had not written is missing', async () => {
    const database = await openTestDatabase()
    const shared = { ...database, close: async () => {} }
    const first = await createWorld({ broker: { database: shared } })
    const minute = minuteNow(first)
    await first.price('EURUSD', '1.10000')
    first.pass(1_000)
    await first.broker.market.flushPrices()
    // Of this second it wrote nothing: the store is shut before.
    await first.price('EURUSD', '1.10010')
    const { now } = first.clock
    const second = await createWorld({ startMs: now() + 2_000, broker: { database: shared } })
    await second.price('EURUSD', '1.10020')
    second.pass(MINUTE_MS)
    await committed(second)
    const { document, hash } = LogPrices.parse(await (await askIn(second, pricesPath(minute))).json())
    const opened = openMinute(document, hash)!
    expect(opened.seconds.map(([at]) => at - minute)).toEqual([0, 3_000])
    const batches = openBatches(opened, 'EURUSD', await (await askIn(second, pricesPath(minute, 'EURUSD'))).text())
    const bids = batches?.flatMap(({ ticks }) => ticks.map(({ bid }) => bid))
    expect(bids).toEqual(expect.arrayContaining(['1.1', '1.1002']))
    expect(bids).not.toContain('1.1001')
    await second.close()
    await first.close()
    await database.close()
  })
})

test('prices go when they are older than they are kept, and what was committed of them stays', async () => {
  const world = await createWorld()
  const minute = minuteNow(world)
  await world.price('EURUSD', '1.10000')
  world.pass(MINUTE_MS)
  await committed(world)
  world.pass(PRICES_KEPT_MS + MINUTE_MS)
  await forgetOldPrices(world.broker.database, PRICES_KEPT_MS)
  expect((await askIn(world, pricesPath(minute, 'EURUSD'))).status).toBe(200)
  await world.price('EURUSD', '1.10000')
  world.pass(MINUTE_MS)
  await committed(world)
  await forgetOldPrices(world.broker.database, PRICES_KEPT_MS)
  expect((await askIn(world, pricesPath(minute, 'EURUSD'))).status).toBe(404)
  expect((await askIn(world, pricesPath(minute))).status).toBe(200)
  expect(await priceFindings(world)).toEqual([])
  await world.close()
})

test('prices that are kept for a day, and then for longer, are missed from no time before', async () => {
  const world = await createWorld()
  for (let day = 0; day < 3; day++) {
    await world.price('EURUSD', '1.10000')
    world.pass(DAY_MS + MINUTE_MS)
    await committed(world)
  }
  await forgetOldPrices(world.broker.database, DAY_MS)
  await forgetOldPrices(world.broker.database, 30 * DAY_MS)
  expect(await priceFindings(world)).toEqual([])
  // What is younger than that is missed.
  await world.broker.database.system((tx) =>
    tx.execute(sql`delete from price_second where second = (select max(second) from price_second where ticks > 0)`),
  )
  expect(await priceFindings(world)).not.toEqual([])
  await world.close()
})
