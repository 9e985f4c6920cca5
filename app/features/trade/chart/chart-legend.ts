/** The words in the upper corner of the chart: the bar under the crosshair, or the newest one. Pure. */
import type { KLineData, TooltipLegend } from 'klinecharts'
import { decimalText } from '../../../ui/decimal-text'
import type { ChartTheme } from './chart-theme'

export interface LegendWords {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly time: string
  readonly volume: string
  readonly change: string
}

export interface LegendQuestion {
  readonly bar: KLineData
  /** Null at the first candle: nothing has changed yet. */
  readonly previous: KLineData | null
  /** When the bar began; null while no crosshair points at one. */
  readonly time: string | null
  readonly precision: number
  readonly words: LegendWords
  readonly theme: ChartTheme
  readonly isNarrow: boolean
}

export function legendOf(question: LegendQuestion): TooltipLegend[] {
  const { bar, time, precision, words, isNarrow } = question
  const { colours } = question.theme
  const part = (title: string, text: string, color = colours['text-2']): TooltipLegend => ({
    title: { text: title === '' ? '' : `${title} `, color: colours['text-3'] },
    value: { text, color },
  })
  const price = (value: number) => decimalText(value.toFixed(precision), { decimals: precision })
  const prices = [
    part(words.open, price(bar.open)),
    part(words.high, price(bar.high)),
    part(words.low, price(bar.low)),
    part(words.close, price(bar.close)),
  ]
  if (time === null) return isNarrow ? prices : [...prices, ...changePart(question, part)]
  return [part('', time), ...prices, ...changePart(question, part), part(words.volume, volumeText(bar.volume ?? 0))]
}

type Part = (title: string, text: string, color?: string) => TooltipLegend

function changePart({ bar, previous, precision, words, theme: { colours } }: LegendQuestion, part: Part): TooltipLegend[] {
  if (previous === null || previous.close === 0) return []
  const change = bar.close - previous.close
  const colour = change > 0 ? colours['up-text'] : change < 0 ? colours['down-text'] : colours['text-2']
  return [part(words.change, changeText(bar.close, previous.close, precision), colour)]
}

/** "+0.00012 (+0.01%)" against the close before. */
export function changeText(close: number, before: number, precision: number): string {
  const change = close - before
  const absolute = decimalText(change.toFixed(precision), { decimals: precision, signed: true })
  const percent = decimalText(((change / before) * 100).toFixed(2), { decimals: 2, signed: true })
  return `${absolute} (${percent}%)`
}

const VOLUME_UNITS = [
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'K' },
] as const

export function volumeText(volume: number): string {
  const unit = VOLUME_UNITS.find(({ from }) => volume >= from)
  const text = (volume / (unit?.from ?? 1)).toFixed(2)
  return `${decimalText(text, { decimals: 2 })}${unit?.letter ?? ''}`
}
