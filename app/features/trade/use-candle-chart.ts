/** Keeps one chart on an element: made when the library has come, kept in step with theme, period, size and connection. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageFacts } from '../../platform/language'
import { useSite } from '../../platform/site'
import { useRecovery } from '../../realtime'
import { useRealtime } from '../../realtime/realtime-provider'
import { createCandleFeed, type FeedState } from './candle-feed'
import { fetchCandles } from './candle-source'
import type { IndicatorName } from './chart-settings'
import { type ChartLook, readChartTheme, watchChartTheme } from './chart-theme'
import type { CandleChartHandle, ChartWords } from './kline.client'
import { useTrade } from './trade-context'

export interface ChartWishes {
  readonly indicators: readonly IndicatorName[]
  readonly isMuted: boolean
}

export interface ChartState {
  readonly handle: CandleChartHandle | null
  readonly feed: FeedState
  retry(): void
}

const NARROW_PX = 560

export function useCandleChart(host: RefObject<HTMLElement | null>, wishes: ChartWishes): ChartState {
  const { instrument, period } = useTrade()
  const { language } = useSite()
  const realtime = useRealtime()
  const words = useChartWords()
  const [handle, setHandle] = useState<CandleChartHandle | null>(null)
  const [feedState, setFeedState] = useState<FeedState>('loading')
  const [attempt, setAttempt] = useState(0)
  // What the chart starts with; later changes reach it by the effects below.
  const start = useRef({ period, wishes, words })
  start.current = { period, wishes, words }
  const { Id: id, Code: code, PricePrecision: precision } = instrument

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` makes the chart anew after the library could not be loaded.
  useEffect(() => {
    let made: CandleChartHandle | null = null
    let isGone = false
    const feed = createCandleFeed({
      fetchCandles: (request) => fetchCandles(id, request),
      subscribe: (series, wanted, listener) =>
        realtime.followCandles(series, (candle) => {
          if (candle.Period === wanted) listener(candle)
        }),
      onNextFrame(run) {
        const frame = requestAnimationFrame(run)
        return () => cancelAnimationFrame(frame)
      },
      onState: setFeedState,
      onHole: () => made?.reload(),
      wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    })
    import('./kline.client')
      .then(({ createCandleChart }) => {
        if (isGone || host.current === null) return
        made = createCandleChart({
          element: host.current,
          feed,
          code,
          pricePrecision: precision,
          period: start.current.period,
          language,
          languageTag: languageFacts(language).tag,
          look: readLook(host.current, start.current.words, start.current.wishes.isMuted),
          words: start.current.words,
          indicators: start.current.wishes.indicators,
          brokerNow: () => {
            const offset = realtime.stores.clockOffset.get()
            return offset === null ? null : Date.now() + offset
          },
        })
        setHandle(made)
      })
      .catch(() => setFeedState('error'))
    return () => {
      isGone = true
      feed.stop()
      made?.destroy()
      setHandle(null)
    }
  }, [id, code, precision, language, realtime, host, attempt])

  useEffect(() => handle?.setPeriod(period), [handle, period])
  useEffect(() => handle?.setIndicators(wishes.indicators), [handle, wishes.indicators])
  useChartSurroundings(host, handle, words, wishes.isMuted)
  useRecovery(() => handle?.reload())

  return { handle, feed: feedState, retry: () => (handle ? handle.reload() : setAttempt((count) => count + 1)) }
}

/** Size, colours and mood of the page around the chart. */
function useChartSurroundings(host: RefObject<HTMLElement | null>, handle: CandleChartHandle | null, words: ChartWords, isMuted: boolean) {
  useEffect(() => {
    const element = host.current
    if (handle === null || element === null) return
    const look = () => handle.setLook(readLook(element, words, isMuted))
    look()
    return watchChartTheme(look)
  }, [host, handle, words, isMuted])

  useEffect(() => {
    const element = host.current
    if (handle === null || element === null) return
    const observer = new ResizeObserver(() => handle.resize())
    observer.observe(element)
    return () => observer.disconnect()
  }, [host, handle])
}

function readLook(element: HTMLElement, legend: ChartWords, isMuted: boolean): ChartLook {
  return { theme: readChartTheme(element), legend, isMuted, isNarrow: element.clientWidth < NARROW_PX }
}

function useChartWords(): ChartWords {
  const { t } = useTranslation('trade')
  return useMemo(
    () => ({
      open: t('chart.open'),
      high: t('chart.high'),
      low: t('chart.low'),
      close: t('chart.close'),
      time: t('chart.time'),
      volume: t('chart.volume'),
      change: t('chart.change'),
    }),
    [t],
  )
}
