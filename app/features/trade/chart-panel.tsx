/** Period bar and chart, in their places or over the whole window. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useRealtime } from '../../realtime/realtime-provider'
import { Button, EmptyState, IconButton, isTyping, media, PeriodBar, token } from '../../ui'
import { decimalText } from '../../ui/decimal-text'
import { CandleTable } from './candle-table'
import { ChartLineDesk } from './chart-line-desk'
import { DEFAULT_INDICATORS, type IndicatorName, keepIndicators, readIndicators } from './chart-settings'
import { IndicatorSheet } from './indicator-sheet'
import type { CandleChartHandle } from './kline.client'
import { TRADE_PERIODS } from './trade-address'
import { useTrade } from './trade-context'
import { useCandleChart } from './use-candle-chart'
import { usePriceMood } from './use-price-mood'

const Panel = styled.div`
  display: contents;
  &[data-full] {
    display: flex;
    flex-direction: column;
    position: fixed;
    inset: 0;
    z-index: ${token.layer.sheet};
    background: ${token.surface.surface};
    padding-block-end: env(safe-area-inset-bottom);
  }
`
const Bar = styled.div`
  grid-area: periods;
  min-width: 0;
`
const Area = styled.section`
  grid-area: chart;
  position: relative;
  flex: 1;
  min-height: 0;
  min-width: 0;
  overflow: hidden;
  background: ${token.chart.bg};
`
/** Always left to right: time runs that way in every language. */
const Canvas = styled.div`
  position: absolute;
  inset: 0;
  direction: ltr;
  touch-action: pan-x;
  /* The library stacks its canvases by z-index; a retry button must stand above all of them. */
  isolation: isolate;
  z-index: 0;
`
const Cover = styled.div`
  z-index: 1;
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  background: ${token.chart.bg};
`
/** The grid stands at once; the library and the candles come into it. */
const Grid = styled.div`
  z-index: 1;
  position: absolute;
  inset: 0;
  background: ${token.chart.bg};
  &::before {
  content: '';
  position: absolute;
  inset: 0 66px 24px 0;
  direction: ltr;
  background-image:
    linear-gradient(to right, ${token.chart.grid} 1px, transparent 1px),
    linear-gradient(to bottom, ${token.chart.grid} 1px, transparent 1px);
  background-size: 96px 56px;
  border-right: 1px solid ${token.border.hairline};
  border-bottom: 1px solid ${token.border.hairline};
  }
`
const Tool = styled(IconButton)`
  width: 40px;
  height: 40px;
  ${media.desktop} { width: 36px; height: 36px; }
`

export function ChartPanel() {
  const { t } = useTranslation('trade')
  const { instrument, period, choosePeriod } = useTrade()
  const [indicators, setIndicators] = useIndicators()
  const [layer, setLayer] = useState<'indicators' | 'table' | null>(null)
  const [isFull, setIsFull] = useFullScreen()
  const host = useRef<HTMLDivElement>(null)
  const { isMuted } = usePriceMood()
  const chart = useCandleChart(host, { indicators, isMuted })
  const hasBeenReady = useHasBeen(chart.feed === 'ready')
  const periods = TRADE_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))
  const tools = (
    <>
      <Tool icon="table-2" label={t('chart.asTable')} aria-haspopup="dialog" onClick={() => setLayer('table')} />
      <Tool icon="chart-spline" label={t('chart.indicators')} aria-haspopup="dialog" onClick={() => setLayer('indicators')} />
      <Tool
        icon={isFull ? 'minimize-2' : 'maximize-2'}
        label={t(isFull ? 'chart.leaveFullScreen' : 'chart.fullScreen')}
        aria-pressed={isFull}
        onClick={() => setIsFull(!isFull)}
      />
    </>
  )
  return (
    <Panel data-full={isFull ? '' : undefined}>
      <Bar>
        <PeriodBar label={t('period.label')} periods={periods} value={period} onChange={choosePeriod} tools={tools} shortcuts />
      </Bar>
      <Area aria-label={t('chart.region', { code: instrument.ShowCode, period: t(`period.name.${period}`) })} data-feed={chart.feed}>
        <Canvas ref={host} data-testid="candle-chart" role="img" aria-label={useChartName(chart.handle)} tabIndex={0} />
        {chart.feed === 'loading' && !hasBeenReady ? <Grid aria-hidden="true" /> : null}
        <ChartLineDesk handle={chart.handle} />
        <span className="sr-only" role="status">
          {chart.feed === 'loading' ? t('chart.loading') : ''}
        </span>
        {chart.feed === 'error' ? (
          <Cover>
            <EmptyState art="none" level={3} title={t('chart.error')} action={<Button onClick={chart.retry}>{t('chart.retry')}</Button>} />
          </Cover>
        ) : null}
        {chart.feed === 'empty' ? (
          <Cover>
            <EmptyState art="candles" level={3} title={t('chart.empty')} text={t('chart.emptyText')} />
          </Cover>
        ) : null}
      </Area>
      <IndicatorSheet open={layer === 'indicators'} onClose={() => setLayer(null)} chosen={indicators} onChange={setIndicators} />
      <CandleTable handle={layer === 'table' ? chart.handle : null} onClose={() => setLayer(null)} />
    </Panel>
  )
}

/** True from the first time on: a later reload keeps what is drawn. */
function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false)
  useEffect(() => {
    if (isNow) setHasBeen(true)
  }, [isNow])
  return hasBeen || isNow
}

function useIndicators(): [readonly IndicatorName[], (chosen: readonly IndicatorName[]) => void] {
  const [indicators, setIndicators] = useState<readonly IndicatorName[]>(DEFAULT_INDICATORS)
  useEffect(() => setIndicators(readIndicators(window.localStorage)), [])
  return [
    indicators,
    (chosen) => {
      setIndicators(chosen)
      keepIndicators(window.localStorage, chosen)
    },
  ]
}

/** Over the whole window, in the browser's own full screen where it has one. Escape leaves. */
function useFullScreen(): [boolean, (isFull: boolean) => void] {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTyping(event.target)) setIsFull(false)
    }
    const change = () => {
      if (document.fullscreenElement === null) setIsFull(false)
    }
    document.addEventListener('keydown', press)
    document.addEventListener('fullscreenchange', change)
    document.documentElement.requestFullscreen?.().catch(() => {})
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('fullscreenchange', change)
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {})
    }
  }, [isFull])
  return [isFull, setIsFull]
}

const NAME_EVERY_MS = 5_000

/** The name of the picture, with last, high and low; renewed slowly, because nobody wants to hear every tick. */
function useChartName(handle: CandleChartHandle | null): string {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const { stores } = useRealtime()
  const base = { code: instrument.ShowCode, period: t(`period.name.${period}`) }
  const [name, setName] = useState<string | null>(null)
  const { code, period: periodName } = base
  useEffect(() => {
    if (handle === null) return
    const read = () => {
      const quote = stores.quote(instrument.Id).get()
      if (!quote) return
      const text = (price: string) => decimalText(price, { decimals: instrument.PricePrecision })
      setName(t('chart.name', { code, period: periodName, last: text(quote.close), high: text(quote.high), low: text(quote.low) }))
    }
    read()
    const timer = setInterval(read, NAME_EVERY_MS)
    return () => clearInterval(timer)
  }, [handle, stores, instrument, t, code, periodName])
  return name ?? t('chart.nameEmpty', base)
}
