/**
 * The market hours that a server keeps: `market-calendars.json` in the folder of the brands where an operator has put one, else the
 * file that came with this version. Read at the start.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { CalendarsFile } from '../../contract/market-calendars'
import type { Reading } from '../../contract/tenant/problem'
import { DAY_MS } from '../../rules/durations'
import { type CalendarName, type Calendars, endingCalendars, readCalendars } from '../../rules/market-calendars'
import shipped from '../../rules/market-calendars.json' with { type: 'json' }
import { readJsonFile } from './read-json-file.server'

const NAME = 'market-calendars.json'
const MAX_BYTES = 1024 * 1024
/** Closures of a coming quarter have to be known some time before it comes. */
export const CALENDAR_WARNING_DAYS = 60

interface CalendarFile {
  /** Where it stands; null: the shipped one. */
  readonly file: string | null
  readonly calendars: Calendars
}

export function readCalendarFile(tenantsDir: string): Reading<CalendarFile> {
  const file = path.join(tenantsDir, NAME)
  if (!existsSync(file)) return { ok: true, value: { file: null, calendars: readCalendars(shipped) } }
  const read = readJsonFile({ folder: tenantsDir, name: NAME, maxBytes: MAX_BYTES }, CalendarsFile)
  return read.ok ? { ok: true, value: { file, calendars: readCalendars(read.value) } } : read
}

/** A sentence where closures are known for less than 60 days, else null. */
export function describeCalendarEnd(calendars: Calendars, nowMs: number): string | null {
  const ending = endingCalendars(calendars, nowMs, CALENDAR_WARNING_DAYS * DAY_MS)
  const until = (name: CalendarName) => `${name} (known until ${calendars[name].knownUntil})`
  return ending.length === 0 ? null : `market hours end within ${CALENDAR_WARNING_DAYS} days: ${ending.map(until).join(', ')}`
}

export const MEND_CALENDAR = `put a newer ${NAME} into the folder of the brands, and restart the server`
