import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { readTapes } from '../../tests/fixtures/whole-tapes'
import { CATALOGUE } from './catalogue'
import type { Feed, FeedHandler, Tick } from './feed'
import { openReplayFeed } from './replay-feed'
import { SimulatedFeed } from './simulated-feed'
import { RECORDED_HEADING } from './tape-lines'
import { TapeWriteProblem, TapeWriter } from './tape-writer'

const HOUR = 3_600_000
const AT = Date.parse('2026-11-18T13:59:58.250Z')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-record-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const tick = (time: number, bid: string, changes: Partial<Tick> = {}): Tick => {
  const price = parseFixed(bid)
  return {
    source: 'lp1',
    symbol: 'EURUSD',
    bid: price,
    ask: price + 2_000n,
    isTwoSided: true,
    last: price,
    size: 5n,
    seq: 1n,
    time,
    ...changes,
  }
}
const filesOf = (code: string) => readdirSync(path.join(folder, code)).sort()
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

/** All ticks that a feed hands out, each as it would be quoted. */
function quotesOf(feed: Feed, wallMs: number, stepMs: number, untilMs: number, shiftMs = 0) {
  const heard: Tick[] = []
  const handler: FeedHandler = { onTick: (one) => void heard.push(one), onPastTick() {}, onHeldBack() {}, onHeartbeat() {} }
  feed.start(handler, wallMs)
  for (let now = wallMs; now <= untilMs; now += stepMs) feed.advanceTo(now)
  return {
    heard,
    quotes: heard.map(({ symbol, bid, ask, last, isTwoSided, size, time }) => [symbol, bid, ask, last, isTwoSided, size, time - shiftMs]),
  }
}

test('the simulated market, recorded and played again, gives the same quotes tick by tick', () => {
  const instruments = CATALOGUE.filter(({ code }) => ['EURUSD', 'BTCUSDT'].includes(code))
  const live = quotesOf(new SimulatedFeed({ seed: '7', instruments }), AT, 40, AT + 60_000)
  const writer = new TapeWriter(folder)
  for (const one of live.heard) writer.note(one)
  writer.close()
  expect(filesOf('EURUSD')).toEqual(['20261118_13.csv', '20261118_14.csv'])
  const bootMs = AT + 24 * HOUR
  const feed = openReplayFeed({ directory: folder, from: '2026-11-18T00:00Z', speed: 100, bootMs, catalogue: instruments })
  const again = quotesOf(feed, bootMs, 400, bootMs + HOUR, feed.shiftMs)
  const byCode = (quotes: typeof live.quotes) => instruments.map(({ code }) => quotes.filter(([symbol]) => symbol === code))
  expect(live.quotes.length).toBeGreaterThan(600)
  expect(byCode(again.quotes)).toEqual(byCode(live.quotes))
})

describe('an hour of a recording', () => {
  test('has a line a tick, with its source and the time that the source says', () => {
    const writer = new TapeWriter(folder)
    writer.note(tick(AT, '1.16428', { sourceTime: AT - 12 }))
    writer.note(tick(AT + 1, '1.16429', { isTwoSided: false, source: 'lp2' }), 'minutes')
    writer.close()
    expect(read('EURUSD/20261118_13.csv')).toBe(
      `${RECORDED_HEADING}\n50398250,1.16428,1.1643,0.00000005,lp1,${AT - 12},\n50398251,1.16429,,0.00000005,lp2,,minutes\n`,
    )
    expect(writer.written).toBe(2)
  })

  test('is gone on with by the next recorder; what the last one left torn is cut off', () => {
    const first = new TapeWriter(folder)
    first.note(tick(AT, '1.16428'))
    first.close()
    appendFileSync(path.join(folder, 'EURUSD/20261118_13.csv'), '50398300,1.164')
    expect(readTapes(folder)[0]?.ticks).toHaveLength(1)
    const second = new TapeWriter(folder)
    second.note(tick(AT + 100, '1.16430'))
    second.close()
    expect(readTapes(folder)[0]?.ticks.map(({ bid }) => bid)).toEqual(['1.16428', '1.16430'].map(parseFixed))
    expect(read('EURUSD/20261118_13.csv').match(/time,bid/g)).toHaveLength(1)
  })

  test('of which only half a heading was written begins anew', () => {
    mkdirSync(path.join(folder, 'EURUSD'))
    writeFileSync(path.join(folder, 'EURUSD/20261118_13.csv'), RECORDED_HEADING.slice(0, 7))
    const writer = new TapeWriter(folder)
    writer.note(tick(AT, '1.16428'))
    writer.close()
    expect(readTapes(folder)[0]?.ticks).toHaveLength(1)
  })

  test('is never written into a file that is something else', () => {
    mkdirSync(path.join(folder, 'EURUSD'))
    writeFileSync(path.join(folder, 'EURUSD/20261118_13.csv'), 'mine\n')
    expect(() => new TapeWriter(folder).note(tick(AT, '1.16428'))).toThrow(/20261118_13\.csv is no recorded hour/)
    expect(read('EURUSD/20261118_13.csv')).toBe('mine\n')
  })
})

describe('a disk that is full', () => {
  /** It takes so many bytes and no more. */
  function disk(room: number) {
    let left = room
    return (descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
      const fits = Math.min(left, length)
      left -= fits
      if (fits === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      return writeSync(descriptor, bytes, offset, fits, position)
    }
  }

  test.each([0, 3, 60, 90, 120])('after %i bytes is said in a sentence, and what is there is whole lines', (room) => {
    const writer = new TapeWriter(folder, disk(room))
    const note = () => {
      for (let index = 0; index < 5; index++) {
        writer.note(tick(AT + index, `1.1642${index}`))
        writer.flush()
      }
    }
    expect(note).toThrow(TapeWriteProblem)
    expect(note).toThrow(/the disk is full: .*20261118_13\.csv ends with the last tick that found room/)
    expect(read('EURUSD/20261118_13.csv')).toMatch(/^$|\n$/)
    const written = read('EURUSD/20261118_13.csv')
      .split('\n')
      .filter((line) => /^\d/.test(line)).length
    expect(writer.written).toBe(written)
  })

  test('that has room again takes what waited, once', () => {
    let isFull = true
    const writer = new TapeWriter(folder, (descriptor, bytes, offset, length, position) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return writeSync(descriptor, bytes, offset, length, position)
    })
    writer.note(tick(AT, '1.16428'))
    expect(() => writer.flush()).toThrow('the disk is full')
    isFull = false
    writer.note(tick(AT + 1, '1.16429'))
    writer.close()
    expect(readTapes(folder)[0]?.ticks).toHaveLength(2)
  })
})
