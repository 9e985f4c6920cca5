/** A company's hours of customer service as words, on the clock of its own place. On the server only, like every moment written out. */

import { type ServiceHours, WEEKDAYS, type Weekday } from '../../../contract/tenant/service'
import { DAY_MS } from '../../../rules/durations'
import { serviceState, type WeeklyHours } from '../../../rules/service-hours'
import { dateTimeFormat } from '../../language/intl'
import type { Language } from '../../language/language'
import type { ShownHours } from './chat-data'

/** A Monday at noon: the week that names of days are read from. */
const MONDAY_MS = Date.UTC(2026, 0, 5, 12)
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const

export function shownHours({ timeZone, open }: ServiceHours, nowMs: number, language: Language): ShownHours {
  const { isOpen, changesAt } = serviceState({ timeZone, open: open.map(asRule) }, nowMs)
  return {
    lines: open.map(({ from, to, opens, closes }) => ({ days: daysText(from, to, language), times: `${opens}–${closes}` })),
    zone: zoneName(timeZone, nowMs, language),
    isOpen,
    changes: changesAt === null ? null : dateTimeFormat(language, { timeZone, weekday: 'long', ...CLOCK }).format(changesAt),
  }
}

function asRule({ from, to, opens, closes }: ServiceHours['open'][number]): WeeklyHours['open'][number] {
  return { fromDay: WEEKDAYS.indexOf(from), toDay: WEEKDAYS.indexOf(to), opens: minutesOf(opens), closes: minutesOf(closes) }
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function daysText(from: Weekday, to: Weekday, language: Language): string {
  const name = dateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const [first, last] = [from, to].map((day) => name.format(MONDAY_MS + WEEKDAYS.indexOf(day) * DAY_MS))
  return first === last ? (first ?? '') : `${first} – ${last}`
}

function zoneName(timeZone: string, nowMs: number, language: Language): string {
  const parts = dateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts(nowMs)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
