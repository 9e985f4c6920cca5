/**
 * Seals committed rows into the tenants' hash chains, shortly after their commit and never in their way
 * (docs/decisions/013-audit-chain.md).
 *
 * Invariants: only committed rows are sealed, each at least once and with the same hash; a failure leaves them for the next run.
 * Until a row is sealed, the account's own chain of receipts stands for it.
 */

import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { ChainMemory } from './chain-memory'
import { sealBatch } from './seal-batch'

/** How long after a nudge the sealer runs: what is committed meanwhile goes into the same link. */
const SEAL_MS = 250
/** A safety net only: writers nudge the sealer after their commit. */
const POLL_MS = 5_000
/** Longer than a statement may run on the server, so nobody still waits with ids in hand. */
const QUIET_MS = 15_000

/** How soon to look again whether another process has finished sealing. */
const TURN_MS = 25

/** `elsewhere`: another process holds the chain. */
type Run = 'sealed' | 'elsewhere' | 'failed'

export interface ChainSealer {
  /** Something was committed; seals soon. Cheap, may be called for every commit. */
  nudge(): void
  /** Resolves when everything committed before the call is sealed, by this process or another. */
  flush(): Promise<void>
  /** Milliseconds since everything committed until then was sealed; it runs every five seconds at least. */
  ageMs(): number
  /** Seals what is left and stops. */
  close(): Promise<void>
}

interface SealerParts {
  readonly database: Database
  /** Ids of the tenants; asked anew for every batch. Those that have a chain already are sealed as well. */
  tenants(): readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  /** How long an id may be taken and not yet committed. */
  readonly quietMs?: number
  /** Hears whose chains have new links, once they are committed. */
  sealed?(tenantIds: ReadonlySet<string>): void
}

export function startChainSealer(parts: SealerParts): ChainSealer {
  const { database, clock, logger, quietMs = QUIET_MS } = parts
  let memory = newMemory()
  let running: Promise<Run> | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let sealedAt = clock.monotonic()

  function newMemory(): ChainMemory {
    return new ChainMemory(quietMs)
  }

  async function sealAll(): Promise<Run> {
    try {
      for (let looksBack = true; ; looksBack = false) {
        const times = { now: clock.now(), monotonic: clock.monotonic() }
        const batch = await database.system((tx) => sealBatch(tx, memory, { tenants: parts.tenants(), ...times, looksBack }))
        if (batch === null) return 'elsewhere'
        for (const link of batch.links) memory.remember(link)
        if (batch.links.length > 0) parts.sealed?.(new Set(batch.links.map(({ tenantId }) => tenantId)))
        if (!batch.isFull) {
          sealedAt = times.monotonic
          return 'sealed'
        }
        // Many rows wait: whoever trades goes first.
        await new Promise((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      // What was believed about the chain may be what was wrong: it is read again.
      memory = newMemory()
      if (!isClosed) logger.error({ err: loggableError(error) }, 'rows could not be sealed; they wait for the next run')
      return 'failed'
    }
  }

  function run(): Promise<Run> {
    clearTimeout(waiting)
    waiting = undefined
    running ??= sealAll().finally(() => {
      running = null
    })
    return running
  }

  function nudge(): void {
    if (isClosed || waiting !== undefined) return
    waiting = setTimeout(async () => {
      if ((await run()) !== 'sealed') nudge()
    }, SEAL_MS)
    waiting.unref()
  }

  async function flush(): Promise<void> {
    // The run under way may have looked before the last commit.
    await running
    while ((await run()) === 'elsewhere') await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }

  const timer = setInterval(nudge, POLL_MS)
  timer.unref()
  nudge()
  return {
    nudge,
    flush,
    ageMs: () => clock.monotonic() - sealedAt,
    async close() {
      if (isClosed) return
      clearInterval(timer)
      await flush()
      isClosed = true
      clearTimeout(waiting)
    },
  }
}
