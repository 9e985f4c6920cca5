/**
 * A transaction that gave way to another one is run again.
 *
 * Invariants: only one that PostgreSQL rolled back for that reason (a deadlock, or a moment that could not be kept) is run again, so
 * nothing is ever done twice; it is tried so many times and no more; whoever uses it says that the work may begin anew: what it does
 * outside its transaction happens after the commit, or is harmless twice.
 */
import { setTimeout as after } from 'node:timers/promises'

/** serialization_failure, deadlock_detected. */
const GAVE_WAY: ReadonlySet<unknown> = new Set(['40001', '40P01'])
const TRIES = 6
/** Before the second try up to this many milliseconds, twice as many before each one after it. */
const FIRST_PAUSE_MS = 10

export function gaveWay(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if ('code' in cause && GAVE_WAY.has(cause.code)) return true
  return false
}

/** @param pause waits between two tries; by chance, so that two that met do not meet again. @throws what the last try threw */
export async function repeatConflicts<T>(
  run: () => Promise<T>,
  pause: (atMostMs: number) => Promise<unknown> = (atMostMs) => after(Math.random() * atMostMs),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === TRIES || !gaveWay(error)) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}
