/**
 * Carries private events from the outbox table to the bus. Whoever changes something writes the event into the same
 * transaction; only what was committed can be seen here, so nobody is ever told of something that did not happen.
 *
 * Invariant: events leave in the order of their rows and are deleted after they were published: at least once, in order.
 */
import { asc, inArray } from 'drizzle-orm'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { outbox } from '../db/schema'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { type Nudged, runWhenNudged } from '../ground/run-when-nudged'
import type { Bus } from './bus'

const BATCH = 500
/** A safety net only: writers nudge the dispatcher after their commit. */
const POLL_MS = 5_000
/** What is committed within this time goes out together: a busy broker must not run one dispatch for every order. */
const GATHER_MS = 10
/** Events that lay there while no process ran have no listener: clients re-read their orders when they connect. */
const TOO_OLD_MS = 60_000

/** `flush` resolves when everything committed before the call has been published. */
export type OutboxDispatcher = Nudged

export function startOutboxDispatcher(parts: { database: Database; bus: Bus; clock: Clock; logger: Logger }): OutboxDispatcher {
  const { database, bus, clock, logger } = parts
  async function dispatchBatch(): Promise<number> {
    const rows = await database.system((tx) => tx.select().from(outbox).orderBy(asc(outbox.id)).limit(BATCH))
    if (rows.length === 0) return 0
    for (const row of rows) {
      if (row.createdAt < clock.now() - TOO_OLD_MS) continue
      bus.publish({ tenantId: row.tenantId, traderId: String(row.traderId), topic: row.topic, payload: row.payload })
    }
    const ids = rows.map((row) => row.id)
    await database.system((tx) => tx.delete(outbox).where(inArray(outbox.id, ids)))
    return rows.length
  }

  return runWhenNudged({
    async run(isClosed) {
      while ((await dispatchBatch()) === BATCH && !isClosed());
    },
    onFailure: (error) => logger.error({ err: loggableError(error) }, 'events could not be dispatched; they stay in the outbox'),
    pollMs: POLL_MS,
    gatherMs: GATHER_MS,
  })
}
