/**
 * Which node serves a database: the one whose session holds an advisory lock in it (docs/decisions/047-one-node-serves.md), or all that
 * hold it together (docs/decisions/101-nodes-that-serve-together.md).
 *
 * Invariants: a node takes itself for the one that serves no longer than `HELD_MS` after the server last answered it, and the server
 * ends a session that is silent for `SILENCE_MS`, which is longer: one that serves alone never does so beside another. Whoever takes the lock first ends every
 * connection that was opened under another holder, so what that one had begun is either committed by then or never will be.
 */
import pg from 'pg'
import type { Clock } from '../ground/clock'

/** Any numbers, the same on every node. */
export const SERVING_LOCK = 7_236_120
/** Of the connections of a node that serves alone, and of those of nodes that serve together. */
const FENCE_LOCK = 7_236_121
const SHARED_FENCE_LOCK = 7_236_122
/** Of nodes that serve together one opens its books at a time. */
const OPENING_LOCK = 7_236_123

const HEARTBEAT_MS = 300
/** How long an answer of the server stands for the lock. */
export const HELD_MS = 1_500
/** After which the server ends the session of a node that stands still or cannot be reached. */
const SILENCE_MS = 2_000
/** While the books are opened nothing is served yet, and reading them may keep the process busy. */
const OPENING_SILENCE_MS = 30_000
const CONNECT_WITHIN_MS = 2_000
const FENCE_WITHIN_MS = 5_000
const AGAIN_MS = 20
/** Of a node that nobody stands by for. */
const ALONE = { heartbeatMs: 3_000, heldMs: 15_000 } as const
const DEAD_LINES = '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2'

/** The session that holds the lock, as PostgreSQL knows it. */
export interface LockHolder {
  readonly pid: number
  /** Process numbers are used again: the time at which it began, as text. */
  readonly begunAt: string
  /** It serves together with others. */
  readonly isShared?: boolean
}

interface ServingLockOptions {
  readonly url: string
  readonly clock: Clock
  /** No other node can reach the database: a slow machine is given time, for nobody waits to take over. */
  readonly isAlone?: boolean
  /** This node serves together with others that do: only one that serves alone keeps it waiting, and is kept waiting by it. */
  readonly isShared?: boolean
}

/** A session that waits for the lock, or holds it. */
export interface ServingLock {
  /** True once this session holds it. @throws when the server cannot be asked */
  tryTake(): Promise<boolean>
  /** Ends what other holders left open. Resolves when none of it can write any more. Only for the holder. */
  fence(): Promise<void>
  /** While it is held no other node opens its books. Resolves with the way to let the next one in. */
  waitToOpen(): Promise<() => Promise<void>>
  /** From now on the lock falls when this process stands still for two seconds. */
  serve(): Promise<void>
  readonly holder: LockHolder
  /** By the clock, at this moment. */
  isHeld(): boolean
  /** Resolves with the reason when the session has ended or can no longer be relied on. */
  readonly lost: Promise<string>
  /** Rows of a statement. @throws when the session is lost */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Gives the lock back with its session. */
  release(): void
}

/** Opens the session. @throws when the server cannot be reached */
export async function openServingLock({ url, clock, isAlone = false, isShared = false }: ServingLockOptions): Promise<ServingLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'candor serving',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    ...(isAlone ? {} : { options: `-c idle_session_timeout=${OPENING_SILENCE_MS} ${DEAD_LINES}` }),
  })
  return new LockSession(client, clock, isAlone, isShared).open()
}

class LockSession implements ServingLock {
  readonly lost: Promise<string>
  private tellLost: (reason: string) => void = () => {}
  private isLost = false
  private isTaken = false
  /** When the last question that was answered had been asked. */
  private answeredAt = Number.NEGATIVE_INFINITY
  private owner: LockHolder = { pid: 0, begunAt: '' }
  private heartbeat: NodeJS.Timeout | undefined

  constructor(
    private readonly client: pg.Client,
    private readonly clock: Clock,
    private readonly isAlone: boolean,
    private readonly isShared: boolean,
  ) {
    this.lost = new Promise((resolve) => {
      this.tellLost = resolve
    })
    client.on('error', (error) => this.lose(error.message))
    client.on('end', () => this.lose('the connection has ended'))
  }

  async open(): Promise<this> {
    try {
      await this.client.connect()
      const [row] = await this.ask<LockHolder>(
        'select pid, extract(epoch from backend_start)::text as "begunAt" from pg_stat_activity where pid = pg_backend_pid()',
      )
      if (row !== undefined) this.owner = { ...row, isShared: this.isShared }
      return this
    } catch (error) {
      this.lose('it could not be opened')
      // The setting is what older servers do not know.
      if ((error as { code?: unknown }).code === '42704') throw new Error('PostgreSQL 14 or later is needed', { cause: error })
      throw error
    }
  }

  get holder(): LockHolder {
    return this.owner
  }

  async tryTake(): Promise<boolean> {
    if (this.isTaken) return true
    const how = this.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
    const [row] = await this.ask<{ taken: boolean }>(`select ${how}($1) as taken`, [SERVING_LOCK])
    this.isTaken = row?.taken === true
    if (this.isTaken) this.keepAlive()
    return this.isTaken
  }

  async fence(): Promise<void> {
    const giveUpAt = this.clock.monotonic() + FENCE_WITHIN_MS
    for (;;) {
      const [row] = await this.ask<{ left: number }>(
        `select count(pg_terminate_backend(pid))::int as left from pg_locks
         where ${ADVISORY} and objid = any($1::oid[]) and pid <> pg_backend_pid()`,
        [this.isShared ? [FENCE_LOCK] : [FENCE_LOCK, SHARED_FENCE_LOCK]],
      )
      if (row?.left === 0) return
      if (this.clock.monotonic() > giveUpAt) throw new Error('connections of the node that served before could not be ended')
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }

  async waitToOpen(): Promise<() => Promise<void>> {
    if (!this.isShared) return async () => {}
    for (;;) {
      const [row] = await this.ask<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [OPENING_LOCK])
      if (row?.taken === true) break
      await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS))
    }
    return async () => void (await this.ask('select pg_advisory_unlock($1)', [OPENING_LOCK]))
  }

  async serve(): Promise<void> {
    if (!this.isAlone) await this.ask(`set idle_session_timeout = ${SILENCE_MS}`)
  }

  isHeld(): boolean {
    return this.isTaken && !this.isLost && this.clock.monotonic() - this.answeredAt < this.heldMs
  }

  async ask<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.isLost) throw new NotServing()
    const askedAt = this.clock.monotonic()
    let isAnswered = false
    const unanswered = setTimeout(() => {
      // After a pause of the process the answer may be here already and only not read yet.
      setImmediate(() => setImmediate(() => !isAnswered && this.lose('the server does not answer')))
    }, this.heldMs)
    try {
      const { rows } = await this.client.query(text, [...values])
      this.answeredAt = Math.max(this.answeredAt, askedAt)
      return rows as Row[]
    } finally {
      isAnswered = true
      clearTimeout(unanswered)
    }
  }

  private keepAlive(): void {
    let isAsking = false
    this.heartbeat = setInterval(
      () => {
        if (isAsking) return
        isAsking = true
        this.ask('select 1')
          // A session that fails says so itself.
          .catch(() => {})
          .finally(() => {
            isAsking = false
          })
      },
      this.isAlone ? ALONE.heartbeatMs : HEARTBEAT_MS,
    )
  }

  private get heldMs(): number {
    return this.isAlone ? ALONE.heldMs : HELD_MS
  }

  release(): void {
    this.lose('it was given back')
  }

  private lose(reason: string): void {
    if (this.isLost) return
    this.isLost = true
    clearInterval(this.heartbeat)
    // Nothing is said any more over a line that may be dead: the server lets the lock fall when the connection is gone.
    streamOf(this.client)?.destroy()
    this.tellLost(reason)
  }
}

const ADVISORY = `locktype = 'advisory' and granted and classid = 0 and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())`

/** What the driver's client stands on. */
export function streamOf(client: object): { destroy(): void } | undefined {
  return (client as { connection?: { stream?: { destroy(): void } } }).connection?.stream
}

/**
 * Lets a connection join its node: it can be ended by whoever takes the lock after this holder, and is refused if that has happened.
 * In this order: a later holder either finds the connection's own lock, or has taken the lock before it is looked for here.
 */
export async function joinFence(client: Pick<pg.Client, 'query'>, { pid, begunAt, isShared }: LockHolder): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [isShared ? SHARED_FENCE_LOCK : FENCE_LOCK])
  const { rows } = await client.query(
    `select 1 from pg_locks join pg_stat_activity using (pid)
     where ${ADVISORY.replace('database =', 'pg_locks.database =')} and objid = $1 and pid = $2 and extract(epoch from backend_start)::text = $3`,
    [SERVING_LOCK, pid, begunAt],
  )
  if (rows.length === 0) throw new NotServing()
}

/** This node serves the database no longer. The code is PostgreSQL's own for a session that was ended: come back soon. */
export class NotServing extends Error {
  override name = 'NotServing'
  readonly code = '57P01'
  constructor() {
    super('this node does not serve the database any more')
  }
}
