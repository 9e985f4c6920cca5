/**
 * Candles: which bucket an instant belongs to, and how ticks and finer candles fold into one.
 *
 * Invariants: buckets of 1 to 60 minutes are UTC-aligned; a day starts at London midnight, so it has 23 or 25 hours when the
 * clocks change. low ≤ open, close ≤ high. Folding is exact (Fixed bigints) and coarser candles are the fold of finer ones.
 */
import type { Fixed } from './decimal'
import { DAY_MS, MINUTE_MS } from './durations'
import { utcToWall, wallToUtc } from './wall-time'

export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const
export type Period = (typeof PERIODS)[number]

/** The city whose midnight starts a trading day. */
export const DAY_TIME_ZONE = 'Europe/London'

const FIXED_ONE_NUMBER = 1e8

const PERIOD_MS: Record<Exclude<Period, '1day'>, number> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': 60 * MINUTE_MS,
}

export interface Candle {
  /** UTC milliseconds of the bucket's start. */
  time: number
  open: Fixed
  high: Fixed
  low: Fixed
  close: Fixed
  volume: Fixed
}

/** A candle as it crosses the wire: plain numbers, for a chart. */
export interface WireCandle {
  Time: number
  Open: number
  High: number
  Low: number
  Close: number
  Volume: number
}

export interface CandleTick {
  /** UTC milliseconds. */
  time: number
  price: Fixed
  size: Fixed
}

/** Start (UTC ms, included) of the bucket that holds `timeMs`. */
export function bucketStart(period: Period, timeMs: number): number {
  if (period === '1day') return dayStart(timeMs)
  const length = PERIOD_MS[period]
  return Math.floor(timeMs / length) * length
}

/** End (UTC ms, not included) of the bucket that holds `timeMs`. */
export function bucketEnd(period: Period, timeMs: number): number {
  if (period !== '1day') return bucketStart(period, timeMs) + PERIOD_MS[period]
  const wallMidnight = Math.floor(utcToWall(DAY_TIME_ZONE, timeMs) / DAY_MS) * DAY_MS
  return wallToUtc(DAY_TIME_ZONE, wallMidnight + DAY_MS)
}

/** The period a coarser one is folded from; null for the finest. */
export function finerPeriod(period: Period): Period | null {
  return PERIODS[PERIODS.indexOf(period) - 1] ?? null
}

/**
 * Folds one tick into the bucket being built and returns the resulting candle; a tick of a later bucket starts a new candle.
 * A tick that belongs to an earlier bucket than `candle` changes nothing: closed candles are never edited.
 */
export function foldTick(period: Period, candle: Candle | undefined, tick: CandleTick): Candle {
  const time = bucketStart(period, tick.time)
  if (candle && time < candle.time) return candle
  if (!candle || time > candle.time) {
    return { time, open: tick.price, high: tick.price, low: tick.price, close: tick.price, volume: tick.size }
  }
  return extendCandle(candle, tick)
}

/** The largest number that is kept: 64 bits of 10⁻⁸. A source may offer so much with every tick that an hour of them is more. */
const VOLUME_MAX = 2n ** 63n - 1n

/** What does not fit is told as the most that does: prices go on, whatever a source says of its sizes. */
function addVolume(one: Fixed, other: Fixed): Fixed {
  const sum = one + other
  return sum > VOLUME_MAX ? VOLUME_MAX : sum
}

/** The candle with one more tick of its own bucket. */
export function extendCandle(candle: Candle, tick: CandleTick): Candle {
  return {
    time: candle.time,
    open: candle.open,
    high: tick.price > candle.high ? tick.price : candle.high,
    low: tick.price < candle.low ? tick.price : candle.low,
    close: tick.price,
    volume: addVolume(candle.volume, tick.size),
  }
}

/** Folds ascending candles of a finer period into candles of `period`. */
export function foldCandles(candles: readonly Candle[], period: Period): Candle[] {
  const folded: Candle[] = []
  let current: Candle | undefined
  let currentEnd = Number.NEGATIVE_INFINITY
  for (const candle of candles) {
    if (!current || candle.time >= currentEnd) {
      current = { ...candle, time: bucketStart(period, candle.time) }
      currentEnd = bucketEnd(period, candle.time)
      folded.push(current)
      continue
    }
    if (candle.high > current.high) current.high = candle.high
    if (candle.low < current.low) current.low = candle.low
    current.close = candle.close
    current.volume = addVolume(current.volume, candle.volume)
  }
  return folded
}

/** The same candle as numbers. Exact for prices below 90 million; a larger volume is the nearest double. */
export function toWireCandle(candle: Candle): WireCandle {
  return {
    Time: candle.time,
    Open: toNumber(candle.open),
    High: toNumber(candle.high),
    Low: toNumber(candle.low),
    Close: toNumber(candle.close),
    Volume: toNumber(candle.volume),
  }
}

function toNumber(value: Fixed): number {
  return Number(value) / FIXED_ONE_NUMBER
}

function dayStart(timeMs: number): number {
  const wallMidnight = Math.floor(utcToWall(DAY_TIME_ZONE, timeMs) / DAY_MS) * DAY_MS
  return wallToUtc(DAY_TIME_ZONE, wallMidnight)
}
