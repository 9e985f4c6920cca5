/**
 * Opens the market: a feed, the quote board, the candles and the opening hours behind one face.
 *
 * The way of a tick: feed → judged by the board → folded into candles → published as quote → listeners, all in one turn of the
 * event loop, so whoever hears of a quote finds candles that already contain it. Ticks that are refused leave no trace in candles.
 */
import type { KlinePush } from '../../contract/socket'
import { type Candle, PERIODS, type Period, toWireCandle, type WireCandle } from '../../rules/candles'
import { isMarketOpen, nextClose, nextOpen } from '../../rules/market-hours'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { backFill } from './back-fill'
import { CandleBook, type CandleStore } from './candle-book'
import { type FeedChoice, openFeed } from './choose-feed'
import type { Feed, Tick } from './feed'
import type { Instrument } from './instrument'
import { MemoryCandleStore } from './memory-candle-store'
import { DEFAULT_STALE_AFTER_MS, type Quote, QuoteBoard } from './quotes'
import type { DayFigures, MarketBoard } from './tenant-market'
import { type LoggedTick, TickLog, type TickLogStore } from './tick-log'

export interface MarketOptions {
  clock: Clock
  feed: FeedChoice
  /** Where candles outlive the process; a replayed or scripted market keeps them in memory whatever is given. */
  candleStore: CandleStore
  /** Where the ticks after a fill and those held back are written down; without one they are not. */
  tickLogStore?: TickLogStore
  logger: Logger
  /** Default limit of `isStale`, milliseconds. */
  staleAfterMs?: number
  /** False: nothing happens by itself, `advance()` drives the feed. */
  hasTimers?: boolean
  /** False lets every price jump through. */
  hasPriceBands?: boolean
  /** Ticks in a row after a pause before a quote is confirmed; default 2. */
  confirmations?: number
}

export interface MarketHealth {
  source: string
  isSimulated: boolean
  /** Milliseconds since anything was heard of an open market; 0 while all markets rest. */
  feedAgeMs: number
  openMarkets: number
  /** Ticks that became quotes since the process began. */
  ticks: number
  refused: Readonly<Record<'duplicate' | 'late' | 'quarantined', number>>
}

/** The market as trading (PriceSource) and the tenants' view (MarketBoard) ask for it, and what running it takes. */
export interface Market extends MarketBoard {
  readonly source: string
  /** True when no market stands behind the prices. */
  readonly isSimulated: boolean
  /** By id or code. */
  instrument(idOrCode: string): Instrument | undefined
  quote(code: string): Quote | undefined
  isOpen(code: string, atMs?: number): boolean
  /** Wall times; null when never. */
  nextOpen(code: string, atMs?: number): number | null
  /** Looks past pauses of up to `ignorePausesUpToMs`; by default past the five minutes in which forex rests each evening. */
  nextClose(code: string, atMs?: number, ignorePausesUpToMs?: number): number | null
  /** True when the quote is older than the limit, whether or not it was confirmed. */
  isStale(code: string, limitMs?: number): boolean
  /** The newest candles before `end` (exclusive, ms), ascending, at most `limit` (1–1000). */
  candles(code: string, period: Period, range?: { end?: number; limit?: number }): Promise<WireCandle[]>
  /** The newest minute that began before a moment; null where none is kept. */
  minuteBefore(code: string, beforeMs: number): Promise<Candle | null>
  /** The price that is held back because it jumped, if any, and its release by an operator. */
  quarantine(code: string): Tick | undefined
  releaseQuarantine(code: string): void
  health(): MarketHealth
  /** Runs the feed up to the clock's now; a running market does so by itself. */
  advance(): void
  /** Writes unsaved candles and ticks. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FEED_INTERVAL_MS = 40
const HOURS_INTERVAL_MS = 500
const DAILY_PAUSE_MS = 10 * 60_000
/** What a fill's proof needs is on the disk soon after it. */
const TICKS_FLUSH_MS = 1_000
/** Charts read candles from memory; those that a killed process had not written are made again at the next start. */
const CANDLES_FLUSH_MS = 30_000
/** Closes every half hour over 24 hours: as much as a line of 72 pixels can show. */
const SPARK_PERIOD = '30min'
const SPARK_CANDLES = 48
const DEFAULT_CANDLES = 500
const MAX_CANDLES = 1_000

/** Opens the market and resolves when quotes and candles are there. Rejects when the feed cannot be opened or the store fails. */
export async function openMarket(options: MarketOptions): Promise<Market> {
  const { clock, logger } = options
  const bootMs = clock.now()
  const feed = openFeed(options.feed, bootMs)
  const store = feed.hasLastingHistory ? options.candleStore : new MemoryCandleStore()
  const codes = feed.instruments.map(({ code }) => code)

  if (feed.hasLastingHistory) {
    const forgotten = await store.claimFor(new Map(codes.map((code) => [code, feed.originOf(code)])))
    if (forgotten.length > 0) logger.warn({ codes: forgotten }, 'candles of another market were forgotten')
    const startedAt = clock.monotonic()
    const filled = await backFill({ feed, store, nowMs: bootMs })
    logger.info({ ...filled, tookMs: Math.round(clock.monotonic() - startedAt) }, 'candles are filled up to now')
  }

  const book = new CandleBook(codes, store)
  for (const { code, period, last } of await store.coverage(codes, bootMs, 1)) book.prime(code, period, last)
  const market = new RunningMarket(feed, book, options)
  market.rememberLastPrices()
  feed.start(market, bootMs)
  await market.warmSparklines()
  market.run()
  return market
}

class RunningMarket implements Market {
  readonly source: string
  readonly isSimulated: boolean
  private readonly board: QuoteBoard
  private readonly tickLog: TickLog
  private readonly byKey = new Map<string, Instrument>()
  private readonly quoteListeners = new Set<(code: string) => void>()
  private readonly openState = new Map<string, boolean>()
  private readonly clock: Clock
  private readonly logger: Logger
  private readonly staleAfterMs: number
  private readonly timers: NodeJS.Timeout[] = []
  private lastHeardMs: number
  private hoursWatchedMs = 0
  private ticks = 0
  private isStopped = false

  constructor(
    private readonly feed: Feed,
    private readonly book: CandleBook,
    private readonly options: MarketOptions,
  ) {
    this.source = feed.source
    this.isSimulated = feed.isSimulated
    this.clock = options.clock
    this.logger = options.logger
    this.staleAfterMs = options.staleAfterMs ?? DEFAULT_STALE_AFTER_MS
    this.lastHeardMs = this.clock.monotonic()
    this.board = new QuoteBoard(feed.instruments, {
      clock: options.clock,
      staleAfterMs: this.staleAfterMs,
      ...(options.hasPriceBands === undefined ? {} : { hasPriceBands: options.hasPriceBands }),
      ...(options.confirmations === undefined ? {} : { confirmations: options.confirmations }),
    })
    this.tickLog = new TickLog(
      feed.instruments.map(({ code }) => code),
      options.clock,
      options.tickLogStore,
    )
    for (const instrument of feed.instruments) {
      this.byKey.set(instrument.id, instrument)
      this.byKey.set(instrument.code, instrument)
    }
  }

  // What the feed says.

  onTick(tick: Tick): void {
    const verdict = this.board.judge(tick)
    this.tickLog.note(tick, verdict)
    if (verdict !== 'accepted') {
      if (verdict === 'quarantined')
        this.logger.warn({ code: tick.symbol, seq: String(tick.seq) }, 'a price far from the last ones was held back')
      return
    }
    this.lastHeardMs = this.clock.monotonic()
    this.ticks += 1
    this.fold(tick)
    this.board.publish(tick)
    this.tellQuoteListeners(tick.symbol)
  }

  onHeldBack(tick: Tick): void {
    this.board.counts.quarantined += 1
    this.tickLog.note(tick, 'quarantined')
  }

  onPastTick(tick: Tick): void {
    this.fold(tick)
    this.board.remember(tick)
  }

  onHeartbeat(code: string): void {
    this.lastHeardMs = this.clock.monotonic()
    this.board.heartbeat(code)
    // A confirmed quote is news to whoever shows its age.
    this.tellQuoteListeners(code)
  }

  // What the house asks.

  instruments(): readonly Instrument[] {
    return this.feed.instruments
  }

  instrument(idOrCode: string): Instrument | undefined {
    return this.byKey.get(idOrCode)
  }

  quote(code: string): Quote | undefined {
    return this.board.get(code)
  }

  isOpen(code: string, atMs: number = this.clock.now()): boolean {
    const instrument = this.byKey.get(code)
    const sessionMs = this.feed.sessionTime(atMs, code)
    return instrument !== undefined && sessionMs !== null && isMarketOpen(instrument.calendar, sessionMs)
  }

  nextOpen(code: string, atMs: number = this.clock.now()): number | null {
    return this.sessionEdge(code, atMs, (instrument, sessionMs) => nextOpen(instrument.calendar, sessionMs))
  }

  nextClose(code: string, atMs: number = this.clock.now(), ignorePausesUpToMs = DAILY_PAUSE_MS): number | null {
    return this.sessionEdge(code, atMs, (instrument, sessionMs) => nextClose(instrument.calendar, sessionMs, ignorePausesUpToMs))
  }

  quoteAgeMs(code: string): number {
    return this.board.get(code)?.isConfirmed ? this.board.ageMs(code) : Number.POSITIVE_INFINITY
  }

  isSimulatedSource(source: string): boolean {
    return this.feed.isSimulatedSource(source)
  }

  isDisputed(code: string): boolean {
    return this.feed.isDisputed(code)
  }

  isStale(code: string, limitMs: number = this.staleAfterMs): boolean {
    return this.board.isStale(code, limitMs)
  }

  async candles(code: string, period: Period, range: { end?: number; limit?: number } = {}): Promise<WireCandle[]> {
    const limit = Math.min(MAX_CANDLES, Math.max(1, range.limit ?? DEFAULT_CANDLES))
    const candles = await this.book.candles(code, period, range.end === undefined ? { limit } : { end: range.end, limit })
    return candles.map(toWireCandle)
  }

  async minuteBefore(code: string, beforeMs: number): Promise<Candle | null> {
    return (await this.book.candles(code, '1min', { end: beforeMs, limit: 1 })).at(-1) ?? null
  }

  day(code: string): DayFigures | undefined {
    return this.book.current(code, '1day')
  }

  currentCandles(code: string): KlinePush[] {
    return PERIODS.flatMap((period) => {
      const candle = this.book.current(code, period)
      return candle ? [{ Period: period, ...toWireCandle(candle) }] : []
    })
  }

  spark(code: string): number[] {
    const day = this.book.current(code, '1day')
    if (day === undefined) return []
    const today = this.book.recent(code, SPARK_PERIOD).filter(({ time }) => time >= day.time)
    return [toWireCandle(day).Open, ...today.slice(-SPARK_CANDLES).map((candle) => toWireCandle(candle).Close)]
  }

  onQuote(listener: (code: string) => void): () => void {
    this.quoteListeners.add(listener)
    return () => this.quoteListeners.delete(listener)
  }

  onCandle(listener: (code: string, candle: KlinePush) => void): () => void {
    return this.book.onCandle((code, period, candle) => this.guard(() => listener(code, { Period: period, ...toWireCandle(candle) })))
  }

  recentTicks(code: string): readonly LoggedTick[] {
    return this.tickLog.recent(code)
  }

  watchTicksAfter(code: string): void {
    this.tickLog.watchAfter(code)
  }

  quarantine(code: string): Tick | undefined {
    return this.board.quarantine(code)
  }

  releaseQuarantine(code: string): void {
    this.board.releaseQuarantine(code)
  }

  health(): MarketHealth {
    const openMarkets = this.feed.instruments.filter(({ code }) => this.isOpen(code)).length
    return {
      source: this.source,
      isSimulated: this.isSimulated,
      feedAgeMs: openMarkets === 0 ? 0 : this.clock.monotonic() - this.lastHeardMs,
      openMarkets,
      ticks: this.ticks,
      refused: { ...this.board.counts },
    }
  }

  advance(): void {
    const nowMs = this.clock.now()
    this.feed.advanceTo(nowMs)
    if (Math.abs(nowMs - this.hoursWatchedMs) >= HOURS_INTERVAL_MS) this.watchHours(nowMs)
  }

  async flush(): Promise<void> {
    // Both are tried, so that a failure of one does not hold up the other.
    const outcomes = await Promise.allSettled([this.book.flush(), this.tickLog.flush()])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    for (const timer of this.timers) clearInterval(timer)
    this.feed.stop()
    await this.flush()
  }

  // What happens by itself.

  run(): void {
    if (this.options.hasTimers === false) return
    this.timers.push(setInterval(() => this.guard(() => this.advance()), FEED_INTERVAL_MS))
    const save = (what: Pick<CandleBook, 'flush'>) =>
      what
        .flush()
        .catch((error: unknown) =>
          this.logger.error({ error: String(error) }, 'candles or ticks could not be saved; they are kept and tried again'),
        )
    this.timers.push(setInterval(() => void save(this.tickLog), TICKS_FLUSH_MS))
    this.timers.push(setInterval(() => void save(this.book), CANDLES_FLUSH_MS))
  }

  /** A market that rests at boot still shows its last price: the close of its newest minute. */
  rememberLastPrices(): void {
    for (const { code } of this.feed.instruments) {
      const minute = this.book.current(code, '1min')
      if (!minute) continue
      const { close } = minute
      const prices = { bid: close, ask: close, last: close, isTwoSided: false }
      const tick: Tick = { source: this.source, symbol: code, ...prices, size: 0n, seq: -1n, time: minute.time }
      this.board.remember(tick)
    }
  }

  async warmSparklines(): Promise<void> {
    await Promise.all(this.feed.instruments.map(({ code }) => this.book.candles(code, SPARK_PERIOD, { limit: SPARK_CANDLES })))
  }

  /** An opening or closing market is news to those who show quotes, although no price moved. */
  private watchHours(nowMs: number): void {
    this.hoursWatchedMs = nowMs
    for (const { code } of this.feed.instruments) {
      const isOpen = this.isOpen(code, nowMs)
      const wasOpen = this.openState.get(code)
      this.openState.set(code, isOpen)
      if (wasOpen !== undefined && wasOpen !== isOpen) this.tellQuoteListeners(code)
    }
  }

  private tellQuoteListeners(code: string): void {
    for (const listener of this.quoteListeners) this.guard(() => listener(code))
  }

  private fold(tick: Tick): void {
    this.book.fold(tick.symbol, { time: tick.time, price: tick.last, size: tick.size })
  }

  private sessionEdge(code: string, atMs: number, edge: (instrument: Instrument, sessionMs: number) => number | null): number | null {
    const instrument = this.byKey.get(code)
    const sessionMs = this.feed.sessionTime(atMs, code)
    const found = instrument === undefined || sessionMs === null ? null : edge(instrument, sessionMs)
    return found === null ? null : this.feed.wallTime(found, code)
  }

  /** A listener that fails must not stop the feed for everyone else. */
  private guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.logger.error({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, 'a market listener failed')
    }
  }
}
