/** What a market is asked about its prices: the board, the candles and the opening hours behind one face. Nothing here changes them. */
import type { KlinePush } from '../../contract/socket'
import { type Candle, PERIODS, type Period, toWireCandle, type WireCandle } from '../../rules/candles'
import { isMarketOpen, nextClose, nextOpen } from '../../rules/market-hours'
import type { Clock } from '../ground/clock'
import type { Feed, SeededMarket, Tick } from './feed'
import type { Instrument } from './instrument'
import type { LiveCandles } from './live-candles'
import type { MarketOptions } from './market-options'
import { DEFAULT_STALE_AFTER_MS, type Quote, QuoteBoard } from './quotes'
import type { DayFigures } from './tenant-market'

const DAILY_PAUSE_MS = 10 * 60_000
/** Closes every half hour over 24 hours: as much as a line of 72 pixels can show. */
const SPARK_PERIOD = '30min'
const SPARK_CANDLES = 48
const DEFAULT_CANDLES = 500
const MAX_CANDLES = 1_000

export class ShownMarket {
  readonly source: string
  readonly isSimulated: boolean
  protected readonly board: QuoteBoard
  protected readonly byKey = new Map<string, Instrument>()
  protected readonly clock: Clock
  private readonly staleAfterMs: number

  constructor(
    protected readonly feed: Feed,
    protected readonly liveCandles: LiveCandles,
    protected readonly options: MarketOptions,
  ) {
    this.source = feed.source
    this.isSimulated = feed.isSimulated
    this.clock = options.clock
    this.staleAfterMs = options.staleAfterMs ?? DEFAULT_STALE_AFTER_MS
    this.board = new QuoteBoard(feed.instruments, {
      clock: options.clock,
      staleAfterMs: this.staleAfterMs,
      ...(options.hasPriceBands === undefined ? {} : { hasPriceBands: options.hasPriceBands }),
      ...(options.confirmations === undefined ? {} : { confirmations: options.confirmations }),
    })
    for (const instrument of feed.instruments) {
      this.byKey.set(instrument.id, instrument)
      this.byKey.set(instrument.code, instrument)
    }
  }

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

  seededMarkets(): readonly SeededMarket[] {
    return this.feed.seededMarkets()
  }

  isSimulatedSource(source: string): boolean {
    return this.feed.isSimulatedSource(source)
  }

  isOfMinutes(source: string, code: string): boolean {
    return this.feed.isOfMinutes(source, code)
  }

  sourcesOf(code: string): readonly string[] {
    return this.feed.sourcesOf(code)
  }

  isStale(code: string, limitMs: number = this.staleAfterMs): boolean {
    return this.board.isStale(code, limitMs)
  }

  async candles(code: string, period: Period, range: { end?: number; limit?: number } = {}): Promise<WireCandle[]> {
    const limit = Math.min(MAX_CANDLES, Math.max(1, range.limit ?? DEFAULT_CANDLES))
    const candles = await this.liveCandles.candles(code, period, range.end === undefined ? { limit } : { end: range.end, limit })
    return candles.map(toWireCandle)
  }

  async minuteBefore(code: string, beforeMs: number): Promise<Candle | null> {
    return (await this.liveCandles.candles(code, '1min', { end: beforeMs, limit: 1 })).at(-1) ?? null
  }

  day(code: string): DayFigures | undefined {
    return this.liveCandles.current(code, '1day')
  }

  currentCandles(code: string): KlinePush[] {
    return PERIODS.flatMap((period) => {
      const candle = this.liveCandles.current(code, period)
      return candle ? [{ Period: period, ...toWireCandle(candle) }] : []
    })
  }

  spark(code: string): number[] {
    const day = this.liveCandles.current(code, '1day')
    if (day === undefined) return []
    const today = this.liveCandles.recent(code, SPARK_PERIOD).filter(({ time }) => time >= day.time)
    return [toWireCandle(day).Open, ...today.slice(-SPARK_CANDLES).map((candle) => toWireCandle(candle).Close)]
  }

  quarantine(code: string): Tick | undefined {
    return this.board.quarantine(code)
  }

  releaseQuarantine(code: string): void {
    this.board.releaseQuarantine(code)
  }

  private sessionEdge(code: string, atMs: number, edge: (instrument: Instrument, sessionMs: number) => number | null): number | null {
    const instrument = this.byKey.get(code)
    const sessionMs = this.feed.sessionTime(atMs, code)
    const found = instrument === undefined || sessionMs === null ? null : edge(instrument, sessionMs)
    return found === null ? null : this.feed.wallTime(found, code)
  }

  async warmSparklines(): Promise<void> {
    await Promise.all(this.feed.instruments.map(({ code }) => this.liveCandles.candles(code, SPARK_PERIOD, { limit: SPARK_CANDLES })))
  }
}
