/**
 * Candles for the chart: history by pages, the live candle by pushes. Framework-free; fetching, pushing and frames are
 * passed in.
 *
 * Invariant: whatever answers late is thrown away. The chart library shows any answer under the symbol of the moment, so
 * every opening of a series gets a number, and an answer or a push that carries an older number never reaches the chart.
 */
import type { DataLoader, DataLoaderGetBarsParams, DataLoaderSubscribeBarParams, KLineData } from 'klinecharts'
import type { Candle } from '../../../contract/market'
import type { Period } from '../../../contract/primitives'

export const PAGE_OF_CANDLES = 500
const PAGING_RETRY_MS = 1_500

export const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1min': 60_000,
  '5min': 300_000,
  '15min': 900_000,
  '30min': 1_800_000,
  '60min': 3_600_000,
  '1day': 86_400_000,
}

export const CHART_PERIODS = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
} as const satisfies Record<Period, { type: string; span: number }>

export function periodOf(chartPeriod: { type: string; span: number }): Period {
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

export type FeedState = 'loading' | 'ready' | 'empty' | 'error'

export interface CandleFeedOptions {
  fetchCandles(request: CandleRequest): Promise<readonly Candle[]>
  /** Live candles of one series; the returned function ends it. */
  subscribe(code: string, period: Period, listener: (candle: Candle) => void): () => void
  /** Runs once with the next frame; the returned function cancels it. */
  onNextFrame(run: () => void): () => void
  onState(state: FeedState): void
  /** A push has left out at least one candle: the series must be read anew. Told once per candle. */
  onHole(): void
  wait(delayMs: number): Promise<void>
}

export interface CandleFeed extends Required<DataLoader> {
  stop(): void
}

export function toBar(candle: Candle): KLineData {
  return { timestamp: candle.Time, open: candle.Open, high: candle.High, low: candle.Low, close: candle.Close, volume: candle.Volume }
}

export function createCandleFeed(options: CandleFeedOptions): CandleFeed {
  let opening = 0
  let request = new AbortController()
  let unsubscribe: (() => void) | null = null
  let cancelFrame: (() => void) | null = null
  const waiting = new Map<number, Candle>()
  let newestTime: number | null = null
  let hasFailed = false
  let healedTime: number | null = null

  function endLive() {
    unsubscribe?.()
    cancelFrame?.()
    unsubscribe = null
    cancelFrame = null
    waiting.clear()
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

  async function getBars(params: DataLoaderGetBarsParams): Promise<void> {
    // The newest candles come by push, so only the first page and older ones are ever fetched.
    if (params.type === 'backward' || params.type === 'update') {
      params.callback([], { backward: false, forward: true })
      return
    }
    const isOpening = params.type === 'init'
    if (isOpening) {
      opening += 1
      request.abort()
      request = new AbortController()
      newestTime = null
      hasFailed = false
      options.onState('loading')
    }
    const mine = opening
    try {
      const candles = await readPage(params, mine, request.signal)
      if (candles === null || mine !== opening) return
      if (isOpening) {
        newestTime = candles.at(-1)?.Time ?? null
        options.onState(candles.length === 0 ? 'empty' : 'ready')
      }
      params.callback(candles.map(toBar), { forward: candles.length >= PAGE_OF_CANDLES, backward: false })
    } catch {
      if (mine !== opening) return
      if (isOpening) {
        hasFailed = true
        options.onState('error')
      }
      // Without an answer the chart would wait for ever and page no more.
      params.callback([], false)
    }
  }

  function subscribeBar({ symbol, period, callback }: DataLoaderSubscribeBarParams) {
    endLive()
    // A live candle without the ones before it would look like the whole market.
    if (hasFailed) return
    const mine = opening
    const spanMs = PERIOD_MS[periodOf(period)]
    const flush = () => {
      cancelFrame = null
      if (mine !== opening) return
      for (const candle of [...waiting.values()].sort((left, right) => left.Time - right.Time)) {
        newestTime = Math.max(newestTime ?? 0, candle.Time)
        callback(toBar(candle))
      }
      waiting.clear()
      options.onState('ready')
    }
    unsubscribe = options.subscribe(symbol.ticker, periodOf(period), (candle) => {
      if (mine !== opening) return
      if (newestTime !== null && candle.Time - newestTime > spanMs && healedTime !== candle.Time && waiting.size === 0) {
        healedTime = candle.Time
        options.onHole()
        return
      }
      waiting.set(candle.Time, candle)
      cancelFrame ??= options.onNextFrame(flush)
    })
  }

  return {
    getBars,
    subscribeBar,
    unsubscribeBar: endLive,
    stop() {
      opening += 1
      request.abort()
      endLive()
    },
  }
}
