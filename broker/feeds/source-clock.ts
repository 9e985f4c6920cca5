/**
 * How far a source's own clock is from ours, as far as its stamps tell. It is noted for the operator: no price is ever called fresh or
 * old by it.
 *
 * A stamp can only seem late (the way here takes its time, a quiet market's price is old), so of a stretch of stamps the latest one is
 * nearest to the truth; a stamp of the future says at once that its clock is ahead.
 */

/** A clock that is further off is noted. Milliseconds. */
const CLOCK_BOUND_MS = 2_000
const STRETCH_MS = 10_000
const STRETCH_STAMPS = 5

export class SourceClock {
  /** How far it is ahead of ours, below 0 behind; null before enough was heard. Milliseconds. */
  offMs: number | null = null
  isOff = false
  private since = 0
  private stamps = 0
  private latest = Number.NEGATIVE_INFINITY

  /** True when it is off from now, or no longer. `now`: our clock, Unix milliseconds. */
  hear(sourceTime: number, now: number): boolean {
    const ahead = sourceTime - now
    if (this.stamps === 0) this.since = now
    this.stamps += 1
    this.latest = Math.max(this.latest, ahead)
    const isFuture = ahead > CLOCK_BOUND_MS
    if (!isFuture && (now - this.since < STRETCH_MS || this.stamps < STRETCH_STAMPS)) return false
    this.offMs = this.latest
    this.stamps = 0
    this.latest = Number.NEGATIVE_INFINITY
    const wasOff = this.isOff
    this.isOff = Math.abs(this.offMs) > CLOCK_BOUND_MS
    return this.isOff !== wasOff
  }
}
