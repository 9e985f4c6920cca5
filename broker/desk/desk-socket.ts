/**
 * The socket of the desk: `/v1/ws` on the desk's host.
 *
 * Invariants: only the desk's own pages open it; nothing is heard before a ticket has named a living session.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { DESK_COUNTS, DeskClientMessage } from '../../contract/desk/socket'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import { serveTopics, type TopicServer } from '../socket/serve-topics'
import { CountStreams } from './count-streams'
import type { DeskServices } from './desk-services'
import { DeskTickets } from './desk-tickets'
import { findOperatorSession } from './operator-sessions'
import { rolesIn } from './operators'

const MAX_CONNECTIONS = 500

type Parts = Pick<DeskServices, 'database' | 'directory' | 'bus' | 'clock' | 'texts' | 'logger' | 'masterKey'> & {
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
  const streams = new CountStreams({ ...parts, ended: (connection) => topics.endSession(connection) })
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
      const tenant = directory.byId(topic.slice(DESK_COUNTS.length + 1))
      // A company in which an operator has no role does not exist for that operator.
      if (tenant === undefined || rolesIn(session.operator, tenant.id).length === 0)
        return connection.refuse('sub', 'COMPANY_UNKNOWN', topic)
      connection.join(topic, () => streams.join(connection, session.tokenHash, tenant))
    },
  })

  return {
    handleUpgrade(request, socket, head) {
      const { origin } = request.headers
      if (origin !== undefined && origin !== parts.origin) return refuseUpgrade(socket, 403)
      topics.accept({ request, socket, head, clientAddress: '' }, { sessionHash: null })
    },
    async close() {
      streams.close()
      await topics.close()
    },
  }
}
