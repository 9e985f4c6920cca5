/**
 * Candles for the chart: history by pages, the live candle by pushes. Framework-free; fetching, pushing and frames are
 * passed in.
 *
 * Invariants: whatever answers late is thrown away. The chart library shows any answer under the symbol of the moment, so
 * every opening of a series gets a number, and an answer or a push that carries an older number never reaches the chart.
 * A series has no hidden hole: where a push leaves one out, or follows a candle whose end was not seen, the newest page is
 * read again and laid over what is there.
 */
import type { DataLoader, DataLoaderGetBarsParams, KLineData, SymbolInfo } from 'klinecharts'
import type { Period } from '../../../../contract/primitives'
import type { Candle } from '../../../terms/candle'
import { PERIOD_MS } from '../scene/trade-address'
import { olderOnly, withLive, withNewest } from './candle-merge'

export const PAGE_OF_CANDLES = 500
const PAGING_RETRY_MS = 1_500

export const CHART_PERIODS = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
} as const satisfies Record<Period, { type: string; span: number }>

function periodOf(chartPeriod: { type: string; span: number }): Period {
  const entries = Object.entries(CHART_PERIODS) as [Period, { type: string; span: number }][]
  return entries.find(([, each]) => each.type === chartPeriod.type && each.span === chartPeriod.span)?.[0] ?? '15min'
}

export interface CandleRequest {
  readonly code: string
  readonly period: Period
  /** Only candles that start before this time; absent for the newest. */
  readonly end?: number
  readonly limit: number
  readonly signal: AbortSignal
}

/** `stale`: candles are shown, but the newest could not be read. */
export type FeedState = 'loading' | 'ready' | 'stale' | 'empty' | 'error'

export interface CandleFeedOptions {
  fetchCandles(request: CandleRequest): Promise<readonly Candle[]>
  /** Live candles of one series; the returned function ends it. */
  subscribe(code: string, period: Period, listener: (candle: Candle) => void): () => void
  /** Runs once with the next frame; the returned function cancels it. */
  onNextFrame(run: () => void): () => void
  onState(state: FeedState): void
  /** A push does not follow what is shown: the newest page must be read anew. Told once per candle. */
  onHole(): void
  wait(delayMs: number): Promise<void>
}

export interface CandleFeed extends Required<DataLoader> {
  /** True when the series that is being opened is the one that is shown. */
  isShowing(symbol: SymbolInfo, period: DataLoaderGetBarsParams['period']): boolean
  stop(): void
}

function toBar(candle: Candle): KLineData {
  return { timestamp: candle.time, open: candle.open, high: candle.high, low: candle.low, close: candle.close, volume: candle.volume }
}

/** What the chart shows of one series. */
interface Shown {
  readonly series: string
  readonly candles: readonly Candle[]
  readonly hasOlder: boolean
}

const NOTHING: Shown = { series: '', candles: [], hasOlder: false }

const seriesOf = (symbol: Pick<SymbolInfo, 'ticker'>, period: DataLoaderGetBarsParams['period']) => `${symbol.ticker} ${periodOf(period)}`

export function createCandleFeed(options: CandleFeedOptions): CandleFeed {
  let opening = 0
  let request = new AbortController()
  let shown = NOTHING
  let state: FeedState = 'loading'
  const live = createLiveCandles(options)

  function tell(next: FeedState) {
    state = next
    options.onState(next)
  }

  async function readPage(params: DataLoaderGetBarsParams, mine: number, signal: AbortSignal): Promise<readonly Candle[] | null> {
    const series = { code: params.symbol.ticker, period: periodOf(params.period), limit: PAGE_OF_CANDLES, signal }
    const ask = () => options.fetchCandles(params.timestamp === null ? series : { ...series, end: params.timestamp })
    try {
      return await ask()
    } catch (failure) {
      // An older page is asked for a second time; for the first page the reader decides, by the retry button.
      if (params.type === 'init' || mine !== opening) throw failure
      await options.wait(PAGING_RETRY_MS)
      return mine === opening ? ask() : null
    }
  }

  async function openSeries(params: DataLoaderGetBarsParams) {
    const mine = ++opening
    request.abort()
    request = new AbortController()
    const series = seriesOf(params.symbol, params.period)
    const before = shown.series === series ? shown : { ...NOTHING, series }
    // What is shown already stays in view while it is read anew.
    const isQuiet = before.candles.length > 0
    if (!isQuiet) tell('loading')
    try {
      const page = await readPage(params, mine, request.signal)
      if (page === null || mine !== opening) return
      const { candles, isJoined } = withNewest(before.candles, page)
      shown = { series, candles, hasOlder: isJoined && isQuiet ? before.hasOlder : page.length >= PAGE_OF_CANDLES }
      tell(candles.length === 0 ? 'empty' : 'ready')
    } catch {
      if (mine !== opening) return
      shown = before
      tell(isQuiet ? 'stale' : 'error')
    }
    // Without an answer the chart would wait for ever and page no more.
    params.callback(shown.candles.map(toBar), { forward: shown.hasOlder, backward: false })
  }

  async function readOlder(params: DataLoaderGetBarsParams) {
    const mine = opening
    try {
      const page = await readPage(params, mine, request.signal)
      if (page === null || mine !== opening) return
      const older = olderOnly(page, params.timestamp ?? Number.POSITIVE_INFINITY)
      shown = { ...shown, candles: [...older, ...shown.candles], hasOlder: page.length >= PAGE_OF_CANDLES && older.length > 0 }
      params.callback(older.map(toBar), { forward: shown.hasOlder, backward: false })
    } catch {
      if (mine === opening) params.callback([], false)
    }
  }

  return {
    async getBars(params) {
      if (params.type === 'init') return openSeries(params)
      if (params.type === 'forward') return readOlder(params)
      // The newest candles come by push.
      params.callback([], { backward: false, forward: shown.hasOlder })
    },
    subscribeBar({ symbol, period, callback }) {
      live.end()
      // A live candle without the ones before it would look like the whole market.
      if (state === 'error') return
      const mine = opening
      live.follow(symbol.ticker, periodOf(period), {
        isCurrent: () => mine === opening,
        newestTime: () => shown.candles.at(-1)?.time ?? null,
        isStale: () => state === 'stale',
        show(candle) {
          shown = { ...shown, candles: withLive(shown.candles, candle) }
          callback(toBar(candle))
          if (state === 'empty') tell('ready')
        },
      })
    },
    unsubscribeBar: live.end,
    isShowing: (symbol, period) => shown.candles.length > 0 && shown.series === seriesOf(symbol, period),
    stop() {
      opening += 1
      request.abort()
      live.end()
    },
  }
}

interface LiveSeries {
  isCurrent(): boolean
  newestTime(): number | null
  isStale(): boolean
  show(candle: Candle): void
}

/** Pushes of one series, drawn once per frame. */
function createLiveCandles(options: Pick<CandleFeedOptions, 'subscribe' | 'onNextFrame' | 'onHole'>) {
  let unsubscribe: (() => void) | null = null
  let cancelFrame: (() => void) | null = null
  let healedTime: number | null = null
  let seenTime: number | null = null
  const waiting = new Map<number, Candle>()

  function end() {
    unsubscribe?.()
    cancelFrame?.()
    unsubscribe = null
    cancelFrame = null
    seenTime = null
    waiting.clear()
  }

  function follow(code: string, period: Period, series: LiveSeries) {
    const flush = () => {
      cancelFrame = null
      if (!series.isCurrent()) return
      const candles = [...waiting.values()].sort((left, right) => left.time - right.time)
      waiting.clear()
      for (const candle of candles) series.show(candle)
    }
    const isAfterHole = ({ time }: Candle) => {
      const newest = series.newestTime()
      if (newest === null || time <= newest || waiting.size > 0) return false
      // The newest candle came with the page only: how it ended nobody has said.
      return time - newest > PERIOD_MS[period] || seenTime !== newest
    }
    unsubscribe = options.subscribe(code, period, (candle) => {
      if (!series.isCurrent()) return
      if (isAfterHole(candle)) {
        if (healedTime !== candle.time) {
          healedTime = candle.time
          options.onHole()
          return
        }
        // Read again and still not there: a gap of the market's own, unless it could not be read.
        if (series.isStale()) return
      }
      seenTime = Math.max(seenTime ?? 0, candle.time)
      waiting.set(candle.time, candle)
      cancelFrame ??= options.onNextFrame(flush)
    })
  }

  return { follow, end }
}
