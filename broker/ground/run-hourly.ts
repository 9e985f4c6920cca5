/**
 * Housekeeping: once now and then every hour, never keeping the process alive for it.
 *
 * `onFailure` hears why a run failed; the next hour tries again. The answer stops it and resolves when a run under way has ended.
 */
import { HOUR_MS } from '../../rules/durations'

export function runHourly(work: () => Promise<unknown>, onFailure: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = work().then(() => {}, onFailure)
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
