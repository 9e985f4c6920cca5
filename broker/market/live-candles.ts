/**
 * Candles of every instrument in all six periods, folded live from the ticks that were published, kept by a CandleStore.
 *
 * Invariants: one writer; what `candles()` answers is what the store holds plus what was folded since, so a chart that joins
 * pushes to a fetch never finds a seam. A closed candle is never edited.
 */
import { bucketEnd, type Candle, type CandleTick, extendCandle, foldTick, PERIODS, type Period } from '../../rules/candles'

export interface CandleRow extends Candle {
  code: string
  period: Period
}

export interface CandleCoverage {
  code: string
  period: Period
  /** The newest stored candle. */
  last: Candle
  /** Start of the n-th newest candle, when there are that many. */
  hasEnough: boolean
}

/** How far stored candles go where several nodes show them: every tick up to this batch of this leader is in them, and none after it. */
export interface CandleMark {
  readonly epoch: number
  readonly batch: number
}

/** Where candles outlive the process. All times are bucket starts in UTC milliseconds. */
export interface CandleStore {
  /** The newest `limit` candles that start before `end`, ascending. */
  load(code: string, period: Period, range: { end: number; limit: number }): Promise<Candle[]>
  /** Every candle at or after `from` of each series named, ascending within a series. */
  loadSince(series: readonly { code: string; period: Period; from: number }[]): Promise<CandleRow[]>
  /** Inserts or replaces, all or nothing for rows of one call; with a mark it says how far all of them go from then on. */
  upsert(rows: readonly CandleRow[], mark?: CandleMark): Promise<void>
  /** The newest of each series, and how far they go; null where nobody has said. */
  newest(codes: readonly string[], asOf: number): Promise<{ readonly rows: readonly CandleCoverage[]; readonly mark: CandleMark | null }>
  /** What is stored of each series up to `asOf`; series without any candle are left out. */
  coverage(codes: readonly string[], asOf: number, enough: number): Promise<CandleCoverage[]>
  /** Forgets candles that start before `time`. */
  deleteBefore(code: string, period: Period, time: number): Promise<void>
  /**
   * Names the market that the candles of each code come from. Those of another market (another seed) are forgotten, because
   * their prices would not meet; the answer is the codes to which that happened.
   */
  claimFor(origins: ReadonlyMap<string, string>): Promise<readonly string[]>
}

type CandleListener = (code: string, period: Period, candle: Candle) => void

/** Candles a series keeps in memory once someone has looked at it. */
const RECENT_LIMIT = 1_200
/** Closed candles that are always at hand, longer than any load can take. */
const TAIL_LIMIT = 16

interface Series {
  open: Candle | undefined
  /** End of the open candle's bucket, not included. */
  openEnd: number
  /** The last closed candles, whatever the store knows of them yet. */
  tail: Candle[]
  /** Ascending, ending with `open`; undefined until first asked for. */
  recent: Candle[] | undefined
  loading: Promise<Candle[]> | undefined
  /** Closed since the last flush. */
  unsaved: Candle[]
  isOpenUnsaved: boolean
}

export class LiveCandles {
  private readonly series = new Map<string, Map<Period, Series>>()
  private readonly listeners = new Set<CandleListener>()
  private flushing: Promise<void> = Promise.resolve()

  constructor(
    codes: readonly string[],
    readonly store: CandleStore,
  ) {
    for (const code of codes) this.series.set(code, new Map(PERIODS.map((period) => [period, emptySeries()])))
  }

  /** Goes on from what another process has stored: what was folded here is forgotten. */
  restore(stored: readonly CandleCoverage[]): void {
    for (const periods of this.series.values()) for (const period of PERIODS) periods.set(period, emptySeries())
    for (const { code, period, last } of stored) this.prime(code, period, last)
  }

  /** Of a process that writes none: candles that closed before, which another one has written. */
  forgetUnsaved(before: number): void {
    for (const periods of this.series.values())
      for (const [period, series] of periods) series.unsaved = series.unsaved.filter(({ time }) => bucketEnd(period, time) >= before)
  }

  onCandle(listener: CandleListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Continues a stored bucket after a restart: the next tick of that bucket folds into it. */
  prime(code: string, period: Period, candle: Candle): void {
    const series = this.require(code, period)
    series.open = candle
    series.openEnd = bucketEnd(period, candle.time)
  }

  /** Folds a tick into all six periods. */
  fold(code: string, tick: CandleTick): void {
    for (const [period, series] of this.requireAll(code)) {
      const before = series.open
      const isWithin = before !== undefined && tick.time >= before.time && tick.time < series.openEnd
      // Where a bucket begins is asked only where one ends: a day's takes a calendar.
      const after = isWithin ? extendCandle(before, tick) : foldTick(period, before, tick)
      if (after === before) continue
      if (!isWithin) {
        if (before) closeCandle(series, before)
        series.openEnd = bucketEnd(period, after.time)
      }
      series.open = after
      series.isOpenUnsaved = true
      if (series.recent) keepRecent(series.recent, after)
      for (const listener of this.listeners) listener(code, period, after)
    }
  }

  /** The candle being built, or the last one when the market rests. */
  current(code: string, period: Period): Candle | undefined {
    return this.require(code, period).open
  }

  /** Candles in memory of a series someone has asked for before; empty otherwise. */
  recent(code: string, period: Period): readonly Candle[] {
    return this.require(code, period).recent ?? []
  }

  /** The newest `limit` candles that start before `end` (exclusive, UTC ms; default: all), ascending. */
  async candles(
    code: string,
    period: Period,
    { end = Number.POSITIVE_INFINITY, limit }: { end?: number; limit: number },
  ): Promise<Candle[]> {
    const series = this.require(code, period)
    const recent = series.recent ?? (await this.loadRecent(code, period, series))
    const inMemory = end === Number.POSITIVE_INFINITY ? recent : recent.filter((candle) => candle.time < end)
    if (inMemory.length >= limit) return inMemory.slice(-limit)
    const oldest = inMemory[0]?.time ?? end
    const older = await this.store.load(code, period, {
      end: Number.isFinite(oldest) ? oldest : Number.MAX_SAFE_INTEGER,
      limit: limit - inMemory.length,
    })
    return [...older, ...inMemory]
  }

  /**
   * Writes what changed since the last flush. Failed rows are kept and tried again.
   * @param markNow asked in the turn in which the candles are read: how far they go
   */
  flush(store: Pick<CandleStore, 'upsert'> = this.store, markNow?: () => CandleMark): Promise<void> {
    const next = this.flushing.then(() => this.writeUnsaved(store, markNow?.()))
    this.flushing = next.catch(() => {})
    return next
  }

  private async writeUnsaved(store: Pick<CandleStore, 'upsert'>, mark: CandleMark | undefined): Promise<void> {
    const rows: CandleRow[] = []
    const taken: [Series, Candle[]][] = []
    for (const [code, periods] of this.series) {
      for (const [period, series] of periods) {
        const candles = series.isOpenUnsaved && series.open ? [...series.unsaved, series.open] : series.unsaved
        if (candles.length === 0) continue
        for (const candle of candles) rows.push({ ...candle, code, period })
        taken.push([series, series.unsaved])
        series.unsaved = []
        series.isOpenUnsaved = false
      }
    }
    if (rows.length === 0 && mark === undefined) return
    try {
      await store.upsert(rows, mark)
    } catch (error) {
      for (const [series, unsaved] of taken) {
        series.unsaved = [...unsaved, ...series.unsaved]
        series.isOpenUnsaved = true
      }
      throw error
    }
  }

  private loadRecent(code: string, period: Period, series: Series): Promise<Candle[]> {
    // A clock that was set back (a demonstration on another day) must not show candles of its future.
    const end = series.open ? series.open.time + 1 : Number.MAX_SAFE_INTEGER
    series.loading ??= this.store
      .load(code, period, { end, limit: RECENT_LIMIT })
      .then((stored) => {
        const newest = series.open ? [...series.tail, ...series.unsaved, series.open] : []
        const byTime = new Map(stored.map((candle) => [candle.time, candle]))
        for (const candle of newest) byTime.set(candle.time, candle)
        series.recent = [...byTime.values()].sort((a, b) => a.time - b.time)
        return series.recent
      })
      .finally(() => {
        series.loading = undefined
      })
    return series.loading
  }

  private require(code: string, period: Period): Series {
    const series = this.requireAll(code).get(period)
    if (!series) throw new RangeError(`no candles are kept for ${code}`)
    return series
  }

  private requireAll(code: string): ReadonlyMap<Period, Series> {
    const periods = this.series.get(code)
    if (!periods) throw new RangeError(`no candles are kept for ${code}`)
    return periods
  }
}

function emptySeries(): Series {
  return { open: undefined, openEnd: 0, tail: [], recent: undefined, loading: undefined, unsaved: [], isOpenUnsaved: false }
}

function closeCandle(series: Series, candle: Candle): void {
  series.tail.push(candle)
  if (series.tail.length > TAIL_LIMIT) series.tail.shift()
  series.unsaved.push(candle)
}

function keepRecent(recent: Candle[], candle: Candle): void {
  const last = recent.length - 1
  if (recent[last]?.time === candle.time) recent[last] = candle
  else recent.push(candle)
  if (recent.length > RECENT_LIMIT * 2) recent.splice(0, recent.length - RECENT_LIMIT)
}
