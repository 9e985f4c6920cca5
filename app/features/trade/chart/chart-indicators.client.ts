/** The indicators on the canvas: created, changed and removed so that the chart shows what was chosen. Browser only. */
import type { AxisRange, Chart, DeepPartial, IndicatorStyle, IndicatorTooltipData } from 'klinecharts'
import { type ChartLook, fadeColour } from './chart-theme'
import { INDICATOR_RULES, INDICATORS, type IndicatorChoice, type IndicatorName } from './indicator-settings'

const CANDLE_PANE = 'candle_pane'
const VOLUME_AXIS = 'volume'
/** The highest bar takes one part in this many of the height. */
const VOLUME_SCALE = 5.5
/** Of the candles with their time axis; what is left is shared by the panes. */
const LEAST_CANDLES_PX = 200
const PANE_PX = { least: 44, most: 110 }

const NO_WORDS: IndicatorTooltipData = { name: '', calcParamsText: '', features: [], legends: [] }
/** The library takes its own words where a part is left out; its type does not know that. */
const OWN_WORDS = {} as IndicatorTooltipData
/** Each line of it is named with its length already. */
const NAMED_LINES: readonly IndicatorName[] = ['MA', 'EMA']

const paneOf = (name: IndicatorName) => (INDICATOR_RULES[name].place === 'candles' ? CANDLE_PANE : `pane-${name}`)
const isSame = (left: readonly number[], right: readonly number[]) =>
  left.length === right.length && left.every((each, at) => each === right[at])

interface IndicatorTools {
  apply(wanted: readonly IndicatorChoice[]): void
  /** After another look: colours are the indicators' own. */
  restyle(): void
  /** After another size. */
  share(height: number): void
}

export function createIndicatorTools(chart: Chart, look: () => ChartLook, precision: number): IndicatorTools {
  let shown: readonly IndicatorChoice[] = []
  let height = 0

  const words = (name: IndicatorName, isPointing: boolean): IndicatorTooltipData => {
    // The volume of a bar stands beside its prices.
    if (name === 'VOL') return NO_WORDS
    if (INDICATOR_RULES[name].place === 'candles' && look().isNarrow && !isPointing) return NO_WORDS
    return NAMED_LINES.includes(name) ? { ...OWN_WORDS, name: '', calcParamsText: '' } : OWN_WORDS
  }
  const add = ({ name, params }: IndicatorChoice) => {
    if (name === 'VOL') prepareVolumeAxis(chart)
    const isPane = INDICATOR_RULES[name].place === 'pane'
    chart.createIndicator(
      {
        name,
        calcParams: [...params],
        paneId: paneOf(name),
        styles: indicatorStyles(name, look()),
        createTooltipDataSource: ({ crosshair }) => words(name, typeof crosshair.paneId === 'string'),
        ...(name === 'VOL' ? { yAxisId: VOLUME_AXIS, zLevel: -1 } : {}),
        ...(name === 'MACD' ? { precision: precision + 1 } : {}),
      },
      !isPane,
    )
  }
  const share = () => {
    const panes = shown.filter(({ name }) => INDICATOR_RULES[name].place === 'pane')
    if (height === 0 || panes.length === 0) return
    const each = Math.floor((height - LEAST_CANDLES_PX) / panes.length)
    const paneHeight = Math.min(PANE_PX.most, Math.max(PANE_PX.least, each))
    for (const { name } of panes) chart.setPaneOptions({ id: paneOf(name), height: paneHeight, minHeight: PANE_PX.least })
  }

  return {
    apply(wanted) {
      for (const name of INDICATORS) {
        const before = shown.find((each) => each.name === name)
        const after = wanted.find((each) => each.name === name)
        if (before !== undefined && after === undefined) chart.removeIndicator({ name })
        else if (before === undefined && after !== undefined) add(after)
        else if (before !== undefined && after !== undefined && !isSame(before.params, after.params))
          chart.overrideIndicator({ name, calcParams: [...after.params] })
      }
      shown = wanted
      share()
    },
    restyle() {
      for (const { name } of shown) chart.overrideIndicator({ name, styles: indicatorStyles(name, look()) })
    },
    share(next) {
      height = next
      share()
    },
  }
}

/** Three colours for lines; which indicator a line belongs to is told by its stroke. */
function indicatorStyles(name: IndicatorName, { theme: { colours } }: ChartLook): DeepPartial<IndicatorStyle> {
  const line = (color: string) => ({
    style: name === 'EMA' ? ('dashed' as const) : ('solid' as const),
    dashedValue: [5, 3],
    smooth: false,
    size: name === 'BOLL' ? 1 : 1.25,
    color,
  })
  const { 'chart-ma1': first, 'chart-ma2': second, 'chart-ma3': third } = colours
  const lines = name === 'BOLL' ? [third, second, third] : [first, second, third]
  const share = name === 'MACD' ? 0.55 : 0.22
  return {
    lines: lines.map(line),
    bars: [
      {
        style: 'fill',
        upColor: fadeColour(colours.up, share),
        downColor: fadeColour(colours.down, share),
        noChangeColor: fadeColour(colours['text-3'], share),
      },
    ],
  }
}

/** Volume stands at the foot of the candles on its own scale, which has no axis of its own. */
function prepareVolumeAxis(chart: Chart) {
  if (chart.getYAxes({ paneId: CANDLE_PANE, id: VOLUME_AXIS }).length > 0) return
  chart.createYAxis({
    paneId: CANDLE_PANE,
    id: VOLUME_AXIS,
    needWidget: false,
    gap: { top: 0, bottom: 0 },
    createRange: ({ defaultRange }) => spanOf(defaultRange, 0, defaultRange.realTo * VOLUME_SCALE),
  })
}

export function spanOf(range: AxisRange, from: number, to: number): AxisRange {
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
