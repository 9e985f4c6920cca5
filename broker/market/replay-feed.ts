/**
 * Plays recorded ticks, or ticks that were made of recorded minutes (minute-ticks.ts), as if they happened now, at 1 to 100 times their speed.
 *
 * Invariants: every recorded tick from a week before its start on is handed out once, in order, at its recorded price. Its time is shifted by a whole number of
 * minutes, so minutes fold as they did; the shift puts the end of the tape at the wall time at which it will be reached, so
 * market time is never in the future at any speed. Opening hours are judged by the recorded time. When the tape has ended, so
 * have its markets.
 */

import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { isMarketOpen } from '../../rules/market-hours'
import { CATALOGUE } from './catalogue'
import type { FeedHandler, Tick } from './feed'
import type { Instrument } from './instrument'
import { openTapes, type Tape } from './read-tape'
import { SingleSourceFeed } from './single-source-feed'
import type { TapeTick } from './tape-lines'

interface ReplayFeedOptions {
  directory: string
  /** 1 to 100. */
  speed?: number
  /** Where the tape starts to play: `HH:MM` (UTC) of its first day, or an ISO time. What lies before is history. */
  from?: string
  /** Wall time of the boot, UTC milliseconds. */
  bootMs: number
  catalogue?: readonly Instrument[]
  /** Hears of what cannot be read while it is played, and is left out. */
  warn?: (sentence: string) => void
}

const HEARTBEAT_MS = 1_000
const DEFAULT_REPLAY_FROM = '12:00'

/** What lies further before the start is not read: it would be a year of history for a month of practice. */
const HISTORY_MS = 7 * DAY_MS
/** A number for each tick that does not depend on where the tape begins to play: more than a piece has. */
const NUMBERS_PER_PIECE = 10_000_000

/** One tape with the place at which it is played. */
class Reel {
  private piece = -1
  private ticks: readonly TapeTick[] = []
  private next = 0

  constructor(
    readonly instrument: Instrument,
    readonly tape: Tape,
    private readonly warn: (sentence: string) => void,
  ) {}

  /** Pieces that end at or before this moment are left out. */
  skipTo(recordMs: number): void {
    const first = this.tape.pieces.findIndex(({ endMs }) => endMs > recordMs)
    this.piece = (first === -1 ? this.tape.pieces.length : first) - 1
  }

  /** The tick that comes next; undefined when the tape has ended. */
  peek(): TapeTick | undefined {
    while (this.next >= this.ticks.length && this.piece + 1 < this.tape.pieces.length) this.load(this.piece + 1)
    return this.ticks[this.next]
  }

  take(): { readonly tick: TapeTick; readonly seq: bigint } {
    const tick = this.peek()
    if (tick === undefined) throw new RangeError(`the tape of ${this.instrument.code} has ended`)
    this.next += 1
    return { tick, seq: BigInt(this.piece * NUMBERS_PER_PIECE + this.next) }
  }

  private load(piece: number): void {
    this.piece = piece
    this.next = 0
    try {
      this.ticks = this.tape.pieces[piece]?.read() ?? []
    } catch (error) {
      this.ticks = []
      this.warn(`a part of a recording is left out: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** @throws Error when the folder holds no ticks of a known instrument, or speed or start make no sense. */
export function openReplayFeed(options: ReplayFeedOptions): ReplayFeed {
  const { directory, catalogue = CATALOGUE, warn = () => {} } = options
  const reels = openTapes(directory).flatMap((tape) => {
    // Recordings of coins against the dollar stand for the same coin against USDT.
    const known = catalogue.find(({ code }) => code === tape.symbol) ?? catalogue.find(({ code }) => code === `${tape.symbol}T`)
    if (!known) return []
    return [new Reel({ ...known, pricePrecision: Math.max(known.pricePrecision, tape.pricePrecision) }, tape, warn)]
  })
  if (reels.length === 0) throw new Error(`no recording in ${directory} belongs to an instrument of the catalogue`)
  return new ReplayFeed(reels, options)
}

export class ReplayFeed extends SingleSourceFeed {
  readonly source = 'replay'
  readonly isSimulated: boolean
  readonly hasLastingHistory = false
  readonly instruments: readonly Instrument[]
  /** Added to a recorded time to get market time; whole minutes. */
  readonly shiftMs: number
  readonly speed: number
  private readonly bootMs: number
  private readonly playFromMs: number
  private readonly recordEndMs: number
  private lastHeartbeatMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly reels: Reel[],
    { speed = 1, from = DEFAULT_REPLAY_FROM, bootMs }: ReplayFeedOptions,
  ) {
    super()
    if (!(speed >= 1 && speed <= 100)) throw new RangeError(`a tape plays at 1 to 100 times its speed, not ${speed}`)
    this.speed = speed
    this.bootMs = bootMs
    this.instruments = reels.map(({ instrument }) => instrument)
    this.isSimulated = reels.some(({ tape }) => tape.isSimulated)
    const firstMs = Math.min(...reels.map(({ tape }) => tape.firstMs))
    this.recordEndMs = Math.max(...reels.map(({ tape }) => tape.lastMs)) + 1
    this.playFromMs = startOf(from, firstMs, this.recordEndMs)
    for (const reel of reels) reel.skipTo(this.playFromMs - HISTORY_MS)
    const endsAtMs = bootMs + (this.recordEndMs - this.playFromMs) / speed
    this.shiftMs = Math.floor((endsAtMs - this.recordEndMs) / MINUTE_MS) * MINUTE_MS
  }

  override isOfMinutes(_source: string, code: string): boolean {
    return this.reels.some(({ instrument, tape }) => instrument.code === code && tape.isOfMinutes)
  }

  override sessionTime(wallMs: number): number | null {
    const recordMs = this.recordTime(wallMs)
    return recordMs >= this.recordEndMs ? null : recordMs
  }

  override wallTime(sessionMs: number): number | null {
    if (sessionMs >= this.recordEndMs) return null
    return Math.ceil(this.bootMs + (sessionMs - this.playFromMs) / this.speed)
  }

  start(handler: FeedHandler): void {
    this.handler = handler
    this.eachUntil(this.playFromMs - 1, (tick) => handler.onPastTick(tick))
  }

  advanceTo(wallMs: number): void {
    const handler = this.handler
    if (!handler) return
    this.eachUntil(this.recordTime(wallMs), (tick, reel) => {
      if (isMarketOpen(reel.instrument.calendar, tick.time - this.shiftMs)) handler.onTick(tick)
      else handler.onPastTick(tick)
    })
    if (wallMs - this.lastHeartbeatMs < HEARTBEAT_MS || this.sessionTime(wallMs) === null) return
    this.lastHeartbeatMs = wallMs
    for (const { instrument } of this.reels) handler.onHeartbeat(instrument.code)
  }

  private recordTime(wallMs: number): number {
    return this.playFromMs + (wallMs - this.bootMs) * this.speed
  }

  /** Hands out every tick recorded up to `recordMs` (included), the earliest of all reels first. */
  private eachUntil(recordMs: number, visit: (tick: Tick, reel: Reel) => void): void {
    for (;;) {
      let earliest: Reel | undefined
      let earliestMs = Number.POSITIVE_INFINITY
      for (const reel of this.reels) {
        const time = reel.peek()?.time ?? Number.POSITIVE_INFINITY
        if (time < earliestMs) {
          earliest = reel
          earliestMs = time
        }
      }
      if (!earliest || earliestMs > recordMs) return
      visit(this.takeTick(earliest), earliest)
    }
  }

  private takeTick(reel: Reel): Tick {
    const { tick, seq } = reel.take()
    return {
      source: this.source,
      symbol: reel.instrument.code,
      bid: tick.bid,
      ask: tick.ask,
      isTwoSided: tick.isTwoSided ?? reel.tape.isTwoSided,
      // Charts of two-sided quotes show the bid, as the trade does.
      last: tick.bid,
      size: tick.size,
      seq,
      time: tick.time + this.shiftMs,
    }
  }
}

/** A time of day is one of the first day; a whole moment has to lie on the tape. */
function startOf(from: string, firstMs: number, endMs: number): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(from) ?? []
  const firstDay = Math.floor(firstMs / DAY_MS) * DAY_MS
  if (hours !== undefined) return Math.min(firstDay + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS, endMs)
  const start = Date.parse(from)
  if (!Number.isFinite(start)) throw new RangeError(`a tape starts at HH:MM or at an ISO time, not at ${JSON.stringify(from)}`)
  if (start >= firstDay && start < endMs) return start
  const [first, end] = [firstDay, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16))
  throw new RangeError(`the tape runs from ${first} to ${end} UTC and cannot start at ${from}`)
}
