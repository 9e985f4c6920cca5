import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, describe, expect, test } from 'vitest'
import { type Candle, foldTick } from '../../rules/candles'
import { formatFixed, parseFixed } from '../../rules/decimal'
import { readProviderMinutes, recordedDataFolder } from '../../tests/fixtures/recorded-data'
import { readTapes } from '../../tests/fixtures/whole-tapes'
import type { FeedHandler, Tick } from './feed'
import { openTapes } from './read-tape'
import { openReplayFeed } from './replay-feed'
import { RECORDED_HEADING } from './tape-lines'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const BOOT = Date.parse('2026-11-21T05:00:17.345Z')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-tape-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}

class Listener implements FeedHandler {
  readonly live: Tick[] = []
  readonly past: Tick[] = []
  onTick(tick: Tick) {
    this.live.push(tick)
  }
  onHeldBack() {}
  onPastTick(tick: Tick) {
    this.past.push(tick)
  }
  onHeartbeat() {}
}

function play(directory: string, options: { from?: string; speed?: number; warn?: (sentence: string) => void } = {}) {
  const feed = openReplayFeed({ directory, bootMs: BOOT, speed: 100, ...options })
  const listener = new Listener()
  feed.start(listener)
  for (let now = BOOT; feed.sessionTime(now) !== null; now += 10 * MINUTE) feed.advanceTo(now)
  feed.advanceTo(BOOT + 400 * DAY)
  const all = [...listener.past, ...listener.live].sort((one, other) => one.time - other.time)
  return { feed, past: listener.past, live: listener.live, all }
}

const stretchName = (day: number) => new Date(day).toISOString().slice(0, 10).replaceAll('-', '')
/** A day of minutes of a falling price in Lean's layout, the first at noon. */
function leanDays(from: string, days: number, count = 3): Record<string, Uint8Array> {
  const first = Date.parse(`${from}T00:00:00Z`)
  return Object.fromEntries(
    Array.from({ length: days }, (_, index) => {
      const lines = Array.from({ length: count }, (_line, minute) => {
        const price = `1.${String(39_000 - index * 10 - minute)}`
        return `${(720 + minute) * MINUTE},${price},1.39500,1.38000,${price},0,${price},1.39510,1.38010,${price},0`
      })
      const name = stretchName(first + index * DAY)
      return [`forex/minute/eurusd/${name}_quote.zip`, zipSync({ [`${name}_eurusd_minute_quote.csv`]: strToU8(lines.join('\n')) })]
    }),
  )
}

describe('what a folder holds is seen from itself', () => {
  test.each([
    ['two sides, by their columns', '60000,1.1,1.4,1.0,1.2,0,1.2,1.5,1.1,1.3,0', true, '20140508_quote.csv'],
    ['one price, by their columns', '60000,1.1,1.4,1.0,1.2,7.5', false, '20140508_trade.csv'],
    ['with a heading and ISO times', 'time,open,high,low,close,volume\n2014-05-08T00:01:00Z,1.1,1.4,1.0,1.2,7.5', false, 'minutes.csv'],
  ])('minutes of %s', (_, text, isTwoSided, name) => {
    const [tape] = readTapes(folderWith({ [`EURUSD/${name}`]: text }))
    expect(tape).toMatchObject({ symbol: 'EURUSD', isOfMinutes: true, isTwoSided, pricePrecision: 1 })
    expect(tape?.ticks.map(({ time, bid }) => [time, formatFixed(bid, 1)])).toEqual(
      [60_000, 80_000, 100_000, 119_000].map((time, index) => [Date.parse('2014-05-08') + time, ['1.1', '1.0', '1.4', '1.2'][index]]),
    )
  })

  test('ticks are played where both lie, and quotes where trades lie beside them', () => {
    const tick = zipSync({ 'a.csv': strToU8('43200000,1.39101,1.39114\n') })
    const directory = folderWith({ ...leanDays('2014-05-08', 1), 'forex/tick/eurusd/20140508_quote.zip': tick })
    expect(readTapes(directory)).toMatchObject([{ isOfMinutes: false, ticks: [{ bid: parseFixed('1.39101') }] }])
    const trades = zipSync({ 'b.csv': strToU8('43200000,1.2,1.2,1.2,1.2,5\n') })
    const both = folderWith({ ...leanDays('2014-05-08', 1), 'forex/minute/eurusd/20140508_trade.zip': trades })
    expect(readTapes(both)).toMatchObject([{ isTwoSided: true, isOfMinutes: true }])
    expect(readTapes(both)[0]?.ticks).toHaveLength(12)
  })

  test('ticks and minutes of one instrument are refused', () => {
    const directory = folderWith({
      'EURUSD/20140508_a.csv': '43200000,1.39101,1.39114\n',
      'EURUSD/20140509_b.csv': '43200000,1.1,1.4,1.0,1.2,0\n',
    })
    expect(() => openTapes(directory)).toThrow(`EURUSD in ${directory} is recorded by ticks and by minutes`)
  })

  test.each([
    ['an open outside its range', '60000,1.5,1.4,1.0,1.2,0', /is no minute, its open or close is outside/],
    ['a time within a minute', '61000,1.1,1.4,1.0,1.2,0', /is no minute, it does not begin with a minute/],
    ['columns that are neither', '60000,1.1,1.4,1.0,1.2,0,1', /is no minute, it has 7 columns/],
    ['a price that is none', '60000,1.1,dear,1.0,1.2,0', /has no price/],
  ])('%s is refused with file and line', (_, line, sentence) => {
    const directory = folderWith({ 'EURUSD/20140508_a.csv': line })
    expect(() => openTapes(directory)).toThrow(sentence)
    expect(() => openTapes(directory)).toThrow(`EURUSD/20140508_a.csv: ${line}`)
  })

  test('a minute of which one side was not quoted has no ticks', () => {
    const [tape] = readTapes(
      folderWith({ 'EURUSD/20140508_a.csv': '60000,1.1,1.4,1.0,1.2,0,,,,,0\n120000,1.1,1.4,1.0,1.2,0,1.2,1.5,1.1,1.3,0\n' }),
    )
    expect(tape?.ticks).toHaveLength(4)
  })
})

describe('what npm run record has written', () => {
  const lines = '43200000,1.39101,1.39114,2,lp1,,\n43201000,1.39102,,1,lp2,1399550401000,\n'

  test('has a price with two sides or one by each line, and is read up to its last whole line', () => {
    const torn = folderWith({ 'EURUSD/20140508_12.csv': `${RECORDED_HEADING}\n${lines}43202000,1.391` })
    const [tape] = readTapes(torn)
    expect(tape?.ticks).toEqual([
      {
        time: Date.parse('2014-05-08T12:00:00Z'),
        bid: parseFixed('1.39101'),
        ask: parseFixed('1.39114'),
        size: parseFixed('2'),
        isTwoSided: true,
      },
      {
        time: Date.parse('2014-05-08T12:00:01Z'),
        bid: parseFixed('1.39102'),
        ask: parseFixed('1.39102'),
        size: parseFixed('1'),
        isTwoSided: false,
      },
    ])
    expect(tape?.pieces).toMatchObject([{ startMs: Date.parse('2014-05-08T12:00Z'), endMs: Date.parse('2014-05-08T13:00Z') }])
  })

  test.each([
    ['', false, false],
    ['simulated', true, false],
    ['minutes', false, true],
  ])('says of itself what stood behind its prices: %s', (kind, isSimulated, isOfMinutes) => {
    const directory = folderWith({ 'EURUSD/20140508_12.csv': `${RECORDED_HEADING}\n43200000,1.39101,,2,lp1,,${kind}\n` })
    const feed = openReplayFeed({ directory, bootMs: BOOT })
    expect([feed.isSimulated, feed.isSimulatedSource('replay'), feed.isOfMinutes('replay', 'EURUSD')]).toEqual([
      isSimulated,
      isSimulated,
      isOfMinutes,
    ])
  })

  test('may have hours in which nothing was quoted, and one of which only the heading was written', () => {
    const directory = folderWith({
      'EURUSD/20140508_11.csv': `${RECORDED_HEADING}\n`,
      'EURUSD/20140508_12.csv': `${RECORDED_HEADING}\n${lines}`,
      'EURUSD/20140508_14.csv': RECORDED_HEADING.slice(0, 9),
    })
    expect(readTapes(directory)).toMatchObject([{ firstMs: Date.parse('2014-05-08T12:00Z'), lastMs: Date.parse('2014-05-08T12:00:01Z') }])
  })
})

describe('a long recording', () => {
  test('begins at any day, with a week before it as history, and numbers its ticks the same wherever it begins', () => {
    const directory = folderWith(leanDays('2014-01-01', 60))
    const whole = play(directory, { from: '2014-01-01T00:00Z' })
    expect([whole.past.length, whole.live.length + whole.past.length]).toEqual([whole.past.length, 60 * 12])
    const late = play(directory, { from: '2014-02-20' })
    const all = [...late.past, ...late.live]
    const days = new Set(all.map(({ time }) => Math.floor((time - late.feed.shiftMs) / DAY) * DAY))
    expect([Math.min(...days), Math.max(...days)]).toEqual([Date.parse('2014-02-13'), Date.parse('2014-03-01')])
    const numbers = new Map([...whole.past, ...whole.live].map((tick) => [tick.time - whole.feed.shiftMs, tick.seq]))
    expect(all.every(({ time, seq }) => numbers.get(time - late.feed.shiftMs) === seq)).toBe(true)
  })

  test.each(['2013-12-30', '2014-01-05T00:00Z'])('cannot begin at %s, where it has nothing', (from) => {
    expect(() => play(folderWith(leanDays('2014-01-01', 3)), { from })).toThrow(/runs from 2014-01-01T00:00 to 2014-01-03T12:0\d UTC/)
  })

  test('a day that cannot be read when its turn comes is left out and said, and the others are played', () => {
    const directory = folderWith(leanDays('2014-01-06', 4))
    const said: string[] = []
    const feed = openReplayFeed({ directory, bootMs: BOOT, speed: 100, from: '00:00', warn: (sentence) => said.push(sentence) })
    writeFileSync(
      path.join(directory, 'forex/minute/eurusd/20140107_quote.zip'),
      zipSync({ '20140107_eurusd_minute_quote.csv': strToU8('43200000,x,x,x,x,0') }),
    )
    const listener = new Listener()
    feed.start(listener)
    feed.advanceTo(BOOT + 4 * DAY)
    expect(listener.live).toHaveLength(3 * 12)
    expect(said).toEqual([expect.stringMatching(/left out: .*has no price: forex\/minute\/eurusd\/20140107_quote\.zip: 43200000,x/)])
  })

  test('in one file is read a day at a time', () => {
    const lines = Array.from({ length: 3 }, (_, day) => `2014-01-0${day + 1}T12:00:00Z,1.1,1.4,1.0,1.2,0`)
    const [tape] = openTapes(folderWith({ 'EURUSD.csv': lines.join('\n') }))
    expect(tape?.pieces.map((piece) => [new Date(piece.startMs).toISOString().slice(0, 10), piece.read().length])).toEqual([
      ['2014-01-01', 4],
      ['2014-01-02', 4],
      ['2014-01-03', 4],
    ])
  })
})

const recorded = recordedDataFolder('replay of recorded minutes')
describe.skipIf(!recorded)('recorded minutes come out again, price by price', () => {
  test.each([
    ['EURUSD', 'forex/oanda/minute', 'forex/oanda/minute/eurusd/20140508_quote.zip'],
    ['XAUUSD', 'cfd/oanda/minute', 'cfd/oanda/minute/xauusd/20140508_quote.zip'],
  ])('%s, bid and ask', (code, folder, file) => {
    const { feed, all, live } = play(path.join(recorded ?? '', folder), { from: '08:00' })
    const wanted = readProviderMinutes(file)
    expect([feed.isOfMinutes('replay', code), feed.isSimulated, live[0]?.isTwoSided]).toEqual([true, false, true])
    for (const side of ['bid', 'ask'] as const) {
      const folded = new Map<number, Candle>()
      for (const tick of all) {
        const candle = foldTick('1min', folded.get(Math.floor(tick.time / MINUTE)), { time: tick.time, price: tick[side], size: tick.size })
        folded.set(Math.floor(tick.time / MINUTE), candle)
      }
      expect([...folded.values()].map(({ open, high, low, close }) => [open, high, low, close].map((price) => formatFixed(price)))).toEqual(
        wanted.map((minute) => minute[side].map((text) => formatFixed(parseFixed(text)))),
      )
    }
  })

  test('BTC/USD of three days, by its trades, with their volume', () => {
    const { past, live } = play(path.join(recorded ?? '', 'crypto/coinbase/minute'), { from: '2018-04-05T10:00Z' })
    const volumes = new Map<number, bigint>()
    for (const { time, size } of [...past, ...live])
      volumes.set(Math.floor(time / MINUTE), (volumes.get(Math.floor(time / MINUTE)) ?? 0n) + size)
    expect(volumes.size).toBeGreaterThan(3_500)
    expect([...volumes.values()][0]).toBe(parseFixed('7.14319709'))
    expect([past[0]?.symbol, live[0]?.isTwoSided]).toEqual(['BTCUSDT', false])
  })
})
