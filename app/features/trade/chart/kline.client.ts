/**
 * The chart itself: klinecharts behind a small imperative handle. Loaded only in the browser and only by the chart
 * component, because the library needs a window as soon as it is imported.
 *
 * Invariant: one handle shows one instrument. Another instrument gets a new handle, so no overlay and no axis width of the
 * old one can stay on the canvas.
 */
import { type Chart, type Crosshair, dispose, init, type KLineData, registerLocale, registerOverlay, utils } from 'klinecharts'
import type { Period } from '../../../../contract/primitives'
import { MINUS } from '../../../ui/decimal-text'
import { type CandleFeed, type CandleFeedOptions, CHART_PERIODS, createCandleFeed } from './candle-feed'
import { createDrawingTools, type DrawingTools } from './chart-drawings.client'
import { createIndicatorTools, spanOf } from './chart-indicators.client'
import type { ChartZone } from './chart-layout'
import { type LegendWords, legendOf } from './chart-legend'
import type { ChartLine } from './chart-lines'
import { composePicture, type PictureWords } from './chart-picture.client'
import { type ChartLook, type ChartMood, chartStyles, readChartLook, watchChartTheme } from './chart-theme'
import { type ChartView, createChartView } from './chart-view.client'
import { createChartClock, timeToClose, zoneOf } from './chart-words'
import type { IndicatorChoice } from './indicator-settings'
import { axisFigures, isSameLayout, type LineCanvas, type LineLayout, layoutOf, paneFigures, widenedRange } from './line-figures'

const LINES_OVERLAY = 'candorPositionLines'
const LINES_ID = 'position-lines'
const CANDLE_PANE = 'candle_pane'
const BAR_SPACE = 8
const COUNTDOWN_HEIGHT = 25
const MARK_HEIGHT = 9
const AXIS_HEIGHT = 24

interface CandleChartOptions {
  readonly element: HTMLElement
  readonly source: Omit<CandleFeedOptions, 'onHole'>
  readonly code: string
  readonly pricePrecision: number
  readonly period: Period
  readonly zone: ChartZone
  /** The site's language code and its BCP 47 tag. */
  readonly language: string
  readonly languageTag: string
  readonly mood: ChartMood
  readonly words: LegendWords
  readonly indicators: readonly IndicatorChoice[]
  /** The broker's clock, Unix milliseconds; null while it is not known. */
  brokerNow(): number | null
}

export interface CursorBar {
  readonly bar: KLineData
  /** When it began, in words. */
  readonly time: string
}

export interface CandleChartHandle extends ChartView {
  setPeriod(period: Period): void
  setZone(zone: ChartZone): void
  setMood(mood: ChartMood): void
  setIndicators(indicators: readonly IndicatorChoice[]): void
  readonly drawings: DrawingTools
  setLines(lines: readonly ChartLine[]): void
  /** Where the lines stand after every drawing that has moved one; null when there are none. */
  onLayout(listener: (layout: LineLayout | null) => void): () => void
  /** The price at a height, from the upper edge of the candles; null before anything is drawn. */
  priceAt(y: number): number | null
  /** The height of a price, from there; null before anything is drawn. */
  heightOf(price: number): number | null
  /** While a line is held the price axis keeps its scale, so that neither a tick nor the line itself moves it under the hand. */
  holdScale(isHeld: boolean): void
  /** Width of a label in pixels. */
  textWidth(text: string): number
  /** Reads the series anew, after an error or a gap; who has scrolled back stays where they were. */
  reload(): void
  resize(): void
  /** The newest candles, oldest first. */
  lastBars(count: number): KLineData[]
  /** Bars that are loaded, and of them the first and last in view. */
  view(): { count: number; from: number; to: number }
  /** Index of the bar that starts at a time; null where there is none. */
  indexOf(time: number): number | null
  /** Puts the crosshair on a bar, scrolling there; a price puts it at that height instead of at the close. */
  pointAt(index: number, price?: number): CursorBar | null
  unpoint(): void
  zoom(scale: number): void
  /** One bar and one fiftieth of the height: how far a key moves a drawing. */
  step(): { ms: number; price: number }
  /** The picture as a file, without the trader's own orders. */
  picture(words: PictureWords): Promise<Blob>
  destroy(): void
}

/** A function, because the library merges data into what it has: of lines that became fewer the last ones would stay. */
type CanvasOfLines = () => LineCanvas

let isOverlayRegistered = false
/** Who is told where the lines of a chart stand, by the chart's id. */
const layouts = new Map<string, (layout: LineLayout) => void>()

function registerLines() {
  if (isOverlayRegistered) return
  isOverlayRegistered = true
  registerOverlay<CanvasOfLines>({
    name: LINES_OVERLAY,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ chart, overlay, bounding, yAxis }) => {
      if (yAxis === null) return []
      const canvas = overlay.extendData()
      const layout = layoutOf(canvas.lines, (price) => yAxis.convertToPixel(price), bounding)
      layouts.get(chart.id)?.(layout)
      return paneFigures(canvas, layout)
    },
    createYAxisFigures: ({ overlay, bounding, yAxis }) =>
      yAxis === null ? [] : axisFigures(overlay.extendData(), (price) => yAxis.convertToPixel(price), bounding),
  })
}

function registerWords(language: string, words: LegendWords) {
  registerLocale(language, { ...words, turnover: '', second: '', minute: '', hour: '', day: '', week: '', month: '', year: '' })
}

export function createCandleChart(options: CandleChartOptions): CandleChartHandle | null {
  registerLines()
  registerWords(options.language, options.words)
  let { period, zone, mood } = options
  let look = readChartLook(options.element, mood)
  const scale = createScale()
  const clockOf = () => createChartClock(options.languageTag, zoneOf(period, zone))
  let clock = clockOf()

  const chart = init(options.element, {
    locale: options.language,
    timezone: zoneOf(period, zone),
    thousandsSeparator: { sign: ',', format: (value) => utils.formatThousands(value, ',').replace('-', MINUS) },
    decimalFold: { threshold: 100 },
    hotkey: { enabled: false },
    formatter: {
      formatDate: ({ timestamp, template, type }) => clock.format(timestamp, template, type),
      formatExtendText: ({ data }) => {
        const now = options.brokerNow()
        return now === null || look.isMuted ? '' : timeToClose(period, data.timestamp, now)
      },
    },
  })
  if (chart === null) return null
  const timeOf = (bar: KLineData) => clock.format(bar.timestamp, period === '1day' ? 'YYYY-MM-DD' : 'HH:mm', 'tooltip')
  const styles = () =>
    chartStyles(look, ({ prev, current }) => {
      if (current === null) return []
      const isPointing = typeof crosshairOf(chart).paneId === 'string'
      const { theme, isNarrow } = look
      const time = isPointing ? timeOf(current) : null
      return legendOf({ bar: current, previous: prev, time, precision: options.pricePrecision, words: options.words, theme, isNarrow })
    })
  chart.setStyles(styles())
  const lines = createLineTools(chart, () => look)
  const indicators = createIndicatorTools(chart, () => look, options.pricePrecision)
  const drawings = createDrawingTools(chart, () => look, options.pricePrecision, options.element)
  const tellZone = () => {
    clock = clockOf()
    chart.setTimezone(zoneOf(period, zone))
  }
  const resize = () => {
    chart.resize()
    indicators.share(options.element.clientHeight - AXIS_HEIGHT)
  }

  chart.setSymbol({ ticker: options.code, pricePrecision: options.pricePrecision, volumePrecision: 2 })
  chart.setPeriod(CHART_PERIODS[period])
  chart.setBarSpace(BAR_SPACE)
  chart.setOffsetRightDistance(48)
  chart.overrideYAxis({
    paneId: CANDLE_PANE,
    gap: { top: 0.12, bottom: 0.2 },
    createRange: ({ defaultRange }) => scale.rangeOf(defaultRange, lines.prices()),
  })
  const view = createChartView(chart, options.element)
  indicators.apply(options.indicators)
  resize()
  const restyle = () => {
    look = readChartLook(options.element, mood)
    chart.setStyles(styles())
    indicators.restyle()
    lines.draw()
    drawings.redraw()
  }
  const unwatch = watchChartTheme(restyle)
  const feed = createCandleFeed({ ...options.source, onHole: () => chart.resetData() })
  chart.setDataLoader(keepingPlace(chart, feed))

  return {
    drawings,
    ...view,
    setPeriod(next) {
      if (next === period) return
      period = next
      tellZone()
      chart.setPeriod(CHART_PERIODS[next])
    },
    setZone(next) {
      if (next === zone) return
      zone = next
      tellZone()
    },
    setMood(next) {
      if (next.type === mood.type && next.isMuted === mood.isMuted) return
      mood = next
      restyle()
    },
    setIndicators: indicators.apply,
    setLines: lines.set,
    onLayout: lines.listen,
    priceAt(y) {
      const value = pointFrom(chart, { y }).value
      return value === undefined || !Number.isFinite(value) ? null : value
    },
    heightOf: (price) => pixelOf(chart, { value: price }).y ?? null,
    holdScale: scale.hold,
    textWidth: (text) => utils.calcTextWidth(text, 11, 600, look.theme.fontFamily),
    reload: () => chart.resetData(),
    resize,
    ...createPointer(chart, timeOf),
    async picture(words) {
      lines.hide(true)
      await nextFrames()
      try {
        const dataUrl = chart.getConvertPictureUrl(true, 'png', look.theme.colours['chart-bg'])
        return await composePicture(dataUrl, words, look.theme, window.devicePixelRatio || 1)
      } finally {
        lines.hide(false)
      }
    },
    destroy() {
      unwatch()
      feed.stop()
      layouts.delete(chart.id)
      dispose(options.element)
    },
  }
}

/** The library keeps it, but does not name it among its calls. */
const crosshairOf = (chart: Chart): Crosshair =>
  (chart as unknown as { getChartStore(): { getCrosshair(): Crosshair } }).getChartStore().getCrosshair()

const pointFrom = (chart: Chart, place: { x?: number; y?: number }) => {
  const point = chart.convertFromPixel([place], { paneId: CANDLE_PANE })
  return (Array.isArray(point) ? point[0] : point) ?? {}
}
const pixelOf = (chart: Chart, point: { dataIndex?: number; value?: number }) => {
  const place = chart.convertToPixel([point], { paneId: CANDLE_PANE })
  return (Array.isArray(place) ? place[0] : place) ?? {}
}

/** Reading the series anew would leap to its end: whoever has scrolled back keeps the bar they were looking at. */
function keepingPlace(chart: Chart, feed: CandleFeed): CandleFeed {
  return {
    ...feed,
    getBars: (params) => {
      if (params.type !== 'init' || !feed.isShowing(params.symbol, params.period)) return feed.getBars(params)
      return feed.getBars({
        ...params,
        callback(bars, more) {
          const { to } = chart.getVisibleRange()
          const anchor = to < chart.getDataList().length ? chart.getDataList()[to - 1] : undefined
          const before = anchor === undefined ? undefined : pixelOf(chart, { dataIndex: to - 1 }).x
          params.callback(bars, more)
          const index = anchor === undefined ? -1 : chart.getDataList().findIndex(({ timestamp }) => timestamp === anchor.timestamp)
          const after = index < 0 ? undefined : pixelOf(chart, { dataIndex: index }).x
          if (before !== undefined && after !== undefined) chart.scrollByDistance(before - after)
        },
      })
    },
  }
}

/** The crosshair without a pointer. */
function createPointer(chart: Chart, timeOf: (bar: KLineData) => string) {
  const scrollTo = (index: number) => {
    // `from` does not know of the room at the right of the newest bar.
    const { realFrom, to } = chart.getVisibleRange()
    const space = chart.getBarSpace().bar
    if (index <= realFrom) chart.scrollByDistance((realFrom - index + 3) * space)
    else if (index >= to - 1) chart.scrollByDistance((to - 1 - index - 3) * space)
  }
  return {
    lastBars: (count: number) => chart.getDataList().slice(-count),
    view() {
      const { realFrom: from, to } = chart.getVisibleRange()
      return { count: chart.getDataList().length, from, to: Math.max(from, to - 1) }
    },
    indexOf(time: number) {
      const index = chart.getDataList().findLastIndex(({ timestamp }) => timestamp === time)
      return index < 0 ? null : index
    },
    pointAt(index: number, price?: number): CursorBar | null {
      scrollTo(index)
      const bar = chart.getDataList()[index]
      if (bar === undefined) return null
      const { x, y } = pixelOf(chart, { dataIndex: index, value: price ?? bar.close })
      chart.executeAction('onCrosshairChange', {
        paneId: CANDLE_PANE,
        ...(x === undefined ? {} : { x }),
        ...(y === undefined ? {} : { y }),
      })
      return { bar, time: timeOf(bar) }
    },
    // No crosshair takes it away; the type of the call does not say so.
    unpoint: () => chart.executeAction('onCrosshairChange', null as unknown as Crosshair),
    zoom: (scale: number) => chart.zoomAtCoordinate(scale),
    step() {
      const height = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0
      const [top, bottom] = [pointFrom(chart, { y: 0 }).value ?? 0, pointFrom(chart, { y: height }).value ?? 0]
      const bars = chart.getDataList()
      const [before, last] = [bars.at(-2)?.timestamp ?? 0, bars.at(-1)?.timestamp ?? 0]
      return { ms: last - before, price: Math.abs(top - bottom) / 50 }
    },
  }
}

/** The range of the price axis: wide enough for near orders, and still while a line is held. */
function createScale() {
  let isHeld = false
  let kept: { from: number; to: number } | null = null
  return {
    hold(next: boolean) {
      isHeld = next
    },
    rangeOf(range: Parameters<typeof spanOf>[0], prices: readonly number[]) {
      if (!isHeld || kept === null) kept = widenedRange(range.realFrom, range.realTo, prices)
      return spanOf(range, kept.from, kept.to)
    },
  }
}

/** The lines of the orders, and where they stand. */
function createLineTools(chart: Chart, look: () => ChartLook) {
  let lines: readonly ChartLine[] = []
  const layout = watchLayout(chart.id)
  const canvasOf = (): LineCanvas => {
    const last = chart.getDataList().at(-1)
    const { theme, isMuted } = look()
    return { theme, lines, last: last === undefined ? null : { price: last.close, heightBelow: isMuted ? MARK_HEIGHT : COUNTDOWN_HEIGHT } }
  }
  const draw = () => {
    const anchor = lines[0]
    if (anchor === undefined) {
      chart.removeOverlay({ id: LINES_ID })
      layout.set(null)
      return
    }
    const canvas = canvasOf()
    const overlay = { id: LINES_ID, points: [{ value: anchor.price }], extendData: () => canvas }
    if (chart.getOverlays({ id: LINES_ID }).length === 0)
      chart.createOverlay({ ...overlay, name: LINES_OVERLAY, groupId: 'orders', lock: true, zLevel: 1 })
    else chart.overrideOverlay({ ...overlay, name: LINES_OVERLAY })
  }
  return {
    draw,
    set(next: readonly ChartLine[]) {
      lines = next
      draw()
    },
    listen: layout.listen,
    hide: (isHidden: boolean) => chart.overrideOverlay({ id: LINES_ID, visible: !isHidden }),
    /** The stop-out price is shown where it is near, and flattens nothing. */
    prices: () => lines.filter(({ kind }) => kind !== 'stop-out').map(({ price }) => price),
  }
}

/** The canvas is drawn with the next frame, and a frame later it is certain to be. */
const nextFrames = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Tells a change of the layout once, and the present one to whoever begins to listen. */
function watchLayout(chartId: string) {
  let layout: LineLayout | null = null
  const listeners = new Set<(layout: LineLayout | null) => void>()
  const set = (next: LineLayout | null) => {
    if (next === layout || (next !== null && isSameLayout(layout, next))) return
    layout = next
    for (const listener of [...listeners]) listener(next)
  }
  layouts.set(chartId, set)
  return {
    set,
    listen(listener: (layout: LineLayout | null) => void) {
      listeners.add(listener)
      listener(layout)
      return () => listeners.delete(listener)
    },
  }
}
