/**
 * Whether customer service is there at an instant, and until when that holds, on the wall clock of the company's place.
 *
 * Hours may touch or overlap: an evening until 24:00 that goes on the next morning at 00:00 is one stretch.
 */

import { DAY_MS, MINUTE_MS } from './durations'
import { utcToWall, wallToUtc } from './wall-time'

export interface WeeklyHours {
  readonly timeZone: string
  /** Days from Monday (0) to Sunday (6); minutes since midnight, 1440 for the day's end. */
  readonly open: readonly { readonly fromDay: number; readonly toDay: number; readonly opens: number; readonly closes: number }[]
}

interface ServiceState {
  readonly isOpen: boolean
  /** Unix milliseconds of the next opening or closing; null where it never changes. */
  readonly changesAt: number | null
}

/** Whatever hours a week has, within eight days they change or never do. */
const LOOK_AHEAD_DAYS = 8

export function serviceState({ timeZone, open }: WeeklyHours, nowMs: number): ServiceState {
  const wallNow = utcToWall(timeZone, nowMs)
  const isOpen = isOpenOn(open, wallNow)
  const today = Math.floor(wallNow / DAY_MS) * DAY_MS
  const edges = Array.from({ length: LOOK_AHEAD_DAYS }, (_, index) => today + index * DAY_MS)
    .flatMap((day) => open.flatMap(({ opens, closes }) => [day + opens * MINUTE_MS, day + closes * MINUTE_MS]))
    .filter((wall) => wall > wallNow)
    .sort((one, other) => one - other)
  const change = edges.find((wall) => isOpenOn(open, wall) !== isOpen)
  return { isOpen, changesAt: change === undefined ? null : wallToUtc(timeZone, change) }
}

function isOpenOn(open: WeeklyHours['open'], wall: number): boolean {
  const day = weekdayOf(wall)
  const minutes = (wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS
  return open.some(({ fromDay, toDay, opens, closes }) => day >= fromDay && day <= toDay && minutes >= opens && minutes < closes)
}

/** Monday is 0; the first of January 1970 was a Thursday. */
function weekdayOf(wall: number): number {
  return (Math.floor(wall / DAY_MS) + 3) % 7
}
