/**
 * The quote board: the latest price of each instrument, judged before anyone may trade on it.
 *
 * Invariants: a tick is known by (source, symbol, seq), duplicates and older ones are dropped; a tick far from the median of
 * recent ones is quarantined until an operator releases it; after a pause two ticks in a row are needed before a quote is
 * confirmed. Ages are measured on the monotonic clock, from the moment of arrival.
 */
import type { Fixed } from '../../rules/decimal'
import type { QuotePrices } from '../../rules/price'
import type { Clock } from '../ground/clock'
import { arrivalOf, type Tick } from './feed'
import type { Instrument } from './instrument'

export interface Quote extends QuotePrices {
  readonly code: string
  readonly source: string
  readonly isTwoSided: boolean
  /** Last price: what the chart shows. */
  readonly last: Fixed
  /** Market time, UTC milliseconds. */
  readonly time: number
  /** UTC milliseconds by the source's own clock, where it says so: shown, never judged by. */
  readonly sourceTime?: number
  /** UTC milliseconds of our clock on arrival; absent for a price remembered from before. */
  readonly arrivedAt?: number
  /** `clock.monotonic()` when it arrived or was last said to stand; minus infinity for a price remembered from before. */
  readonly receivedAtMs: number
  readonly seq: bigint
  /** False for the first tick after a pause: no trigger may run on it yet. */
  readonly isConfirmed: boolean
}

export type Verdict = 'accepted' | 'duplicate' | 'late' | 'quarantined'

interface QuoteBoardOptions {
  clock: Clock
  /** A quote older than this is stale. */
  staleAfterMs?: number
  /** False lets every price through: for scripted markets. */
  hasPriceBands?: boolean
  /** Ticks in a row after a pause before a quote is confirmed. */
  confirmations?: number
}

export const DEFAULT_STALE_AFTER_MS = 2_000
const DEFAULT_CONFIRMATIONS = 2
const BAND_WINDOW = 31
const BAND_SCALE = 1_000_000

interface Entry {
  /** How far a price may be from the median: a share of it, in millionths. */
  readonly band: bigint
  quote: Quote | undefined
  /** Ring of recent accepted prices; its median is the reference of the band. */
  recent: Fixed[]
  recentNext: number
  /** The same prices, ascending. */
  sorted: Fixed[]
  streak: number
  quarantined: Tick | undefined
}

export class QuoteBoard {
  readonly counts: Record<Exclude<Verdict, 'accepted'>, number> = { duplicate: 0, late: 0, quarantined: 0 }
  private readonly entries: ReadonlyMap<string, Entry>
  private readonly clock: Clock
  private readonly staleAfterMs: number
  private readonly hasPriceBands: boolean
  private readonly confirmations: number

  constructor(instruments: readonly Instrument[], options: QuoteBoardOptions) {
    this.clock = options.clock
    this.staleAfterMs = options.staleAfterMs ?? DEFAULT_STALE_AFTER_MS
    this.hasPriceBands = options.hasPriceBands ?? true
    this.confirmations = options.confirmations ?? DEFAULT_CONFIRMATIONS
    this.entries = new Map(
      instruments.map((instrument) => [
        instrument.code,
        {
          band: BigInt(Math.round(instrument.priceBand * BAND_SCALE)),
          quote: undefined,
          recent: [],
          recentNext: 0,
          sorted: [],
          streak: 0,
          quarantined: undefined,
        },
      ]),
    )
  }

  get(code: string): Quote | undefined {
    return this.entries.get(code)?.quote
  }

  /** Whether a tick may become the quote. Counts what it refuses. */
  judge(tick: Tick): Verdict {
    const entry = this.require(tick.symbol)
    const verdict = this.verdictOn(entry, tick)
    if (verdict !== 'accepted') this.counts[verdict] += 1
    if (verdict === 'quarantined' && isPossible(tick)) entry.quarantined = tick
    return verdict
  }

  /** Makes an accepted tick the quote. */
  publish(tick: Tick, arrivedAt = arrivalOf(tick, this.clock)): Quote {
    const entry = this.require(tick.symbol)
    entry.streak = this.ageMs(tick.symbol) > this.staleAfterMs ? 1 : entry.streak + 1
    entry.quarantined = undefined
    rememberPrice(entry, tick.last)
    return this.store(entry, tick, {
      heardAt: tick.heardAt ?? this.clock.monotonic(),
      arrivedAt,
      isConfirmed: entry.streak >= this.confirmations,
    })
  }

  /** Takes over what another node has judged: it is the quote, or held back, as it is there. */
  show(tick: Tick, { verdict, arrivedAt, isConfirmed }: { verdict: Verdict; arrivedAt: number; isConfirmed: boolean }): void {
    const entry = this.require(tick.symbol)
    if (verdict !== 'accepted') {
      this.counts[verdict] += 1
      if (verdict === 'quarantined' && isPossible(tick)) entry.quarantined = tick
      return
    }
    entry.streak = isConfirmed ? this.confirmations : 1
    entry.quarantined = undefined
    rememberPrice(entry, tick.last)
    this.store(entry, tick, { heardAt: tick.heardAt ?? this.clock.monotonic(), arrivedAt, isConfirmed })
  }

  /** Remembers a price from before the feed was live: shown, but stale and unconfirmed. */
  remember(tick: Tick): void {
    const entry = this.require(tick.symbol)
    rememberPrice(entry, tick.last)
    entry.streak = 0
    this.store(entry, tick, { heardAt: Number.NEGATIVE_INFINITY, arrivedAt: null, isConfirmed: false })
  }

  /** The source says that its last quote still stands. */
  heartbeat(code: string): void {
    const entry = this.require(code)
    if (entry.quote) entry.quote = { ...entry.quote, receivedAtMs: this.clock.monotonic() }
  }

  /** Milliseconds since the quote arrived; infinity when there is none. */
  ageMs(code: string): number {
    const quote = this.get(code)
    return quote ? this.clock.monotonic() - quote.receivedAtMs : Number.POSITIVE_INFINITY
  }

  /** `limitMs`: a tenant's own limit. */
  isStale(code: string, limitMs: number = this.staleAfterMs): boolean {
    return this.ageMs(code) > limitMs
  }

  /** The tick that is held back, if any. */
  quarantine(code: string): Tick | undefined {
    return this.entries.get(code)?.quarantined
  }

  /** An operator confirms that the market really is there: the next ticks are judged from the quarantined price. */
  releaseQuarantine(code: string): void {
    const entry = this.require(code)
    if (!entry.quarantined) return
    entry.recent = [entry.quarantined.last]
    entry.recentNext = 1
    entry.sorted = [entry.quarantined.last]
    entry.quarantined = undefined
  }

  private verdictOn(entry: Entry, tick: Tick): Verdict {
    const { quote } = entry
    if (quote && quote.source === tick.source) {
      if (tick.seq === quote.seq) return 'duplicate'
      if (tick.seq < quote.seq) return 'late'
    }
    if (!isPossible(tick)) return 'quarantined'
    const reference = medianOf(entry)
    if (!this.hasPriceBands || reference === undefined) return 'accepted'
    const distance = tick.last > reference ? tick.last - reference : reference - tick.last
    const allowed = (reference * entry.band) / BigInt(BAND_SCALE)
    return distance > allowed ? 'quarantined' : 'accepted'
  }

  private store(
    entry: Entry,
    tick: Tick,
    { heardAt, arrivedAt, isConfirmed }: { heardAt: number; arrivedAt: number | null; isConfirmed: boolean },
  ): Quote {
    const quote: Quote = {
      code: tick.symbol,
      source: tick.source,
      bid: tick.bid,
      ask: tick.ask,
      isTwoSided: tick.isTwoSided,
      last: tick.last,
      time: tick.time,
      ...(tick.sourceTime === undefined ? {} : { sourceTime: tick.sourceTime }),
      ...(arrivedAt === null ? {} : { arrivedAt }),
      receivedAtMs: heardAt,
      seq: tick.seq,
      isConfirmed,
    }
    entry.quote = quote
    return quote
  }

  private require(code: string): Entry {
    const entry = this.entries.get(code)
    if (!entry) throw new RangeError(`the quote board has no instrument ${code}`)
    return entry
  }
}

/** A source that fails may send zero, less, or a bid above its ask; no operator can release such a price. */
function isPossible({ bid, ask, last }: Tick): boolean {
  return bid > 0n && last > 0n && ask >= bid
}

/** Two hundred times a second: kept in order instead of sorted anew. */
function rememberPrice(entry: Entry, price: Fixed): void {
  const { recent, sorted } = entry
  const leaving = recent[entry.recentNext]
  recent[entry.recentNext] = price
  entry.recentNext = (entry.recentNext + 1) % BAND_WINDOW
  if (leaving !== undefined) sorted.splice(sorted.indexOf(leaving), 1)
  const place = sorted.findIndex((other) => other > price)
  sorted.splice(place === -1 ? sorted.length : place, 0, price)
}

/** Undefined before the first price. */
function medianOf({ sorted }: Entry): Fixed | undefined {
  return sorted[sorted.length >> 1]
}
