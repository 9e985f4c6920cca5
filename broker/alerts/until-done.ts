/** What has to happen, however often the store fails meanwhile. */
import { setTimeout as wait } from 'node:timers/promises'
import { loggableError } from '../db/loggable-error'
import type { Logger } from '../ground/logger'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/** Milliseconds; doubles from half a second to a minute. @param failures how many there were one after the other, from 1 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
}

interface Tries {
  readonly logger: Logger
  /** Ends it, also while it pauses. */
  readonly signal: AbortSignal
  /** Logged with every failure. */
  readonly failure: string
}

/** Resolves when `work` has succeeded once, or when it is ended. */
export async function untilDone(work: () => Promise<void>, { logger, signal, failure }: Tries): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await work()
    } catch (error) {
      logger.warn({ err: loggableError(error) }, failure)
      await wait(pauseAfter(failures), undefined, { ref: false, signal }).catch(() => {})
    }
  }
}
