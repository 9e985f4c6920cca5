/**
 * Work that waits in the store, done soon after somebody said that there is some, and looked for now and then all the same.
 *
 * Invariant: never two runs at once; what was committed before a nudge is seen by a run that begins after it.
 */
interface NudgedWork {
  /** Looks for work until there is none; `isClosed` asks it to stop early. */
  run(isClosed: () => boolean): Promise<void>
  /** Hears why a run failed; not once it is closed. */
  onFailure(error: unknown): void
  /** A safety net only: whoever makes work says so. */
  readonly pollMs: number
  /** What is said within this time goes into one run. */
  readonly gatherMs: number
}

export interface Nudged {
  /** There may be work; cheap, may be called for every commit. */
  nudge(): void
  /** Resolves when everything committed before the call has been looked at. */
  flush(): Promise<void>
  /** Resolves when the run under way has ended; none begins after it. */
  close(): Promise<void>
}

export function runWhenNudged({ run, onFailure, pollMs, gatherMs }: NudgedWork): Nudged {
  let running: Promise<void> | null = null
  let isWanted = false
  let gathering: NodeJS.Timeout | undefined
  let isClosed = false

  async function runOnce(): Promise<void> {
    try {
      isWanted = false
      await run(() => isClosed)
    } catch (error) {
      if (!isClosed) onFailure(error)
    } finally {
      running = null
      if (isWanted) nudge()
    }
  }

  function start(): void {
    clearTimeout(gathering)
    gathering = undefined
    if (!isClosed) running ??= runOnce()
  }

  function nudge(): void {
    isWanted = true
    if (running === null && !isClosed) gathering ??= setTimeout(start, gatherMs)
  }

  const timer = setInterval(nudge, pollMs)
  timer.unref()
  start()
  return {
    nudge,
    async flush() {
      // The run under way may have looked before the last commit.
      await running
      start()
      await running
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(gathering)
      await running
    },
  }
}
