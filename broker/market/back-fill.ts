/**
 * Fills the candle store from a feed that knows its past: everything at first boot, the hours a server was down at every other.
 *
 * Invariants: each period ends at the live price and has no hole in open market time; a coarser candle is the fold of finer ones
 * wherever these exist, because a finer period's history starts at a London midnight and never before a coarser one's.
 * What was stored is continued, never rewritten: an open stays, extremes only widen.
 */

import { bucketStart, type Candle, finerPeriod, foldCandles, PERIODS, type Period } from '../../rules/candles'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import type { CalendarName } from '../../rules/market-calendars'
import { openIntervals } from '../../rules/market-hours'
import type { Feed } from './feed'
import type { Instrument } from './instrument'
import type { CandleCoverage, CandleRow, CandleStore } from './live-candles'

interface BackFillOptions {
  feed: Feed
  store: CandleStore
  /** UTC milliseconds; history ends here and the live feed starts after it. */
  nowMs: number
  /** Candles each period aims for on first boot. */
  target?: number
}

interface BackFillReport {
  rows: number
  /** Series that had nothing usable stored. */
  fresh: number
}

const DEFAULT_TARGET = 620
/** Fewer stored candles than this are not worth continuing. */
const ENOUGH = 500
/** A hole of more candles than this is not filled: the period starts anew and its older rows are forgotten. */
const MAX_FILLED = 5_000
/** The last minutes, and any short stop, are rebuilt from every tick; older history from samples of the same path. */
const EVERY_TICK_MS = 20 * 60_000

const TYPICAL_MS: Record<Period, number> = {
  '1min': 60_000,
  '5min': 300_000,
  '15min': 900_000,
  '30min': 1_800_000,
  '60min': HOUR_MS,
  '1day': DAY_MS,
}

interface SeriesPlan {
  from: number
  stored: Candle | undefined
  isFresh: boolean
}

type InstrumentPlan = Record<Period, SeriesPlan>

/** Brings every series of the feed's instruments up to `nowMs`. Fails as the store fails; running it again is safe. */
export async function backFill({ feed, store, nowMs, target = DEFAULT_TARGET }: BackFillOptions): Promise<BackFillReport> {
  const instruments = feed.instruments.filter(({ code }) => feed.knowsPast(code))
  const coverage = await store.coverage(
    instruments.map(({ code }) => code),
    nowMs,
    ENOUGH,
  )
  const windows = new HistoryWindows(nowMs, target)
  const plans = instruments.map((instrument) => ({ instrument, plan: planInstrument(instrument, coverage, windows, nowMs) }))
  const stored = await loadPartialBuckets(store, plans)

  const report: BackFillReport = { rows: 0, fresh: 0 }
  for (const { instrument, plan } of plans) {
    for (const period of PERIODS) {
      if (!plan[period].isFresh) continue
      report.fresh += 1
      if (plan[period].stored) await store.deleteBefore(instrument.code, period, plan[period].from)
    }
    const rows = buildRows(feed, instrument, plan, stored.get(instrument.code), nowMs)
    report.rows += rows.length
    await store.upsert(rows)
  }
  return report
}

function planInstrument(
  instrument: Instrument,
  coverage: readonly CandleCoverage[],
  windows: HistoryWindows,
  nowMs: number,
): InstrumentPlan {
  const plan = {} as InstrumentPlan
  let finerFrom = nowMs
  for (const period of PERIODS) {
    const known = coverage.find((one) => one.code === instrument.code && one.period === period)
    const isContinued = known?.hasEnough && (nowMs - known.last.time) / TYPICAL_MS[period] <= MAX_FILLED
    const start = isContinued ? known.last.time : windows.start(instrument.calendar, period)
    // A coarser period must reach back at least as far as the finer one it is folded from.
    const from = Math.min(start, bucketStart(period, finerFrom))
    plan[period] = { from, stored: known?.last, isFresh: !isContinued }
    finerFrom = from
  }
  return plan
}

/** Finer candles of the coarser bucket that was being built when the process stopped: the fold has to start with them. */
async function loadPartialBuckets(
  store: CandleStore,
  plans: readonly { instrument: Instrument; plan: InstrumentPlan }[],
): Promise<Map<string, CandleRow[]>> {
  const wanted: { code: string; period: Period; from: number }[] = []
  for (const { instrument, plan } of plans) {
    for (const period of PERIODS) {
      const finer = finerPeriod(period)
      if (finer && !plan[finer].isFresh && plan[period].from < plan[finer].from) {
        wanted.push({ code: instrument.code, period: finer, from: bucketStart(period, plan[finer].from) })
      }
    }
  }
  const byCode = new Map<string, CandleRow[]>()
  for (const row of await store.loadSince(wanted)) {
    const rows = byCode.get(row.code) ?? []
    rows.push(row)
    byCode.set(row.code, rows)
  }
  return byCode
}

function buildRows(
  feed: Feed,
  instrument: Instrument,
  plan: InstrumentPlan,
  stored: readonly CandleRow[] = [],
  nowMs: number,
): CandleRow[] {
  const built = {} as Record<Period, Candle[]>
  for (const period of PERIODS) {
    const { from, stored: storedLast } = plan[period]
    const finer = finerPeriod(period)
    const candles = finer
      ? foldOrRead(feed, instrument.code, period, finer, plan, built[finer], stored)
      : readMinutes(feed, instrument.code, from, nowMs)
    built[period] = continueStored(candles, storedLast)
  }
  return PERIODS.flatMap((period) => built[period].map((candle) => ({ ...candle, code: instrument.code, period })))
}

function readMinutes(feed: Feed, code: string, fromMs: number, toMs: number): Candle[] {
  const edge = Math.max(fromMs, bucketStart('1min', toMs - EVERY_TICK_MS))
  return [
    ...feed.history({ code, period: '1min', fromMs, toMs: edge, detail: 'sampled' }),
    // `toMs` itself belongs to history: the live feed starts after it.
    ...feed.history({ code, period: '1min', fromMs: edge, toMs: toMs + 1, detail: 'every-tick' }),
  ]
}

function foldOrRead(
  feed: Feed,
  code: string,
  period: Period,
  finer: Period,
  plan: InstrumentPlan,
  finerCandles: readonly Candle[],
  stored: readonly CandleRow[],
): Candle[] {
  const finerFrom = plan[finer].from
  const foldFrom = bucketStart(period, finerFrom)
  const storedFiner = stored.filter((row) => row.period === finer && row.time >= foldFrom && row.time < finerFrom).map(withoutKey)
  const older =
    plan[period].from < foldFrom ? feed.history({ code, period, fromMs: plan[period].from, toMs: foldFrom, detail: 'sampled' }) : []
  return [...older, ...foldCandles([...storedFiner, ...finerCandles], period)]
}

/** What was pushed to traders before the stop stays true: the regenerated bucket may only widen it. */
function continueStored(candles: readonly Candle[], stored: Candle | undefined): Candle[] {
  if (!stored) return [...candles]
  return candles.map((candle) =>
    candle.time === stored.time
      ? {
          time: candle.time,
          open: stored.open,
          high: candle.high > stored.high ? candle.high : stored.high,
          low: candle.low < stored.low ? candle.low : stored.low,
          close: candle.close,
          volume: candle.volume > stored.volume ? candle.volume : stored.volume,
        }
      : candle,
  )
}

function withoutKey({ time, open, high, low, close, volume }: CandleRow): Candle {
  return { time, open, high, low, close, volume }
}

/** How far back a first boot reaches, by calendar and period: enough open buckets, cut at a London midnight. */
class HistoryWindows {
  private readonly starts = new Map<string, number>()

  constructor(
    private readonly nowMs: number,
    private readonly target: number,
  ) {}

  start(calendar: CalendarName, period: Period): number {
    const key = `${calendar} ${period}`
    const known = this.starts.get(key)
    if (known !== undefined) return known
    let day = bucketStart('1day', this.nowMs)
    let count = this.countBuckets(calendar, period, day, this.nowMs)
    while (count < this.target) {
      const before = bucketStart('1day', day - 1)
      count += this.countBuckets(calendar, period, before, day)
      day = before
    }
    this.starts.set(key, day)
    return day
  }

  private countBuckets(calendar: CalendarName, period: Period, from: number, to: number): number {
    const intervals = openIntervals(calendar, from, to)
    if (period === '1day') return intervals.length > 0 ? 1 : 0
    return Math.floor(intervals.reduce((sum, { open, close }) => sum + close - open, 0) / TYPICAL_MS[period])
  }
}
