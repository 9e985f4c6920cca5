import { describe, expect, test } from 'vitest'
import { foldTick, PERIODS } from '../../rules/candles'
import { isOnGrid } from '../../rules/decimal'
import { STEP_MS } from '../../rules/simulated/simulated-price'
import { CATALOGUE } from './catalogue'
import type { FeedHandler, Tick } from './feed'
import { SimulatedFeed } from './simulated-feed'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEDNESDAY = Date.parse('2026-11-18T14:00:00Z')
const SATURDAY = Date.parse('2026-11-21T14:00:00Z')

function listen(feed: SimulatedFeed, from: number): { live: Tick[]; past: Tick[] } {
  const heard: { live: Tick[]; past: Tick[] } = { live: [], past: [] }
  const handler: FeedHandler = {
    onTick: (tick) => heard.live.push(tick),
    onHeldBack() {},
    onPastTick: (tick) => heard.past.push(tick),
    onHeartbeat() {},
  }
  feed.start(handler, from)
  return heard
}

function run(seed: string, stepsMs: number[], from = WEDNESDAY): Tick[] {
  const feed = new SimulatedFeed({ seed })
  const heard = listen(feed, from)
  let now = from
  for (const step of stepsMs) {
    now += step
    feed.advanceTo(now)
  }
  return heard.live
}

const seconds = (count: number) => Array.from({ length: count }, () => 1_000)

describe('the path', () => {
  test('depends on the seed and nothing else: jittering timers hear the same ticks in the same order', () => {
    const even = run(
      'candor',
      Array.from({ length: 50 }, () => 40),
    )
    const uneven = run('candor', [3, 997, 1, 0, 499, 500])
    expect(uneven).toEqual(even)
    expect(run('another', [2_000])).not.toEqual(even)
  })

  test('has at least five ticks a second for every open instrument, with growing seq and time, never later than now', () => {
    const ticks = run('candor', seconds(10))
    for (const { code } of CATALOGUE) {
      const own = ticks.filter(({ symbol }) => symbol === code)
      expect(own.length, code).toBeGreaterThanOrEqual(60)
      own.reduce((before, tick) => {
        expect(tick.seq > before.seq && tick.time > before.time).toBe(true)
        return tick
      })
    }
    for (const tick of ticks) expect(tick.time > WEDNESDAY && tick.time <= WEDNESDAY + 10_000).toBe(true)
  })

  test('moves on the price grid, stays positive, sometimes stands still, and has one price for bid and ask', () => {
    const ticks = run('candor', seconds(60))
    for (const { code, pricePrecision } of CATALOGUE) {
      const own = ticks.filter(({ symbol }) => symbol === code)
      for (const { bid, ask, last } of own) {
        expect(isOnGrid(last, pricePrecision) && last > 0n && bid === last && ask === last).toBe(true)
      }
    }
    const euro = ticks.filter(({ symbol }) => symbol === 'EURUSD').map(({ last }) => last)
    const unchanged = euro.filter((price, i) => price === euro[i - 1]).length
    expect(unchanged).toBeGreaterThan(0)
    expect(unchanged).toBeLessThan(euro.length - 10)
  })

  test('on a Saturday only crypto ticks', () => {
    const ticks = run('candor', seconds(5), SATURDAY)
    const categories = new Set(ticks.map(({ symbol }) => CATALOGUE.find(({ code }) => code === symbol)?.categoryId))
    expect(categories).toEqual(new Set(['3']))
  })

  test("falls silent at Friday's close", () => {
    const ticks = run('candor', [4_000, 4_000], Date.parse('2026-11-20T21:57:58Z')).filter(({ symbol }) => symbol === 'EURUSD')
    expect(ticks.length).toBeGreaterThan(8)
    for (const { time } of ticks) expect(time).toBeLessThan(Date.parse('2026-11-20T21:58:00Z'))
  })
})

describe('the market looks like one', () => {
  const feed = new SimulatedFeed({ seed: 'candor' })
  const daily = (code: string, days: number) =>
    feed.history({ code, period: '1day', fromMs: WEDNESDAY - days * 24 * HOUR, toMs: WEDNESDAY, detail: 'sampled' })

  test('it stands at the reference prices when its first day begins, and within a few percent six hours later', () => {
    for (const { code, referencePrice, annualVolatility } of CATALOGUE) {
      const [candle] = feed.history({
        code,
        period: '1day',
        fromMs: Date.parse('2026-11-20T00:00Z'),
        toMs: Date.parse('2026-11-20T06:00Z'),
        detail: 'sampled',
      })
      const distance = Math.abs(Number(candle?.close) / Number(referencePrice) - 1)
      expect(distance, code).toBeLessThan(annualVolatility / 10)
    }
  })

  test('crosses follow from the majors: EUR/JPY = EUR/USD × USD/JPY', () => {
    const step = Math.floor(WEDNESDAY / STEP_MS)
    const price = (code: string) => Number(feed.tickAt(code, step).last) / 1e8
    expect(price('EURJPY') / (price('EURUSD') * price('USDJPY'))).toBeCloseTo(1, 4)
    expect(price('EURGBP') / (price('EURUSD') / price('GBPUSD'))).toBeCloseTo(1, 4)
  })

  test('a year of daily closes varies about as much as the model says, without running away', () => {
    for (const code of ['EURUSD', 'XAUUSD', 'BTCUSDT', 'US500']) {
      const closes = daily(code, 1_400).map(({ close }) => Math.log(Number(close)))
      const returns = closes.slice(1).map((close, i) => close - (closes[i] ?? 0))
      const deviation = Math.sqrt(returns.reduce((sum, one) => sum + one * one, 0) / returns.length)
      const annual = deviation * Math.sqrt(code === 'BTCUSDT' ? 365 : 313)
      const expected = CATALOGUE.find((one) => one.code === code)?.annualVolatility ?? 0
      expect(annual / expected, code).toBeGreaterThan(0.7)
      expect(annual / expected, code).toBeLessThan(1.4)
      expect(Math.max(...closes) - Math.min(...closes)).toBeLessThan(expected * 3)
    }
  })

  test('forex is quieter in the Asian night than in the London afternoon', () => {
    const range = (hour: number) => {
      let sum = 0
      for (let day = 2; day < 60; day++) {
        const from = Date.parse('2026-09-01T00:00Z') + day * 24 * HOUR + hour * HOUR
        for (const { high, low } of feed.history({ code: 'EURUSD', period: '60min', fromMs: from, toMs: from + HOUR, detail: 'sampled' }))
          sum += Number(high - low)
      }
      return sum
    }
    expect(range(14)).toBeGreaterThan(1.5 * range(3))
  })
})

describe('history', () => {
  test('told tick by tick, it is the fold of the very ticks that are pushed', () => {
    const ticks = run('candor', seconds(180))
    const feed = new SimulatedFeed({ seed: 'candor' })
    for (const code of ['EURUSD', 'BTCUSDT', 'USDJPY']) {
      for (const period of PERIODS.slice(0, 3)) {
        let folded: ReturnType<typeof foldTick> | undefined
        const all = []
        for (const { symbol, time, last, size } of ticks) {
          if (symbol !== code) continue
          const next = foldTick(period, folded, { time, price: last, size })
          if (next.time !== folded?.time) all.push(next)
          else all[all.length - 1] = next
          folded = next
        }
        expect(feed.history({ code, period, fromMs: WEDNESDAY, toMs: WEDNESDAY + 3 * MINUTE + 1, detail: 'every-tick' })).toEqual(all)
      }
    }
  })

  test('a suspended process catches up with past ticks, which nobody trades on', () => {
    const feed = new SimulatedFeed({ seed: 'candor' })
    const heard = listen(feed, WEDNESDAY)
    feed.advanceTo(WEDNESDAY + 10 * MINUTE)
    expect(Math.min(...heard.live.map(({ time }) => time))).toBeGreaterThan(WEDNESDAY + 10 * MINUTE - 6_000)
    expect(heard.past.filter(({ symbol }) => symbol === 'EURUSD').length).toBeGreaterThan(3_500)
    const before = heard.live.length
    feed.advanceTo(WEDNESDAY)
    expect(heard.live).toHaveLength(before)
  })
})
