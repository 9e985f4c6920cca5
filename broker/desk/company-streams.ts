/**
 * A topic of the desk's socket that tells of one company, to everybody who watches it: what waits, or what the house is exposed to.
 *
 * Invariants: each hears only what their roles of that moment allow, and nothing once their session has ended: both are looked up
 * anew before every push. A company that nobody watches is never looked at.
 */
import { type Permission, permissionsOf } from '../../contract/desk/roles'
import type { Tenant } from '../../contract/tenant'
import { loggableError } from '../db/loggable-error'
import type { Connection } from '../socket/connection'
import type { CallOperator } from './desk-handler'
import type { DeskServices } from './desk-services'
import { findOperatorSession, type OperatorSession } from './operator-sessions'
import { rolesIn } from './operators'

/** Of several changes in a row one look is enough. */
const GATHER_MS = 100

interface Member {
  readonly sessionHash: string
  sent: string
}

interface Audience {
  readonly members: Map<Connection, Member>
  timer: ReturnType<typeof setTimeout> | null
  isReading: boolean
  /** Something changed while it was being read. */
  isStale: boolean
}

interface Watcher extends Pick<CallOperator, 'name'> {
  readonly permissions: ReadonlySet<Permission>
}

/** What a topic tells. */
interface CompanyTopic<All> {
  readonly name: string
  /** Some things change by waiting, and another process may have changed something. */
  readonly refreshMs: number
  /** The fact after which it is looked at again. */
  readonly changedBy: 'desk-counts' | 'brakes'
  read(tenant: Tenant, now: number): Promise<All>
  /** What one operator may see of it; null: nothing. */
  shown(all: All, watcher: Watcher, now: number): object | null
}

type Parts = Pick<DeskServices, 'database' | 'directory' | 'bus' | 'clock' | 'logger'> & {
  /** The session behind the connection has ended. */
  ended(connection: Connection): void
}

export class CompanyStreams<All> {
  readonly #parts: Parts
  readonly #topic: CompanyTopic<All>
  readonly #audiences = new Map<string, Audience>()
  readonly #refresh: ReturnType<typeof setInterval>
  readonly #stops: readonly (() => void)[]

  constructor(parts: Parts, topic: CompanyTopic<All>) {
    this.#parts = parts
    this.#topic = topic
    this.#refresh = setInterval(() => this.refresh(), topic.refreshMs)
    const { bus } = parts
    this.#stops = [
      bus.hear('operators', () => this.refresh()),
      bus.hear(topic.changedBy, ({ tenantId }) => this.#gather(tenantId)),
      bus.onGap(() => this.refresh()),
    ]
  }

  /** Every company that is watched is looked at again, with the sessions of those who watch. */
  refresh(): void {
    for (const tenantId of this.#audiences.keys()) this.#gather(tenantId)
  }

  close(): void {
    clearInterval(this.#refresh)
    for (const stop of this.#stops) stop()
    for (const { timer } of this.#audiences.values()) if (timer !== null) clearTimeout(timer)
    this.#audiences.clear()
  }

  /** The first push is the snapshot. Returns the way to stop. */
  join(connection: Connection, sessionHash: string, tenant: Tenant): () => void {
    const { id } = tenant
    let audience = this.#audiences.get(id)
    if (audience === undefined) {
      audience = { members: new Map(), timer: null, isReading: false, isStale: false }
      this.#audiences.set(id, audience)
    }
    const joined = audience
    joined.members.set(connection, { sessionHash, sent: '' })
    void this.#read(id, joined)
    return () => {
      joined.members.delete(connection)
      if (joined.members.size > 0 || this.#audiences.get(id) !== joined) return
      if (joined.timer !== null) clearTimeout(joined.timer)
      this.#audiences.delete(id)
    }
  }

  #gather(tenantId: string): void {
    const audience = this.#audiences.get(tenantId)
    if (audience === undefined || audience.timer !== null) return
    audience.timer = setTimeout(() => {
      audience.timer = null
      void this.#read(tenantId, audience)
    }, GATHER_MS)
  }

  /** One after the other: an older look never follows a newer one. */
  async #read(tenantId: string, audience: Audience): Promise<void> {
    audience.isStale = true
    if (audience.isReading) return
    audience.isReading = true
    while (audience.isStale && audience.members.size > 0) {
      audience.isStale = false
      await this.#push(tenantId, audience)
    }
    audience.isReading = false
  }

  async #push(tenantId: string, { members }: Audience): Promise<void> {
    const { database, directory, clock, logger, ended } = this.#parts
    const tenant = directory.byId(tenantId)
    if (tenant === undefined) return
    try {
      const now = clock.now()
      const hashes = [...new Set([...members.values()].map(({ sessionHash }) => sessionHash))]
      const sessions = await database.system(async (tx) => {
        const found = new Map<string, OperatorSession | null>()
        for (const hash of hashes) found.set(hash, await findOperatorSession(tx, hash, now, { isSeen: false }))
        return found
      })
      const all = await this.#topic.read(tenant, now)
      for (const [connection, member] of [...members]) {
        const session = sessions.get(member.sessionHash)
        // Somebody who joined meanwhile is told right after this.
        if (session === undefined) continue
        const roles = session === null ? [] : rolesIn(session.operator, tenantId)
        const shown =
          session === null || roles.length === 0
            ? null
            : this.#topic.shown(all, { name: session.operator.name, permissions: permissionsOf(roles) }, now)
        if (shown === null) ended(connection)
        else this.#send(connection, member, tenantId, now, shown)
      }
    } catch (error) {
      logger.warn({ err: loggableError(error), tenant: tenantId, topic: this.#topic.name }, 'a topic of the desk could not be read')
    }
  }

  #send(connection: Connection, member: Member, tenantId: string, now: number, shown: object): void {
    const text = JSON.stringify(shown)
    if (text === member.sent) return
    connection.push(`${this.#topic.name}.${tenantId}`, now, text, member.sent === '')
    member.sent = text
  }
}
