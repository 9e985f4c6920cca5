/**
 * The socket of the desk: `/v1/ws` on the desk's host.
 *
 * Invariants: only the desk's own pages open it; nothing is heard before a ticket has named a living session.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { permissionsOf } from '../../contract/desk/roles'
import { DESK_COUNTS, DESK_RISK, DeskClientMessage } from '../../contract/desk/socket'
import { standingBrakes } from '../brakes/brake-store'
import type { Connection } from '../socket/connection'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import { serveTopics, type TopicServer } from '../socket/serve-topics'
import { shownBrakes } from './brakes-shown'
import { CompanyStreams } from './company-streams'
import { countWaiting, visibleCounts } from './desk-counts'
import type { DeskServices } from './desk-services'
import { DeskTickets } from './desk-tickets'
import { findOperatorSession } from './operator-sessions'
import { rolesIn } from './operators'

const MAX_CONNECTIONS = 500
const COUNTS_REFRESH_MS = 15_000
/** With what gathering and reading take, a second behind at most. */
const RISK_REFRESH_MS = 500

type Parts = Pick<DeskServices, 'database' | 'directory' | 'bus' | 'clock' | 'texts' | 'logger' | 'masterKey' | 'risk'> & {
  /** Origin of the desk's own pages. */
  readonly origin: string
}

export interface DeskSocket {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** Whose session is behind a connection, once a ticket has said so. */
interface Visitor {
  sessionHash: string | null
}

export function openDeskSocket(parts: Parts): DeskSocket {
  const { database, directory, clock } = parts
  const tickets = new DeskTickets(parts.masterKey)
  const streams = openStreams({ ...parts, ended: (connection) => topics.endSession(connection) })
  const sessionOf = async (hash: string | null | undefined) =>
    hash ? database.system((tx) => findOperatorSession(tx, hash, clock.now(), { isSeen: false })) : null
  const topics: TopicServer<Visitor> = serveTopics<Visitor>(parts, {
    messages: DeskClientMessage,
    mostConnections: MAX_CONNECTIONS,
    async findLogin(_connection, visitor, ticket) {
      const session = await sessionOf(tickets.use(ticket, clock.now()))
      if (session === null) return null
      return () => {
        visitor.sessionHash = session.tokenHash
      }
    },
    signOut(connection, visitor) {
      visitor.sessionHash = null
      connection.leaveAll()
    },
    // The session is looked up before every push.
    hasExpired: () => false,
    async subscribe(connection, { sessionHash }, topic) {
      const session = await sessionOf(sessionHash)
      if (!connection.isOpen) return
      if (session === null) return connection.refuse('sub', 'SESSION_INVALID', topic)
      const [kind = '', company = ''] = topic.split('.')
      const tenant = directory.byId(company)
      const roles = tenant === undefined ? [] : rolesIn(session.operator, tenant.id)
      // A company in which an operator has no role does not exist for that operator.
      if (tenant === undefined || roles.length === 0) return connection.refuse('sub', 'COMPANY_UNKNOWN', topic)
      if (kind === DESK_RISK && !permissionsOf(roles).has('risk.read')) return connection.refuse('sub', 'DESK_FORBIDDEN', topic)
      const stream = kind === DESK_RISK ? streams.risk : streams.counts
      connection.join(topic, () => stream.join(connection, session.tokenHash, tenant))
    },
  })

  return {
    handleUpgrade(request, socket, head) {
      const { origin } = request.headers
      if (origin !== undefined && origin !== parts.origin) return refuseUpgrade(socket, 403)
      topics.accept({ request, socket, head, clientAddress: '' }, { sessionHash: null })
    },
    async close() {
      streams.counts.close()
      streams.risk.close()
      await topics.close()
    },
  }
}

function openStreams(parts: Parts & { ended(connection: Connection): void }) {
  const { database, risk } = parts
  return {
    counts: new CompanyStreams(parts, {
      name: DESK_COUNTS,
      refreshMs: COUNTS_REFRESH_MS,
      changedBy: 'desk-counts',
      read: (tenant, now) => database.withTenant(tenant.id, (tx) => countWaiting(tx, tenant, now)),
      shown: (all, { permissions }) => visibleCounts(all, permissions),
    }),
    risk: new CompanyStreams(parts, {
      name: DESK_RISK,
      refreshMs: RISK_REFRESH_MS,
      changedBy: 'brakes',
      async read(tenant) {
        return database.withTenant(tenant.id, async (tx) => ({
          figures: await risk.view(tx, tenant),
          rows: await standingBrakes(tx, tenant.id),
        }))
      },
      shown: ({ figures, rows }, watcher, now) =>
        watcher.permissions.has('risk.read') ? { ...figures, brakes: shownBrakes(rows, watcher, now) } : null,
    }),
  }
}
