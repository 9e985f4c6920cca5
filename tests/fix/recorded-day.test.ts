/**
 * The recorded EUR/USD and XAU/USD over the wire of the demonstration's provider, beside the same recording played by the replay feed: tick by
 * tick the same quotes, and at the end the same candles, triggers and fills. A quarter of an hour here; with RECORDED_HOURS=20.4 the day
 * up to the nightly pause of gold, over which the two differ: a session that lives stands by its prices, a recording is silent
 * (`npm run test:long -- hedging`).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { receipt } from '../../broker/db/schema'
import { ComposedFeed } from '../../broker/feeds/composed-feed'
import { openFixConnector } from '../../broker/fix/fix-connector'
import { memoryFixStore } from '../../broker/fix/session-store'
import { silent } from '../../broker/ground/logger'
import type { Feed } from '../../broker/market/feed'
import type { Instrument } from '../../broker/market/instrument'
import { openReplayFeed } from '../../broker/market/replay-feed'
import type { Connector } from '../../broker/sources/connector'
import { bucketStart, type Period } from '../../rules/candles'
import { formatFixed } from '../../rules/decimal'
import { MINUTE_MS } from '../../rules/durations'
import { isMarketOpen } from '../../rules/market-hours'
import { startProvider } from '../../scripts/provider/start-provider'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { type FrozenClock, frozenClock } from '../fixtures/frozen-clock'
import { recordedDataFolder } from '../fixtures/recorded-data'
import { close, holding, type OpenTerms, PLAIN_TERMS, submit } from '../fixtures/trader-actions'
import { Random } from '../simulation/random'

const hours = Number(process.env.RECORDED_HOURS ?? '0.25')
const recordings = recordedDataFolder('a recorded day over FIX, beside the replay feed')
const directory = recordings ?? ''
const CODES = ['EURUSD', 'XAUUSD'] as const
/** Where the recording begins to be played; the clocks stand there, so that no time is moved. */
const FROM = hours > 1 ? '00:30' : '12:30'
const START = Date.parse(`2014-05-08T${FROM}:00Z`)
const STEP_MS = 1_000
const ORDER_EVERY = 20
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const end of closers.reverse()) await end()
})

/** Prices are as old as the recording has them: what is compared is not their age. */
const TERMS = { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading, staleAfterMs: 600_000 } } }

interface Side {
  readonly world: World
  readonly clock: FrozenClock
  readonly trader: TestTrader
  /** Every quote since the last look. */
  take(): string[]
}

async function openSide(clock: FrozenClock, feed: Feed): Promise<Side> {
  const world = await createWorld({
    tenants: TERMS,
    broker: { clock, feed: { kind: 'own', feed }, marketOptions: { hasTimers: false, hasPriceBands: false, confirmations: 1 } },
  })
  closers.push(() => world.close())
  let heard: string[] = []
  let lastSeq = new Map<string, bigint>()
  world.broker.market.onQuote((code) => {
    const quote = world.broker.market.quote(code)
    // Of a closed market a recording still tells the last price; and a quote that is stood by again is none that is new.
    const calendar = world.broker.market.instrument(code)?.calendar
    if (quote === undefined || calendar === undefined || !isMarketOpen(calendar, quote.time) || quote.time < clock.now() - STEP_MS) return
    if (lastSeq.get(code) === quote.seq) return
    lastSeq = lastSeq.set(code, quote.seq)
    heard.push(`${code} ${quote.bid} ${quote.ask} ${quote.time}`)
  })
  const trader = await world.demoTrader()
  return {
    world,
    clock,
    trader,
    take() {
      const taken = heard
      heard = []
      return taken
    },
  }
}

/** @param instruments as the recording quotes them: to how many places */
async function openOverFix(clock: FrozenClock, instruments: readonly Instrument[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-recorded-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const parties = { name: 'DEMO', quotes: 'QUOTES', orders: '', copies: '', password: '' }
  const faults = { delayMs: 0, rejectShare: 0, bustShare: 0, correctShare: 0, dropEveryMs: 0 }
  const place = { host: '127.0.0.1', port: 0, tls: null, codes: CODES, depth: ['1000000'], folder, faults, random: () => 0.5 }
  const provider = await startProvider({ ...parties, ...place, clock, replay: { directory, speed: 1, from: FROM } })
  closers.push(() => provider.close())
  const line = { tls: null, parties: { us: 'QUOTES', them: 'DEMO' }, heartbeatSeconds: 30, resetsAtLogon: true, times: null }
  const machine = { now: () => Date.now(), monotonic: () => performance.now() }
  const connector = openFixConnector(
    {
      id: 'lp',
      peer: { host: '127.0.0.1', port: provider.port, ...line },
      isSimulated: false,
      instruments: instruments.map(({ code, contractSize }) => ({ code, symbol: code, contractSize })),
      marketDepth: 1,
      updates: 'incremental',
      asksSecurities: false,
    },
    { store: memoryFixStore(), clock: machine, random: () => 0, logger: silent },
  )
  let heard = 0
  const counted: Connector = {
    id: connector.id,
    isSimulated: connector.isSimulated,
    codes: connector.codes,
    start: (events) =>
      connector.start({
        ...events,
        quoted(price) {
          heard += 1
          events.quoted(price)
        },
        confirmed: (codes) => events.confirmed(codes),
        withdrawn: (codes, reason) => events.withdrawn(codes, reason),
      }),
    health: () => connector.health(),
    close: () => connector.close(),
  }
  const rules = { quietAfterMs: 800, returnAfterMs: 5_000, spike: 100_000n, disagreement: 2_000n }
  const plans = instruments.map((instrument) => ({
    instrument,
    sources: ['lp'],
    rules,
  }))
  const feed = new ComposedFeed({ clock, logger: silent, plans, connectors: [counted] })
  /** Resolves when so many ticks have come over the wire. */
  const until = async (ticks: number) => {
    const deadline = performance.now() + 20_000
    while (heard < ticks) {
      if (performance.now() > deadline) throw new Error(`${heard} of ${ticks} ticks came`)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { provider, feed, until }
}

const random = new Random(20_140_508)

/** What both sides are asked alike, by the prices of one. */
function wish({ world }: Side): { code: string; side: 'buy' | 'sell'; terms: OpenTerms } | null {
  const [code, side] = [random.pick(CODES), random.pick(['buy', 'sell'] as const)]
  const quote = world.broker.market.quote(code)
  const precision = world.broker.market.instrument(code)?.pricePrecision ?? 0
  if (quote === undefined) return null
  const near = (towards: number) =>
    formatFixed(
      ((quote.bid + (BigInt(towards) * quote.bid * BigInt(random.between(2, 12))) / 10_000n) / 10n ** BigInt(8 - precision)) *
        10n ** BigInt(8 - precision),
      precision,
    )
  const up = side === 'buy' ? 1 : -1
  const stops = { stopLoss: near(-up), takeProfit: near(up) }
  const isLater = random.chance(40)
  return { code, side, terms: { lots: '0.01', ...(isLater ? { target: near(random.chance(50) ? 1 : -1) } : stops) } }
}

/** Both instruments moved within the last minute. */
const hasSpoken = ({ world, clock }: Side) => CODES.every((code) => (world.broker.market.quote(code)?.time ?? 0) > clock.now() - MINUTE_MS)

/** The first candle of a period that begins with the play. */
function bucketAfter(period: Period): number {
  const start = bucketStart(period, START)
  return start === START ? START : start + Number.parseInt(period, 10) * MINUTE_MS
}

async function fillsOf({ world }: Side): Promise<string[]> {
  const rows = await world.broker.database.system((tx) => tx.select().from(receipt).orderBy(receipt.id))
  return rows
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter(({ event }) => event === 'order_opened' || event === 'order_closed')
    .map(({ event, instrument, side, price, reason, at, lots }) => [event, instrument, side, lots, price, reason, at].join(' '))
}

test.skipIf(recordings === undefined)(
  'quotes tick by tick, candles, triggers and fills are those of the replay feed',
  async () => {
    const clocks = [frozenClock(START), frozenClock(START)] as const
    const recorded = openReplayFeed({ directory, speed: 1, from: FROM, bootMs: START })
    const played = await openSide(clocks[0], recorded)
    const quoted = recorded.instruments.filter(({ code }) => CODES.some((one) => one === code))
    const wire = await openOverFix(clocks[1], quoted)
    const wired = await openSide(clocks[1], wire.feed)
    // Logged on is not asked: who asks after a tick is told the price as it stands, and not how it came to that.
    await expect.poll(wire.provider.asked, { timeout: 20_000 }).toBe(CODES.length)
    const both = [played, wired]
    let ticks = 0
    const move = async (ms: number) => {
      for (const clock of clocks) clock.advance(ms)
      played.world.broker.market.advance()
      const spoken = played.take()
      ticks += spoken.length
      wire.provider.advance()
      await wire.until(ticks)
      wired.world.broker.market.advance()
      // The sides are told apart by instrument alone: between two instruments the wire keeps the order of one line.
      expect(wired.take()).toEqual(spoken)
      await Promise.all(both.map(({ world }) => world.broker.trading.idle()))
    }
    for (let step = 1; step <= (hours * 3_600_000) / STEP_MS; step++) {
      // Markets close on whole minutes, and a price that arrives after that is none to trade on: the last one has to come before.
      if ((step * STEP_MS) % MINUTE_MS === 0) {
        await move(STEP_MS - 1)
        await move(1)
      } else await move(STEP_MS)
      // How old a price may be is another matter: a session that lives stands by its prices, a recording is silent.
      if (step % ORDER_EVERY > 0 || !hasSpoken(played)) continue
      const wanted = wish(played)
      if (wanted !== null) {
        const [one, other] = await Promise.all(
          both.map(({ world, trader }) => submit(world, trader, wanted.side, wanted.code, wanted.terms)),
        )
        expect(other?.outcome).toBe(one?.outcome)
      }
      if (random.chance(30)) {
        const [mine, theirs] = await Promise.all(both.map(async ({ trader }) => (await holding(trader)).data))
        expect(theirs?.length).toBe(mine?.length)
        const last = (mine?.length ?? 0) - 1
        if (last >= 0) await Promise.all([close(played.trader, mine?.[last]?.Id ?? ''), close(wired.trader, theirs?.[last]?.Id ?? '')])
      }
    }
    await Promise.all(both.map(({ world }) => world.settle()))
    expect(ticks).toBeGreaterThan(hours * 3_000)
    for (const code of CODES) {
      for (const period of ['1min', '5min', '15min', '30min', '60min'] as const) {
        const [one, other] = await Promise.all(both.map(({ world }) => world.broker.market.candles(code, period, { limit: 1_000 })))
        // What came before the start is the recording's alone; how much was on offer is the provider's own word.
        const since = (candles: typeof one) =>
          candles?.filter(({ Time }) => Time >= bucketAfter(period)).map(({ Volume: _ofProvider, ...candle }) => candle)
        expect(since(other)).toEqual(since(one))
      }
    }
    const [mine, theirs] = [await fillsOf(played), await fillsOf(wired)]
    expect(theirs).toEqual(mine)
    expect(mine.length).toBeGreaterThan(hours * 60)
    for (const reason of ['market', 'limit', 'stop', 'manual', 'stop_loss', 'take_profit'])
      expect(mine.some((line) => line.includes(` ${reason} `))).toBe(true)
  },
  60_000 + hours * 300_000,
)
