/**
 * The traders' socket `/v1/ws`: who may open it, who they are, and the streams that they join.
 *
 * Invariant: private events are heard only while the session behind a connection lives.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorName } from '../../contract/errors'
import { ClientMessage, PRIVATE_TOPICS } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import { type Bus, SESSION_ENDED } from '../bus/bus'
import { readCookie } from '../calls/read-cookie'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import { siteOrigins, type TenantDirectory } from '../directory/tenant-directory'
import { CLOSE_CODES, type Connection } from './connection'
import { DAY_MARKET, MarketStreams } from './market-streams'
import { ACCOUNT_NOTICE, FOREX_TRADE, PrivateStreams } from './private-streams'
import { refuseUpgrade } from './refuse-upgrade'
import { serveTopics, type TopicServer, type TopicServices } from './serve-topics'
import { type SocketTrader, signedOut, signIn } from './sign-in'
import type { AccountSource, MarketSource } from './sources'

const MAX_CONNECTIONS = 20_000

interface SocketServices extends TopicServices {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly market: MarketSource
  readonly accounts: AccountSource
  readonly bus: Bus
  /** Origin of the main site, whose pages may open the socket of the shared host. */
  readonly mainOrigin: string
}

export interface SocketServer {
  /** Takes an upgrade request for `/v1/ws`; `tenant` is the company of the host, null on a shared host. */
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

/** Who stands behind a connection. */
interface Visitor {
  readonly host: string
  /** The company of that host; null on a shared host. */
  readonly owner: Tenant | null
  /** The company of the host; on a shared host the one that was named, and then that of the session. */
  tenant: Tenant | null
  trader: SocketTrader | null
  /** Stops listening for the end of the trader's session. */
  stopWatching: () => void
}

interface Streams {
  readonly market: MarketStreams
  readonly private: PrivateStreams
}

export function createSocketServer(services: SocketServices): SocketServer {
  const { clock, directory } = services
  const streams: Streams = { market: new MarketStreams(services.market, clock), private: new PrivateStreams(services) }
  const topics: TopicServer<Visitor> = serveTopics<Visitor>(services, {
    messages: ClientMessage,
    mostConnections: MAX_CONNECTIONS,
    async findLogin(connection, visitor, token) {
      const trader = await signIn(services, token, visitor.owner, clock.now())
      if (trader === null) return null
      return () => {
        visitor.trader = trader
        visitor.tenant = visitor.owner ?? trader.tenant
        visitor.stopWatching = whenSessionEnds(services.bus, trader, () => topics.endSession(connection))
      }
    },
    signOut(connection, visitor) {
      visitor.stopWatching()
      visitor.stopWatching = () => {}
      visitor.trader = null
      for (const topic of PRIVATE_TOPICS) connection.leave(topic)
    },
    hasExpired: ({ trader }) => trader !== null && trader.expiresAt <= clock.now(),
    subscribe(connection, visitor, topic) {
      const { tenant } = visitor
      const refusal = subscriptionRefusal(services.market, visitor, topic)
      if (refusal !== undefined || tenant === null) return connection.refuse('sub', refusal ?? 'COMPANY_UNKNOWN', topic)
      connection.join(topic, () => joinStream(streams, connection, { tenant, trader: visitor.trader }, topic))
    },
  })

  const stopHearing = services.bus.onGap((gap) => {
    endLost(services, topics)
    if (gap === 'missed') streams.private.missed()
    else streams.private.lookAgain()
  })

  return {
    get connectionCount() {
      return topics.guests.size
    },
    handleUpgrade(request, socket, head, owner, clientAddress = '') {
      if (!isOriginAllowed(services, request.headers.origin, owner) || owner?.status === 'closed') return refuseUpgrade(socket, 403)
      const tenant = owner ?? companyNamedBy(request, directory)
      const host = request.headers.host ?? ''
      topics.accept({ request, socket, head, clientAddress }, { host, owner, tenant, trader: null, stopWatching() {} })
    },
    closeMisplaced() {
      for (const [connection, visitor] of topics.guests) if (isMisplaced(directory, visitor)) connection.close(CLOSE_CODES.restart)
    },
    async close() {
      stopHearing()
      streams.market.close()
      streams.private.close()
      await topics.close()
    },
  }
}

/** Whose session has ended without our hearing of it. */
function endLost(services: SocketServices, topics: TopicServer<Visitor>): void {
  const signedIn = [...topics.guests].flatMap(([connection, { trader }]) => (trader === null ? [] : [{ connection, trader }]))
  signedOut(
    services.database,
    signedIn.map(({ trader }) => trader),
    services.clock.now(),
  ).then(
    (ended) => {
      for (const { connection, trader } of signedIn) {
        if (ended.has(trader.sessionHash) && topics.guests.get(connection)?.trader === trader) topics.endSession(connection)
      }
    },
    (error: unknown) => services.logger.warn({ err: loggableError(error) }, 'the sessions behind the sockets could not be looked at again'),
  )
}

function whenSessionEnds(bus: Bus, { tenant, traderId, sessionHash }: SocketTrader, tell: () => void): () => void {
  return bus.subscribe({ tenantId: tenant.id, traderId }, ({ topic, payload }) => {
    const ended = payload as { sessionHash?: unknown } | null
    // Without a hash all sessions of the trader end: a changed password, a blocked account.
    if (topic === SESSION_ENDED && (ended?.sessionHash === undefined || ended.sessionHash === sessionHash)) tell()
  })
}

function subscriptionRefusal(
  market: MarketSource,
  { tenant, trader }: Pick<Visitor, 'tenant' | 'trader'>,
  topic: string,
): ErrorName | undefined {
  if ((PRIVATE_TOPICS as readonly string[]).includes(topic) && trader === null) return 'SESSION_INVALID'
  if (tenant === null) return 'COMPANY_UNKNOWN'
  const code = MarketStreams.codeOf(topic)
  return code !== undefined && !market.offers(tenant, code) ? 'INSTRUMENT_NOT_FOUND' : undefined
}

function joinStream(
  streams: Streams,
  connection: Connection,
  { tenant, trader }: { readonly tenant: Tenant; readonly trader: SocketTrader | null },
  topic: string,
): () => void {
  const code = MarketStreams.codeOf(topic)
  if (topic === DAY_MARKET) return streams.market.joinDayMarket(connection, tenant)
  if (code !== undefined) return streams.market.joinKline(connection, tenant, code)
  if (trader === null) throw new Error(`a private topic without its trader: ${topic}`)
  if (topic === FOREX_TRADE) return streams.private.joinTrade(connection, trader)
  return topic === ACCOUNT_NOTICE ? streams.private.joinNotices(connection, trader) : streams.private.joinClosed(connection, trader)
}

/** The company may have gone, and the host may be another one's. */
function isMisplaced(directory: TenantDirectory, { tenant, host }: Visitor): boolean {
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
