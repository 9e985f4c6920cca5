/**
 * The simulated market: a seeded path an instrument (random-path.ts) driven by the factors of market-model.ts, read on a fixed
 * grid of steps. A tick is a function of (seed, instrument, step), so timers, restarts and sleeping machines change nothing.
 *
 * Invariant: history and live ticks are read off the same path. Bid, ask and last are one price: the spread is the tenant's.
 */

import { bucketEnd, bucketStart, type Candle } from '../../rules/candles'
import { FIXED_DECIMALS, type Fixed } from '../../rules/decimal'
import { HOUR_MS } from '../../rules/durations'
import { isMarketOpen, nextClose, nextOpen, openIntervals } from '../../rules/market-hours'
import { CATALOGUE, MODEL_ANCHOR_MS, volumeUnit } from './catalogue'
import type { Feed, FeedHandler, HistoryRequest, Tick } from './feed'
import type { Instrument } from './instrument'
import { type ActivityProfile, exposures, FACTORS, weeklyActivity } from './market-model'
import { hash32, RandomPath, seedOf, sequenceHash } from './random-path'

/** 6.25 ticks a second an instrument; 375 fit a minute exactly. */
export const STEP_MS = 160
const SAMPLES_PER_CANDLE = 14
/** Behind by more than this (a suspended machine), ticks are only folded, not traded on. */
const LIVE_LAG_MS = 5_000
const EVERY_PAST_TICK_UP_TO_MS = 30 * 60_000
const PAST_TICKS_PER_MINUTE = 4

const WEEK_MS = 168 * HOUR_MS
/** 1970-01-05, the first Monday of the epoch. */
const FIRST_MONDAY_MS = 4 * 24 * HOUR_MS

/** Time as a factor feels it: an hour in which twice as much happens is twice as long. */
class OperationalClock {
  private readonly weights: readonly number[]
  private readonly elapsed: readonly number[]

  constructor(profile: ActivityProfile) {
    this.weights = weeklyActivity(profile)
    let sum = 0
    this.elapsed = this.weights.map((weight) => {
      const before = sum
      sum += weight
      return before
    })
  }

  at(timeMs: number): number {
    const week = Math.floor((timeMs - FIRST_MONDAY_MS) / WEEK_MS)
    const hours = (timeMs - FIRST_MONDAY_MS - week * WEEK_MS) / HOUR_MS
    const hour = Math.min(167, Math.floor(hours))
    return week * WEEK_MS + ((this.elapsed[hour] ?? 0) + (hours - hour) * (this.weights[hour] ?? 0)) * HOUR_MS
  }

  weightAt(timeMs: number): number {
    const hours = (((timeMs - FIRST_MONDAY_MS) % WEEK_MS) / HOUR_MS) | 0
    return this.weights[hours] ?? 1
  }
}

interface Driver {
  path: RandomPath
  clock: OperationalClock
  weight: number
}

/** The price path of one instrument, and when it may be read. */
class SimulatedInstrument {
  /** Milliseconds after a step at which this instrument ticks, so that the market does not tick all at once. */
  readonly phaseMs: number
  private readonly drivers: readonly Driver[]
  private readonly activity: OperationalClock
  private readonly sizeSeed: number
  private readonly unit: Fixed
  private readonly gridPrice: number
  private readonly gridStep: Fixed
  private readonly anchorLog: number
  private isOpenNow = false
  private openStateUntil = Number.NEGATIVE_INFINITY

  constructor(
    readonly instrument: Instrument,
    seed: number,
  ) {
    this.drivers = exposures(instrument.baseAsset, instrument.quoteCurrency).map(({ factor, weight }) => {
      const { annualVolatility, profile } = FACTORS[factor] ?? { annualVolatility: 0, profile: 'forex' as const }
      return { path: new RandomPath(hash32(seed, seedOf(factor), 1, 0), annualVolatility), clock: new OperationalClock(profile), weight }
    })
    this.sizeSeed = hash32(seed, seedOf(instrument.code), 2, 0)
    this.phaseMs = hash32(seed, seedOf(instrument.code), 3, 0) % STEP_MS
    this.activity = this.drivers[0]?.clock ?? new OperationalClock('forex')
    this.unit = volumeUnit(instrument)
    this.gridStep = 10n ** BigInt(FIXED_DECIMALS - instrument.pricePrecision)
    this.gridPrice = Number(instrument.referencePrice / this.gridStep)
    this.anchorLog = this.logAt(MODEL_ANCHOR_MS)
  }

  timeOf(step: number): number {
    return step * STEP_MS + this.phaseMs
  }

  /** The first step whose time is at or after `timeMs`. */
  stepFrom(timeMs: number): number {
    return Math.ceil((timeMs - this.phaseMs) / STEP_MS)
  }

  /** The price counted in steps of the price grid, at least one. */
  gridPriceAt(timeMs: number): number {
    return Math.max(1, Math.round(this.gridPrice * Math.exp(this.logAt(timeMs) - this.anchorLog)))
  }

  fixedPrice(gridPrice: number): Fixed {
    return BigInt(gridPrice) * this.gridStep
  }

  /** Units of volume of a step: more when the hour is lively. */
  unitsAt(step: number, timeMs: number): number {
    return Math.max(1, Math.round((1 + (sequenceHash(this.sizeSeed, step) % 9)) * this.activity.weightAt(timeMs)))
  }

  volume(units: number): Fixed {
    return BigInt(units) * this.unit
  }

  isOpenAt(timeMs: number): boolean {
    if (timeMs >= this.openStateUntil) {
      const { calendar } = this.instrument
      this.isOpenNow = isMarketOpen(calendar, timeMs)
      this.openStateUntil = (this.isOpenNow ? nextClose(calendar, timeMs) : nextOpen(calendar, timeMs)) ?? Number.POSITIVE_INFINITY
    }
    return this.isOpenNow
  }

  private logAt(timeMs: number): number {
    let sum = 0
    for (const { path, clock, weight } of this.drivers) sum += weight * path.valueAt(clock.at(timeMs))
    return sum
  }
}

interface SimulatedFeedOptions {
  /** Any text; the same seed gives the same market. */
  seed: string
  instruments?: readonly Instrument[]
}

export class SimulatedFeed implements Feed {
  readonly source = 'simulated'
  readonly isSimulated = true
  readonly hasLastingHistory = true
  readonly instruments: readonly Instrument[]
  private readonly seed: string
  private readonly byCode: ReadonlyMap<string, SimulatedInstrument>
  /** In the order in which they tick within a step. */
  private readonly inTickOrder: readonly SimulatedInstrument[]
  private handler: FeedHandler | undefined
  private nextStep = 0
  /** Position in `inTickOrder` of the next tick within `nextStep`. */
  private nextPosition = 0

  constructor({ seed, instruments = CATALOGUE }: SimulatedFeedOptions) {
    this.instruments = instruments
    this.seed = seed
    const simulated = instruments.map((instrument) => new SimulatedInstrument(instrument, seedOf(seed)))
    this.byCode = new Map(simulated.map((one) => [one.instrument.code, one]))
    this.inTickOrder = [...simulated].sort((a, b) => a.phaseMs - b.phaseMs || (a.instrument.code < b.instrument.code ? -1 : 1))
  }

  originOf(): string {
    return `simulated ${this.seed}`
  }

  knowsPast(): boolean {
    return true
  }

  isSimulatedSource(): boolean {
    return true
  }

  isDisputed(): boolean {
    return false
  }

  sessionTime(wallMs: number): number {
    return wallMs
  }

  wallTime(sessionMs: number): number {
    return sessionMs
  }

  /** The tick of a step, whether or not anyone was there to hear it. @throws RangeError for an unknown code. */
  tickAt(code: string, step: number): Tick {
    return this.makeTick(this.require(code), step)
  }

  start(handler: FeedHandler, wallMs: number): void {
    this.handler = handler
    this.nextStep = Math.floor(wallMs / STEP_MS) - 1
    this.nextPosition = 0
    // Ticks at or before the start belong to history.
    this.eachDue(wallMs, () => {})
  }

  advanceTo(wallMs: number): void {
    const handler = this.handler
    if (!handler) return
    const lagMs = wallMs - this.nextStep * STEP_MS
    if (lagMs > LIVE_LAG_MS) this.replayMissed(handler, wallMs - LIVE_LAG_MS, lagMs)
    this.eachDue(wallMs, (one, step) => {
      if (one.isOpenAt(one.timeOf(step))) handler.onTick(this.makeTick(one, step))
    })
  }

  stop(): void {
    this.handler = undefined
  }

  history({ code, period, fromMs, toMs, detail }: HistoryRequest): Candle[] {
    const one = this.require(code)
    const stride = detail === 'every-tick' ? 1 : sampleStride(bucketEnd(period, fromMs) - bucketStart(period, fromMs))
    const candles: Candle[] = []
    let builder: CandleBuilder | undefined
    for (const { open, close } of openIntervals(one.instrument.calendar, fromMs, toMs)) {
      const first = one.stepFrom(open)
      const last = one.stepFrom(close)
      for (let step = first; step < last; step = nextSample(step, stride)) {
        const time = one.timeOf(step)
        const price = one.gridPriceAt(time)
        if (!builder || time >= builder.end) {
          if (builder) candles.push(builder.finish(one))
          builder = new CandleBuilder(bucketStart(period, time), bucketEnd(period, time), price)
        }
        builder.add(price, one.unitsAt(step, time) * stride)
      }
    }
    if (builder) candles.push(builder.finish(one))
    return candles
  }

  private replayMissed(handler: FeedHandler, untilMs: number, lagMs: number): void {
    const stride = lagMs <= EVERY_PAST_TICK_UP_TO_MS ? 1 : 60_000 / STEP_MS / PAST_TICKS_PER_MINUTE
    this.eachDue(untilMs, (one, step) => {
      if (step % Math.floor(stride) === 0 && one.isOpenAt(one.timeOf(step))) handler.onPastTick(this.makeTick(one, step))
    })
  }

  private eachDue(wallMs: number, visit: (one: SimulatedInstrument, step: number) => void): void {
    for (;;) {
      const one = this.inTickOrder[this.nextPosition]
      if (!one) {
        if (this.inTickOrder.length === 0) return
        this.nextStep += 1
        this.nextPosition = 0
        continue
      }
      if (one.timeOf(this.nextStep) > wallMs) return
      visit(one, this.nextStep)
      this.nextPosition += 1
    }
  }

  private makeTick(one: SimulatedInstrument, step: number): Tick {
    const time = one.timeOf(step)
    const price = one.fixedPrice(one.gridPriceAt(time))
    const size = one.volume(one.unitsAt(step, time))
    const prices = { bid: price, ask: price, last: price, isTwoSided: false }
    return { source: this.source, symbol: one.instrument.code, ...prices, size, seq: BigInt(step), time }
  }

  private require(code: string): SimulatedInstrument {
    const one = this.byCode.get(code)
    if (!one) throw new RangeError(`the simulated feed has no instrument ${code}`)
    return one
  }
}

/** A candle under construction, in steps of the price grid: history reads millions of prices, and bigints would double its time. */
class CandleBuilder {
  private high: number
  private low: number
  private close: number
  private units = 0

  constructor(
    private readonly time: number,
    readonly end: number,
    private readonly open: number,
  ) {
    this.high = open
    this.low = open
    this.close = open
  }

  add(price: number, units: number): void {
    if (price > this.high) this.high = price
    if (price < this.low) this.low = price
    this.close = price
    this.units += units
  }

  finish(one: SimulatedInstrument): Candle {
    return {
      time: this.time,
      open: one.fixedPrice(this.open),
      high: one.fixedPrice(this.high),
      low: one.fixedPrice(this.low),
      close: one.fixedPrice(this.close),
      volume: one.volume(this.units),
    }
  }
}

function sampleStride(candleMs: number): number {
  return Math.max(1, Math.floor(candleMs / STEP_MS / SAMPLES_PER_CANDLE))
}

/** Samples lie on a grid of their own, so that the same window gives the same candles wherever it was started. */
function nextSample(step: number, stride: number): number {
  return (Math.floor(step / stride) + 1) * stride
}
