/** Times and countdowns on the chart, in the site's language and the clock that was chosen. Drawn in the browser only, so nothing hydrates. */

import { dateTag } from '../../../../contract/language-tags'
import type { Period } from '../../../../contract/primitives'
import { bucketEnd, DAY_TIME_ZONE } from '../../../../rules/candles'
import { formatOf } from '../../../language/intl'

type ChartDateType = 'tooltip' | 'crosshair' | 'xAxis'

interface ChartClock {
  format(timestamp: number, template: string, type: ChartDateType): string
}

/** The trader's own zone, by name and by its distance from UTC at a time: "Asia/Tokyo", "UTC+9". */
export function ownZone(atMs: number): { zone: string; label: string } {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(atMs)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return { zone, label: offset.replace('GMT', 'UTC') }
}

/** A day's candle is a London day: in any other zone it would carry the date of the day before. */
export function zoneOf(period: Period, choice: 'london' | 'own'): string {
  return choice === 'london' || period === '1day' ? DAY_TIME_ZONE : ownZone(0).zone
}

/** @param tag BCP 47 tag of the language */
export function createChartClock(tag: string, timeZone: string = DAY_TIME_ZONE): ChartClock {
  const make = (options: Intl.DateTimeFormatOptions) => formatOf(dateTag(tag), { timeZone, ...options })
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
