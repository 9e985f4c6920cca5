/**
 * Puts the embedded broker together: store, market, trading, calls, bus and socket, each given what it needs and nothing else.
 *
 * Invariant: parts are opened in the order in which they lean on each other and closed in reverse, so nothing is published by
 * something whose ground is gone. What was opened is closed again when a later part fails to open.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ChainSealer } from '../audit/chain-sealer'
import type { Bus } from '../bus/bus'
import type { OutboxDispatcher } from '../bus/outbox-dispatcher'
import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { DemoLogin } from '../desk/demo-operators'
import type { Desk } from '../desk/open-desk'
import { type BrokerFigures, brokerFigures } from '../figures/broker-figures'
import type { Funding } from '../funding/open-funding'
import type { BrokerFetch } from '../http/serve'
import type { Identity } from '../identity/open-identity'
import type { Market } from '../market/open-market'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import type { SocketServer } from '../socket/serve'
import type { Trading } from '../trading/open-trading'
import type { BrokerParts } from './broker-parts'
import type { BrandKeeper } from './follow-brands'
import { type Closers, layGround } from './lay-ground'
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
  readonly funding: Funding
  readonly bus: Bus
  readonly outbox: OutboxDispatcher
  readonly sealer: ChainSealer
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
    funding: ground.funding,
    bus,
    outbox,
    sealer,
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
    figures: brokerFigures({ trading, database, market, socket, sealer, tally, clock: parts.clock }),
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
