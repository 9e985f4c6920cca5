/**
 * Opens the market: a feed, the quote board, the candles and the opening hours behind one face.
 *
 * The way of a tick: feed → judged by the board → folded into candles → published as quote → listeners, all in one turn of the
 * event loop, so whoever hears of a quote finds candles that already contain it. Ticks that are refused leave no trace in candles.
 */
import type { KlinePush } from '../../contract/socket'
import { type Candle, type Period, toWireCandle, type WireCandle } from '../../rules/candles'
import { HOUR_MS } from '../../rules/durations'
import type { Logger } from '../ground/logger'
import { backFill } from './back-fill'
import { openFeed } from './choose-feed'
import { arrivalOf, type Feed, type SeededMarket, type Tick } from './feed'
import type { Instrument } from './instrument'
import { type CandleCoverage, type CandleMark, type CandleStore, LiveCandles } from './live-candles'
import type { MarketHealth } from './market-health'
import type { MarketOptions, MarketSharing, MarketStores } from './market-options'
import { MemoryCandleStore } from './memory-candle-store'
import { PriceRecord } from './price-record'
import { PriceSharing, type SharedMarket, type SharedTick } from './price-sharing'
import type { Quote, Verdict } from './quotes'
import { ShownMarket } from './shown-market'
import type { MarketBoard } from './tenant-market'
import { type LoggedTick, TickLog } from './tick-log'

/** The market as trading (PriceSource) and the tenants' view (MarketBoard) ask for it, and what running it takes. */
export interface Market extends MarketBoard {
  readonly source: string
  /** True when no market stands behind the prices. */
  readonly isSimulated: boolean
  /** The simulated markets among its sources. */
  seededMarkets(): readonly SeededMarket[]
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
  flushPrices(): Promise<void>
  stop(): Promise<void>
}

const FEED_INTERVAL_MS = 40
const HOURS_INTERVAL_MS = 500
/** What a fill's proof needs is on the disk soon after it. */
const TICKS_FLUSH_MS = 1_000
/** Charts read candles from memory; those that a killed process had not written are made again at the next start. */
const CANDLES_FLUSH_MS = 30_000
/** For so long closed candles of another node's prices are kept, should it end before it has written them. */
const HEARD_UNSAVED_MS = 5 * 60_000
const KEPT_IN_MEMORY = 20_000

/** Opens the market and resolves when quotes and candles are there. Rejects when the feed cannot be opened or the store fails. */
export async function openMarket(options: MarketOptions): Promise<Market> {
  const { clock, logger } = options
  const bootMs = clock.now()
  const feed = openFeed(options.feed, bootMs, logger)
  const store = feed.hasLastingHistory ? options.candleStore : new MemoryCandleStore(KEPT_IN_MEMORY)
  const codes = feed.instruments.map(({ code }) => code)
  const liveCandles = new LiveCandles(codes, store)
  const market = new RunningMarket(feed, liveCandles, options)
  const { sharing } = options
  if (sharing === undefined) {
    if (feed.hasLastingHistory) await fillCandles(feed, store, options)
    liveCandles.restore(await store.coverage(codes, bootMs, 1))
    market.rememberLastPrices()
    feed.start(market, bootMs)
  } else {
    liveCandles.restore(await store.coverage(codes, bootMs, 1))
    market.rememberLastPrices()
    await market.share(sharing)
  }
  await market.warmSparklines()
  market.run()
  return market
}

/** Up to now, as far as the feed knows its past. */
async function fillCandles(feed: Feed, store: CandleStore, { clock, logger }: Pick<MarketOptions, 'clock' | 'logger'>): Promise<void> {
  const forgotten = await store.claimFor(new Map(feed.instruments.map(({ code }) => [code, feed.originOf(code)])))
  if (forgotten.length > 0) logger.warn({ codes: forgotten }, 'candles of another market were forgotten')
  const startedAt = clock.monotonic()
  const filled = await backFill({ feed, store, nowMs: clock.now() })
  logger.info({ ...filled, tookMs: Math.round(clock.monotonic() - startedAt) }, 'candles are filled up to now')
}

class RunningMarket extends ShownMarket implements Market, SharedMarket {
  private readonly tickLog: TickLog
  private priceRecord: PriceRecord
  /** Where several nodes show this market. */
  private sharing: PriceSharing | undefined
  /** Where candles are written; null while another node writes them. */
  private candleWriter: CandleStore | null
  private readonly quoteListeners = new Set<(code: string) => void>()
  private readonly openState = new Map<string, boolean>()
  private readonly logger: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private lastHeardMs: number
  private hoursWatchedMs = 0
  private ticks = 0
  /** Market time of the newest tick. */
  private lastTickMs = 0
  private isStopped = false

  constructor(feed: Feed, liveCandles: LiveCandles, options: MarketOptions) {
    super(feed, liveCandles, options)
    this.logger = options.logger
    this.lastHeardMs = this.clock.monotonic()
    const own: Partial<MarketStores> = options.sharing === undefined ? options : {}
    this.tickLog = new TickLog(this.codes(), options.clock, own.tickLogStore)
    this.priceRecord = new PriceRecord(options.clock, own.priceRecordStore)
    this.candleWriter = own.candleStore === undefined ? null : liveCandles.store
  }

  // What the feed says.

  onTick(tick: Tick): void {
    if (!this.mayMake()) return
    const verdict = this.board.judge(tick)
    const arrivedAt = arrivalOf(tick, this.clock)
    if (verdict === 'quarantined')
      this.logger.warn({ code: tick.symbol, seq: String(tick.seq) }, 'a price far from the last ones was held back')
    const isConfirmed = verdict === 'accepted' && this.board.publish(tick, arrivedAt).isConfirmed
    // What another source denies sets nothing off (Pricing.triggeringQuote).
    this.priceRecord.note(tick, { verdict, arrivedAt, isConfirmed: isConfirmed && !this.feed.isDisputed(tick.symbol) })
    this.sharing?.tell({ tick, verdict, arrivedAt, isConfirmed })
    this.hear(tick, verdict, arrivedAt)
  }

  onHeldBack(tick: Tick): void {
    if (!this.mayMake()) return
    this.board.counts.quarantined += 1
    const arrivedAt = arrivalOf(tick, this.clock)
    this.tickLog.note(tick, 'quarantined', arrivedAt)
    this.priceRecord.note(tick, { verdict: 'quarantined', arrivedAt, isConfirmed: false })
    this.sharing?.tell({ tick, verdict: 'quarantined', arrivedAt, isConfirmed: false })
  }

  onPastTick(tick: Tick): void {
    if (!this.mayMake()) return
    this.fold(tick)
    this.board.remember(tick)
    this.sharing?.tell({ tick, verdict: 'accepted', arrivedAt: null, isConfirmed: false })
  }

  onHeartbeat(code: string): void {
    if (!this.mayMake()) return
    this.takeConfirmed(code)
    this.sharing?.tellConfirmed(code)
  }

  private mayMake(): boolean {
    return this.sharing === undefined || this.sharing.mayTell()
  }

  /** A judged tick, wherever that was; an accepted one is the quote by now. */
  private hear(tick: Tick, verdict: Verdict, arrivedAt: number): void {
    this.tickLog.note(tick, verdict, arrivedAt)
    if (verdict !== 'accepted') return
    this.lastHeardMs = this.clock.monotonic()
    this.ticks += 1
    this.fold(tick)
    this.tellQuoteListeners(tick.symbol)
  }

  // What other nodes say, and ask.

  share(sharing: MarketSharing): Promise<void> {
    this.sharing = new PriceSharing({ ...sharing, clock: this.clock, logger: this.logger }, this)
    return this.sharing.open()
  }

  takeOver({ tick, verdict, arrivedAt, isConfirmed }: SharedTick): void {
    if (!this.byKey.has(tick.symbol)) return
    if (arrivedAt === null) {
      this.fold(tick)
      this.board.remember(tick)
      return
    }
    this.board.show(tick, { verdict, arrivedAt, isConfirmed })
    this.hear(tick, verdict, arrivedAt)
  }

  takeConfirmed(code: string): void {
    this.lastHeardMs = this.clock.monotonic()
    if (!this.byKey.has(code)) return
    this.board.heartbeat(code)
    // A confirmed quote is news to whoever shows its age.
    this.tellQuoteListeners(code)
  }

  async lead(stores: MarketStores, goesOn: boolean): Promise<void> {
    const { feed } = this
    const store = feed.hasLastingHistory ? stores.candleStore : this.liveCandles.store
    const nowMs = this.clock.now()
    if (!goesOn && feed.hasLastingHistory) {
      await fillCandles(feed, store, this.options)
      await this.restoreCandles((await store.newest(this.codes(), nowMs)).rows, [])
    }
    await feed.renew?.()
    this.tickLog.writeTo(stores.tickLogStore)
    this.priceRecord = new PriceRecord(this.clock, stores.priceRecordStore)
    this.candleWriter = store
    // What was quoted since the node before has ended comes now, as far as the feed knows it.
    feed.start(this, goesOn && this.lastTickMs > 0 ? Math.min(nowMs, this.lastTickMs) : nowMs, (code) => this.board.get(code))
  }

  async endLead(): Promise<void> {
    await this.feed.stop()
    const written = await Promise.allSettled([this.writeCandles(), this.tickLog.flush(), this.priceRecord.end()])
    this.candleWriter = null
    this.tickLog.writeTo(undefined)
    this.priceRecord = new PriceRecord(this.clock)
    for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason
  }

  keepTicksAfter(code: string, tick: Pick<Tick, 'source' | 'seq'>): void {
    this.tickLog.watchAfterTick(code, tick)
  }

  async writeCandles(markNow?: () => CandleMark): Promise<void> {
    const store = this.candleWriter
    if (store !== null) await this.liveCandles.flush(store, markNow)
    else this.liveCandles.forgetUnsaved(this.clock.now() - HEARD_UNSAVED_MS)
  }

  async readCandles(): Promise<{ readonly rows: readonly CandleCoverage[]; readonly mark: CandleMark | null } | null> {
    // Of a clock that is behind the other node's nothing is to be missed.
    return this.feed.hasLastingHistory ? this.liveCandles.store.newest(this.codes(), this.clock.now() + HOUR_MS) : null
  }

  async restoreCandles(rows: readonly CandleCoverage[], after: readonly Tick[]): Promise<void> {
    this.liveCandles.restore(rows)
    for (const tick of after) if (this.byKey.has(tick.symbol)) this.fold(tick)
    await this.warmSparklines()
  }

  ownDisputes(): readonly string[] {
    return this.codes().filter((code) => this.feed.isDisputed(code))
  }

  private codes(): string[] {
    return this.feed.instruments.map(({ code }) => code)
  }

  // What the house asks.

  isDisputed(code: string): boolean {
    return this.mayMake() ? this.feed.isDisputed(code) : (this.sharing?.isDisputed(code) ?? false)
  }

  onQuote(listener: (code: string) => void): () => void {
    this.quoteListeners.add(listener)
    return () => this.quoteListeners.delete(listener)
  }

  onCandle(listener: (code: string, candle: KlinePush) => void): () => void {
    return this.liveCandles.onCandle((code, period, candle) =>
      this.guard(() => listener(code, { Period: period, ...toWireCandle(candle) })),
    )
  }

  recentTicks(code: string): readonly LoggedTick[] {
    return this.tickLog.recent(code)
  }

  watchTicksAfter(code: string): void {
    const quote = this.board.get(code)
    if (this.mayMake()) this.tickLog.watchAfter(code)
    else if (quote !== undefined) this.sharing?.wantTicksAfter(code, quote)
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
    if (this.mayMake()) this.feed.advanceTo(nowMs)
    this.sharing?.advance()
    if (Math.abs(nowMs - this.hoursWatchedMs) >= HOURS_INTERVAL_MS) this.watchHours(nowMs)
  }

  async flush(): Promise<void> {
    // All are tried: a failure of one does not hold up the others.
    const outcomes = await Promise.allSettled([this.storeCandles(), this.tickLog.flush(), this.priceRecord.flush()])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  flushPrices(): Promise<void> {
    return this.priceRecord.flush()
  }

  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    for (const timer of this.timers) clearInterval(timer)
    if (this.sharing !== undefined) return this.sharing.close()
    await this.feed.stop()
    await Promise.all([this.flush(), this.priceRecord.end()])
  }

  // What happens by itself.

  run(): void {
    if (this.options.hasTimers === false) return
    this.timers.push(setInterval(() => this.guard(() => this.advance()), FEED_INTERVAL_MS))
    const save = (saved: Promise<void>) =>
      void saved.catch((error: unknown) =>
        this.logger.error({ error: String(error) }, 'candles or prices could not be saved; they are kept and tried again'),
      )
    this.timers.push(
      setInterval(() => save(this.tickLog.flush()), TICKS_FLUSH_MS),
      setInterval(() => save(this.priceRecord.flush()), TICKS_FLUSH_MS),
      setInterval(() => save(this.storeCandles()), CANDLES_FLUSH_MS),
    )
  }

  /** Those of other nodes are told how far they go. */
  private storeCandles(): Promise<void> {
    return this.sharing?.mayTell() ? this.sharing.storeCandles() : this.writeCandles()
  }

  /** A market that rests at boot still shows its last price: the close of its newest minute. */
  rememberLastPrices(): void {
    for (const { code } of this.feed.instruments) {
      const minute = this.liveCandles.current(code, '1min')
      if (!minute) continue
      const { close } = minute
      const prices = { bid: close, ask: close, last: close, isTwoSided: false }
      const tick: Tick = { source: this.source, symbol: code, ...prices, size: 0n, seq: -1n, time: minute.time }
      this.board.remember(tick)
    }
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
    this.lastTickMs = Math.max(this.lastTickMs, tick.time)
    this.liveCandles.fold(tick.symbol, { time: tick.time, price: tick.last, size: tick.size })
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
