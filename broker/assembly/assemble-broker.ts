/**
 * Puts the embedded broker together: store, market, trading, calls, bus and socket, each given what it needs and nothing else.
 *
 * Invariant: parts are opened in the order in which they lean on each other and closed in reverse, so nothing is published by
 * something whose ground is gone. What was opened is closed again when a later part fails to open.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Alerts } from '../alerts/open-alerts'
import type { ChainSealer } from '../audit/chain-sealer'
import type { Bus } from '../bus/bus'
import type { OutboxDispatcher } from '../bus/outbox-dispatcher'
import type { ExecutionDays } from '../companies/execution-days'
import type { Cover } from '../cover/open-cover'
import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { DemoLogin } from '../desk/demo-operators'
import type { Desk } from '../desk/open-desk'
import type { ProviderOrders } from '../execution/provider-orders'
import { type BrokerFigures, brokerFigures } from '../figures/broker-figures'
import type { Funding } from '../funding/open-funding'
import type { BrokerFetch } from '../http/serve'
import type { Identity } from '../identity/open-identity'
import type { Leases } from '../leases/open-leases'
import type { PriceFacts } from '../log/note-prices'
import type { Logs } from '../log/open-logs'
import type { Market } from '../market/open-market'
import type { Reconciliation } from '../reconciliation/open-reconciliation'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import type { SocketServer } from '../socket/serve'
import type { Solvency } from '../solvency/open-solvency'
import type { Trading } from '../trading/open-trading'
import type { BrokerParts, Closers } from './broker-parts'
import type { BrandKeeper } from './follow-brands'
import { layGround } from './lay-ground'
import { openBrandRoom, openDemo, openDeskRoom, openDoorRoom, openHttpRoom, openSocketRoom } from './open-rooms'

export interface Broker {
  readonly fetch: BrokerFetch
  /** Takes an upgrade request for `/v1/ws`; the Host header decides the company. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, facts?: { readonly clientAddress: string }): void
  /** True while the store answers and open markets are being quoted. */
  ready(): Promise<boolean>
  /** How it is doing, for whoever watches it. */
  figures(): Promise<BrokerFigures>
  close(): Promise<void>
  readonly database: Database
  readonly market: Market
  readonly trading: Trading
  /** Price alerts. */
  readonly alerts: Alerts
  /** What this node may do that only one may do; absent where it alone has the books. */
  readonly leases: Leases | undefined
  /** The house's own orders. */
  readonly orders: ProviderOrders
  /** What is covered at providers, and what is not. */
  readonly cover: Cover
  readonly reconciliation: Reconciliation
  readonly funding: Funding
  readonly executionDays: ExecutionDays
  readonly solvency: Solvency
  readonly bus: Bus
  readonly outbox: OutboxDispatcher
  readonly sealer: ChainSealer
  readonly logs: Logs
  /** What is committed to of the prices. */
  readonly priceFacts: PriceFacts
  readonly delivery: Delivery
  readonly identity: Identity
  readonly socket: SocketServer
  readonly desk: Desk
  /** Brands come, change and go through it while the broker runs. */
  readonly brands: BrandKeeper
  /** Who may sign in at the desk of a demonstration. */
  readonly demoLogins: readonly DemoLogin[]
}

/** Without a tick for this long while a market is open, the broker says that it is not ready. */
const FEED_SILENCE_MS = 10_000

export async function assembleBroker(parts: BrokerParts): Promise<Broker> {
  const closers: Closers = []
  const closeAll = async () => {
    const failures: unknown[] = []
    // Over a store that is gone some parts cannot end as they would like to; the others still end.
    for (const close of closers.splice(0).reverse()) await Promise.resolve(close()).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  try {
    return await assemble(parts, closers, closeAll)
  } catch (error) {
    await closeAll().catch(() => {})
    throw error
  }
}

async function assemble(parts: BrokerParts, closers: Closers, closeAll: () => Promise<void>): Promise<Broker> {
  const ground = await layGround(parts, closers)
  const { directory, market, trading, bus, outbox, sealer, delivery, database, identity, tally } = ground
  let isClosing = false
  const nudge = () => {
    outbox.nudge()
    sealer.nudge()
    delivery.nudge()
  }
  const desk = openDeskRoom(parts, ground, nudge)
  closers.push(() => desk.socket.close())
  const fetch = openHttpRoom(parts, ground, { desk, nudge, isClosing: () => isClosing })
  const socket = openSocketRoom(parts, ground)
  closers.push(() => socket.close())
  const demo = await openDemo(parts, ground)
  closers.push(await openDoorRoom(parts, ground, { fetch, demo, nudge }))
  const brands = openBrandRoom(parts, ground, { socket, demo, nudge })
  closers.push(() => brands.close())

  return {
    fetch,
    database,
    market,
    trading,
    alerts: ground.alerts,
    leases: ground.leases,
    orders: ground.orders,
    cover: ground.cover,
    reconciliation: ground.reconciliation,
    funding: ground.funding,
    executionDays: ground.executionDays,
    solvency: ground.solvency,
    bus,
    outbox,
    sealer,
    logs: ground.logs,
    priceFacts: ground.priceFacts,
    delivery,
    identity,
    socket,
    desk,
    brands,
    demoLogins: demo?.logins ?? [],
    handleUpgrade(request, rawSocket, head, facts) {
      const owner = directory.ownerOf(request.headers.host ?? '')
      if (owner.kind === 'unknown' || isClosing) refuseUpgrade(rawSocket, isClosing ? 503 : 421)
      else if (owner.kind === 'desk') desk.socket.handleUpgrade(request, rawSocket, head)
      else socket.handleUpgrade(request, rawSocket, head, owner.kind === 'tenant' ? owner.tenant : null, facts?.clientAddress)
    },
    figures: brokerFigures({
      reconciliation: ground.reconciliation,
      cosignatures: ground.logs.cosignatures,
      trading,
      database,
      market,
      socket,
      sealer,
      tally,
      bus,
      clock: parts.clock,
    }),
    async ready() {
      if (isClosing) return false
      await database.ping()
      const { openMarkets, feedAgeMs } = market.health()
      return openMarkets === 0 || feedAgeMs < FEED_SILENCE_MS
    },
    async close() {
      isClosing = true
      await closeAll()
    },
  }
}
