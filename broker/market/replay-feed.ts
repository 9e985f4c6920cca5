/**
 * Plays recorded ticks as if they happened now, at 1 to 100 times their speed.
 *
 * Invariants: every recorded tick is handed out once, in order, at its recorded price. Its time is shifted by a whole number of
 * minutes, so minutes fold as they did; the shift puts the end of the tape at the wall time at which it will be reached, so
 * market time is never in the future at any speed. Opening hours are judged by the recorded time. When the tape has ended, so
 * have its markets.
 */

import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { isMarketOpen } from '../../rules/market-hours'
import { CATALOGUE } from './catalogue'
import type { Feed, FeedHandler, Tick } from './feed'
import type { Instrument } from './instrument'
import { readTapes, type Tape } from './read-tape'

interface ReplayFeedOptions {
  directory: string
  /** 1 to 100. */
  speed?: number
  /** Where the tape starts to play: `HH:MM` (UTC) of its first day, or an ISO time. What lies before is history. */
  from?: string
  /** Wall time of the boot, UTC milliseconds. */
  bootMs: number
  catalogue?: readonly Instrument[]
}

const HEARTBEAT_MS = 1_000
const DEFAULT_REPLAY_FROM = '12:00'

interface Reel {
  instrument: Instrument
  tape: Tape
  next: number
}

/** @throws Error when the folder holds no ticks of a known instrument, or speed or start make no sense. */
export function openReplayFeed(options: ReplayFeedOptions): ReplayFeed {
  const { directory, catalogue = CATALOGUE } = options
  const reels = readTapes(directory).flatMap((tape) => {
    // Recordings of coins against the dollar stand for the same coin against USDT.
    const known = catalogue.find(({ code }) => code === tape.symbol) ?? catalogue.find(({ code }) => code === `${tape.symbol}T`)
    if (!known) return []
    return [{ instrument: { ...known, pricePrecision: Math.max(known.pricePrecision, tape.pricePrecision) }, tape, next: 0 }]
  })
  if (reels.length === 0) throw new Error(`no recording in ${directory} belongs to an instrument of the catalogue`)
  return new ReplayFeed(reels, options)
}

export class ReplayFeed implements Feed {
  readonly source = 'replay'
  readonly isSimulated = false
  readonly hasLastingHistory = false
  readonly instruments: readonly Instrument[]
  /** Added to a recorded time to get market time; whole minutes. */
  readonly shiftMs: number
  readonly speed: number
  private readonly bootMs: number
  private readonly playFromMs: number
  private readonly recordEndMs: number
  private handler: FeedHandler | undefined
  private lastHeartbeatMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly reels: Reel[],
    { speed = 1, from = DEFAULT_REPLAY_FROM, bootMs }: ReplayFeedOptions,
  ) {
    if (!(speed >= 1 && speed <= 100)) throw new RangeError(`a tape plays at 1 to 100 times its speed, not ${speed}`)
    this.speed = speed
    this.bootMs = bootMs
    this.instruments = reels.map(({ instrument }) => instrument)
    const firstMs = Math.min(...reels.map(({ tape }) => tape.ticks[0]?.time ?? Number.POSITIVE_INFINITY))
    this.recordEndMs = Math.max(...reels.map(({ tape }) => tape.ticks.at(-1)?.time ?? 0)) + 1
    this.playFromMs = Math.min(startOf(from, firstMs), this.recordEndMs)
    const endsAtMs = bootMs + (this.recordEndMs - this.playFromMs) / speed
    this.shiftMs = Math.floor((endsAtMs - this.recordEndMs) / MINUTE_MS) * MINUTE_MS
  }

  originOf(): string {
    return this.source
  }

  knowsPast(): boolean {
    return false
  }

  history(): [] {
    return []
  }

  isSimulatedSource(): boolean {
    return this.isSimulated
  }

  isDisputed(): boolean {
    return false
  }

  sessionTime(wallMs: number): number | null {
    const recordMs = this.recordTime(wallMs)
    return recordMs >= this.recordEndMs ? null : recordMs
  }

  wallTime(sessionMs: number): number | null {
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

  stop(): void {
    this.handler = undefined
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
        const time = reel.tape.ticks[reel.next]?.time ?? Number.POSITIVE_INFINITY
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
    const index = reel.next
    const recorded = reel.tape.ticks[index]
    if (!recorded) throw new RangeError(`the tape of ${reel.instrument.code} has ended`)
    reel.next += 1
    return {
      source: this.source,
      symbol: reel.instrument.code,
      bid: recorded.bid,
      ask: recorded.ask,
      isTwoSided: reel.tape.isTwoSided,
      // Charts of two-sided quotes show the bid, as the trade does.
      last: recorded.bid,
      size: recorded.size,
      seq: BigInt(index + 1),
      time: recorded.time + this.shiftMs,
    }
  }
}

function startOf(from: string, firstMs: number): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(from) ?? []
  const start =
    hours === undefined ? Date.parse(from) : Math.floor(firstMs / DAY_MS) * DAY_MS + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  if (!Number.isFinite(start)) throw new RangeError(`a tape starts at HH:MM or at an ISO time, not at ${JSON.stringify(from)}`)
  return start
}
