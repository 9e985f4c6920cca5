/**
 * What is wrong between the nodes of one database, said in a sentence when it begins and when it is over: nodes that are there and are
 * not heard over NATS, work that none of them does, and a clock that is apart from PostgreSQL's.
 */
import { sql } from 'drizzle-orm'
import { SELF_ACTING_ROLES } from '../../contract/node-roles'
import type { BusHealth } from '../bus/bus'
import { loggableError } from '../db/loggable-error'
import { type Database, queryRows } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'

interface WatchedNodes {
  readonly database: Pick<Database, 'system'>
  /** Those that are there by the database, this one among them, with what each does. */
  readonly nodes: () => ReadonlyMap<string, ReadonlySet<string>>
  readonly bus: { health(): Pick<BusHealth, 'isConnected' | 'others'> }
  readonly clock: Clock
  readonly logger: Logger
}

const LOOK_EVERY_MS = 10_000
/** Receipts, budgets and nights are by the clock of the node that makes them. */
const CLOCK_OFF_MS = 2_000

export interface NodeWatch {
  /** Resolves when it was looked at once. */
  look(): Promise<void>
  stop(): Promise<void>
}

export function watchNodes({ database, nodes, bus, clock, logger }: WatchedNodes): NodeWatch {
  let unheardBefore = 0
  let isUnheardSaid = false
  let isClockSaid = false
  let undoneBefore: readonly string[] = []
  let undoneSaid = ''

  function lookWhoIsHeard(): void {
    const { isConnected, others } = bus.health()
    // While the line is down that is what is said.
    const unheard = isConnected ? Math.max(0, nodes().size - 1 - others.filter(({ isHeard }) => isHeard).length) : 0
    // One that comes or goes is seen on both sides within a look.
    const isWrong = Math.min(unheard, unheardBefore) > 0
    unheardBefore = unheard
    if (isWrong && !isUnheardSaid)
      logger.error(
        { unheard },
        'other nodes use this database and are not heard over NATS: give all nodes the same NATS_URL and MASTER_KEY',
      )
    if (isUnheardSaid && unheard === 0) logger.info({}, 'all nodes of this database are heard')
    isUnheardSaid = unheard > 0 && (isWrong || isUnheardSaid)
  }

  /** A node that comes anew, or ends, is waited for until the next look. */
  function lookWhoDoesWhat(): void {
    const done = [...nodes().values()]
    const now = SELF_ACTING_ROLES.filter((role) => !done.some((roles) => roles.has(role)))
    const undone = now.filter((role) => undoneBefore.includes(role)).join(', ')
    undoneBefore = now
    if (undone === undoneSaid) return
    if (undone !== '') logger.error({ undone }, `no node of this database does ${undone}: start one with it in ROLES`)
    else logger.info({}, 'some node of this database does each of engine, feed and jobs again')
    undoneSaid = undone
  }

  async function lookAtClock(): Promise<void> {
    const before = clock.now()
    const [row] = await database.system((tx) =>
      queryRows<{ now: string }>(tx, sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`),
    )
    const after = clock.now()
    const theirs = Number(row?.now)
    // Nearer than the question took nobody can tell.
    const offMs = theirs < before ? before - theirs : theirs > after ? after - theirs : 0
    const isOff = Math.abs(offMs) > CLOCK_OFF_MS
    const seconds = Math.round(Math.abs(offMs) / 100) / 10
    if (isOff && !isClockSaid)
      logger.error(
        { offMs },
        `the clock of this node is ${seconds} s ${offMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's: set both by one time server`,
      )
    if (!isOff && isClockSaid) logger.info({}, "the clock of this node is PostgreSQL's again")
    isClockSaid = isOff
  }

  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    lookWhoIsHeard()
    lookWhoDoesWhat()
    looking = lookAtClock().catch((error: unknown) =>
      logger.warn({ err: loggableError(error) }, 'the clock of PostgreSQL could not be read'),
    )
    return looking
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    look,
    stop() {
      clearInterval(timer)
      return looking
    },
  }
}
