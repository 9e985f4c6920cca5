/**
 * Carries private events from the outbox table to the bus. Whoever changes something writes the event into the same
 * transaction; only what was committed can be seen here, so nobody is ever told of something that did not happen.
 *
 * Invariants: of all nodes one carries at a time, and not before it has heard what the one before it has told: everywhere events are heard
 * in the order of their rows. A row is deleted after it was told to all nodes: at least once. A node that reaches no other one tells its
 * own listeners and leaves the rows to whoever does.
 */
import { asc, gt, inArray } from 'drizzle-orm'
import { loggableError } from '../db/loggable-error'
import { type Database, queryText, type Tx } from '../db/open-database'
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

const TURN_MS = 3_000
/** Any number, the same on every node. */
const DISPATCH_LOCK = 7_236_131

/** `flush` resolves when everything committed before the call has been published. */
export type OutboxDispatcher = Nudged

export function startOutboxDispatcher(parts: { database: Database; bus: Bus; clock: Clock; logger: Logger }): OutboxDispatcher {
  const { database, bus, clock, logger } = parts
  /** @param after rows up to this one were told in this run and had to be left. Null: there are no more. */
  async function dispatchBatch(after: bigint): Promise<bigint | null> {
    return database.system(async (tx) => {
      await takeTurn(tx)
      const isReached = (await bus.flush()) === 'everywhere'
      const rows = await tx.select().from(outbox).where(gt(outbox.id, after)).orderBy(asc(outbox.id)).limit(BATCH)
      const last = rows.at(-1)
      if (last === undefined) return null
      const isOld = (row: { readonly createdAt: number }) => row.createdAt < clock.now() - TOO_OLD_MS
      for (const row of rows) {
        if (isOld(row)) continue
        const { tenantId, topic, payload } = row
        bus.publish({ tenantId, traderId: String(row.traderId), topic, payload, id: row.id.toString() })
      }
      const isToldToAll = isReached && (await bus.flush()) === 'everywhere'
      const done = isToldToAll ? rows : rows.filter(isOld)
      const ids = done.map(({ id }) => id)
      if (ids.length > 0) await tx.delete(outbox).where(inArray(outbox.id, ids))
      return rows.length === BATCH ? last.id : null
    })
  }

  const dispatcher = runWhenNudged({
    async run(isClosed) {
      for (let after: bigint | null = 0n; after !== null && !isClosed(); ) after = await dispatchBatch(after)
    },
    onFailure(error) {
      logger.error({ err: loggableError(error) }, 'events could not be dispatched; they stay in the outbox')
      bus.tell('outbox', {})
    },
    pollMs: POLL_MS,
    gatherMs: GATHER_MS,
  })
  const stopHearing = bus.hear('outbox', () => dispatcher.nudge(), 'others')
  return {
    ...dispatcher,
    async close() {
      stopHearing()
      await dispatcher.close()
      // What was committed here last is carried by those that stay.
      bus.tell('outbox', {})
    },
  }
}

/**
 * One after the other over all nodes, until the transaction ends. A process that stands still in the middle of its turn loses it: the
 * server ends a transaction that is silent for so long.
 */
async function takeTurn(tx: Tx): Promise<void> {
  await queryText(tx, `select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(TURN_MS)])
  await queryText(tx, 'select pg_advisory_xact_lock($1)', [DISPATCH_LOCK])
}
