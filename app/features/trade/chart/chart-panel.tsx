/** Period bar and chart, in their places or over the whole window. */
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useRealtime } from '../../../realtime/realtime-provider'
import { Button, EmptyState, IconButton, media, PeriodBar, token } from '../../../ui'
import { decimalText } from '../../../ui/decimal-text'
import { useToastsAtFootOf } from '../../../ui/toast-region'
import { TRADE_PERIODS } from '../scene/trade-address'
import { useTrade } from '../scene/trade-context'
import { usePriceMood } from '../scene/use-price-mood'
import { FullScreenTicket } from '../ticket/ticket-panels'
import type { FeedState } from './candle-feed'
import type { ChartLayer } from './chart-tools'
import type { CandleChartHandle } from './kline.client'
import { useCandleChart } from './use-candle-chart'
import { useChartLayout } from './use-chart-layout'
import { useFullScreen } from './use-full-screen'

/** What is fetched after the page. Where it cannot be, the candles stand without it, and the page goes on. */
const late = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: (() => null) as ComponentType<P> }),
    ),
  )
const ChartTools = late(() => import('./chart-tools').then((tools) => tools.ChartTools))
const ChartLineControls = late(() => import('./chart-line-controls').then((controls) => controls.ChartLineControls))

const Panel = styled.div`
  display: contents;
  &[data-full] {
    display: flex;
    flex-direction: column;
    position: fixed;
    inset: 0;
    /* What no brand may hide stays in sight. */
    inset-block-start: ${token.size.ribbon};
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
/** Beside the rail of drawing tools where there is one; at the left in every language. */
const Stage = styled.div`
  position: absolute;
  inset: 0;
  overflow: hidden;
  ${media.desktop} { left: 40px; }
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
  &:focus-visible { outline-offset: -2px; }
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
  height: 44px;
  ${media.desktop} { width: 36px; height: 36px; }
  &[data-wide] { display: none; ${media.tablet} { display: inline-grid; } }
`
const Stale = styled.div`
  position: absolute;
  z-index: 2;
  left: 12px;
  right: 78px;
  top: 28px;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  font-size: ${token.type.sm};
  color: ${token.status.warn.text};
  pointer-events: none;
  button { pointer-events: auto; }
`

export function ChartPanel() {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const controls = useChartLayout()
  const [layer, setLayer] = useState<ChartLayer | null>(null)
  const [isFull, setIsFull] = useFullScreen()
  const host = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLElement>(null)
  useToastsAtFootOf(area)
  const keysId = useId()
  const { isMuted } = usePriceMood()
  const chart = useCandleChart(
    host,
    controls === null ? null : { type: controls.type, zone: controls.zone, indicators: controls.indicators, isMuted },
  )
  const { handle } = chart
  const hasBeenReady = useHasBeen(chart.feed === 'ready')
  return (
    <Panel data-full={isFull ? '' : undefined}>
      <ChartBar onLayer={setLayer} isFull={isFull} onFull={setIsFull} />
      <Area
        ref={area}
        aria-label={t('chart.region', { code: instrument.symbol, period: t(`period.name.${period}`) })}
        data-feed={chart.feed}
        data-stale={isMuted ? 'true' : undefined}
      >
        <Stage>
          <Canvas
            ref={host}
            data-testid="candle-chart"
            role="img"
            aria-label={useChartName(handle)}
            aria-describedby={keysId}
            tabIndex={0}
          />
          {chart.feed === 'loading' && !hasBeenReady ? <Grid aria-hidden="true" /> : null}
          {controls === null ? null : (
            <Suspense fallback={null}>
              <ChartLineControls handle={handle} />
            </Suspense>
          )}
          <FeedNotes feed={chart.feed} onRetry={chart.retry} />
        </Stage>
        <span id={keysId} hidden>
          {t('chart.keys')}
        </span>
        {handle === null || controls === null ? null : (
          <Suspense fallback={null}>
            <ChartTools host={host} handle={handle} controls={controls} layer={layer} onLayer={setLayer} />
          </Suspense>
        )}
      </Area>
      {isFull ? <FullScreenTicket /> : null}
    </Panel>
  )
}

interface ChartBarProps {
  onLayer: (layer: ChartLayer) => void
  isFull: boolean
  onFull: (isFull: boolean) => void
}

function ChartBar({ onLayer, isFull, onFull }: ChartBarProps) {
  const { t } = useTranslation('trade')
  const { period, choosePeriod } = useTrade()
  const periods = TRADE_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))
  const tools = (
    <>
      <Tool data-wide="" icon="table-2" label={t('chart.asTable')} aria-haspopup="dialog" onClick={() => onLayer('table')} />
      <Tool data-wide="" icon="camera" label={t('chart.savePicture')} onClick={() => onLayer('picture')} />
      <Tool icon="chart-spline" label={t('chart.indicators')} aria-haspopup="dialog" onClick={() => onLayer('indicators')} />
      <Tool icon="pencil" label={t('chart.tools')} aria-haspopup="dialog" onClick={() => onLayer('tools')} />
      <Tool
        icon={isFull ? 'minimize-2' : 'maximize-2'}
        label={t(isFull ? 'chart.leaveFullScreen' : 'chart.fullScreen')}
        aria-pressed={isFull}
        onClick={() => onFull(!isFull)}
      />
    </>
  )
  return (
    <Bar>
      <PeriodBar label={t('period.label')} periods={periods} value={period} onChange={choosePeriod} tools={tools} shortcuts />
    </Bar>
  )
}

/** What the chart says instead of candles, or over them. */
function FeedNotes({ feed, onRetry }: { feed: FeedState; onRetry: () => void }) {
  const { t } = useTranslation('trade')
  return (
    <>
      <span className="sr-only" role="status">
        {feed === 'loading' ? t('chart.loading') : ''}
      </span>
      {feed === 'stale' ? (
        <Stale role="status">
          {t('chart.stale')}
          <Button size="sm" variant="secondary" onClick={onRetry}>
            {t('chart.retry')}
          </Button>
        </Stale>
      ) : null}
      {feed === 'error' ? (
        <Cover>
          <EmptyState art="none" level={3} title={t('chart.error')} action={<Button onClick={onRetry}>{t('chart.retry')}</Button>} />
        </Cover>
      ) : null}
      {feed === 'empty' ? (
        <Cover>
          <EmptyState art="candles" level={3} title={t('chart.empty')} text={t('chart.emptyText')} />
        </Cover>
      ) : null}
    </>
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

const NAME_EVERY_MS = 5_000

/** The name of the picture, with last, high and low; renewed slowly, because nobody wants to hear every tick. */
function useChartName(handle: CandleChartHandle | null): string {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const { stores } = useRealtime()
  const base = { code: instrument.symbol, period: t(`period.name.${period}`) }
  const [name, setName] = useState<string | null>(null)
  const { code, period: periodName } = base
  useEffect(() => {
    if (handle === null) return
    const read = () => {
      const quote = stores.quote(instrument.id).get()
      if (!quote) return
      const text = (price: string) => decimalText(price, { decimals: instrument.pricePrecision })
      setName(t('chart.name', { code, period: periodName, last: text(quote.last), high: text(quote.high), low: text(quote.low) }))
    }
    read()
    const timer = setInterval(read, NAME_EVERY_MS)
    return () => clearInterval(timer)
  }, [handle, stores, instrument, t, code, periodName])
  return name ?? t('chart.nameEmpty', base)
}
