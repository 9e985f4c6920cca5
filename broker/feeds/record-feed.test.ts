import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { readTapes } from '../../tests/fixtures/whole-tapes'
import { silent } from '../ground/logger'
import { CATALOGUE } from '../market/catalogue'
import { MemoryCandleStore } from '../market/memory-candle-store'
import { openMarket } from '../market/open-market'
import { openReplayFeed } from '../market/replay-feed'
import { ScriptedFeed } from '../market/scripted-feed'
import { TapeWriter } from '../market/tape-writer'
import type { Connector, ConnectorEvents } from '../sources/connector'
import { ComposedFeed } from './composed-feed'
import { recordFeed } from './record-feed'

const RULES = { quietAfterMs: 800, returnAfterMs: 500, spike: 10_000n, disagreement: 2_000n }
const EURUSD = CATALOGUE.filter(({ code }) => code === 'EURUSD')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-record-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A source that is scripted: what it says at each tenth of a second, if anything. */
class Script implements Connector {
  readonly isSimulated = false
  readonly codes = ['EURUSD']
  events: ConnectorEvents | undefined
  constructor(readonly id: string) {}
  start(events: ConnectorEvents): void {
    this.events = events
  }
  say(bid: number, spread: number | null, sourceTime: number | null): void {
    const price = parseFixed((1.16 + bid / 100_000).toFixed(5))
    this.events?.quoted({
      ...{ code: 'EURUSD', bid: price, ask: price + BigInt(spread ?? 0) * 1_000n, size: BigInt(bid) * 10n ** 8n, sourceTime },
      ...(spread === null ? { isOnePrice: true } : {}),
    })
  }
  health() {
    return { state: 'live', reason: null, since: 0, gaps: 0, rejects: 0, connects: 1, latencyMs: null } as const
  }
  async close(): Promise<void> {}
}

test('a market of two sources with a fail-over between them, recorded and played again, gives the same quotes tick by tick', async () => {
  const clock = frozenClock(Date.parse('2026-11-18T13:59:55.000Z'))
  const [two, one] = [new Script('lp1'), new Script('lp2')]
  const plans = EURUSD.map((instrument) => ({ instrument, sources: ['lp1', 'lp2'], rules: RULES }))
  const feed = new ComposedFeed({ clock, logger: silent, plans, connectors: [two, one] })
  const failures: unknown[] = []
  const recording = recordFeed({ feed, writer: new TapeWriter(folder), clock, codes: [], failed: (error) => failures.push(error) })
  // What is really handed out, seen by a market over the same sources.
  const heard = new ComposedFeed({ clock, logger: silent, plans, connectors: [new Script('lp1'), new Script('lp2')] })
  const live = await openMarket({
    clock,
    logger: silent,
    feed: { kind: 'own', feed: heard },
    candleStore: new MemoryCandleStore(),
    hasTimers: false,
  })
  const quotes: unknown[][] = []
  const quoteOf = (market: typeof live, shiftMs = 0) => {
    const quote = market.quote('EURUSD')!
    return [quote.bid, quote.ask, quote.last, quote.isTwoSided, quote.time - shiftMs]
  }
  live.onQuote(() => quotes.push(quoteOf(live)))
  const [twin, oneTwin] = ['lp1', 'lp2'].map((id) => (heard as unknown as { connectors: Map<string, Script> }).connectors.get(id)!)
  const say = (script: 'two' | 'one', ...price: Parameters<Script['say']>) => {
    for (const source of script === 'two' ? [two, twin] : [one, oneTwin]) source?.say(...price)
  }
  for (let step = 0; step < 150; step++) {
    clock.advance(100)
    // lp1 is silent from the fifth second to the tenth; two prices may come in one moment, and bid and ask may be equal.
    if (step < 50 || step > 100) {
      say('two', 400 + (step % 9), step % 5, clock.now() - 7)
      if (step % 10 === 0) say('two', 401 + (step % 9), 2, clock.now() - 3)
    }
    say('one', 402 + (step % 7), null, null)
    recording.advance()
    live.advance()
  }
  await recording.stop()
  await live.stop()
  expect(failures).toEqual([])
  expect(new Set(quotes.map(([, , , isTwoSided]) => isTwoSided))).toEqual(new Set([true, false]))

  const bootMs = clock.now() + 86_400_000
  const replayClock = frozenClock(bootMs)
  const replay = openReplayFeed({ directory: folder, bootMs, from: '00:00', speed: 100, catalogue: EURUSD })
  const again = await openMarket({
    ...{ clock: replayClock, logger: silent, candleStore: new MemoryCandleStore(), hasTimers: false },
    feed: { kind: 'own', feed: replay },
  })
  const played: unknown[][] = []
  again.onQuote(() => played.push(quoteOf(again, replay.shiftMs)))
  for (let passed = 0; passed < 900_000; passed += 1_000) {
    replayClock.advance(1_000)
    again.advance()
  }
  await again.stop()
  const changes = (all: unknown[][]) => all.filter((quote, index) => index === 0 || String(quote) !== String(all[index - 1]))
  expect(quotes.length).toBeGreaterThan(140)
  expect(changes(played)).toEqual(changes(quotes))
  expect(readTapes(folder)[0]?.pieces).toHaveLength(2)
})

test('what a feed says of the time before is not recorded, nor what nobody asked for', async () => {
  const clock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const recording = recordFeed({ feed, writer: new TapeWriter(folder), clock, codes: ['EURUSD'], failed() {} })
  feed.push('EURUSD', { bid: parseFixed('1.1'), time: clock.now() - 1 })
  feed.push('EURUSD', parseFixed('1.2'))
  feed.push('XAUUSD', parseFixed('1200'))
  await recording.stop()
  expect(readTapes(folder)).toMatchObject([{ symbol: 'EURUSD', isSimulated: true, ticks: [{ bid: parseFixed('1.2') }] }])
})

test('a kill loses no more than the last second: what was noted before is in the file', () => {
  const clock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const recording = recordFeed({ feed, writer: new TapeWriter(folder), clock, codes: [], failed() {} })
  feed.push('EURUSD', parseFixed('1.1'))
  clock.advance(1_000)
  recording.advance()
  feed.push('EURUSD', parseFixed('1.2'))
  expect(readTapes(folder)[0]?.ticks).toHaveLength(1)
})

test('where it cannot write any more it says so once and asks for nothing again', async () => {
  const clock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const failures: string[] = []
  const full = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const recording = recordFeed({
    feed,
    writer: new TapeWriter(folder, full),
    clock,
    codes: [],
    failed: (error) => failures.push(String(error)),
  })
  for (let second = 0; second < 5; second++) {
    feed.push('EURUSD', parseFixed('1.1'))
    clock.advance(1_000)
    recording.advance()
  }
  expect(failures).toEqual([expect.stringContaining('the disk is full')])
  await expect(recording.stop()).rejects.toThrow('the disk is full')
})
