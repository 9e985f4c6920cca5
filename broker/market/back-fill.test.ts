import { describe, expect, test } from 'vitest'
import { bucketEnd, bucketStart, type Candle, finerPeriod, foldCandles, PERIODS, type Period } from '../../rules/candles'
import { openIntervals } from '../../rules/market-hours'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { backFill } from './back-fill'
import { databaseCandleStore } from './candle-store'
import { CATALOGUE } from './catalogue'
import type { Tick } from './feed'
import type { CandleStore } from './live-candles'
import { MemoryCandleStore } from './memory-candle-store'
import { SimulatedFeed } from './simulated-feed'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse('2026-11-18T15:07:13.500Z')
const SOME = CATALOGUE.filter(({ code }) => ['EURUSD', 'BTCUSDT', 'XAUUSD', 'HK50', 'US500'].includes(code))
const feedOf = (instruments = SOME) => new SimulatedFeed({ seed: 'candor', instruments })

const originsOf = (seed: string) => new Map(SOME.slice(0, 2).map(({ code }) => [code, `simulated ${seed}`]))
const all = (store: CandleStore, code: string, period: Period) =>
  store.load(code, period, { end: Number.MAX_SAFE_INTEGER, limit: 1_000_000 })

async function filled(nowMs: number, instruments = SOME): Promise<MemoryCandleStore> {
  const store = new MemoryCandleStore()
  await backFill({ feed: feedOf(instruments), store, nowMs })
  return store
}

/** Every bucket that has open market time between the first and the last candle is there. */
function expectNoHoles(candles: readonly Candle[], instrument: (typeof SOME)[number], period: Period, nowMs: number): void {
  const first = candles[0]?.time ?? 0
  const last = candles.at(-1)?.time ?? 0
  const expected = new Set<number>()
  for (const { open, close } of openIntervals(instrument.calendar, first, Math.min(bucketEnd(period, last), nowMs))) {
    for (let t = bucketStart(period, open); t < close; t = bucketEnd(period, t)) expected.add(t)
  }
  expect(
    candles.map(({ time }) => time),
    `${instrument.code} ${period}`,
  ).toEqual([...expected])
}

/** Each coarser candle that lies wholly in the reach of the finer period is the fold of its candles. */
function expectFolded(finer: readonly Candle[], coarser: readonly Candle[], period: Period, about: string): void {
  const from = bucketStart('1day', finer[0]?.time ?? 0)
  const inReach = coarser.filter(({ time }) => time >= from)
  expect(inReach.length, about).toBeGreaterThan(0)
  expect(inReach, about).toEqual(foldCandles(finer, period).filter(({ time }) => time >= from))
}

describe('first boot', () => {
  test('every instrument has at least 500 candles in each of six periods, without holes, each the fold of the finer ones', {
    timeout: 60_000,
  }, async () => {
    const store = await filled(NOW, [...CATALOGUE])
    for (const instrument of CATALOGUE) {
      for (const period of PERIODS) {
        const candles = await all(store, instrument.code, period)
        expect(candles.length, `${instrument.code} ${period}`).toBeGreaterThanOrEqual(500)
        expectNoHoles(candles, instrument, period, NOW)
        expect(
          candles.every(
            ({ open, high, low, close, volume }) => low <= open && low <= close && high >= open && high >= close && volume > 0n,
          ),
        ).toBe(true)
        const finer = finerPeriod(period)
        if (finer) expectFolded(await all(store, instrument.code, finer), candles, period, `${instrument.code} ${period}`)
        if (period === '1day') expectFolded(await all(store, instrument.code, '1min'), candles, period, `${instrument.code} from minutes`)
      }
    }
  })

  test('history ends at the live price', async () => {
    const store = await filled(NOW)
    const feed = feedOf()
    for (const { code } of SOME.filter(({ code }) => code !== 'HK50')) {
      const last = (await all(store, code, '1min')).at(-1)
      const ticks: Tick[] = []
      const onTick = (tick: Tick) => {
        if (tick.symbol === code) ticks.push(tick)
      }
      feed.start({ onTick, onHeldBack() {}, onPastTick() {}, onHeartbeat() {} }, NOW - 2_000)
      feed.advanceTo(NOW)
      expect(last?.close).toBe(ticks.at(-1)?.last)
    }
  })

  test("the same seed gives the same history, and on a Saturday the week's last candles stand", async () => {
    const saturday = Date.parse('2026-11-21T05:00Z')
    const [one, two] = [await filled(saturday), await filled(saturday)]
    for (const period of PERIODS) expect(await all(one, 'EURUSD', period)).toEqual(await all(two, 'EURUSD', period))
    const last = (await all(one, 'EURUSD', '1min')).at(-1)
    expect(new Date(last?.time ?? 0).toISOString()).toBe('2026-11-20T21:57:00.000Z')
  })
})

describe('after a stop', () => {
  test.each([
    ['20 seconds', 20_000],
    ['7 minutes', 7 * MINUTE],
    ['5 hours', 5 * HOUR],
    ['3 days', 72 * HOUR],
    ['9 days', 9 * 24 * HOUR],
    ['60 days', 60 * 24 * HOUR],
  ])('of %s no candle is missing and every period is still the fold of the finer one', { timeout: 60_000 }, async (_, downMs) => {
    const store = await filled(NOW)
    const before = await Promise.all(PERIODS.map((period) => all(store, 'BTCUSDT', period)))
    await backFill({ feed: feedOf(), store, nowMs: NOW + downMs })
    for (const instrument of SOME) {
      for (const period of PERIODS) {
        const candles = await all(store, instrument.code, period)
        expect(candles.length).toBeGreaterThanOrEqual(500)
        expectNoHoles(candles, instrument, period, NOW + downMs)
        const finer = finerPeriod(period)
        if (finer) expectFolded(await all(store, instrument.code, finer), candles, period, `${instrument.code} ${period}`)
      }
    }
    // What was closed before the stop is still what it was.
    const after = await Promise.all(PERIODS.map((period) => all(store, 'BTCUSDT', period)))
    before.forEach((candles, i) => {
      const kept = new Map(after[i]?.map((candle) => [candle.time, candle]))
      for (const candle of candles.slice(0, -1)) if (kept.has(candle.time)) expect(kept.get(candle.time)).toEqual(candle)
    })
  })

  test('a short stop leaves the candles of a market that never stopped', async () => {
    const stopped = await filled(NOW)
    await backFill({ feed: feedOf(), store: stopped, nowMs: NOW + 6 * MINUTE })
    const steady = await filled(NOW + 6 * MINUTE)
    for (const { code } of SOME) {
      const from = NOW - 10 * MINUTE
      const recent = async (store: CandleStore) => (await all(store, code, '1min')).filter(({ time }) => time >= from)
      expect(await recent(stopped)).toEqual(await recent(steady))
    }
  })

  test('what traders saw in the open bucket stays: its open is kept and its extremes only widen', async () => {
    const store = await filled(NOW)
    const [last] = (await all(store, 'EURUSD', '1min')).slice(-1)
    if (!last) throw new Error('no candle')
    const seen = { ...last, open: last.open + 3_000n, high: last.high + 50_000n, low: last.low - 50_000n }
    await store.upsert([{ ...seen, code: 'EURUSD', period: '1min' }])
    await backFill({ feed: feedOf(), store, nowMs: NOW + 5_000 })
    const kept = (await all(store, 'EURUSD', '1min')).find(({ time }) => time === last.time)
    expect(kept).toMatchObject({ open: seen.open, high: seen.high, low: seen.low })
  })

  test('running it twice changes nothing', async () => {
    const store = await filled(NOW)
    const before = await all(store, 'XAUUSD', '60min')
    await backFill({ feed: feedOf(), store, nowMs: NOW })
    expect(await all(store, 'XAUUSD', '60min')).toEqual(before)
  })
})

test('the database keeps the same candles as memory does, through first boot and a stop', { timeout: 60_000 }, async () => {
  const two = SOME.slice(0, 2)
  const database = await openTestDatabase()
  const [stored, remembered] = [databaseCandleStore(database), new MemoryCandleStore()]
  for (const store of [stored, remembered]) {
    await store.claimFor(originsOf('candor'))
    await backFill({ feed: feedOf(two), store, nowMs: NOW })
    await backFill({ feed: feedOf(two), store, nowMs: NOW + 3 * HOUR })
  }
  for (const { code } of two)
    for (const period of PERIODS) expect(await all(stored, code, period)).toEqual(await all(remembered, code, period))
  expect(await stored.claimFor(originsOf('candor'))).toEqual([])
  const [kept = '', foreign = ''] = two.map(({ code }) => code)
  expect(await stored.claimFor(new Map([...originsOf('candor'), [foreign, 'lp1']]))).toEqual([foreign])
  expect(await all(stored, foreign, '1min')).toEqual([])
  expect(await all(stored, kept, '1min')).toEqual(await all(remembered, kept, '1min'))
  expect(await stored.claimFor(originsOf('another'))).toEqual([kept, foreign])
  await database.close()
})
