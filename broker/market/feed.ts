/**
 * A feed is where prices come from. It offers instruments, tells what it knows of the past, and hands out ticks as time advances;
 * the market (open-market.ts) judges, keeps and publishes them.
 *
 * Invariants: `seq` grows with every tick of a symbol; a feed never stamps a tick later than the wall time it was advanced to;
 * what a source quotes while its market is closed is handed out as a past tick, never as one to trade on.
 */
import type { Candle, Period } from '../../rules/candles'
import type { Fixed } from '../../rules/decimal'
import type { SeedInstrument } from '../../rules/simulated/seed-facts'
import type { Clock } from '../ground/clock'
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
  /** `clock.monotonic()` when it was heard, where that is not now: a source that is taken up again stands by its last price. */
  heardAt?: number
  /** UTC milliseconds at which the source says that it made the price, by its own clock, where it says so: never judged by, this may run backwards. */
  sourceTime?: number
}

/** UTC milliseconds of our clock at which a tick arrived: now, or when a source that is taken up again last stood by it. */
export function arrivalOf({ heardAt }: Pick<Tick, 'heardAt'>, clock: Clock): number {
  return heardAt === undefined ? clock.now() : Math.round(clock.now() - (clock.monotonic() - heardAt))
}

/** What a tick says; a line of the log has it whole. */
export type TickPrices = Omit<Tick, 'isTwoSided' | 'heardAt'>

export interface FeedHandler {
  onTick(tick: Tick): void
  /** A price that was not believed: noted, and never traded on. */
  onHeldBack(tick: Tick): void
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

/** A simulated market, which can commit to a day before it begins. */
export interface SeededMarket {
  /** As its ticks name their source. */
  readonly market: string
  readonly instruments: Readonly<Record<string, SeedInstrument>>
  /** The document of a day's seed, secret until the day is over; by the Unix milliseconds of the day's beginning. */
  seedOf(from: number): string
}

export interface Feed {
  readonly source: string
  /** True when no market stands behind some of the prices; pages and broker.json say so. */
  readonly isSimulated: boolean
  readonly instruments: readonly Instrument[]
  /** True when candles of an earlier run still fit this feed, so that they are worth keeping. */
  readonly hasLastingHistory: boolean
  /** What the candles of an instrument are made of: those of another origin do not belong to it. */
  originOf(code: string): string
  /** Whether it knows candles of the past of an instrument. */
  knowsPast(code: string): boolean
  /** Candles of the past, ascending; empty where the feed knows none. */
  history(request: HistoryRequest): Candle[]
  /** The time by which an instrument's market hours are judged at a wall time; null once its source has ended for good. */
  sessionTime(wallMs: number, code: string): number | null
  /** The wall time at which a session time will be reached; null when it never will. */
  wallTime(sessionMs: number, code: string): number | null
  /** True when no market stands behind the prices of this source. */
  isSimulatedSource(source: string): boolean
  /** The simulated markets among its sources. */
  seededMarkets(): readonly SeededMarket[]
  /** True when the prices of an instrument at this source were made of recorded minute candles by a rule. */
  isOfMinutes(source: string, code: string): boolean
  /** Names of the sources of an instrument, the most preferred first. */
  sourcesOf(code: string): readonly string[]
  /** True while the sources of an instrument are apart and nobody can say which is right: no new orders, nothing is set off. */
  isDisputed(code: string): boolean
  /** Past ticks first, then live ones as `advanceTo` is called. `before`: where the numbers and times of another process's ticks ended. */
  start(handler: FeedHandler, wallMs: number, before?: (code: string) => Pick<Tick, 'seq' | 'time'> | undefined): void
  /** Makes it ready to be started again once it has been stopped; left out where it is. */
  renew?(): Promise<void>
  /** Emits everything due up to this wall time. Time that goes backwards emits nothing. */
  advanceTo(wallMs: number): void
  /** Resolves when its connections have ended. */
  stop(): Promise<void> | void
}
