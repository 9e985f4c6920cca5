/**
 * The socket of the desk: `/v1/ws` on the desk's host.
 *
 * Invariants: only the desk's own pages open it; nothing is heard before a ticket has named a living session; each connection costs a
 * bounded amount (frame, messages, topics, queue, silence), as on the traders' socket.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { DESK_COUNTS, DeskClientMessage } from '../../contract/desk/socket'
import { readLanguage } from '../../contract/primitives'
import { SOCKET_LIMITS } from '../../contract/socket'
import { readCookie } from '../calls/read-cookie'
import { loggableError } from '../db/loggable-error'
import { CLOSE_CODES, Connection } from '../socket/connection'
import { hearMessage } from '../socket/hear-message'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import { SILENCE_LIMIT_MS } from '../socket/serve'
import { CountStreams } from './count-streams'
import type { DeskServices } from './desk-services'
import { DeskTickets } from './desk-tickets'
import { findOperatorSession } from './operator-sessions'
import { rolesIn } from './operators'

const HOUSEKEEPING_MS = 1_000
const MAX_CONNECTIONS = 500

type Parts = Pick<DeskServices, 'database' | 'directory' | 'bus' | 'clock' | 'texts' | 'logger' | 'masterKey'> & {
  /** Origin of the desk's own pages. */
  readonly origin: string
}

export interface DeskSocket {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** An open connection and whose session is behind it, once a ticket has said so. */
interface Desk {
  readonly connection: Connection
  sessionHash: string | null
}

export function openDeskSocket(parts: Parts): DeskSocket {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const desks = new Map<Connection, Desk>()
  const streams = new CountStreams({ ...parts, ended: (connection) => signOut(desks.get(connection), true) })
  const hears: Hears = { ...parts, streams, tickets: new DeskTickets(parts.masterKey) }
  const housekeeping = setInterval(() => {
    const silentSince = parts.clock.monotonic() - SILENCE_LIMIT_MS
    for (const connection of desks.keys()) if (connection.lastHeardAt < silentSince) connection.socket.terminate()
  }, HOUSEKEEPING_MS)

  return {
    handleUpgrade(request, socket, head) {
      const { origin } = request.headers
      const isWelcome = origin === undefined || origin === parts.origin
      if (!isWelcome || desks.size >= MAX_CONNECTIONS) return refuseUpgrade(socket, isWelcome ? 503 : 403)
      server.handleUpgrade(request, socket, head, (client) => {
        const language = readLanguage(readCookie(request.headers.cookie, 'lng'))
        const connection = new Connection(client, null, language, parts.texts, parts.clock.monotonic())
        const desk: Desk = { connection, sessionHash: null }
        desks.set(connection, desk)
        let inbox = Promise.resolve()
        client.on('message', (data, isBinary) => {
          const message = hearMessage(DeskClientMessage, connection, data, { isBinary, now: parts.clock.monotonic() })
          if (message === undefined) return
          inbox = inbox
            .then(() => obey(hears, desk, message))
            .catch((error: unknown) => {
              parts.logger.error({ err: loggableError(error) }, 'a message on the desk’s socket failed unexpectedly')
              connection.refuse('error', 'INTERNAL_ERROR')
            })
        })
        // A broken frame or an over-long one: ws has already sent its close code.
        client.on('error', () => {})
        client.on('close', () => {
          desks.delete(connection)
          connection.leaveAll()
        })
      })
    },
    async close() {
      clearInterval(housekeeping)
      streams.close()
      for (const connection of desks.keys()) connection.close(CLOSE_CODES.restart)
      for (let waitedMs = 0; desks.size > 0 && waitedMs < 1_000; waitedMs += 50) await new Promise((resolve) => setTimeout(resolve, 50))
      for (const connection of desks.keys()) connection.socket.terminate()
    },
  }
}

interface Hears extends Parts {
  readonly streams: CountStreams
  readonly tickets: DeskTickets
}

async function obey(hears: Hears, desk: Desk, message: DeskClientMessage): Promise<void> {
  const { connection } = desk
  if (!connection.isOpen) return
  switch (message.event) {
    case 'ping':
      return connection.pong(hears.clock.now())
    case 'login':
      return login(hears, desk, message.token)
    case 'logout':
      signOut(desk, false)
      return connection.reply('logout')
    case 'unsub':
      connection.leave(message.topic)
      return connection.reply('unsub', message.topic)
    case 'sub':
      return subscribe(hears, desk, message.topic)
  }
}

async function login({ database, clock, tickets }: Hears, desk: Desk, ticket: string): Promise<void> {
  const { connection } = desk
  const now = clock.now()
  const hash = tickets.use(ticket, now)
  const session = hash === undefined ? null : await database.system((tx) => findOperatorSession(tx, hash, now, { isSeen: false }))
  if (!connection.isOpen) return
  signOut(desk, false)
  if (session === null) return connection.refuse('login', 'SESSION_INVALID')
  desk.sessionHash = session.tokenHash
  connection.reply('login')
}

async function subscribe({ database, clock, directory, streams }: Hears, desk: Desk, topic: string): Promise<void> {
  const { connection, sessionHash } = desk
  if (connection.topics.has(topic)) return connection.reply('sub', topic)
  if (connection.topics.size >= SOCKET_LIMITS.maxTopics) return connection.close(CLOSE_CODES.policy)
  const session =
    sessionHash === null ? null : await database.system((tx) => findOperatorSession(tx, sessionHash, clock.now(), { isSeen: false }))
  if (!connection.isOpen) return
  if (session === null) return connection.refuse('sub', 'SESSION_INVALID', topic)
  const tenant = directory.byId(topic.slice(DESK_COUNTS.length + 1))
  // A company in which he has no role is to him one that does not exist.
  if (tenant === undefined || rolesIn(session.operator, tenant.id).length === 0) return connection.refuse('sub', 'COMPANY_UNKNOWN', topic)
  connection.reply('sub', topic)
  // Taken before the first push, so that leaving on a full queue finds the topic.
  connection.topics.set(topic, () => {})
  const stop = streams.join(connection, session.tokenHash, tenant)
  if (connection.topics.has(topic)) connection.topics.set(topic, stop)
  else stop()
}

function signOut(desk: Desk | undefined, isTold: boolean): void {
  if (desk === undefined) return
  desk.sessionHash = null
  desk.connection.leaveAll()
  if (isTold) desk.connection.refuse('logout', 'SESSION_INVALID')
}
