/**
 * The chart itself: klinecharts behind a small imperative handle. Loaded only in the browser and only by the chart
 * component, because the library needs a window as soon as it is imported.
 *
 * Invariant: one handle shows one instrument. Another instrument gets a new handle, so no overlay and no axis width of the
 * old one can stay on the canvas.
 */
import { type AxisRange, type Chart, dispose, init, type KLineData, registerLocale, registerOverlay, utils } from 'klinecharts'
import type { Period } from '../../../contract/primitives'
import { type CandleFeed, CHART_PERIODS } from './candle-feed'
import type { ChartLine } from './chart-lines'
import { INDICATOR_PARAMETERS, INDICATORS, type IndicatorName } from './chart-settings'
import { type ChartLook, chartStyles, type LegendWords } from './chart-theme'
import { createChartClock, timeToClose } from './chart-words'
import { axisFigures, isSameLayout, type LineCanvas, type LineLayout, layoutOf, paneFigures, widenedRange } from './line-figures'

const LINES_OVERLAY = 'candorPositionLines'
const LINES_ID = 'position-lines'
const CANDLE_PANE = 'candle_pane'
const VOLUME_AXIS = 'volume'
/** The highest bar takes one part in this many of the height. */
const VOLUME_SCALE = 5.5
const BAR_SPACE = 8
const COUNTDOWN_HEIGHT = 25
const MARK_HEIGHT = 9

export interface CandleChartOptions {
  readonly element: HTMLElement
  readonly feed: CandleFeed
  readonly code: string
  readonly pricePrecision: number
  readonly period: Period
  /** The site's language code and its BCP 47 tag. */
  readonly language: string
  readonly languageTag: string
  readonly look: ChartLook
  readonly words: ChartWords
  readonly indicators: readonly IndicatorName[]
  /** The broker's clock, Unix milliseconds; null while it is not known. */
  brokerNow(): number | null
}

export interface ChartWords extends LegendWords {
  readonly time: string
  readonly volume: string
  readonly change: string
}

export interface CandleChartHandle {
  setPeriod(period: Period): void
  setLook(look: ChartLook): void
  setIndicators(indicators: readonly IndicatorName[]): void
  setLines(lines: readonly ChartLine[]): void
  /** Where the lines stand after every drawing that has moved one; null when there are none. */
  onLayout(listener: (layout: LineLayout | null) => void): () => void
  /** The price at a height, from the upper edge of the candles; null before anything is drawn. */
  priceAt(y: number): number | null
  /** While a line is held the price axis keeps its scale, so that neither a tick nor the line itself moves it under the hand. */
  holdScale(isHeld: boolean): void
  /** Width of a label in pixels. */
  textWidth(text: string): number
  /** Reads the series anew, after an error or a gap. */
  reload(): void
  resize(): void
  /** The newest candles, oldest first. */
  lastBars(count: number): KLineData[]
  /** For tests in a browser: a canvas has no DOM to look at. */
  readonly chart: Chart
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

function registerWords(language: string, words: ChartWords) {
  registerLocale(language, { ...words, turnover: '', second: '', minute: '', hour: '', day: '', week: '', month: '', year: '' })
}

export function createCandleChart(options: CandleChartOptions): CandleChartHandle | null {
  registerLines()
  registerWords(options.language, options.words)
  let { period, look } = options
  let lines: readonly ChartLine[] = []
  let shownIndicators: readonly IndicatorName[] = []
  let isScaleHeld = false
  let scale: { from: number; to: number } | null = null
  const clock = createChartClock(options.languageTag)

  const chart = init(options.element, {
    locale: options.language,
    timezone: 'Europe/London',
    styles: chartStyles(look),
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
  const layout = watchLayout(chart.id)

  const lineCanvas = (): LineCanvas => {
    const last = chart.getDataList().at(-1)
    return {
      theme: look.theme,
      lines,
      last: last === undefined ? null : { price: last.close, heightBelow: look.isMuted ? MARK_HEIGHT : COUNTDOWN_HEIGHT },
    }
  }
  const drawLines = () => {
    const anchor = lines[0]
    if (anchor === undefined) {
      chart.removeOverlay({ id: LINES_ID })
      layout.set(null)
      return
    }
    const canvas = lineCanvas()
    const overlay = { id: LINES_ID, points: [{ value: anchor.price }], extendData: () => canvas }
    if (chart.getOverlays({ id: LINES_ID }).length === 0)
      chart.createOverlay({ ...overlay, name: LINES_OVERLAY, groupId: 'orders', lock: true, zLevel: 1 })
    else chart.overrideOverlay({ ...overlay, name: LINES_OVERLAY })
  }
  const applyIndicators = (wanted: readonly IndicatorName[]) => {
    for (const name of INDICATORS) {
      const isWanted = wanted.includes(name)
      if (isWanted === shownIndicators.includes(name)) continue
      if (!isWanted) chart.removeIndicator({ name })
      else if (name === 'VOL') addVolume(chart)
      else chart.createIndicator({ name, calcParams: [...INDICATOR_PARAMETERS[name]], paneId: CANDLE_PANE }, true)
    }
    shownIndicators = wanted
  }

  chart.setSymbol({ ticker: options.code, pricePrecision: options.pricePrecision, volumePrecision: 2 })
  chart.setPeriod(CHART_PERIODS[period])
  chart.setBarSpace(BAR_SPACE)
  chart.setOffsetRightDistance(48)
  chart.overrideYAxis({
    paneId: CANDLE_PANE,
    gap: { top: 0.12, bottom: 0.2 },
    createRange: ({ defaultRange }) => {
      // The stop-out price is shown where it is near, and flattens nothing.
      const wide = () => widenedRange(defaultRange.realFrom, defaultRange.realTo, orderPrices(lines))
      scale = isScaleHeld && scale !== null ? scale : wide()
      return spanOf(defaultRange, scale.from, scale.to)
    },
  })
  applyIndicators(options.indicators)
  chart.setDataLoader(options.feed)

  return {
    chart,
    setPeriod(next) {
      if (next === period) return
      period = next
      chart.setPeriod(CHART_PERIODS[next])
    },
    setLook(next) {
      look = next
      chart.setStyles(chartStyles(next))
      drawLines()
    },
    setIndicators: applyIndicators,
    setLines(next) {
      lines = next
      drawLines()
    },
    onLayout: layout.listen,
    priceAt(y) {
      const point = chart.convertFromPixel([{ y }], { paneId: CANDLE_PANE })
      const value = (Array.isArray(point) ? point[0] : point)?.value
      return value === undefined || !Number.isFinite(value) ? null : value
    },
    holdScale(isHeld) {
      isScaleHeld = isHeld
    },
    textWidth: (text) => utils.calcTextWidth(text, 11, 600, look.theme.fontFamily),
    reload: () => chart.resetData(),
    resize: () => chart.resize(),
    lastBars: (count) => chart.getDataList().slice(-count),
    destroy() {
      options.feed.stop()
      layouts.delete(chart.id)
      dispose(options.element)
    },
  }
}

const orderPrices = (lines: readonly ChartLine[]) => lines.filter(({ kind }) => kind !== 'stop-out').map(({ price }) => price)

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

function spanOf(range: AxisRange, from: number, to: number): AxisRange {
  const span = to - from
  return {
    ...range,
    from,
    to,
    range: span,
    realFrom: from,
    realTo: to,
    realRange: span,
    displayFrom: from,
    displayTo: to,
    displayRange: span,
  }
}

/** Volume stands at the foot of the candles on its own scale, which has no axis of its own. */
function addVolume(chart: Chart) {
  const axes = chart.getYAxes({ paneId: CANDLE_PANE, id: VOLUME_AXIS })
  if (axes.length === 0) {
    chart.createYAxis({
      paneId: CANDLE_PANE,
      id: VOLUME_AXIS,
      needWidget: false,
      gap: { top: 0, bottom: 0 },
      createRange: ({ defaultRange }) => spanOf(defaultRange, 0, defaultRange.realTo * VOLUME_SCALE),
    })
  }
  chart.createIndicator(
    { name: 'VOL', calcParams: [], paneId: CANDLE_PANE, yAxisId: VOLUME_AXIS, zLevel: -1, createTooltipDataSource: () => noTooltip },
    true,
  )
}

const noTooltip = { name: '', calcParamsText: '', features: [], legends: [] }
