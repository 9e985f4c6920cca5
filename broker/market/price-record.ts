/**
 * Every judged tick of the market, gathered second by second on its way to the store: what a broker commits to is what it has traded on.
 *
 * Invariants: a second that is over is handed on once, with the ticks of all instruments in the order of their arrival, and also when
 * nothing was quoted in it; a second in which the process slept, or that was never handed on, has no row, and so is missing for
 * whoever looks. Cost of a tick: one object, kept for a second or two.
 */
import { formatFixedShort } from '../../rules/decimal'
import { SECOND_MS, secondOf } from '../../rules/durations'
import type { BatchTick, PriceBatch } from '../../rules/log/price-batch'
import type { Clock } from '../ground/clock'
import type { Tick } from './feed'
import type { Verdict } from './quotes'

/** A process that has not looked for longer than this was not there. */
const AWAKE_MS = 5_000

/** A second that is over. */
export interface RecordedSecond {
  /** Unix milliseconds. */
  readonly second: number
  /** When this process began. */
  readonly begun: number
  /** By code, ascending; none where nothing was quoted. */
  readonly batches: readonly PriceBatch[]
}

export interface PriceRecordStore {
  /** Writes all seconds or none; one that is there already, or whose minute is committed, is left as it is. */
  append(seconds: readonly RecordedSecond[]): Promise<void>
}

/** How a tick was judged. */
interface Judged {
  readonly verdict: Verdict
  /** By our clock, Unix milliseconds. */
  readonly arrivedAt: number
  /** Whether triggers may run on it. */
  readonly isConfirmed: boolean
}

export class PriceRecord {
  private readonly begun: number
  private open: number
  private lookedAt: number
  private places = 0
  private ticks = new Map<string, BatchTick[]>()
  private unsaved: RecordedSecond[] = []
  private saving: Promise<void> = Promise.resolve()

  /** Without a store nothing is kept. */
  constructor(
    private readonly clock: Clock,
    private readonly store?: PriceRecordStore,
  ) {
    this.begun = clock.now()
    this.lookedAt = this.begun
    this.open = secondOf(this.begun)
  }

  /** Every tick passes here once, behind its judgement. */
  note(tick: Tick, { verdict, arrivedAt, isConfirmed }: Judged): void {
    if (this.store === undefined) return
    this.look()
    const { source, symbol, seq, bid, ask, last, isTwoSided, time, sourceTime = null } = tick
    const prices = { bid: formatFixedShort(bid), ask: formatFixedShort(ask), last: formatFixedShort(last), isTwoSided }
    const noted: BatchTick = {
      place: this.places++,
      source,
      seq: String(seq),
      ...prices,
      time,
      arrivedAt,
      sourceTime,
      verdict,
      isConfirmed,
    }
    const others = this.ticks.get(symbol)
    if (others === undefined) this.ticks.set(symbol, [noted])
    else others.push(noted)
  }

  /** Writes the seconds that are over; what cannot be written stays for the next time. */
  flush(): Promise<void> {
    if (this.store !== undefined) this.look()
    return this.write()
  }

  /** The second under way as well: nothing more comes. */
  end(): Promise<void> {
    if (this.store !== undefined) {
      this.look()
      this.handOn()
    }
    return this.write()
  }

  private write(): Promise<void> {
    const write = async () => {
      const seconds = this.unsaved
      if (seconds.length === 0 || this.store === undefined) return
      this.unsaved = []
      try {
        await this.store.append(seconds)
      } catch (error) {
        this.unsaved = [...seconds, ...this.unsaved]
        throw error
      }
    }
    const result = this.saving.then(write)
    this.saving = result.catch(() => {})
    return result
  }

  /** Hands on what is over by now. A clock that is set back leaves the second open until it has caught up. */
  private look(): void {
    const now = this.clock.now()
    const wasAwake = now - this.lookedAt <= AWAKE_MS
    this.lookedAt = now
    const second = secondOf(now)
    if (second <= this.open) return
    this.handOn()
    // Seconds in between in which nothing came; of a process that slept nobody knows what it did not hear.
    for (let quiet = this.open + SECOND_MS; wasAwake && quiet < second; quiet += SECOND_MS) {
      this.unsaved.push({ second: quiet, begun: this.begun, batches: [] })
    }
    this.open = second
    this.places = 0
  }

  private handOn(): void {
    const { open: second, begun, ticks } = this
    const codes = [...ticks.keys()].sort()
    this.unsaved.push({ second, begun, batches: codes.map((code) => ({ second, begun, code, ticks: ticks.get(code) ?? [] })) })
    this.ticks = new Map()
  }
}
