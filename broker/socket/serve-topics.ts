/**
 * One socket server, whoever its clients are: takes over upgraded connections, reads their messages one after the other, and obeys
 * them. Who may log in and what may be listened to is said by the rules it is given.
 *
 * Invariant: a connection costs a bounded amount, whatever its client does: limits on frame size, messages, topics, queue and silence.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import type { z } from 'zod'
import { type Language, readLanguage } from '../../contract/primitives'
import { type ClientMessage, SOCKET_LIMITS } from '../../contract/socket'
import { networkOf } from '../calls/ip-address'
import { readCookie } from '../calls/read-cookie'
import { loggableError } from '../db/loggable-error'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import { CLOSE_CODES, Connection } from './connection'
import { hearMessage } from './hear-message'
import { refuseUpgrade } from './refuse-upgrade'

/** A client pings every 5 s; one that was silent this long is gone, however open its connection looks. */
export const SILENCE_LIMIT_MS = 20_000
/** Of one address, or one IPv6 network: an office of traders with several windows each. */
export const CONNECTIONS_PER_NETWORK = 200
const HOUSEKEEPING_MS = 1_000
const GOODBYE_MS = 2_000

export interface TopicServices {
  readonly clock: Clock
  readonly texts: Texts
  readonly logger: Logger
}

/** `Guest` is what is known of who stands behind a connection, from the upgrade until it closes. */
interface TopicRules<Guest> {
  /** What a client may say. */
  readonly messages: z.ZodType<ClientMessage>
  readonly mostConnections: number
  /** Looks for who stands behind the secret of a login. Gives what signs them in, which then happens at once; null for nobody. */
  findLogin(connection: Connection, guest: Guest, secret: string): Promise<(() => void) | null>
  /** Forgets who is signed in, and leaves what only they may hear. */
  signOut(connection: Connection, guest: Guest): void
  /** True once whoever is signed in has been so for long enough. */
  hasExpired(guest: Guest): boolean
  /** Judges a topic that is not listened to yet, and begins with it (`connection.join`) or refuses it. */
  subscribe(connection: Connection, guest: Guest, topic: string): void | Promise<void>
}

export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  /** Empty where nobody knows. Connections from there, or from this machine, are bounded only together with all others. */
  readonly clientAddress: string
}

export interface TopicServer<Guest> {
  readonly guests: ReadonlyMap<Connection, Guest>
  /** Takes an upgrade whose page is welcome, or answers that there are too many. */
  accept(upgrade: Upgrade, guest: Guest): void
  /** Signs out whoever is behind a connection and tells the client. */
  endSession(connection: Connection): void
  /** Tells every client that the server restarts (1012) and lets go of them. */
  close(): Promise<void>
}

export function serveTopics<Guest>(services: TopicServices, rules: TopicRules<Guest>): TopicServer<Guest> {
  const { clock, texts } = services
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.maxFrameBytes,
    // Compression would cost a context of its own for every client and makes secrets measurable beside chosen text.
    perMessageDeflate: false,
    clientTracking: false,
  })
  const guests = new Map<Connection, Guest>()
  const networks = new Map<string, number>()
  const endSession = (connection: Connection) => {
    const guest = guests.get(connection)
    if (guest === undefined) return
    rules.signOut(connection, guest)
    connection.refuse('logout', 'SESSION_INVALID')
    services.logger.debug({}, 'a socket lost its session')
  }
  const housekeeping = setInterval(() => {
    const silentSince = clock.monotonic() - SILENCE_LIMIT_MS
    for (const [connection, guest] of guests) {
      if (connection.lastHeardAt < silentSince) connection.socket.terminate()
      else if (rules.hasExpired(guest)) endSession(connection)
    }
  }, HOUSEKEEPING_MS)

  return {
    guests,
    endSession,
    accept({ request, socket, head, clientAddress }, guest) {
      if (guests.size >= rules.mostConnections) return refuseUpgrade(socket, 503)
      const network = countedNetwork(clientAddress)
      if (network !== null && (networks.get(network) ?? 0) >= CONNECTIONS_PER_NETWORK) return refuseUpgrade(socket, 429)
      server.handleUpgrade(request, socket, head, (client) => {
        const connection = new Connection(client, languageOf(request), texts, clock.monotonic())
        guests.set(connection, guest)
        if (network !== null) networks.set(network, (networks.get(network) ?? 0) + 1)
        readInTurn(services, rules, connection, guest)
        // A broken frame or an over-long one: ws has already sent its close code (1002, 1007, 1009).
        client.on('error', () => {})
        client.on('close', () => {
          guests.delete(connection)
          if (network !== null) leaveNetwork(networks, network)
          rules.signOut(connection, guest)
          connection.leaveAll()
        })
      })
    },
    async close() {
      clearInterval(housekeeping)
      for (const connection of guests.keys()) connection.close(CLOSE_CODES.restart)
      for (let waitedMs = 0; guests.size > 0 && waitedMs < GOODBYE_MS; waitedMs += 50) await pause(50)
      for (const connection of guests.keys()) connection.socket.terminate()
    },
  }
}

/** Null where it says nothing about who is there: a proxy that was not named stands on this machine. */
function countedNetwork(address: string): string | null {
  return address === '' || address === '::1' || address.startsWith('127.') ? null : networkOf(address)
}

function leaveNetwork(networks: Map<string, number>, network: string): void {
  const left = (networks.get(network) ?? 1) - 1
  if (left > 0) networks.set(network, left)
  else networks.delete(network)
}

/** A browser cannot set headers on a socket: then the query says the language, or the site's language cookie. */
function languageOf(request: IncomingMessage): Language {
  const header = request.headers.lang
  const query = new URL(request.url ?? '/', 'http://socket').searchParams.get('lang')
  return readLanguage(typeof header === 'string' ? header : (query ?? readCookie(request.headers.cookie, 'lng')))
}

/** One message after the other: a topic asked for right behind the login must find the login done. */
function readInTurn<Guest>({ clock, logger }: TopicServices, rules: TopicRules<Guest>, connection: Connection, guest: Guest): void {
  let inbox = Promise.resolve()
  connection.socket.on('message', (data, isBinary) => {
    const message = hearMessage(rules.messages, connection, data, { isBinary, now: clock.monotonic() })
    if (message === undefined) return
    inbox = inbox
      .then(() => {
        if (!connection.isOpen) return
        return message.event === 'ping' ? connection.pong(clock.now()) : obey(rules, connection, guest, message)
      })
      .catch((error: unknown) => {
        logger.error({ err: loggableError(error) }, 'a socket message failed unexpectedly')
        connection.refuse('error', 'INTERNAL_ERROR')
      })
  })
}

async function obey<Guest>(
  rules: TopicRules<Guest>,
  connection: Connection,
  guest: Guest,
  message: Exclude<ClientMessage, { event: 'ping' }>,
): Promise<void> {
  switch (message.event) {
    case 'login': {
      const signIn = await rules.findLogin(connection, guest, message.token)
      if (!connection.isOpen) return
      rules.signOut(connection, guest)
      if (signIn === null) return connection.refuse('login', 'SESSION_INVALID')
      signIn()
      return connection.reply('login')
    }
    case 'logout':
      rules.signOut(connection, guest)
      return connection.reply('logout')
    case 'unsub':
      connection.leave(message.topic)
      return connection.reply('unsub', message.topic)
    case 'sub':
      if (connection.topics.has(message.topic)) return connection.reply('sub', message.topic)
      if (connection.topics.size >= SOCKET_LIMITS.maxTopics) return connection.close(CLOSE_CODES.policy)
      return rules.subscribe(connection, guest, message.topic)
  }
}
