/**
 * A market of several sources: how long it takes from the last tick of a source that goes quiet to the first quote of the next one, a second at
 * most; and what 200 instruments at 50 ticks a second cost on their way through the choice of the source into quotes, candles and triggers,
 * 40 % of a core at most.
 */
import { ComposedFeed, type InstrumentPlan } from '../../broker/feeds/composed-feed'
import { CATALOGUE } from '../../broker/market/catalogue'
import type { Instrument } from '../../broker/market/instrument'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { type Market, openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import type { Connector, ConnectorEvents } from '../../broker/sources/connector'
import type { Fixed } from '../../rules/decimal'
import { frozenClock } from '../fixtures/frozen-clock'
import { testTenants } from '../fixtures/test-tenants'
import { type Figure, percentile } from './report'
import { makeEngine } from './triggers'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
/** As a market's file has them where it says nothing else. */
const RULES = { quietAfterMs: 800, returnAfterMs: 5_000, spike: 10_000n, disagreement: 2_000n }
const EURUSD = CATALOGUE.find(({ code }) => code === 'EURUSD')!
/** Any number of instruments that differ by their names alone. */
const instrumentsOf = (count: number): Instrument[] =>
  Array.from({ length: count }, (_, index) => ({ ...EURUSD, id: String(10_000 + index), code: `PAIR${index}`, showCode: `PAIR${index}` }))

export async function measureSources(): Promise<Figure[]> {
  return [...(await measureFailOver()), await measureComposer()]
}

class Spoken implements Connector {
  readonly isSimulated = false
  events: ConnectorEvents | undefined

  constructor(
    readonly id: string,
    readonly codes: readonly string[],
  ) {}

  start(events: ConnectorEvents): void {
    this.events = events
  }

  say(code: string, bid: Fixed): void {
    this.events?.quoted({ code, bid, ask: bid + 1_000n, size: 0n, sourceTime: null })
  }

  health() {
    return { state: 'live', reason: null, since: 0, gaps: 0, rejects: 0, connects: 1, latencyMs: null } as const
  }

  async close(): Promise<void> {}
}

function makeFeed(instruments: readonly Instrument[], clock: { now(): number; monotonic(): number }) {
  const codes = instruments.map(({ code }) => code)
  const connectors = [new Spoken('lp1', codes), new Spoken('lp2', codes)] as const
  const plans = instruments.map((instrument): InstrumentPlan => ({ instrument, sources: ['lp1', 'lp2'], rules: RULES }))
  return { feed: new ComposedFeed({ clock, logger: silent, plans, connectors: [...connectors] }), connectors }
}

const openOver = (feed: ComposedFeed, clock: { now(): number; monotonic(): number }, hasTimers: boolean): Promise<Market> =>
  openMarket({ clock, feed: { kind: 'own', feed }, candleStore: new MemoryCandleStore(), logger: silent, hasTimers })

const FAIL_OVERS = 100
const TICK_EVERY_MS = 50
/** A Wednesday noon in London that goes on as this machine's time does. */
function runningClock() {
  const start = Date.parse('2026-11-18T12:00:00Z')
  const begun = performance.now()
  return { now: () => Math.round(start + performance.now() - begun), monotonic: () => performance.now() }
}

/** Each instrument loses its first source once, at a moment of its own. */
async function measureFailOver(): Promise<Figure[]> {
  const clock = runningClock()
  const instruments = instrumentsOf(FAIL_OVERS)
  const { feed, connectors } = makeFeed(instruments, clock)
  const market = await openOver(feed, clock, true)
  const [first, second] = connectors
  const quietAt = new Map(instruments.map(({ code }, index) => [code, clock.monotonic() + 500 + index * 25]))
  const lastHeard = new Map<string, number>()
  const taken = new Map<string, number>()
  const stop = market.onQuote((code) => {
    const last = lastHeard.get(code)
    if (last !== undefined && !taken.has(code) && market.quote(code)?.source === 'lp2') taken.set(code, performance.now() - last)
  })
  const talking = setInterval(() => {
    for (const { code } of instruments) {
      const isQuiet = clock.monotonic() >= (quietAt.get(code) ?? 0)
      if (!isQuiet) {
        lastHeard.set(code, performance.now())
        first.say(code, EURUSD.referencePrice)
      }
      second.say(code, EURUSD.referencePrice + 1_000n)
    }
  }, TICK_EVERY_MS)
  while (taken.size < FAIL_OVERS) await new Promise((resolve) => setTimeout(resolve, 50))
  clearInterval(talking)
  stop()
  await market.stop()
  const bare = await Promise.all(Array.from({ length: FAIL_OVERS }, (_, index) => bareTimer(index)))
  const [ours, theirs] = [[...taken.values()], bare].map((values) => values.sort((a, b) => a - b)) as [number[], number[]]
  return [0.5, 0.99].map((share) => ({
    what: `a source falls silent → first quote of the next, ${FAIL_OVERS} times, p${share * 100} (1,000 at most)`,
    value: percentile(ours, share),
    unit: 'ms',
    baseline: { what: `a bare timer of the ${RULES.quietAfterMs} ms`, value: percentile(theirs, share) },
  }))
}

async function bareTimer(index: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, index * 5))
  const startedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, RULES.quietAfterMs))
  return performance.now() - startedAt
}

const INSTRUMENTS = 200
const TICKS_A_SECOND = 50
const SECONDS = 20
const OPEN_ORDERS = 10_000

/** The time of the processor for twenty seconds of ticks, given as fast as they are taken. */
async function measureComposer(): Promise<Figure> {
  const clock = frozenClock()
  const instruments = instrumentsOf(INSTRUMENTS)
  const { feed, connectors } = makeFeed(instruments, clock)
  const market = await openOver(feed, clock, false)
  const tenant = testTenants({ aurora: { trading: { overrides: {}, instruments: undefined } } }).find(({ id }) => id === 'aurora')!
  const pricing = new Pricing(market)
  const prices = new Float64Array(INSTRUMENTS)
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  let ticks = 0
  const say = (round: number) => {
    for (const [index, { code }] of instruments.entries()) {
      prices[index] = Math.max(-150, Math.min(150, (prices[index] ?? 0) + Math.round((random() - 0.5) * 4)))
      const price = EURUSD.referencePrice + BigInt(prices[index] ?? 0) * 1_000n
      connectors[0].say(code, price)
      ticks += 1
      // The second source speaks once a second.
      if ((round + index) % TICKS_A_SECOND === 0) connectors[1].say(code, price)
    }
  }
  const step = (round: number) => {
    clock.advance(1_000 / TICKS_A_SECOND)
    say(round)
    if (round % 2 === 0) market.advance()
  }
  for (let round = 0; round < 3; round++) step(round)
  const { engine } = makeEngine(
    { tenant, pricing },
    OPEN_ORDERS,
    instruments.map(({ code }) => code),
  )
  market.onQuote((code) => engine.onQuote(code))
  for (let round = 0; round < 2 * TICKS_A_SECOND; round++) step(round)
  await engine.idle()
  ticks = 0
  const cost = await processorMs(async () => {
    for (let round = 0; round < SECONDS * TICKS_A_SECOND; round++) {
      step(round)
      if (round % TICKS_A_SECOND === 0) await engine.idle()
    }
    await engine.idle()
  })
  await market.stop()
  const last = new Map<string, bigint>()
  const bare = await processorMs(async () => {
    for (let tick = 0; tick < ticks; tick++) last.set(instruments[tick % INSTRUMENTS]!.code, BigInt(Math.round(random() * 1_000)))
  })
  return {
    what: `${INSTRUMENTS} instruments × ${TICKS_A_SECOND} ticks/s into quotes, candles and triggers (40 at most)`,
    value: cost / (SECONDS * 10),
    unit: '% of a core',
    baseline: { what: 'keeping the last price of each', value: bare / (SECONDS * 10) },
  }
}

async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
