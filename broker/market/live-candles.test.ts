import { describe, expect, test } from 'vitest'
import { type Candle, PERIODS } from '../../rules/candles'
import { type CandleRow, LiveCandles } from './live-candles'
import { MemoryCandleStore } from './memory-candle-store'

const MINUTE = 60_000
const START = Date.parse('2026-11-18T12:00:00Z')
const tick = (offsetMs: number, price: number) => ({ time: START + offsetMs, price: BigInt(price), size: 1n })
const closes = (candles: readonly Candle[]) => candles.map(({ close }) => Number(close))

class FailingStore extends MemoryCandleStore {
  isDown = false
  override async upsert(rows: readonly CandleRow[]): Promise<void> {
    if (this.isDown) throw new Error('the store is down')
    return super.upsert(rows)
  }
}

describe('live candles', () => {
  test('tells every change of every period to its listeners', () => {
    const live = new LiveCandles(['EURUSD'], new MemoryCandleStore())
    const heard: string[] = []
    const stop = live.onCandle((code, period, { close }) => heard.push(`${code} ${period} ${close}`))
    live.fold('EURUSD', tick(0, 10))
    stop()
    live.fold('EURUSD', tick(1, 11))
    expect(heard).toEqual(PERIODS.map((period) => `EURUSD ${period} 10`))
  })

  test('a fetch joined with the pushes after it is the same as a full fetch, at every point', async () => {
    const store = new MemoryCandleStore()
    const live = new LiveCandles(['EURUSD'], store)
    for (let i = 0; i < 200; i++) {
      live.fold('EURUSD', tick(i * 20_000, 1_000 + ((i * 37) % 91)))
      if (i % 7 === 0) await live.flush()
      const fetched = await live.candles('EURUSD', '1min', { limit: 1_000 })
      const unloaded = new LiveCandles(['EURUSD'], store)
      const stored = await unloaded.candles('EURUSD', '1min', { limit: 1_000 })
      expect(fetched.slice(0, stored.length - 1)).toEqual(stored.slice(0, -1))
      expect(fetched).toHaveLength(Math.floor(i / 3) + 1)
    }
  })

  test('older pages come from the store and meet the newer ones without a seam', async () => {
    const store = new MemoryCandleStore()
    const live = new LiveCandles(['EURUSD'], store)
    for (let i = 0; i < 30; i++) live.fold('EURUSD', tick(i * MINUTE, i))
    await live.flush()
    const newest = await live.candles('EURUSD', '1min', { limit: 10 })
    const older = await live.candles('EURUSD', '1min', { end: newest[0]?.time ?? 0, limit: 10 })
    expect(closes([...older, ...newest])).toEqual(Array.from({ length: 20 }, (_, i) => i + 10))
  })

  test('after a restart the open bucket continues from the stored row', async () => {
    const store = new MemoryCandleStore()
    const before = new LiveCandles(['EURUSD'], store)
    before.fold('EURUSD', tick(0, 10))
    before.fold('EURUSD', tick(5_000, 30))
    await before.flush()
    const after = new LiveCandles(['EURUSD'], store)
    for (const { code, period, last } of await store.coverage(['EURUSD'], START + MINUTE, 1)) after.prime(code, period, last)
    after.fold('EURUSD', tick(40_000, 20))
    expect(after.current('EURUSD', '1min')).toEqual({ time: START, open: 10n, high: 30n, low: 10n, close: 20n, volume: 3n })
    expect(await after.candles('EURUSD', '1min', { limit: 5 })).toHaveLength(1)
  })

  test('rows that could not be written are kept and written with the next flush', async () => {
    const store = new FailingStore()
    const live = new LiveCandles(['EURUSD'], store)
    store.isDown = true
    for (let i = 0; i < 5; i++) live.fold('EURUSD', tick(i * MINUTE, i))
    await expect(live.flush()).rejects.toThrow('the store is down')
    live.fold('EURUSD', tick(5 * MINUTE, 5))
    store.isDown = false
    await live.flush()
    expect(closes(await store.load('EURUSD', '1min', { end: Number.MAX_SAFE_INTEGER, limit: 100 }))).toEqual([0, 1, 2, 3, 4, 5])
  })
})
