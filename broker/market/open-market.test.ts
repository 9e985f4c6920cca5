import { describe, expect, test } from 'vitest'
import { PERIODS } from '../../rules/candles'
import { formatFixed, parseFixed } from '../../rules/decimal'
import { type FrozenClock, frozenClock } from '../../tests/fixtures/frozen-clock'
import { silent } from '../ground/logger'
import { CATALOGUE } from './catalogue'
import type { MarketOptions } from './market-options'
import { MemoryCandleStore } from './memory-candle-store'
import { type Market, openMarket } from './open-market'
import { ScriptedFeed } from './scripted-feed'
import { SimulatedFeed } from './simulated-feed'

const MINUTE = 60_000
const SATURDAY = Date.parse('2026-11-21T05:00:00Z')
const SOME = CATALOGUE.filter(({ code }) => ['EURUSD', 'BTCUSDT'].includes(code))

/** Two instruments are enough here, and boot in a fraction of the time. */
function simulated(clock: FrozenClock, store: MemoryCandleStore): Promise<Market> {
  const feed = new SimulatedFeed({ seed: 'candor', instruments: SOME })
  return openMarket({ clock, feed: { kind: 'own', feed }, candleStore: store, logger: silent, hasTimers: false })
}

async function scripted(clock: FrozenClock, options: Partial<MarketOptions> = {}): Promise<{ market: Market; feed: ScriptedFeed }> {
  const feed = new ScriptedFeed(() => clock.now())
  const market = await openMarket({
    clock,
    feed: { kind: 'own', feed },
    candleStore: new MemoryCandleStore(),
    logger: silent,
    hasTimers: false,
    ...options,
  })
  return { market, feed }
}

function run(market: Market, clock: FrozenClock, ms: number): void {
  for (let t = 0; t < ms; t += 500) {
    clock.advance(500)
    market.advance()
  }
}

describe('the simulated market', () => {
  test("on a Saturday forex rests with Friday's last price, crypto trades", async () => {
    const clock = frozenClock(SATURDAY)
    const market = await simulated(clock, new MemoryCandleStore())
    run(market, clock, 3_000)
    expect([market.isOpen('EURUSD'), market.isOpen('BTCUSDT')]).toEqual([false, true])
    expect(market.quote('EURUSD')?.last).toBeGreaterThan(parseFixed('1'))
    expect(market.quoteAgeMs('EURUSD')).toBe(Number.POSITIVE_INFINITY)
    expect(market.quoteAgeMs('BTCUSDT')).toBeLessThan(500)
    expect(new Date(market.nextOpen('EURUSD') ?? 0).toISOString()).toBe('2026-11-22T22:03:00.000Z')
    expect(market.nextOpen('BTCUSDT')).toBeNull()
    // Friday from midnight to 22:00 in half hours, after its open.
    expect(market.spark('EURUSD').length).toBe(45)
    expect(market.spark('EURUSD')[0]).toBe(Number(formatFixed(market.day('EURUSD')?.open ?? 0n)))
    expect((await market.candles('EURUSD', '1day')).length).toBe(500)
    expect(market.health()).toMatchObject({ source: 'simulated', isSimulated: true, openMarkets: 1 })
    await market.stop()
  })

  test('the last candle of history and the pushes after it are what a full fetch shows', async () => {
    const clock = frozenClock()
    const market = await simulated(clock, new MemoryCandleStore())
    const charts = new Map(
      await Promise.all(PERIODS.map(async (period) => [period, await market.candles('EURUSD', period, { limit: 300 })] as const)),
    )
    market.onCandle((code, { Period, ...candle }) => {
      const chart = charts.get(Period)
      if (code !== 'EURUSD' || !chart) return
      if (chart.at(-1)?.Time === candle.Time) chart[chart.length - 1] = candle
      else chart.push(candle)
    })
    for (let i = 0; i < 20; i++) {
      run(market, clock, 20_000)
      for (const [period, chart] of charts)
        expect(chart).toEqual((await market.candles('EURUSD', period, { limit: chart.length })).slice(-chart.length))
    }
    await market.stop()
  })

  test('stopped for minutes and started again it shows the candles of a market that never stopped', async () => {
    const [stopping, steady] = [frozenClock(), frozenClock()]
    const store = new MemoryCandleStore()
    const first = await simulated(stopping, store)
    const other = await simulated(steady, new MemoryCandleStore())
    run(first, stopping, 90_000)
    await first.stop()
    stopping.advance(4 * MINUTE)
    const second = await simulated(stopping, store)
    run(second, stopping, 60_000)
    run(other, steady, 90_000 + 4 * MINUTE + 60_000)
    for (const period of PERIODS)
      expect(await second.candles('BTCUSDT', period, { limit: 300 })).toEqual(await other.candles('BTCUSDT', period, { limit: 300 }))
    expect(second.quote('BTCUSDT')?.last).toBe(other.quote('BTCUSDT')?.last)
    await Promise.all([second.stop(), other.stop()])
  })

  test('a clock set to an earlier day shows that day, not its future', async () => {
    const store = new MemoryCandleStore()
    const later = await simulated(frozenClock(), store)
    await later.stop()
    const clock = frozenClock(Date.parse('2026-11-17T09:30:00Z'))
    const earlier = await simulated(clock, store)
    run(earlier, clock, 2_000)
    for (const period of PERIODS) {
      const candles = await earlier.candles('EURUSD', period)
      expect(candles.length).toBe(500)
      expect(candles.at(-1)?.Time).toBeLessThanOrEqual(clock.now())
    }
    await earlier.stop()
  })
})

describe('what reaches listeners', () => {
  test('whoever hears of a quote finds candles that already contain it', async () => {
    const clock = frozenClock()
    const { market, feed } = await scripted(clock)
    const heard: (bigint | number | undefined)[] = []
    market.onQuote((code) => heard.push(market.quote(code)?.last, market.currentCandles(code)[0]?.Close))
    feed.push('EURUSD', parseFixed('1.16430'))
    expect(heard).toEqual([parseFixed('1.1643'), 1.1643])
    expect(market.day('EURUSD')).toMatchObject({ open: parseFixed('1.1643') })
  })

  test('refused ticks leave no trace in candles', async () => {
    const { market, feed } = await scripted(frozenClock())
    feed.push('EURUSD', parseFixed('1.16430'))
    feed.push('EURUSD', { bid: parseFixed('1.17000'), seq: 1n })
    feed.push('EURUSD', parseFixed('1.50000'))
    expect(market.currentCandles('EURUSD')[0]).toMatchObject({ High: 1.1643, Volume: 1 })
    expect(market.health().refused).toEqual({ duplicate: 1, late: 0, quarantined: 1 })
  })

  test('an opening or closing market is told although no price moved', async () => {
    const clock = frozenClock(Date.parse('2026-11-20T21:57:58Z'))
    const { market } = await scripted(clock)
    const heard: string[] = []
    market.onQuote((code) => heard.push(code))
    run(market, clock, 1_000)
    expect(heard).toEqual([])
    run(market, clock, 2_000)
    expect(heard).toContain('EURUSD')
    expect(heard).not.toContain('BTCUSDT')
  })

  test('a listener that fails does not stop the others', async () => {
    const { market, feed } = await scripted(frozenClock())
    let heard = 0
    market.onQuote(() => {
      throw new Error('broken')
    })
    market.onQuote(() => {
      heard += 1
    })
    feed.push('EURUSD', parseFixed('1.16430'))
    expect(heard).toBe(1)
  })

  test('the first quote after a pause is infinitely old to those who trade, unless one is enough', async () => {
    const one = await scripted(frozenClock())
    one.feed.push('EURUSD', parseFixed('1.16430'))
    expect(one.market.quoteAgeMs('EURUSD')).toBe(Number.POSITIVE_INFINITY)
    one.feed.push('EURUSD', parseFixed('1.16431'))
    expect(one.market.quoteAgeMs('EURUSD')).toBe(0)
    const two = await scripted(frozenClock(), { confirmations: 1 })
    two.feed.push('EURUSD', parseFixed('1.16430'))
    expect(two.market.quoteAgeMs('EURUSD')).toBe(0)
  })
})
