/**
 * A clean stop on SIGTERM, SIGINT or SIGHUP: no new work, what is under way may finish for ten seconds, then the broker says goodbye
 * to its sockets (1012) and closes its books. A part that does not close within ten seconds is left as it is, as a crash
 * would leave it, and the exit code is 1. A second signal ends the process at once.
 */
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from './log.server'

const FINISH_MS = 10_000

interface StopOptions {
  readonly server: Server
  readonly log: Logger
  readonly onClosing: () => void
  /** In this order, after the last request is answered. */
  readonly close: readonly (() => Promise<void>)[]
}

/** Number of requests that are not answered yet. An upgraded socket does not count. */
function countOpenRequests(server: Server): () => number {
  let open = 0
  server.on('request', (_req, res) => {
    open += 1
    res.once('close', () => {
      open -= 1
    })
  })
  return () => open
}

async function untilIdle(openRequests: () => number): Promise<boolean> {
  const deadline = performance.now() + FINISH_MS
  while (openRequests() > 0) {
    if (performance.now() > deadline) return false
    await wait(20)
  }
  return true
}

export function stopCleanly({ server, log, onClosing, close }: StopOptions): void {
  const openRequests = countOpenRequests(server)
  let isStopping = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) process.exit(1)
    isStopping = true
    onClosing()
    log.info({ signal }, 'stopping')
    server.close()
    server.closeIdleConnections()
    if (!(await untilIdle(openRequests))) log.warn({ open: openRequests() }, 'requests cut off after ten seconds')
    let isClean = true
    for (const part of close) {
      const closing = part().then(() => 'closed' as const)
      const outcome = await Promise.race([closing, wait(FINISH_MS, 'late' as const)]).catch((error: unknown) => error)
      if (outcome === 'closed') continue
      isClean = false
      log.error(outcome === 'late' ? { afterMs: FINISH_MS } : { err: outcome }, 'a part did not close cleanly')
    }
    server.closeAllConnections()
    log.info('stopped')
    process.exit(isClean ? 0 : 1)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
  // A terminal that is closed: Node does not keep what `nohup` asked for, so it would end here in any case.
  process.on('SIGHUP', (signal) => void stop(signal))
}
