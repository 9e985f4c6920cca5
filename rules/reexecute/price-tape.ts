/**
 * The committed prices round what is executed again: the ticks of every instrument in the order in which the broker judged them, as
 * many minutes as are at hand.
 *
 * Invariant: minutes are added in their order; of an instrument the last accepted tick stays when older minutes are dropped, for it is
 * the price until the next one.
 */
import { parseFixed } from '../decimal'
import { MINUTE_MS, SECOND_MS, secondOf } from '../durations'
import type { BatchTick, PriceBatch } from '../log/price-batch'
import { type QuotePrices, withSpread } from '../price'
import type { InstrumentInForce } from './terms-in-force'

/** Where a tick stands among all of the market's. */
export interface TapePlace {
  readonly second: number
  readonly begun: number
  readonly place: number
}

export interface TapeTick extends BatchTick, TapePlace {
  readonly code: string
}

/** How far prices went in a stretch, of what triggers may run on; null where there was none. Decimals. */
export interface Extremes {
  readonly minBid: bigint | null
  readonly maxBid: bigint | null
  readonly minAsk: bigint | null
  readonly maxAsk: bigint | null
  /** Of a source that makes one price. */
  readonly maxLast: bigint | null
  readonly minLast: bigint | null
}

const NO_EXTREMES: Extremes = { minBid: null, maxBid: null, minAsk: null, maxAsk: null, maxLast: null, minLast: null }

/** What stays of a whole minute of an instrument. */
interface MinuteFigures {
  readonly all: Extremes
  /** Without what came while a process began. */
  readonly settled: Extremes
  /** Something that triggers may run on came in every second. */
  readonly isSteady: boolean
  /** How far a settled price lay below the highest before it, and above the lowest, of the side that closes: what a trailing stop feels. */
  readonly drop: bigint
  readonly rise: bigint
}
const NO_FIGURES: MinuteFigures = { all: NO_EXTREMES, settled: NO_EXTREMES, isSteady: false, drop: 0n, rise: 0n }

/** A process that begins has read its open orders by then. */
const BEGUN_WITHIN_MS = MINUTE_MS
export const isSettled = ({ arrivedAt, begun }: Pick<TapeTick, 'arrivedAt' | 'begun'>): boolean => arrivedAt - begun >= BEGUN_WITHIN_MS

interface Series {
  ticks: TapeTick[]
  /** Places in `ticks` by source and number: a tape that is played again repeats its numbers. */
  byNumber: Map<string, number[]>
}

export class PriceTape {
  private readonly series = new Map<string, Series>()
  private readonly seconds = new Set<number>()
  private readonly minutes = new Map<string, MinuteFigures>()
  private readonly loaded = new Set<number>()
  private oldest = 0

  /** @param seconds those of the minute's document; @param batches of whatever instruments are wanted */
  addMinute(minute: number, seconds: readonly (readonly [number, number])[], batches: readonly PriceBatch[]): void {
    if (this.loaded.has(minute)) return
    this.loaded.add(minute)
    for (const [second] of seconds) this.seconds.add(second)
    for (const { second, begun, code, ticks } of batches) {
      const series = this.seriesOf(code)
      for (const tick of ticks) {
        const key = `${tick.source} ${tick.seq}`
        const places = series.byNumber.get(key)
        if (places === undefined) series.byNumber.set(key, [series.ticks.length])
        else places.push(series.ticks.length)
        series.ticks.push({ ...tick, second, begun, code })
      }
    }
    for (const code of new Set(batches.map((batch) => batch.code))) {
      this.minutes.set(`${minute} ${code}`, this.figuresOf(code, minute))
    }
  }

  hasMinute(minute: number): boolean {
    return this.loaded.has(minute)
  }

  /** Whether the ticks of a minute are at hand, not its figures alone. */
  hasTicksOf(minute: number): boolean {
    return this.loaded.has(minute) && minute >= this.oldest
  }

  /** Whether the prices of a moment were committed and are at hand. */
  isCovered(time: number): boolean {
    return this.seconds.has(secondOf(time))
  }

  isMinuteCovered(minute: number): boolean {
    for (let second = minute; second < minute + MINUTE_MS; second += SECOND_MS) if (!this.seconds.has(second)) return false
    return true
  }

  /** The tick of a source and number that arrived nearest to a time. */
  find(code: string, source: string, seq: string, near: number): TapeTick | null {
    const series = this.seriesOf(code)
    let found: TapeTick | null = null
    for (const place of series.byNumber.get(`${source} ${seq}`) ?? []) {
      const tick = series.ticks[place]
      if (tick === undefined || tick.verdict !== 'accepted') continue
      if (found === null || Math.abs(tick.arrivedAt - near) < Math.abs(found.arrivedAt - near)) found = tick
    }
    return found
  }

  /** Judged ticks up to a tick, oldest first, at most `count`. */
  upTo(tick: TapeTick, count: number): TapeTick[] {
    const { ticks } = this.seriesOf(tick.code)
    const at = ticks.lastIndexOf(tick)
    return ticks.slice(Math.max(0, at + 1 - count), at + 1)
  }

  /** The accepted tick behind another; null where there is none at hand. */
  next(tick: TapeTick): TapeTick | null {
    const { ticks } = this.seriesOf(tick.code)
    for (let at = ticks.lastIndexOf(tick) + 1; at < ticks.length; at++) if (ticks[at]?.verdict === 'accepted') return ticks[at] ?? null
    return null
  }

  /** The accepted ticks that were the price of an instrument at some time from one place, before another. */
  currentWhile(code: string, from: TapePlace, before: TapePlace | null): TapeTick[] {
    const { ticks } = this.seriesOf(code)
    const found: TapeTick[] = []
    for (let at = ticks.length - 1; at >= 0; at--) {
      const tick = ticks[at] as TapeTick
      if (tick.verdict !== 'accepted' || (before !== null && !isBefore(tick, before))) continue
      found.unshift(tick)
      if (!isBefore(from, tick)) break
    }
    return found
  }

  /** The accepted ticks that were the price of an instrument at some time between two moments of the broker's clock. */
  currentBetween(code: string, from: number, to: number): TapeTick[] {
    const accepted = this.seriesOf(code).ticks.filter(({ verdict, arrivedAt }) => verdict === 'accepted' && arrivedAt <= to)
    const first = accepted.findLastIndex(({ arrivedAt }) => arrivedAt <= from)
    return accepted.slice(Math.max(0, first))
  }

  /** The last accepted price of a minute by the market's own time; null where there is none. */
  closeOf(code: string, minute: number): bigint | null {
    const inside = this.seriesOf(code).ticks.filter(
      ({ time, verdict }) => verdict === 'accepted' && time >= minute && time < minute + MINUTE_MS,
    )
    const last = inside.at(-1)
    return last === undefined ? null : parseFixed(last.last)
  }

  minuteFigures(code: string, minute: number): MinuteFigures {
    return this.minutes.get(`${minute} ${code}`) ?? NO_FIGURES
  }

  private figuresOf(code: string, minute: number): MinuteFigures {
    let [all, settled] = [NO_EXTREMES, NO_EXTREMES]
    let [drop, rise] = [0n, 0n]
    let [highest, lowest]: [bigint | null, bigint | null] = [null, null]
    let isTwoSided: boolean | null = null
    const seconds = new Set<number>()
    for (const tick of this.confirmedIn(code, minute)) {
      const [bid, ask] = tick.isTwoSided ? [parseFixed(tick.bid), parseFixed(tick.ask)] : [parseFixed(tick.last), parseFixed(tick.last)]
      if (tick.isTwoSided !== isTwoSided) [highest, lowest, isTwoSided] = [bid, ask, tick.isTwoSided]
      highest = larger(highest, bid) ?? bid
      lowest = smaller(lowest, ask) ?? ask
      if (isSettled(tick)) [drop, rise] = [larger(drop, highest - bid) ?? drop, larger(rise, ask - lowest) ?? rise]
      const found = extremesOf(tick)
      all = widest(all, found)
      if (isSettled(tick)) settled = widest(settled, found)
      seconds.add(tick.second)
    }
    return { all, settled, isSteady: seconds.size === MINUTE_MS / SECOND_MS, drop, rise }
  }

  /** What triggers may run on, from a moment on, in its order. */
  private confirmedIn(code: string, from: number): TapeTick[] {
    const { ticks } = this.seriesOf(code)
    let first = ticks.length
    while (first > 0 && (ticks[first - 1] as TapeTick).second >= from) first--
    return ticks.slice(first).filter(({ isConfirmed }) => isConfirmed)
  }

  /** What triggers might have run on before a tick of the same instrument, in its order. */
  confirmedBefore(tick: TapeTick, from: number): TapeTick[] {
    return this.confirmedIn(tick.code, from).filter((one) => isBefore(one, tick))
  }

  /** Whether something that triggers may run on came in the second before a place. */
  isFreshAt(code: string, place: TapePlace): boolean {
    const standing = this.currentWhile(code, place, place).at(-1)
    return standing?.isConfirmed === true && place.second - standing.second <= SECOND_MS
  }

  /** How far they went behind one place and before another, in the seconds from `from` on, before `to`. */
  extremes(code: string, { from, to, after, before }: { from: number; to: number; after?: TapePlace; before?: TapePlace }): Extremes {
    let found = NO_EXTREMES
    const { ticks } = this.seriesOf(code)
    for (let at = ticks.length - 1; at >= 0; at--) {
      const tick = ticks[at] as TapeTick
      if (tick.second < from) break
      if (!tick.isConfirmed || tick.second >= to) continue
      if ((after !== undefined && !isBefore(after, tick)) || (before !== undefined && !isBefore(tick, before))) continue
      found = widest(found, extremesOf(tick))
    }
    return found
  }

  /** Forgets the ticks of minutes before one, but for the price that stood then. */
  dropBefore(minute: number): void {
    this.oldest = Math.max(this.oldest, minute)
    for (const [code, { ticks }] of this.series) {
      const first = ticks.findIndex(({ second }) => second >= minute)
      const cut = first === -1 ? ticks.length : first
      if (cut === 0) continue
      const standing = ticks.slice(0, cut).findLast(({ verdict }) => verdict === 'accepted')
      const kept = [...(standing === undefined ? [] : [standing]), ...ticks.slice(cut)]
      const series: Series = { ticks: kept, byNumber: new Map() }
      for (const [at, { source, seq }] of kept.entries()) {
        const key = `${source} ${seq}`
        series.byNumber.set(key, [...(series.byNumber.get(key) ?? []), at])
      }
      this.series.set(code, series)
    }
  }

  private seriesOf(code: string): Series {
    const known = this.series.get(code)
    if (known !== undefined) return known
    const series: Series = { ticks: [], byNumber: new Map() }
    this.series.set(code, series)
    return series
  }
}

export const isBehind = (one: TapePlace, other: TapePlace): boolean => isBefore(other, one)

function isBefore(one: TapePlace, other: TapePlace): boolean {
  if (one.second !== other.second) return one.second < other.second
  return one.begun === other.begun ? one.place < other.place : one.begun < other.begun
}

function extremesOf(tick: BatchTick): Extremes {
  if (tick.isTwoSided) return { ...NO_EXTREMES, ...sidesOf(parseFixed(tick.bid), parseFixed(tick.ask)) }
  const last = parseFixed(tick.last)
  return { ...NO_EXTREMES, maxLast: last, minLast: last }
}

const sidesOf = (bid: bigint, ask: bigint) => ({ minBid: bid, maxBid: bid, minAsk: ask, maxAsk: ask })

/** The prices of a stretch that went furthest, either way, as a company's traders were quoted them. */
export function furthestQuotes(
  { minBid, maxBid, minAsk, maxAsk, minLast, maxLast }: Extremes,
  { spread, price_precision: precision }: Pick<InstrumentInForce, 'spread' | 'price_precision'>,
): QuotePrices[] {
  const laid = [minLast, maxLast].flatMap((last) => (last === null ? [] : [withSpread(last, parseFixed(spread), precision)]))
  if (minBid === null || maxBid === null || minAsk === null || maxAsk === null) return laid
  return [{ bid: minBid, ask: minAsk }, { bid: maxBid, ask: maxAsk }, ...laid]
}

export function widest(one: Extremes, other: Extremes): Extremes {
  return {
    minBid: smaller(one.minBid, other.minBid),
    maxBid: larger(one.maxBid, other.maxBid),
    minAsk: smaller(one.minAsk, other.minAsk),
    maxAsk: larger(one.maxAsk, other.maxAsk),
    maxLast: larger(one.maxLast, other.maxLast),
    minLast: smaller(one.minLast, other.minLast),
  }
}

const larger = (one: bigint | null, other: bigint | null) => (one === null || (other !== null && other > one) ? other : one)
const smaller = (one: bigint | null, other: bigint | null) => (one === null || (other !== null && other < one) ? other : one)
