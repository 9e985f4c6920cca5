/** The clock that everything is given: wall time in Unix milliseconds (possibly shifted by START_AT) and a monotonic one for ages. */
import { performance } from 'node:perf_hooks'

export interface Clock {
  /** Unix milliseconds, UTC. */
  now(): number
  /** Milliseconds that never jump; only differences mean something. */
  monotonic(): number
}

/** @param startAt Unix ms that the wall clock shows at this moment; the real time when left out. */
export function createClock(startAt?: number): Clock {
  const shift = startAt === undefined ? 0 : startAt - Date.now()
  return { now: () => Date.now() + shift, monotonic: () => performance.now() }
}
