/**
 * The realtime socket `/v1/ws`: takes over upgraded connections, reads their messages and joins them to the streams.
 *
 * Invariant: a connection costs a bounded amount, whatever its client does: limits on frame size, messages, topics, queue and
 * silence; and it hears private events only while the session behind it lives.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { ErrorName } from '../../contract/errors'
import { type Language, readLanguage } from '../../contract/primitives'
import { ClientMessage, PRIVATE_TOPICS, SOCKET_LIMITS } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import { type Bus, SESSION_ENDED } from '../bus/bus'
import { networkOf } from '../calls/ip-address'
import { readCookie } from '../calls/read-cookie'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { siteOrigins, type TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import { CLOSE_CODES, Connection } from './connection'
import { hearMessage } from './hear-message'
import { DAY_MARKET, MarketStreams } from './market-streams'
import { ACCOUNT_NOTICE, FOREX_TRADE, PrivateStreams } from './private-streams'
import { refuseUpgrade } from './refuse-upgrade'
import { signIn } from './sign-in'
import type { AccountSource, MarketSource } from './sources'

/** A client pings every 5 s; one that was silent this long is gone, however open its connection looks. */
export const SILENCE_LIMIT_MS = 20_000
const HOUSEKEEPING_MS = 1_000
const MAX_CONNECTIONS = 20_000
/** Of one address, or one IPv6 network: an office of traders with several windows each. */
export const CONNECTIONS_PER_NETWORK = 200

export interface SocketServices {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly market: MarketSource
  readonly accounts: AccountSource
  readonly bus: Bus
  readonly clock: Clock
  readonly texts: Texts
  readonly logger: Logger
  /** Origin of the main site, whose pages may open the socket of the shared host. */
  readonly mainOrigin: string
}

export interface SocketServer {
  /**
   * Takes an upgrade request for `/v1/ws`; `tenant` is the company of the host, null on a shared host. Connections from an address that
   * is not known, or from this machine, are bounded only together with all others.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, tenant: Tenant | null, clientAddress?: string): void
  readonly connectionCount: number
  /**
   * Lets go of the connections of companies that are served no more, and of those on hosts that are no longer their company's: 1012,
   * upon which a client connects again and finds what is there now.
   */
  closeMisplaced(): void
  /** Tells every client that the server restarts (1012) and lets go of them. */
  close(): Promise<void>
}

export function createSocketServer(services: SocketServices): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.maxFrameBytes,
    // Compression would cost a context of its own for every client and makes secrets measurable beside chosen text.
    perMessageDeflate: false,
    clientTracking: false,
  })
  const marketStreams = new MarketStreams(services.market, services.clock)
  const privateStreams = new PrivateStreams(services)
  /** With the host that each one asked for. */
  const connections = new Map<Connection, string>()
  const networks = new Map<string, number>()
  const housekeeping = setInterval(() => {
    const silentSince = services.clock.monotonic() - SILENCE_LIMIT_MS
    for (const connection of connections.keys()) {
      if (connection.lastHeardAt < silentSince) connection.socket.terminate()
      else if (connection.trader !== null && connection.trader.expiresAt <= services.clock.now()) endSession(connection, services)
    }
  }, HOUSEKEEPING_MS)

  return {
    get connectionCount() {
      return connections.size
    },
    handleUpgrade(request, socket, head, tenant, clientAddress = '') {
      const isWelcome = isOriginAllowed(services, request.headers.origin, tenant) && tenant?.status !== 'closed'
      if (!isWelcome || connections.size >= MAX_CONNECTIONS) {
        refuseUpgrade(socket, isWelcome ? 503 : 403)
        return
      }
      const network = countedNetwork(clientAddress)
      const already = network === null ? 0 : (networks.get(network) ?? 0)
      if (already >= CONNECTIONS_PER_NETWORK) {
        refuseUpgrade(socket, 429)
        return
      }
      server.handleUpgrade(request, socket, head, (client) => {
        const named = tenant ?? companyNamedBy(request, services.directory)
        const connection = new Connection(client, named, languageOf(request), services.texts, services.clock.monotonic())
        connections.set(connection, request.headers.host ?? '')
        if (network !== null) networks.set(network, (networks.get(network) ?? 0) + 1)
        const hears: Hears = { ...services, marketStreams, privateStreams, host: tenant }
        // One after the other: a topic asked for right behind the login must find the login done.
        let inbox = Promise.resolve()
        client.on('message', (data, isBinary) => {
          const message = hearMessage(ClientMessage, connection, data, { isBinary, now: services.clock.monotonic() })
          if (message === undefined) return
          inbox = inbox
            .then(() => obey(hears, connection, message))
            .catch((error: unknown) => {
              services.logger.error({ err: loggableError(error) }, 'a socket message failed unexpectedly')
              connection.refuse('error', 'INTERNAL_ERROR')
            })
        })
        // A broken frame or an over-long one: ws has already sent its close code (1002, 1007, 1009).
        client.on('error', () => {})
        client.on('close', () => {
          connections.delete(connection)
          if (network !== null) leaveNetwork(networks, network)
          signOut(connection)
          connection.leaveAll()
        })
      })
    },
    closeMisplaced() {
      for (const [connection, host] of connections)
        if (isMisplaced(services.directory, connection, host)) connection.close(CLOSE_CODES.restart)
    },
    async close() {
      clearInterval(housekeeping)
      marketStreams.close()
      privateStreams.close()
      for (const connection of connections.keys()) connection.close(CLOSE_CODES.restart)
      for (let waitedMs = 0; connections.size > 0 && waitedMs < 2_000; waitedMs += 50)
        await new Promise((resolve) => setTimeout(resolve, 50))
      for (const connection of connections.keys()) connection.socket.terminate()
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

interface Hears extends SocketServices {
  readonly marketStreams: MarketStreams
  readonly privateStreams: PrivateStreams
  readonly host: Tenant | null
}

async function obey(hears: Hears, connection: Connection, message: ClientMessage): Promise<void> {
  if (!connection.isOpen) return
  switch (message.event) {
    case 'ping':
      return connection.pong(hears.clock.now())
    case 'login':
      return login(hears, connection, message.token)
    case 'logout':
      signOut(connection)
      return connection.reply('logout')
    case 'unsub':
      connection.leave(message.topic)
      return connection.reply('unsub', message.topic)
    case 'sub':
      return subscribe(hears, connection, message.topic)
  }
}

async function login(hears: Hears, connection: Connection, token: string): Promise<void> {
  const trader = await signIn(hears, token, hears.host, hears.clock.now())
  if (!connection.isOpen) return
  signOut(connection)
  if (trader === null) return connection.refuse('login', 'SESSION_INVALID')
  connection.trader = trader
  connection.tenant = hears.host ?? trader.tenant
  connection.stopWatchingSession = hears.bus.subscribe({ tenantId: trader.tenant.id, traderId: trader.traderId }, (event) => {
    const payload = event.payload as { sessionHash?: unknown } | null
    // Without a hash all sessions of the trader end: a changed password, a blocked account.
    const isMeant = payload?.sessionHash === undefined || payload.sessionHash === trader.sessionHash
    if (event.topic === SESSION_ENDED && isMeant) endSession(connection, hears)
  })
  connection.reply('login')
}

function subscribe(hears: Hears, connection: Connection, topic: string): void {
  if (connection.topics.has(topic)) {
    connection.reply('sub', topic)
    return
  }
  if (connection.topics.size >= SOCKET_LIMITS.maxTopics) {
    connection.close(CLOSE_CODES.policy)
    return
  }
  const { tenant } = connection
  const refusal = subscriptionRefusal(hears, connection, topic)
  if (refusal !== undefined || tenant === null) {
    connection.refuse('sub', refusal ?? 'COMPANY_UNKNOWN', topic)
    return
  }
  connection.reply('sub', topic)
  // Taken before the first push, so that leaving on a full queue finds the topic.
  connection.topics.set(topic, () => {})
  const stop = joinStream(hears, connection, tenant, topic)
  if (connection.topics.has(topic)) connection.topics.set(topic, stop)
  else stop()
}

function subscriptionRefusal(hears: Hears, { tenant, trader }: Connection, topic: string): ErrorName | undefined {
  if ((PRIVATE_TOPICS as readonly string[]).includes(topic) && trader === null) return 'SESSION_INVALID'
  if (tenant === null) return 'COMPANY_UNKNOWN'
  const code = MarketStreams.codeOf(topic)
  return code !== undefined && !hears.market.offers(tenant, code) ? 'INSTRUMENT_NOT_FOUND' : undefined
}

function joinStream(hears: Hears, connection: Connection, tenant: Tenant, topic: string): () => void {
  const code = MarketStreams.codeOf(topic)
  if (topic === DAY_MARKET) return hears.marketStreams.joinDayMarket(connection, tenant)
  if (code !== undefined) return hears.marketStreams.joinKline(connection, tenant, code)
  if (connection.trader === null) throw new Error(`a private topic without its trader: ${topic}`)
  if (topic === FOREX_TRADE) return hears.privateStreams.joinTrade(connection, connection.trader)
  return topic === ACCOUNT_NOTICE
    ? hears.privateStreams.joinNotices(connection, connection.trader)
    : hears.privateStreams.joinClosed(connection, connection.trader)
}

/** Forgets who is signed in, and with it everything private. */
function signOut(connection: Connection): void {
  connection.stopWatchingSession?.()
  connection.stopWatchingSession = null
  connection.trader = null
  for (const topic of PRIVATE_TOPICS) connection.leave(topic)
}

function endSession(connection: Connection, services: SocketServices): void {
  signOut(connection)
  connection.refuse('logout', 'SESSION_INVALID')
  services.logger.debug({}, 'a socket lost its session')
}

/** The company may have gone, and the host may be another one's. */
function isMisplaced(directory: TenantDirectory, { tenant }: Connection, host: string): boolean {
  if (tenant === null) return false
  const owner = directory.ownerOf(host)
  return directory.byId(tenant.id) === undefined || (owner.kind !== 'shared' && (owner.kind !== 'tenant' || owner.tenant.id !== tenant.id))
}

/** Browsers always say which page asks; a client without an origin is no browser and holds its own token anyway. */
function isOriginAllowed({ directory, mainOrigin }: SocketServices, origin: string | undefined, tenant: Tenant | null): boolean {
  if (origin === undefined) return true
  if (tenant !== null) return siteOrigins(tenant).includes(origin)
  return origin === mainOrigin || directory.isSiteOrigin(origin)
}

function companyNamedBy(request: IncomingMessage, directory: TenantDirectory): Tenant | null {
  const query = new URL(request.url ?? '/', 'http://socket').searchParams.get('company_id')
  return directory.byId(query ?? readCookie(request.headers.cookie, 'company_id') ?? '') ?? null
}

/** A browser cannot set headers on a socket: then the query says the language, or the site's language cookie. */
function languageOf(request: IncomingMessage): Language {
  const header = request.headers.lang
  const query = new URL(request.url ?? '/', 'http://socket').searchParams.get('lang')
  return readLanguage(typeof header === 'string' ? header : (query ?? readCookie(request.headers.cookie, 'lng')))
}
