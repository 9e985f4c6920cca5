/**
 * `DESK_COUNTS.<company>`: what waits at the desk of a company, to everybody who watches it.
 *
 * Invariants: each hears only what their roles of that moment allow, and nothing once their session has ended: both are looked up
 * anew before every push. A company that nobody watches is never counted.
 */
import type { DeskCounts } from '../../contract/desk/counts'
import { permissionsOf } from '../../contract/desk/roles'
import { DESK_COUNTS } from '../../contract/desk/socket'
import type { Tenant } from '../../contract/tenant'
import { loggableError } from '../db/loggable-error'
import type { Connection } from '../socket/connection'
import { countWaiting, visibleCounts } from './desk-counts'
import type { DeskServices } from './desk-services'
import { findOperatorSession, type OperatorSession } from './operator-sessions'
import { rolesIn } from './operators'

/** Of several changes in a row one count is enough. */
const GATHER_MS = 100
/** Some things wait too long by waiting, and another process may have changed something. */
const REFRESH_MS = 15_000

interface Member {
  readonly sessionHash: string
  sent: string
}

interface Audience {
  readonly members: Map<Connection, Member>
  readonly stop: () => void
  timer: ReturnType<typeof setTimeout> | null
  isCounting: boolean
  /** Something changed while it was being counted. */
  isStale: boolean
}

type Parts = Pick<DeskServices, 'database' | 'directory' | 'bus' | 'clock' | 'logger'> & {
  /** The session behind the connection has ended. */
  ended(connection: Connection): void
}

export class CountStreams {
  readonly #parts: Parts
  readonly #audiences = new Map<string, Audience>()
  readonly #refresh: ReturnType<typeof setInterval>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#refresh = setInterval(() => {
      for (const tenantId of this.#audiences.keys()) this.#gather(tenantId)
    }, REFRESH_MS)
  }

  close(): void {
    clearInterval(this.#refresh)
    for (const { timer, stop } of this.#audiences.values()) {
      if (timer !== null) clearTimeout(timer)
      stop()
    }
    this.#audiences.clear()
  }

  /** The first push is the snapshot. Returns the way to stop. */
  join(connection: Connection, sessionHash: string, tenant: Tenant): () => void {
    const { id } = tenant
    let audience = this.#audiences.get(id)
    if (audience === undefined) {
      const stop = this.#parts.bus.subscribe({ tenantId: id, traderId: '' }, ({ topic }) => {
        if (topic === DESK_COUNTS) this.#gather(id)
      })
      audience = { members: new Map(), stop, timer: null, isCounting: false, isStale: false }
      this.#audiences.set(id, audience)
    }
    const joined = audience
    joined.members.set(connection, { sessionHash, sent: '' })
    void this.#count(id, joined)
    return () => {
      joined.members.delete(connection)
      if (joined.members.size > 0 || this.#audiences.get(id) !== joined) return
      if (joined.timer !== null) clearTimeout(joined.timer)
      joined.stop()
      this.#audiences.delete(id)
    }
  }

  #gather(tenantId: string): void {
    const audience = this.#audiences.get(tenantId)
    if (audience === undefined || audience.timer !== null) return
    audience.timer = setTimeout(() => {
      audience.timer = null
      void this.#count(tenantId, audience)
    }, GATHER_MS)
  }

  /** One after the other: an older count never follows a newer one. */
  async #count(tenantId: string, audience: Audience): Promise<void> {
    audience.isStale = true
    if (audience.isCounting) return
    audience.isCounting = true
    while (audience.isStale && audience.members.size > 0) {
      audience.isStale = false
      await this.#push(tenantId, audience)
    }
    audience.isCounting = false
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
      const all = await database.withTenant(tenantId, (tx) => countWaiting(tx, tenant, now))
      for (const [connection, member] of [...members]) {
        const session = sessions.get(member.sessionHash)
        // Somebody who joined meanwhile is counted for right after this.
        if (session === undefined) continue
        const roles = session === null ? [] : rolesIn(session.operator, tenantId)
        if (roles.length === 0) ended(connection)
        else send(connection, member, tenantId, now, visibleCounts(all, permissionsOf(roles)))
      }
    } catch (error) {
      logger.warn({ err: loggableError(error), tenant: tenantId }, 'what waits at the desk could not be counted')
    }
  }
}

function send(connection: Connection, member: Member, tenantId: string, now: number, counts: DeskCounts): void {
  const text = JSON.stringify(counts)
  if (text === member.sent) return
  connection.push(`${DESK_COUNTS}.${tenantId}`, now, text, member.sent === '')
  member.sent = text
}
