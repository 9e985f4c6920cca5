/**
 * The simulated market: a path of each day (`rules/simulated`), read on a fixed grid of steps. A tick is a function of (the day's seed,
 * where the day begins, instrument, step), so timers, restarts and sleeping machines change nothing.
 *
 * Invariant: history and live ticks are read off the same path. Bid, ask and last are one price: the spread is the tenant's.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { bucketEnd, bucketStart, type Candle } from '../../rules/candles'
import type { Fixed } from '../../rules/decimal'
import { isMarketOpen, nextClose, nextOpen, openIntervals } from '../../rules/market-hours'
import { daySeed, MarketDays } from '../../rules/simulated/day-seed'
import { exposures, FACTORS } from '../../rules/simulated/market-model'
import { hash32, sequenceHash, textHash } from '../../rules/simulated/mix'
import { OperationalClock } from '../../rules/simulated/operational-clock'
import { seedTerms, seedText } from '../../rules/simulated/seed-facts'
import { SimulatedPrice, STEP_MS } from '../../rules/simulated/simulated-price'
import { CATALOGUE, volumeUnit } from './catalogue'
import type { FeedHandler, HistoryRequest, SeededMarket, Tick } from './feed'
import type { Instrument } from './instrument'
import { SingleSourceFeed } from './single-source-feed'

const SAMPLES_PER_CANDLE = 14
/** Behind by more than this (a suspended machine), ticks are only folded, not traded on. */
const LIVE_LAG_MS = 5_000
const EVERY_PAST_TICK_UP_TO_MS = 30 * 60_000
const PAST_TICKS_PER_MINUTE = 4

/** One instrument: its price, how much is traded of it, and when it may be read. */
class SimulatedInstrument {
  readonly price: SimulatedPrice
  private readonly activity: OperationalClock
  private readonly sizeSeed: number
  private readonly unit: Fixed
  private isOpenNow = false
  private openStateUntil = Number.NEGATIVE_INFINITY

  constructor(
    readonly instrument: Instrument,
    days: MarketDays,
  ) {
    this.price = new SimulatedPrice(instrument, (from) => days.at(from))
    this.sizeSeed = hash32(textHash(instrument.code), 2, 0, 0)
    const [first] = exposures(instrument.baseAsset, instrument.quoteCurrency)
    this.activity = new OperationalClock(FACTORS[first?.factor ?? '']?.profile ?? 'forex')
    this.unit = volumeUnit(instrument)
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
}

interface SimulatedFeedOptions {
  /** The secret that the seeds of all days are made of: any text, the same gives the same market. */
  seed: string
  /** Its name among other sources. */
  source?: string
  instruments?: readonly Instrument[]
}

export class SimulatedFeed extends SingleSourceFeed {
  readonly source: string
  readonly isSimulated = true
  readonly hasLastingHistory = true
  readonly instruments: readonly Instrument[]
  private readonly days: MarketDays
  /** Named by the seed of a day that nobody trades on: the secret itself is told to nobody. */
  private readonly origin: string
  private readonly byCode: ReadonlyMap<string, SimulatedInstrument>
  /** In the order in which they tick within a step. */
  private readonly inTickOrder: readonly SimulatedInstrument[]
  private nextStep = 0
  /** Position in `inTickOrder` of the next tick within `nextStep`. */
  private nextPosition = 0

  constructor({ seed, source = 'simulated', instruments = CATALOGUE }: SimulatedFeedOptions) {
    super()
    this.instruments = instruments
    this.source = source
    const days = new MarketDays(seed)
    this.origin = `simulated ${bytesToHex(daySeed(seed, 0)).slice(0, 16)}`
    this.days = days
    const simulated = instruments.map((instrument) => new SimulatedInstrument(instrument, days))
    this.byCode = new Map(simulated.map((one) => [one.instrument.code, one]))
    this.inTickOrder = [...simulated].sort((a, b) => a.price.phaseMs - b.price.phaseMs || (a.instrument.code < b.instrument.code ? -1 : 1))
  }

  override originOf(): string {
    return this.origin
  }

  override seededMarkets(): readonly SeededMarket[] {
    const seedOf = (from: number) => seedText(this.source, this.days.at(from))
    return [{ market: this.source, instruments: seedTerms(this.instruments), seedOf }]
  }

  override knowsPast(): boolean {
    return true
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
      if (one.isOpenAt(one.price.timeOf(step))) handler.onTick(this.makeTick(one, step))
    })
  }

  override history({ code, period, fromMs, toMs, detail }: HistoryRequest): Candle[] {
    const one = this.require(code)
    const stride = detail === 'every-tick' ? 1 : sampleStride(bucketEnd(period, fromMs) - bucketStart(period, fromMs))
    const candles: Candle[] = []
    let builder: CandleBuilder | undefined
    for (const { open, close } of openIntervals(one.instrument.calendar, fromMs, toMs)) {
      const first = one.price.stepFrom(open)
      const last = one.price.stepFrom(close)
      for (let step = first; step < last; step = nextSample(step, stride)) {
        const time = one.price.timeOf(step)
        const price = one.price.gridPriceAt(time)
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
      if (step % Math.floor(stride) === 0 && one.isOpenAt(one.price.timeOf(step))) handler.onPastTick(this.makeTick(one, step))
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
      if (one.price.timeOf(this.nextStep) > wallMs) return
      visit(one, this.nextStep)
      this.nextPosition += 1
    }
  }

  private makeTick(one: SimulatedInstrument, step: number): Tick {
    const time = one.price.timeOf(step)
    const price = one.price.fixedPrice(one.price.gridPriceAt(time))
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
      open: one.price.fixedPrice(this.open),
      high: one.price.fixedPrice(this.high),
      low: one.price.fixedPrice(this.low),
      close: one.price.fixedPrice(this.close),
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
