/** Times and countdowns on the chart, in the site's language and London time. Drawn in the browser only, so nothing hydrates. */
import type { Period } from '../../../contract/primitives'
import { bucketEnd, DAY_TIME_ZONE } from '../../../rules/candles'

export type ChartDateType = 'tooltip' | 'crosshair' | 'xAxis'

export interface ChartClock {
  format(timestamp: number, template: string, type: ChartDateType): string
}

/** Plain `en` writes the month first; London does not. */
export function londonTag(tag: string): string {
  return `${tag === 'en' ? 'en-GB' : tag}-u-ca-gregory-nu-latn`
}

/** @param tag BCP 47 tag of the language */
export function createChartClock(tag: string): ChartClock {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(londonTag(tag), { timeZone: DAY_TIME_ZONE, hourCycle: 'h23', ...options })
  const time = make({ hour: '2-digit', minute: '2-digit' })
  const day = make({ day: 'numeric', month: 'short' })
  const month = make({ month: 'short', year: 'numeric' })
  const year = make({ year: 'numeric' })
  const moment = make({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const date = make({ day: 'numeric', month: 'short', year: 'numeric' })
  return {
    format(timestamp, template, type) {
      const hasTime = template.includes('HH')
      if (type !== 'xAxis') return (hasTime ? moment : date).format(timestamp)
      if (hasTime) return time.format(timestamp)
      if (template.includes('DD')) return day.format(timestamp)
      return (template.includes('MM') ? month : year).format(timestamp)
    },
  }
}

/** Time until the candle that starts at `startMs` closes: 03:12, or 4:05:30 for an hour and more. Empty once it should have closed. */
export function timeToClose(period: Period, startMs: number, nowMs: number): string {
  const left = Math.ceil((bucketEnd(period, startMs) - nowMs) / 1000)
  if (left <= 0) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  const rest = `${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
