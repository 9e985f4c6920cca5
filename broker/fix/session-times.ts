/** When a counterparty's session runs: every day, or once a week, in its own time zone. */
import { DAY_MS } from '../../rules/durations'
import { utcToWall, wallToUtc } from '../../rules/wall-time'

export interface SessionTimes {
  /** `America/New_York` */
  readonly timeZone: string
  /** `17:05` or `17:05:30`, by the wall clock there. Equal to `end`: round the clock, and the numbers begin again then. */
  readonly start: string
  readonly end: string
  /** 0 is Sunday. With both, one session a week; with neither, one a day. */
  readonly startDay?: number
  readonly endDay?: number
}

interface SessionSpan {
  /** Unix milliseconds, included. */
  readonly start: number
  /** Not included. */
  readonly end: number
}

const WEEK_MS = 7 * DAY_MS
/** 1970-01-04, a Sunday. */
const FIRST_SUNDAY_MS = 3 * DAY_MS

/** The session that runs at `time`, or the next one. @throws RangeError for times that make no sense. */
export function sessionAt(times: SessionTimes, time: number): SessionSpan {
  const isWeekly = times.startDay !== undefined && times.endDay !== undefined
  const period = isWeekly ? WEEK_MS : DAY_MS
  const startsAt = (isWeekly ? (times.startDay ?? 0) * DAY_MS : 0) + readClock(times.start)
  const endsAt = (isWeekly ? (times.endDay ?? 0) * DAY_MS : 0) + readClock(times.end)
  const length = endsAt > startsAt ? endsAt - startsAt : endsAt - startsAt + period
  const wall = utcToWall(times.timeZone, time)
  const first = wall - ((wall - FIRST_SUNDAY_MS) % period) - period
  for (let from = first; ; from += period) {
    const start = wallToUtc(times.timeZone, from + startsAt)
    const end = wallToUtc(times.timeZone, from + startsAt + length)
    if (end > time) return { start, end }
  }
}

function readClock(text: string): number {
  const [, hour, minute, second = '0'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  if (hour === undefined) throw new RangeError(`a session starts and ends at HH:MM, not at ${JSON.stringify(text)}`)
  return ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000
}
