import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { silent } from '../ground/logger'
import type { MarketOptions } from './market-options'
import { MemoryCandleStore } from './memory-candle-store'
import { openMarket } from './open-market'
import { ScriptedFeed } from './scripted-feed'
import { TICKS_AFTER, TICKS_BEFORE, type TickLogRow, type TickLogStore } from './tick-log'
import { databaseTickLogStore, ticksAfter } from './tick-log-store'

class MemoryTickLog implements TickLogStore {
  readonly rows: TickLogRow[] = []
  isBroken = false
  async append(rows: readonly TickLogRow[]): Promise<void> {
    if (this.isBroken) throw new Error('the store is away')
    this.rows.push(...rows)
  }
  get seqs(): string[] {
    return this.rows.map(({ symbol, seq, verdict }) => `${symbol} ${seq}${verdict === 'accepted' ? '' : ` ${verdict}`}`)
  }
}

async function scripted(options: Partial<MarketOptions> = {}) {
  const clock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const log = new MemoryTickLog()
  const market = await openMarket({
    clock,
    feed: { kind: 'own', feed },
    candleStore: new MemoryCandleStore(),
    tickLogStore: log,
    logger: silent,
    hasTimers: false,
    confirmations: 1,
    ...options,
  })
  const quote = (code: string, ...prices: string[]) => {
    for (const price of prices) feed.push(code, parseFixed(price))
  }
  const steady = (code: string, count: number) => quote(code, ...Array.from({ length: count }, () => '1.16430'))
  return { clock, feed, log, market, quote, steady }
}

describe('the last judged ticks of an instrument', () => {
  test('are kept with their verdict, oldest first, each instrument for itself', async () => {
    const { market, feed, quote } = await scripted()
    quote('EURUSD', '1.16430', '1.16440')
    quote('GBPUSD', '1.31000')
    feed.push('EURUSD', { bid: parseFixed('1.16441'), seq: 2n })
    quote('EURUSD', '1.90000', '1.16450')
    feed.push('EURUSD', { bid: parseFixed('1.16441'), seq: 1n })
    expect(market.recentTicks('EURUSD').map(({ seq, verdict }) => [seq, verdict])).toEqual([
      [1n, 'accepted'],
      [2n, 'accepted'],
      [2n, 'duplicate'],
      [3n, 'quarantined'],
      [4n, 'accepted'],
      [1n, 'late'],
    ])
    expect(market.recentTicks('GBPUSD')).toMatchObject([
      { symbol: 'GBPUSD', bid: parseFixed('1.31'), source: 'scripted', verdict: 'accepted' },
    ])
    expect(market.recentTicks('USDJPY')).toEqual([])
    expect(market.recentTicks('NOTHING')).toEqual([])
  })

  test(`are ${TICKS_BEFORE} at most`, async () => {
    const { market, steady } = await scripted()
    steady('EURUSD', 30)
    const seqs = market.recentTicks('EURUSD').map(({ seq }) => Number(seq))
    expect(seqs).toEqual(Array.from({ length: TICKS_BEFORE }, (_, index) => 30 - TICKS_BEFORE + 1 + index))
  })

  test('contain the quote that may be traded, however often the source repeats itself after it', async () => {
    const { market, feed, steady } = await scripted()
    steady('EURUSD', 5)
    for (let i = 0; i < 40; i++) feed.push('EURUSD', { bid: parseFixed('1.16430'), seq: 5n })
    expect(market.recentTicks('EURUSD')[0]).toMatchObject({ seq: 5n, verdict: 'accepted' })
  })

  test('are a copy: what was taken does not change with the next tick', async () => {
    const { market, steady } = await scripted()
    steady('EURUSD', TICKS_BEFORE)
    const taken = market.recentTicks('EURUSD')
    steady('EURUSD', 5)
    expect(taken.map(({ seq }) => seq).at(-1)).toBe(BigInt(TICKS_BEFORE))
  })
})

describe('what is written down', () => {
  test(`is the next ${TICKS_AFTER} accepted ticks after a fill, of its instrument alone, once`, async () => {
    const { market, log, steady } = await scripted()
    steady('EURUSD', 3)
    market.watchTicksAfter('EURUSD')
    steady('GBPUSD', 3)
    steady('EURUSD', 4)
    await market.flush()
    steady('EURUSD', 20)
    await market.flush()
    expect(log.seqs).toEqual(Array.from({ length: TICKS_AFTER }, (_, index) => `EURUSD ${4 + index}`))
  })

  test('is not written twice when a second fill follows before the first is followed to its end', async () => {
    const { market, log, steady } = await scripted()
    market.watchTicksAfter('EURUSD')
    steady('EURUSD', 4)
    market.watchTicksAfter('EURUSD')
    steady('EURUSD', 20)
    await market.flush()
    expect(log.seqs).toEqual(Array.from({ length: 4 + TICKS_AFTER }, (_, index) => `EURUSD ${1 + index}`))
  })

  test('includes every tick that was held back, but not the same one again, and no duplicate or late one', async () => {
    const { market, log, feed, quote } = await scripted()
    quote('EURUSD', '1.16430', '1.90000')
    feed.push('EURUSD', { bid: parseFixed('1.9'), seq: 2n })
    quote('EURUSD', '1.91000')
    feed.push('EURUSD', { bid: parseFixed('1.16430'), seq: 1n })
    await market.flush()
    expect(log.seqs).toEqual(['EURUSD 2 quarantined', 'EURUSD 3 quarantined'])
  })

  test('waits when the store is away, and is then written whole and in order', async () => {
    const { market, log, steady } = await scripted()
    market.watchTicksAfter('EURUSD')
    steady('EURUSD', 3)
    log.isBroken = true
    await expect(market.flush()).rejects.toThrow('the store is away')
    steady('EURUSD', 3)
    log.isBroken = false
    await market.flush()
    expect(log.seqs).toEqual([1, 2, 3, 4, 5, 6].map((seq) => `EURUSD ${seq}`))
  })

  test('is complete after a stop', async () => {
    const { market, log, steady } = await scripted()
    market.watchTicksAfter('EURUSD')
    steady('EURUSD', 2)
    await market.stop()
    expect(log.seqs).toEqual(['EURUSD 1', 'EURUSD 2'])
  })
})

test('the database keeps the log in order, gives back what follows a tick, and refuses to change it', async () => {
  const database = await openTestDatabase()
  const store = databaseTickLogStore(database)
  const { clock, market, quote, steady } = await scripted({ tickLogStore: store })
  quote('EURUSD', '1.16430')
  market.watchTicksAfter('EURUSD')
  quote('EURUSD', '1.16440', '1.90000', '1.16450')
  await market.flush()
  clock.advance(5_000)
  steady('EURUSD', 9)
  await market.stop()
  const wanted = { code: 'EURUSD', source: 'scripted', seq: 1n, loggedFrom: clock.now() - 6_000, loggedUntil: clock.now(), limit: 100 }
  const after = (changes: Partial<typeof wanted> = {}) =>
    database.withTenant('aurora', async (tx) => (await ticksAfter(tx, { ...wanted, ...changes })).map(({ seq }) => Number(seq)))
  expect(await after()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(await after({ limit: 3 })).toEqual([2, 3, 4])
  expect(await after({ seq: 4n })).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  expect(await after({ source: 'other' })).toEqual([])
  expect(await after({ loggedUntil: clock.now() - 5_000 })).toEqual([2, 3, 4])
  const [held] = await database.system(async (tx) => (await ticksAfter(tx, { ...wanted, seq: 2n, limit: 1 })).slice())
  expect(held).toMatchObject({ verdict: 'quarantined', bid: parseFixed('1.9'), symbol: 'EURUSD' })
  await expect(database.system((tx) => tx.execute(sql`delete from tick_log`))).rejects.toThrow()
  await database.close()
})

test('the log keeps the time of the source where it says one, and arrival by our own clock', async () => {
  const database = await openTestDatabase()
  const store = databaseTickLogStore(database)
  const { clock, feed, market } = await scripted({ tickLogStore: store })
  market.watchTicksAfter('EURUSD')
  const now = clock.now()
  feed.push('EURUSD', { bid: parseFixed('1.16430'), sourceTime: now - 12 })
  feed.push('EURUSD', { bid: parseFixed('1.16431') })
  expect(market.quote('EURUSD')).toMatchObject({ arrivedAt: now })
  expect(market.quote('EURUSD')).not.toHaveProperty('sourceTime')
  await market.stop()
  const rows = await database.system((tx) =>
    ticksAfter(tx, { code: 'EURUSD', source: 'scripted', seq: 0n, loggedFrom: 0, loggedUntil: now, limit: 9 }),
  )
  expect(rows.map(({ sourceTime, arrivedAt }) => [sourceTime, arrivedAt])).toEqual([
    [now - 12, now],
    [undefined, now],
  ])
  expect(market.recentTicks('EURUSD').map(({ sourceTime, arrivedAt }) => [sourceTime, arrivedAt])).toEqual([
    [now - 12, now],
    [undefined, now],
  ])
  await database.close()
})

test('a write whose answer was lost and that is tried again leaves every tick once', async () => {
  const database = await openTestDatabase()
  const store = databaseTickLogStore(database)
  const row: TickLogRow = {
    source: 's',
    symbol: 'EURUSD',
    seq: 1n,
    bid: 2n,
    ask: 3n,
    last: 2n,
    size: 0n,
    time: 4,
    verdict: 'accepted',
    loggedAt: 5,
  }
  await store.append([row, { ...row, seq: 2n }])
  await store.append([row, { ...row, seq: 2n }, { ...row, seq: 3n }])
  // The same tape, played again later, is logged again.
  await store.append([{ ...row, loggedAt: 50 }])
  const rows = await database.system((tx) =>
    ticksAfter(tx, { code: 'EURUSD', source: 's', seq: 0n, loggedFrom: 0, loggedUntil: 99, limit: 99 }),
  )
  expect(rows.map(({ seq, loggedAt }) => [Number(seq), loggedAt])).toEqual([
    [1, 5],
    [2, 5],
    [3, 5],
    [1, 50],
  ])
  await database.close()
})
