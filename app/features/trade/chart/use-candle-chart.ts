/** Keeps one chart on an element: made when the library has come, kept in step with theme, period, size and connection. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageFacts } from '../../../language/language'
import { useRecovery } from '../../../realtime'
import { useRealtime } from '../../../realtime/realtime-provider'
import { useSite } from '../../../visitor/site'
import { useTrade } from '../scene/trade-context'
import type { FeedState } from './candle-feed'
import { fetchCandles } from './candle-source'
import type { ChartZone } from './chart-layout'
import type { LegendWords } from './chart-legend'
import type { ChartMood } from './chart-theme'
import type { IndicatorChoice } from './indicator-settings'
import type { CandleChartHandle } from './kline.client'

interface ChartWishes extends ChartMood {
  readonly zone: ChartZone
  readonly indicators: readonly IndicatorChoice[]
}

interface ChartState {
  readonly handle: CandleChartHandle | null
  readonly feed: FeedState
  retry(): void
}

/** @param wishes Null until it is known how the chart was left: it is not drawn twice. */
export function useCandleChart(host: RefObject<HTMLElement | null>, wishes: ChartWishes | null): ChartState {
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
  const { id, code, pricePrecision: precision } = instrument
  const hasWishes = wishes !== null

  // The library is on its way while the device is asked.
  useEffect(() => void import('./kline.client').catch(() => {}), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` makes the chart anew after the library could not be loaded.
  useEffect(() => {
    if (!hasWishes) return
    let made: CandleChartHandle | null = null
    let isGone = false
    import('./kline.client')
      .then(({ createCandleChart }) => {
        const { wishes: first, period: firstPeriod, words: firstWords } = start.current
        if (isGone || host.current === null || first === null) return
        made = createCandleChart({
          element: host.current,
          source: {
            fetchCandles: (request) => fetchCandles(id, request),
            subscribe: (series, wanted, listener) =>
              realtime.followCandles(series, (candle) => {
                if (candle.period === wanted) listener(candle)
              }),
            onNextFrame(run) {
              const frame = requestAnimationFrame(run)
              return () => cancelAnimationFrame(frame)
            },
            onState: setFeedState,
            wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
          },
          code,
          pricePrecision: precision,
          period: firstPeriod,
          zone: first.zone,
          language,
          languageTag: languageFacts(language).tag,
          mood: first,
          words: firstWords,
          indicators: first.indicators,
          brokerNow: () => {
            const offset = realtime.stores.clockOffset.get()
            return offset === null ? null : Date.now() + offset
          },
        })
        // The library puts its drawing first in the order of the Tab key; its keys are off, and the area round it has the focus.
        host.current.querySelector('[tabindex="1"]')?.setAttribute('tabindex', '-1')
        setHandle(made)
      })
      .catch(() => setFeedState('error'))
    return () => {
      isGone = true
      made?.destroy()
      setHandle(null)
    }
  }, [id, code, precision, language, realtime, host, attempt, hasWishes])

  useEffect(() => handle?.setPeriod(period), [handle, period])
  const { indicators, zone } = wishes ?? NO_WISHES
  useEffect(() => {
    if (indicators !== undefined) handle?.setIndicators(indicators)
  }, [handle, indicators])
  useEffect(() => {
    if (zone !== undefined) handle?.setZone(zone)
  }, [handle, zone])
  const { type, isMuted } = wishes ?? NO_WISHES
  useEffect(() => {
    if (type !== undefined && isMuted !== undefined) handle?.setMood({ type, isMuted })
  }, [handle, type, isMuted])
  useEffect(() => {
    const element = host.current
    if (handle === null || element === null) return
    const observer = new ResizeObserver(() => handle.resize())
    observer.observe(element)
    return () => observer.disconnect()
  }, [host, handle])
  useRecovery(() => handle?.reload())

  return { handle, feed: feedState, retry: () => (handle ? handle.reload() : setAttempt((count) => count + 1)) }
}

const NO_WISHES: Partial<ChartWishes> = {}

function useChartWords(): LegendWords {
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
