/** Time as a factor feels it: an hour in which twice as much happens is twice as long. */
import { HOUR_MS } from '../durations'
import { type ActivityProfile, weeklyActivity } from './market-model'

const WEEK_MS = 168 * HOUR_MS
/** 1970-01-05, the first Monday of the epoch. */
const FIRST_MONDAY_MS = 4 * 24 * HOUR_MS

export class OperationalClock {
  private readonly weights: readonly number[]
  private readonly elapsed: readonly number[]

  constructor(profile: ActivityProfile) {
    this.weights = weeklyActivity(profile)
    let sum = 0
    this.elapsed = this.weights.map((weight) => {
      const before = sum
      sum += weight
      return before
    })
  }

  /** Milliseconds of operational time. */
  between(from: number, to: number): number {
    return this.at(to) - this.at(from)
  }

  weightAt(timeMs: number): number {
    const hours = (((timeMs - FIRST_MONDAY_MS) % WEEK_MS) / HOUR_MS) | 0
    return this.weights[hours] ?? 1
  }

  /** Operational time itself, in milliseconds from no moment in particular. */
  at(timeMs: number): number {
    const week = Math.floor((timeMs - FIRST_MONDAY_MS) / WEEK_MS)
    const hours = (timeMs - FIRST_MONDAY_MS - week * WEEK_MS) / HOUR_MS
    const hour = Math.min(167, Math.floor(hours))
    return week * WEEK_MS + ((this.elapsed[hour] ?? 0) + (hours - hour) * (this.weights[hour] ?? 0)) * HOUR_MS
  }
}
