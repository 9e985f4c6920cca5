/**
 * Wall clocks of named places: what a clock on the wall in London or New York shows at an instant, and back.
 * The answers come from the time zone rules that ship with the runtime; there is no clock here, only conversion.
 *
 * Invariant: same zone and instant, same answer. The caches below only remember answers.
 */
import { HOUR_MS } from './durations'

const OFFSET_CACHE_LIMIT = 200_000

const formatters = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

/**
 * How far the wall clock of `timeZone` is ahead of UTC at `timeMs`, in milliseconds (London in summer: 3,600,000).
 * Zones change their offset only on whole UTC quarter hours, so one answer is kept for each quarter.
 * @throws RangeError for a zone the runtime does not know.
 */
function zoneOffsetMs(timeZone: string, timeMs: number): number {
  if (timeZone === 'UTC') return 0
  const quarter = Math.floor(timeMs / (HOUR_MS / 4))
  const known = offsets.get(timeZone) ?? newOffsetCache(timeZone)
  const cached = known.get(quarter)
  if (cached !== undefined) return cached
  if (known.size > OFFSET_CACHE_LIMIT) known.clear()
  const offset = readOffsetMs(timeZone, quarter * (HOUR_MS / 4))
  known.set(quarter, offset)
  return offset
}

/**
 * The instant at which the wall clock of `timeZone` shows `wallMs`, where `wallMs` is the wall reading written as if it were UTC.
 * A reading that occurs twice (autumn) means its later occurrence; one that never occurs (spring) means the moment after the jump.
 */
export function wallToUtc(timeZone: string, wallMs: number): number {
  const guess = wallMs - zoneOffsetMs(timeZone, wallMs)
  const refined = wallMs - zoneOffsetMs(timeZone, guess)
  const settled = wallMs - zoneOffsetMs(timeZone, refined)
  return Math.max(refined, settled)
}

/** The wall reading of `timeZone` at an instant, written as if it were UTC. */
export function utcToWall(timeZone: string, timeMs: number): number {
  return timeMs + zoneOffsetMs(timeZone, timeMs)
}

function newOffsetCache(timeZone: string): Map<number, number> {
  const cache = new Map<number, number>()
  offsets.set(timeZone, cache)
  return cache
}

function readOffsetMs(timeZone: string, timeMs: number): number {
  const parts = formatterFor(timeZone).formatToParts(timeMs)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second')) - timeMs
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}
