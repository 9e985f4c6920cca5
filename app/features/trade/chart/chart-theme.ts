/**
 * The chart's colours. A canvas cannot read custom properties, so they are read from the computed style of the page,
 * again whenever mode, price colours or language change. No colour is written here.
 */
import type { CandleTooltipLegendsCustomCallback, DeepPartial, Styles } from 'klinecharts'
import type { ChartType } from './chart-layout'

const COLOURS = [
  'chart-bg',
  'chart-grid',
  'chart-axis',
  'chart-ma1',
  'chart-ma2',
  'chart-ma3',
  'up',
  'down',
  'up-text',
  'down-text',
  'up-fill',
  'down-fill',
  'on-fill',
  'text-2',
  'text-3',
  'bg-inverse',
  'text-inverse',
  'bg-raised',
  'bg-sunken',
  'line-1',
  'line-3',
  'brand-mark',
  'brand-text',
  'ok-text',
  'warn-text',
  'danger-text',
] as const
export type ChartColour = (typeof COLOURS)[number]

export interface ChartTheme {
  readonly colours: Readonly<Record<ChartColour, string>>
  readonly fontFamily: string
}

function readChartTheme(element: HTMLElement): ChartTheme {
  const computed = getComputedStyle(element)
  const read = (name: string) => computed.getPropertyValue(`--${name}`).trim()
  const colours = Object.fromEntries(COLOURS.map((name) => [name, read(name)])) as Record<ChartColour, string>
  return { colours, fontFamily: computed.fontFamily || 'sans-serif' }
}

/** Calls back when something changed that the chart's look depends on. */
export function watchChartTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mode', 'data-updown', 'data-tenant', 'lang', 'style'],
  })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}

/** @param share 0–1. Tokens are written #rrggbb; anything else is mixed by the browser. */
export function fadeColour(colour: string, share: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return `color-mix(in srgb, ${colour} ${Math.round(share * 100)}%, transparent)`
  return `${colour}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`
}

/** What the page wishes of the chart's look. */
export interface ChartMood {
  readonly type: ChartType
  /** Closed market, or a price too old to trade: the candles step back and nothing counts down. */
  readonly isMuted: boolean
}

export interface ChartLook extends ChartMood {
  readonly theme: ChartTheme
  /** Phones name open, high, low and close, and the rest under the crosshair only. */
  readonly isNarrow: boolean
}

const NARROW_PX = 560

export function readChartLook(element: HTMLElement, { type, isMuted }: ChartMood): ChartLook {
  return { theme: readChartTheme(element), type, isMuted, isNarrow: element.clientWidth < NARROW_PX }
}

const VOLUME_SHARE = 0.22
const MUTED_SHARE = 0.6
const none = 'transparent'

export function chartStyles({ theme, type, isMuted }: ChartLook, legendOf: CandleTooltipLegendsCustomCallback): DeepPartial<Styles> {
  const { colours, fontFamily } = theme
  const candle = (colour: string) => (isMuted ? fadeColour(colour, MUTED_SHARE) : colour)
  const up = candle(colours.up)
  const down = candle(colours.down)
  const flat = candle(colours['text-3'])
  const tick = { color: colours['chart-axis'], size: 11, weight: 500, family: fontFamily }
  const axis = { axisLine: { show: true, color: colours['line-1'], size: 1 }, tickLine: { show: false }, tickText: tick }
  const words = { size: 11, weight: 500, family: fontFamily, marginLeft: 0, marginRight: 10, marginTop: 0, marginBottom: 4 }
  const tooltip = { offsetLeft: 12, offsetTop: 8, offsetRight: 12, offsetBottom: 4, features: [] }
  const line = (color: string) => ({ style: 'solid' as const, smooth: false, size: 1.25, dashedValue: [], color })
  return {
    grid: { horizontal: { color: colours['chart-grid'], style: 'solid' }, vertical: { color: colours['chart-grid'], style: 'solid' } },
    candle: {
      type: type === 'candles' ? 'candle_solid' : 'area',
      area: {
        lineSize: 1.5,
        lineColor: candle(colours['brand-mark']),
        smooth: false,
        value: 'close',
        backgroundColor: areaFill(colours['brand-mark'], type),
        point: { show: false },
      },
      bar: {
        compareRule: 'current_open',
        ...{ upColor: up, upBorderColor: up, upWickColor: up },
        ...{ downColor: down, downBorderColor: down, downWickColor: down },
        ...{ noChangeColor: flat, noChangeBorderColor: flat, noChangeWickColor: flat },
      },
      priceMark: { high: { show: false }, low: { show: false }, last: lastPriceMark({ theme, isMuted }) },
      tooltip: {
        ...tooltip,
        showRule: 'always',
        showType: 'standard',
        title: { show: false },
        legend: {
          ...words,
          color: colours['text-2'],
          defaultValue: '–',
          template: legendOf,
        },
      },
    },
    indicator: {
      lines: [line(colours['chart-ma1']), line(colours['chart-ma2']), line(colours['chart-ma3'])],
      bars: [{ style: 'fill', ...volumeColours(colours) }],
      lastValueMark: { show: false },
      tooltip: {
        ...tooltip,
        offsetTop: 2,
        showRule: 'always',
        title: { ...words, show: true, showName: true, showParams: true, color: colours['text-3'] },
        legend: { ...words, color: colours['text-2'], defaultValue: '–' },
      },
    },
    xAxis: { ...axis, size: 24 },
    yAxis: { ...axis, size: 66 },
    separator: { size: 1, color: colours['line-1'], fill: true, activeBackgroundColor: fadeColour(colours['line-3'], 0.2) },
    crosshair: { horizontal: crosshair(theme), vertical: crosshair(theme) },
    overlay: { point: pointStyle(theme) },
  }
}

/** A line is an area with nothing under it: one way of drawing for both. */
function areaFill(colour: string, type: ChartType) {
  const share = type === 'area' ? 0.22 : 0
  return [
    { offset: 0, color: fadeColour(colour, 0) },
    { offset: 1, color: fadeColour(colour, share) },
  ]
}

function volumeColours(colours: ChartTheme['colours']) {
  return {
    upColor: fadeColour(colours.up, VOLUME_SHARE),
    downColor: fadeColour(colours.down, VOLUME_SHARE),
    noChangeColor: fadeColour(colours['text-3'], VOLUME_SHARE),
  }
}

function lastPriceMark({ theme: { colours, fontFamily }, isMuted }: Pick<ChartLook, 'theme' | 'isMuted'>) {
  const box = {
    borderStyle: 'solid' as const,
    borderSize: 0,
    borderColor: none,
    borderDashedValue: [],
    style: 'fill' as const,
    family: fontFamily,
  }
  const color = isMuted ? colours['chart-bg'] : colours['on-fill']
  return {
    show: true,
    compareRule: 'current_open' as const,
    upColor: isMuted ? colours['text-3'] : colours['up-fill'],
    downColor: isMuted ? colours['text-3'] : colours['down-fill'],
    noChangeColor: colours['text-3'],
    line: { show: true, style: 'dashed' as const, dashedValue: [1, 3], size: 1 },
    text: {
      ...box,
      show: true,
      size: 11,
      weight: 600,
      color,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 4,
      paddingBottom: 3,
      borderRadius: 2,
    },
    extendTexts: [
      {
        ...box,
        show: !isMuted,
        position: 'below_price' as const,
        updateInterval: 1000,
        size: 10,
        weight: 500,
        color,
        ...{ paddingLeft: 6, paddingRight: 6, paddingTop: 1, paddingBottom: 4, borderRadius: 2 },
      },
    ],
  }
}

/** The points of a drawing that is held: big enough to be held again. */
function pointStyle({ colours }: ChartTheme) {
  const [color, borderColor] = [colours['chart-bg'], colours['brand-text']]
  return {
    ...{ color, borderColor, radius: 5, borderSize: 2 },
    ...{ activeColor: borderColor, activeBorderColor: fadeColour(borderColor, 0.3), activeRadius: 5, activeBorderSize: 6 },
  }
}

function crosshair({ colours, fontFamily }: ChartTheme) {
  return {
    line: { style: 'dashed' as const, dashedValue: [3, 3], size: 1, color: colours['text-3'] },
    text: {
      color: colours['text-inverse'],
      backgroundColor: colours['bg-inverse'],
      borderColor: none,
      borderSize: 0,
      borderRadius: 2,
      size: 11,
      weight: 600,
      family: fontFamily,
    },
    features: [],
  }
}
