/** What stands round the chart once it is there: tools, sheets, table and picture. Fetched after the page, with the chart. */
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { languageFacts } from '../../../language/language'
import { useRealtime } from '../../../realtime/realtime-provider'
import { IconButton, media, saveFile, token, useToast } from '../../../ui'
import { laterLayer } from '../../../ui/later-layer'
import { useSite } from '../../../visitor/site'
import { useTrade } from '../scene/trade-context'
import { CandleTable } from './candle-table'
import { ChartToolsSheet } from './chart-tools-sheet'
import { createChartClock, ownZone } from './chart-words'
import { DrawingRail, RAIL_PX } from './drawing-rail'
import { DrawingStrip } from './drawing-strip'
import { IndicatorSheet } from './indicator-sheet'
import type { CandleChartHandle } from './kline.client'
import { NoteSheet } from './note-sheet'
import type { OrderMenuProps } from './order-menu-layer'
import { pictureName } from './picture-name'
import { useChartCursor } from './use-chart-cursor'
import { useChartDrawings } from './use-chart-drawings'
import type { ChartLayoutControls } from './use-chart-layout'
import { useOrderMenu } from './use-order-menu'

const OrderMenu = laterLayer<OrderMenuProps>(() => import('./order-menu-layer'))

export type ChartLayer = 'indicators' | 'tools' | 'table' | 'picture'

/** In the corner where the axes meet; a longer name takes some of the time axis. */
const Zone = styled.button`
  position: absolute;
  right: 0;
  bottom: 0;
  z-index: 1;
  min-width: 66px;
  height: 24px;
  padding: 0 2px;
  font-size: 11px;
  font-weight: 500;
  color: ${token.chart.axis};
  background: ${token.chart.bg};
  text-align: center;
  white-space: nowrap;
  &:hover { color: ${token.text.primary}; background: ${token.surface.hover}; }
  &:focus-visible { outline-offset: -2px; }
  /* It stands on the edge: what is hit of it beyond its face lies above. */
  ${media.touch} { &::after { content: ''; position: absolute; inset: -20px 0 0; } }
`

/** Beside the price axis, over the axis of time. */
const Latest = styled(IconButton)`
  position: absolute;
  right: 78px;
  bottom: 34px;
  z-index: 2;
  background: ${token.surface.raised};
  box-shadow: ${token.shadow.float};
`
/** Over the canvas, beside the rail; what lies between its parts is the canvas. */
const Overlay = styled.div`
  position: absolute;
  inset: 0;
  pointer-events: none;
  ${media.desktop} { left: ${RAIL_PX}px; }
  > button { pointer-events: auto; }
`

interface ChartToolsProps {
  /** The element of the canvas, which has the keys. */
  host: RefObject<HTMLElement | null>
  handle: CandleChartHandle
  controls: ChartLayoutControls
  layer: ChartLayer | null
  onLayer: (layer: ChartLayer | null) => void
}

export function ChartTools({ host, handle, controls, layer, onLayer }: ChartToolsProps) {
  const { t } = useTranslation('trade')
  const toast = useToast()
  const drawings = useChartDrawings(handle, controls)
  const cursor = useChartCursor({ host, handle, controls, drawings })
  const menu = useOrderMenu({ host, handle, isDrawing: drawings.tool !== null, cursorPrice: cursor.price })
  useFocusForDrawing(host, drawings.tool !== null && layer === null)
  const close = () => onLayer(null)
  const savePicture = useSavePicture(handle, controls.zone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is asked for.
  useEffect(() => {
    if (layer !== 'picture') return
    savePicture()
    onLayer(null)
  }, [layer])
  const reset = () => {
    controls.reset()
    drawings.select(null)
    toast.show({ tone: 'ok', title: t('chart.resetDone') })
  }
  return (
    <>
      <DrawingRail controls={controls} drawings={drawings} />
      <Overlay>
        <DrawingStrip controls={controls} drawings={drawings} />
        <LatestButton handle={handle} host={host} />
        <ZoneButton controls={controls} />
      </Overlay>
      <span className="sr-only" aria-live="polite" data-testid="chart-cursor">
        {cursor.spoken}
      </span>
      <ChartToolsSheet
        open={layer === 'tools'}
        onClose={close}
        controls={controls}
        drawings={drawings}
        onTable={() => onLayer('table')}
        onPicture={() => onLayer('picture')}
        onReset={reset}
      />
      <IndicatorSheet open={layer === 'indicators'} onClose={close} chosen={controls.indicators} onChange={controls.setIndicators} />
      <CandleTable handle={layer === 'table' ? handle : null} zone={controls.zone} onClose={close} />
      <OrderMenu open={menu.place !== null} place={menu.place} onClose={menu.close} onTable={() => onLayer('table')} />
      <NoteSheet controls={controls} drawings={drawings} />
    </>
  )
}

/** The way back to the newest bar, as long as it is not in view. */
function LatestButton({ handle, host }: Pick<ChartToolsProps, 'handle' | 'host'>) {
  const { t } = useTranslation('trade')
  const [isShown, setIsShown] = useState(true)
  useEffect(() => handle.onLatest(setIsShown), [handle])
  if (isShown) return null
  return (
    <Latest
      icon="chevron-right"
      label={t('chart.latest')}
      aria-keyshortcuts="End"
      onClick={() => {
        handle.toLatest()
        // The button goes with the press; the keys stay with the chart.
        host.current?.focus({ preventScroll: true })
      }}
    />
  )
}

function ZoneButton({ controls }: { controls: ChartLayoutControls }) {
  const { t } = useTranslation('trade')
  const { period } = useTrade()
  const isOwn = controls.zone === 'own' && period !== '1day'
  const zone = isOwn ? ownZone(Date.now()).label : t('chart.zone.london')
  return (
    <Zone
      type="button"
      aria-label={t('chart.zone.change', { zone })}
      title={t('chart.zone.change', { zone })}
      // A day is a London day in every zone.
      disabled={period === '1day'}
      onClick={() => controls.setZone(controls.zone === 'own' ? 'london' : 'own')}
    >
      <bdi>{zone}</bdi>
    </Zone>
  )
}

/** Longer than a sheet needs to close, which gives the focus back to its button. */
const AFTER_SHEET_MS = 400

/** A tool that was chosen is used on the chart: its keys count there at once. */
function useFocusForDrawing(host: RefObject<HTMLElement | null>, isDrawing: boolean) {
  useEffect(() => {
    if (!isDrawing) return
    const timer = setTimeout(() => host.current?.focus({ preventScroll: true }), AFTER_SHEET_MS)
    return () => clearTimeout(timer)
  }, [host, isDrawing])
}

/** Saves what is seen, with the words that say what it is. */
function useSavePicture(handle: CandleChartHandle, zone: ChartLayoutControls['zone']): () => void {
  const { t } = useTranslation(['trade', 'public'])
  const toast = useToast()
  const { tenant, honesty, language } = useSite()
  const { instrument, period } = useTrade()
  const { stores } = useRealtime()
  return () => {
    const now = Date.now() + (stores.clockOffset.get() ?? 0)
    const own = ownZone(now)
    const clock = createChartClock(languageFacts(language).tag, zone === 'own' ? own.zone : undefined)
    const day = clock.format(now, 'YYYY-MM-DD', 'tooltip')
    const time = clock.format(now, 'HH:mm', 'xAxis')
    const isSimulated = honesty == null || honesty.executionModel === 'simulated'
    const notice = [tenant?.isDemoSite ? t('public:demoBadge') : '', isSimulated ? t('trade:chart.simulatedPrices') : '']
    handle
      .picture({
        brand: tenant?.name ?? '',
        subject: `${instrument.symbol} · ${t(`trade:period.name.${period}`)}`,
        time: `${day}, ${time} (${zone === 'own' ? own.label : t('trade:chart.londonTime')})`,
        notice: notice.filter((part) => part !== '').join(' · '),
      })
      .then((blob) => {
        const at = new Date(now).toISOString().slice(0, 16).replace(':', '')
        saveFile(pictureName(tenant?.id ?? '', instrument.code, period, at), blob)
      })
      .catch(() => toast.show({ tone: 'err', title: t('trade:chart.pictureFailed') }))
  }
}
