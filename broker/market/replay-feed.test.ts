import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, describe, expect, test } from 'vitest'
import { type Candle, foldTick, type Period } from '../../rules/candles'
import { formatFixed, parseFixed } from '../../rules/decimal'
import { type FrozenClock, frozenClock } from '../../tests/fixtures/frozen-clock'
import { readProviderMinutes, recordedDataFolder } from '../../tests/fixtures/recorded-data'
import { readTapes, readTapesOnce } from '../../tests/fixtures/whole-tapes'
import { silent } from '../ground/logger'
import type { FeedHandler, Tick } from './feed'
import { MemoryCandleStore } from './memory-candle-store'
import { type Market, openMarket } from './open-market'
import { openReplayFeed } from './replay-feed'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BOOT = Date.parse('2026-11-21T05:00:17.345Z')

class Listener implements FeedHandler {
  readonly live: Tick[] = []
  readonly past: Tick[] = []
  readonly heartbeats: string[] = []
  onTick(tick: Tick) {
    this.live.push(tick)
  }
  onHeldBack() {}
  onPastTick(tick: Tick) {
    this.past.push(tick)
  }
  onHeartbeat(symbol: string) {
    this.heartbeats.push(symbol)
  }
}

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-tape-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  return folder
}

/** Ten minutes of a tape, a tick each half minute, Wednesday noon. */
function shortTape(): string {
  const start = Date.parse('2014-05-07T12:00:00Z')
  return Array.from({ length: 20 }, (_, i) => `${start + i * 30_000},1.3910${i % 10},1.3912${i % 10}`).join('\n')
}

describe('a plain folder', () => {
  test('may hold a csv or a zip for each code, with Unix milliseconds or ISO times, and a heading', () => {
    const folder = folderWith({
      'EURUSD.csv': 'time,bid,ask\n1399464000000,1.39101,1.39114\n1399464001000,1.39102,1.39116,2\n',
      'xauusd.zip': zipSync({ 'ticks.csv': strToU8('2014-05-07T12:00:00.500Z,1290.304,1290.653\n') }),
    })
    const tapes = readTapes(folder)
    expect(tapes.map(({ symbol, pricePrecision, ticks }) => [symbol, pricePrecision, ticks.length])).toEqual([
      ['EURUSD', 5, 2],
      ['XAUUSD', 3, 1],
    ])
    expect(tapes[0]?.ticks[1]).toEqual({
      time: 1399464001000,
      bid: parseFixed('1.39102'),
      ask: parseFixed('1.39116'),
      size: parseFixed('2'),
    })
  })

  test('an unreadable line is refused with the file and the line', () => {
    expect(() => readTapes(folderWith({ 'EURUSD.csv': '1399464000000,cheap,1.39\n' }))).toThrow(
      /no price: EURUSD\.csv: 1399464000000,cheap/,
    )
    expect(() => readTapes(folderWith({ 'readme.txt': 'nothing' }))).toThrow(/no recorded ticks/)
  })

  test('only recorded instruments are offered, with the finer of both precisions', () => {
    const folder = folderWith({ 'XAUUSD.csv': '1399464000000,1290.304,1290.653\n', 'UNKNOWN1.csv': '1399464000000,1,2\n' })
    const feed = openReplayFeed({ directory: folder, bootMs: BOOT })
    expect(feed.instruments.map(({ code, pricePrecision }) => [code, pricePrecision])).toEqual([['XAUUSD', 3]])
  })
})

describe('time on the tape', () => {
  test.each([1, 7, 60, 100])('at %i× no tick is ever in the future, the shift is whole minutes, the end is reached in time', (speed) => {
    const feed = openReplayFeed({ directory: folderWith({ 'EURUSD.csv': shortTape() }), speed, from: '12:02', bootMs: BOOT })
    const listener = new Listener()
    feed.start(listener)
    expect(feed.shiftMs % MINUTE).toBe(0)
    expect(listener.past).toHaveLength(4)
    let now = BOOT
    for (; feed.sessionTime(now) !== null; now += 137) {
      feed.advanceTo(now)
      for (const tick of listener.live) expect(tick.time).toBeLessThanOrEqual(now)
    }
    feed.advanceTo(now)
    expect(listener.live).toHaveLength(16)
    expect(now - BOOT).toBeLessThanOrEqual((7.5 * MINUTE) / speed + 137)
    expect(now - (listener.live.at(-1)?.time ?? 0)).toBeLessThanOrEqual(MINUTE + 137)
    expect(listener.live.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 16 }, (_, i) => i + 5))
  })

  test('a tape with two sides has them at a moment when they are equal, too; one of trades has one price', () => {
    const sides = (lines: readonly string[]) =>
      readTapes(folderWith({ 'EURUSD.csv': lines.join('\n') })).map(({ isTwoSided }) => isTwoSided)
    expect(sides(['1399464000000,1.39101,1.39101', '1399464001000,1.39102,1.39116'])).toEqual([true])
    expect(sides(['1399464000000,1.39101', '1399464001000,1.39102'])).toEqual([false])
  })

  test('while the tape is silent it says each second that its quotes stand, and nothing after its end', () => {
    const feed = openReplayFeed({ directory: folderWith({ 'EURUSD.csv': shortTape() }), from: '12:00', bootMs: BOOT })
    const listener = new Listener()
    feed.start(listener)
    for (let t = 0; t <= 10_000; t += 100) feed.advanceTo(BOOT + t)
    expect(listener.heartbeats).toHaveLength(11)
    feed.advanceTo(BOOT + HOUR)
    expect(listener.heartbeats).toHaveLength(11)
    expect(feed.sessionTime(BOOT + HOUR)).toBeNull()
  })

  test('hours are judged by the recorded time: a Wednesday tape trades on a Saturday', async () => {
    const clock = frozenClock(BOOT)
    const directory = folderWith({ 'EURUSD.csv': shortTape() })
    const market = await openMarket({
      clock,
      feed: { kind: 'replay', directory },
      candleStore: new MemoryCandleStore(),
      logger: silent,
      hasTimers: false,
    })
    expect(market.isOpen('EURUSD')).toBe(true)
    clock.advance(31_000)
    market.advance()
    expect(market.quoteAgeMs('EURUSD')).toBe(0)
    clock.advance(9 * MINUTE)
    market.advance()
    expect(market.isOpen('EURUSD')).toBe(false)
    expect(market.nextOpen('EURUSD')).toBeNull()
    await market.stop()
  })

  test('a speed outside 1 to 100 or an unreadable start is refused', () => {
    const directory = folderWith({ 'EURUSD.csv': shortTape() })
    expect(() => openReplayFeed({ directory, speed: 0.5, bootMs: BOOT })).toThrow(/1 to 100/)
    expect(() => openReplayFeed({ directory, from: 'noon', bootMs: BOOT })).toThrow(/HH:MM/)
  })
})

const folder = recordedDataFolder('folds of the recorded day')
const RECORDINGS = [
  { code: 'EURUSD', minutes: 'forex/oanda/minute/eurusd/20140508_quote.zip', count: 1419 },
  { code: 'XAUUSD', minutes: 'cfd/oanda/minute/xauusd/20140508_quote.zip', count: 1390 },
] as const
const RECORD_DAY = Date.parse('2014-05-08T00:00:00Z')

describe.skipIf(!folder)('the recorded day of EUR/USD and XAU/USD', () => {
  const directory = folder ?? ''

  test.each(RECORDINGS)("$code: folding its ticks gives every one of the provider's $count minutes, bid and ask", ({
    code,
    minutes,
    count,
  }) => {
    const tape = readTapesOnce(directory).find(({ symbol }) => symbol === code)
    const provider = readProviderMinutes(minutes)
    expect(provider).toHaveLength(count)
    for (const side of ['bid', 'ask'] as const) {
      const folded = new Map<number, Candle>()
      let current: Candle | undefined
      for (const tick of tape?.ticks ?? []) {
        current = foldTick('1min', current, { time: tick.time, price: tick[side], size: tick.size })
        folded.set(current.time - RECORD_DAY, current)
      }
      expect(folded.size).toBe(count)
      expect(provider.map(({ time }) => asTexts(folded.get(time)))).toEqual(provider.map((minute) => minute[side].map(padded)))
    }
  })

  test('played at 100× through the market, live candles hold the same minutes', { timeout: 120_000 }, async () => {
    const clock = frozenClock(BOOT)
    const market = await openMarket({
      clock,
      feed: { kind: 'replay', directory, speed: 100, from: '12:00' },
      candleStore: new MemoryCandleStore(),
      logger: silent,
      hasTimers: false,
    })
    expect(market.instruments().map(({ code, pricePrecision }) => [code, pricePrecision])).toEqual([
      ['XAUUSD', 3],
      ['EURUSD', 5],
    ])
    expect((await market.candles('EURUSD', '1min', { limit: 1000 })).length).toBeGreaterThanOrEqual(700)
    await playToEnd(market, clock, 12 * HOUR)
    for (const { code, minutes, count } of RECORDINGS) {
      const provider = readProviderMinutes(minutes)
      const played = await allMinutes(market, code)
      expect(played).toHaveLength(count)
      const shift = (played[0]?.Time ?? 0) - (provider[0]?.time ?? 0)
      expect(shift % MINUTE).toBe(0)
      expect(played.map(({ Time, Open, High, Low, Close }) => [Time - shift, Open, High, Low, Close])).toEqual(
        provider.map(({ time, bid }) => [time, ...bid.map(Number)]),
      )
      expect((played.at(-1)?.Time ?? Number.POSITIVE_INFINITY) + MINUTE).toBeLessThanOrEqual(clock.now() + MINUTE)
    }
    expect(market.health().refused).toEqual({ duplicate: 0, late: 0, quarantined: 0 })
    await market.stop()
  })
})

async function playToEnd(market: Market, clock: FrozenClock, recordMs: number): Promise<void> {
  for (let t = 0; t <= recordMs / 100 + 1_000; t += 40) {
    clock.advance(40)
    market.advance()
  }
}

async function allMinutes(market: Market, code: string) {
  const newest = await market.candles(code, '1min', { limit: 1000 })
  const older = await market.candles(code, '1min', { end: newest[0]?.Time ?? 0, limit: 1000 })
  return [...older, ...newest]
}

const padded = (text: string) => formatFixed(parseFixed(text))

function asTexts(candle: Candle | undefined): string[] {
  return candle ? [candle.open, candle.high, candle.low, candle.close].map((price) => formatFixed(price)) : []
}

test.skipIf(!folder)('every coarser candle of the recorded day is the fold of finer ones', async () => {
  const clock = frozenClock(BOOT)
  const market = await openMarket({
    clock,
    feed: { kind: 'replay', directory: folder ?? '', speed: 100 },
    candleStore: new MemoryCandleStore(),
    logger: silent,
    hasTimers: false,
  })
  await playToEnd(market, clock, HOUR)
  const minutes = await market.candles('XAUUSD', '1min', { limit: 1000 })
  const byPeriod = async (period: Period) =>
    (await market.candles('XAUUSD', period, { limit: 1000 })).map(({ High, Low, Volume }) => [High, Low, Volume])
  const high = Math.max(...minutes.map(({ High }) => High))
  const volume = minutes.reduce((sum, { Volume }) => sum + Volume, 0)
  for (const period of ['5min', '15min', '30min', '60min', '1day'] as const) {
    const candles = await byPeriod(period)
    expect(Math.max(...candles.map(([top = 0]) => top))).toBe(high)
    expect(candles.reduce((sum, [, , one = 0]) => sum + one, 0)).toBe(volume)
  }
  await market.stop()
})
