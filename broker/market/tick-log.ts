/**
 * What the source really said around a fill: the last judged ticks of each instrument in memory, and the ticks after a fill and
 * every tick that was held back on their way to the append-only log.
 *
 * Invariants: the last accepted tick is always among the recent ones, whatever was refused after it; a tick is written down at
 * most once, in the order of arrival. Cost of a tick: two stores into a ring, nothing allocated.
 */
import type { Clock } from '../ground/clock'
import { arrivalOf, type Tick, type TickPrices } from './feed'
import type { Verdict } from './quotes'

/** A tick and what was thought of it. */
export interface LoggedTick extends TickPrices {
  readonly verdict: Verdict
  /** Unix milliseconds of our clock on arrival. */
  readonly arrivedAt?: number
}

/** A line of the log. */
export interface TickLogRow extends LoggedTick {
  readonly verdict: 'accepted' | 'quarantined'
  /** Unix milliseconds of the broker's clock on arrival; the tick's own `time` is the market's. */
  readonly loggedAt: number
}

export interface TickLogStore {
  /** Appends all rows or none; a row that is already there is not written again. */
  append(rows: readonly TickLogRow[]): Promise<void>
}

/** Ticks before a fill that a receipt shows, the traded one included. */
export const TICKS_BEFORE = 12
/** Accepted ticks after a fill that are written down. */
export const TICKS_AFTER = 10

interface Watch {
  readonly ticks: Tick[]
  readonly verdicts: Verdict[]
  readonly arrivals: number[]
  next: number
  lastAccepted: Tick | undefined
  lastArrival: number
  lastHeldBack: Tick | undefined
  /** Accepted ticks that are still to be written down. */
  wanted: number
}

const NOTHING_YET = { lastAccepted: undefined, lastHeldBack: undefined }

export class TickLog {
  private readonly watches: ReadonlyMap<string, Watch>
  private unsaved: TickLogRow[] = []
  private saving: Promise<void> = Promise.resolve()

  /** Without a store nothing is kept beyond the ring. */
  constructor(
    codes: readonly string[],
    private readonly clock: Clock,
    private store?: TickLogStore,
  ) {
    this.watches = new Map(
      codes.map((code) => [code, { ...{ ticks: [], verdicts: [], arrivals: [], next: 0, wanted: 0, lastArrival: 0 }, ...NOTHING_YET }]),
    )
  }

  /** Every tick passes here once, right after it was judged. */
  note(tick: Tick, verdict: Verdict, arrivedAt = arrivalOf(tick, this.clock)): void {
    const watch = this.watches.get(tick.symbol)
    if (watch === undefined) return
    watch.ticks[watch.next] = tick
    watch.verdicts[watch.next] = verdict
    watch.arrivals[watch.next] = arrivedAt
    watch.next = (watch.next + 1) % TICKS_BEFORE
    if (verdict === 'accepted') {
      watch.lastAccepted = tick
      watch.lastArrival = arrivedAt
      if (watch.wanted === 0) return
      watch.wanted -= 1
      this.keep(tick, verdict)
    } else if (verdict === 'quarantined' && !isSameTick(tick, watch.lastHeldBack)) {
      watch.lastHeldBack = tick
      this.keep(tick, verdict)
    }
  }

  /** Oldest first; empty for an instrument that is not quoted. */
  recent(code: string): readonly LoggedTick[] {
    const watch = this.watches.get(code)
    if (watch === undefined) return []
    const found: LoggedTick[] = []
    let hasAccepted = false
    for (let i = 0; i < watch.ticks.length; i++) {
      // Until the ring is full its oldest entry is the first one, and the walk begins there too.
      const at = (watch.next + i) % watch.ticks.length
      const tick = watch.ticks[at]
      const verdict = watch.verdicts[at]
      const arrivedAt = watch.arrivals[at]
      if (tick === undefined || verdict === undefined || arrivedAt === undefined) continue
      if (verdict === 'accepted') hasAccepted = true
      found.push({ ...tick, verdict, arrivedAt })
    }
    // A source that repeats itself may push the traded tick out of the ring, but not out of the receipt.
    if (!hasAccepted && watch.lastAccepted !== undefined)
      found.unshift({ ...watch.lastAccepted, verdict: 'accepted', arrivedAt: watch.lastArrival })
    return found
  }

  /** The next accepted ticks are written down. To be called in the turn of the decision, before another tick can arrive. */
  watchAfter(code: string): void {
    const watch = this.watches.get(code)
    if (watch !== undefined) watch.wanted = TICKS_AFTER
  }

  /**
   * As `watchAfter`, for what happened on another node at this tick: those that came since are written down, too, as far as they are
   * still at hand.
   */
  watchAfterTick(code: string, { source, seq }: Pick<Tick, 'source' | 'seq'>): void {
    const watch = this.watches.get(code)
    if (watch === undefined) return
    const since = this.recent(code).filter((tick) => tick.verdict === 'accepted' && tick.source === source && tick.seq > seq)
    // While some are still wanted these were written when they came.
    if (watch.wanted === 0)
      for (const { verdict: _, arrivedAt, ...tick } of since.slice(0, TICKS_AFTER)) this.keep(tick, 'accepted', arrivedAt)
    watch.wanted = Math.max(watch.wanted, TICKS_AFTER - since.length)
  }

  /** Where it is written from now on; what is unsaved is forgotten. Undefined: another process writes it. */
  writeTo(store: TickLogStore | undefined): void {
    this.store = store
    this.unsaved = []
    for (const watch of this.watches.values()) watch.wanted = 0
  }

  /** Writes what is unsaved; what cannot be written stays for the next time. */
  flush(): Promise<void> {
    const write = async () => {
      const { store } = this
      if (this.unsaved.length === 0 || store === undefined) return
      const rows = this.unsaved
      this.unsaved = []
      try {
        await store.append(rows)
      } catch (error) {
        if (store === this.store) this.unsaved = [...rows, ...this.unsaved]
        throw error
      }
    }
    // One at a time: two writers could change the order.
    const result = this.saving.then(write)
    this.saving = result.catch(() => {})
    return result
  }

  private keep(tick: TickPrices, verdict: TickLogRow['verdict'], loggedAt = this.clock.now()): void {
    if (this.store !== undefined) this.unsaved.push({ ...tick, verdict, loggedAt })
  }
}

function isSameTick(tick: TickPrices, other: TickPrices | undefined): boolean {
  return other !== undefined && tick.seq === other.seq && tick.source === other.source
}
