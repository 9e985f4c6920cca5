/**
 * A feed is where prices come from. It offers instruments, tells what it knows of the past, and hands out ticks as time advances;
 * the market (open-market.ts) judges, keeps and publishes them.
 *
 * Invariants: `seq` grows with every tick of a symbol; a feed never stamps a tick later than the wall time it was advanced to;
 * what a source quotes while its market is closed is handed out as a past tick, never as one to trade on.
 */
import type { Candle, Period } from '../../rules/candles'
import type { Fixed } from '../../rules/decimal'
import type { Instrument } from './instrument'

export interface Tick {
  source: string
  /** The instrument's code. */
  symbol: string
  bid: Fixed
  ask: Fixed
  /** The source quotes a bid and an ask of its own, which may be equal for a moment; else it makes one price. */
  isTwoSided: boolean
  /** What charts show: the trade price, or the bid where the source quotes two sides. */
  last: Fixed
  size: Fixed
  seq: bigint
  /** UTC milliseconds of the market's own time, never later than now. */
  time: number
}

/** What a tick says; a line of the log has it whole. */
export type TickPrices = Omit<Tick, 'isTwoSided'>

export interface FeedHandler {
  onTick(tick: Tick): void
  /** A tick for candles only: history at boot, the time a process was suspended, or quoted while the market was closed. */
  onPastTick(tick: Tick): void
  /** The source is connected and its last quote still stands, although nothing new was quoted. */
  onHeartbeat(symbol: string): void
}

export interface HistoryRequest {
  code: string
  period: Period
  /** UTC milliseconds; aligned to the period. */
  fromMs: number
  /** UTC milliseconds, not included: what happened at or after it is left to the live feed. */
  toMs: number
  /** Every tick, or only enough of them to draw the candle. */
  detail: 'every-tick' | 'sampled'
}

export interface Feed {
  readonly source: string
  /** True when no market stands behind the prices; pages, receipts and broker.json say so. */
  readonly isSimulated: boolean
  readonly instruments: readonly Instrument[]
  /** True when candles of an earlier run still fit this feed, so that they are worth keeping. */
  readonly hasLastingHistory: boolean
  /** Candles of the past, ascending; empty where the feed knows none. */
  history(request: HistoryRequest): Candle[]
  /** The time by which market hours are judged at a wall time; null once the source has ended for good. */
  sessionTime(wallMs: number): number | null
  /** The wall time at which a session time will be reached; null when it never will. */
  wallTime(sessionMs: number): number | null
  /** Past ticks first, then live ones as `advanceTo` is called. */
  start(handler: FeedHandler, wallMs: number): void
  /** Emits everything due up to this wall time. Time that goes backwards emits nothing. */
  advanceTo(wallMs: number): void
  stop(): void
}
