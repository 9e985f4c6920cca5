/**
 * Puts the embedded broker together: store, market, trading, calls, bus and socket, each given what it needs and nothing else.
 *
 * Invariant: parts are opened in the order in which they lean on each other and closed in reverse, so nothing is published by
 * something whose ground is gone. What was opened is closed again when a later part fails to open.
 */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { deskHost } from '../../contract/house-hosts'
import type { Tenant } from '../../contract/tenant'
import { parseAmount } from '../../rules/money'
import { type ChainSealer, startChainSealer } from '../audit/chain-sealer'
import { BrandProblems } from '../brands/brand-problems'
import { type Bus, inProcessBus } from '../bus/bus'
import { type OutboxDispatcher, startOutboxDispatcher } from '../bus/outbox-dispatcher'
import type { Handlers, SomeHandlers } from '../calls/handler'
import { type Budgets, openBudgets } from '../calls/open-budgets'
import type { RateLimits } from '../calls/rate-limits'
import { brokerStatements } from '../companies/broker-statement'
import { companyHandlers } from '../companies/company-handlers'
import { type CompanyNews, openCompanyNews } from '../content/company-news'
import { newsHandlers } from '../content/news-handlers'
import { loggableError } from '../db/loggable-error'
import { type Database, type DatabaseOptions, openDatabase } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import { devOutbox } from '../delivery/dev-outbox'
import { openDelivery } from '../delivery/open-delivery'
import type { SmsSettings } from '../delivery/sms-carrier'
import type { MailSettings } from '../delivery/smtp-carrier'
import { type DemoLogin, openDemoOperators } from '../desk/demo-operators'
import { type Desk, openDesk } from '../desk/open-desk'
import { type TenantDirectory, tenantDirectory } from '../directory/tenant-directory'
import { feedbackHandlers } from '../feedback/feedback-handlers'
import { type BrokerFigures, brokerFigures } from '../figures/broker-figures'
import { EventTally } from '../figures/event-tally'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import { type BrokerFetch, createHttp } from '../http/serve'
import { type Identity, openIdentity } from '../identity/open-identity'
import { openAccount } from '../ledger/open-account'
import { databaseCandleStore } from '../market/candle-store'
import { marketHandlers } from '../market/market-handlers'
import { type FeedChoice, type Market, type MarketOptions, openMarket } from '../market/open-market'
import { TenantMarket } from '../market/tenant-market'
import { databaseTickLogStore } from '../market/tick-log-store'
import { noticeHandlers } from '../notices/notice-handlers'
import { openNotices } from '../notices/notices'
import { rankingHandlers } from '../ranking/ranking-handlers'
import { receiptHandlers } from '../receipts/list-receipts'
import { openReceiptKeys, type ReceiptKeys } from '../receipts/receipt-keys'
import { type KeyedHash, keyedHash } from '../secrets/keyed-hash'
import { layStoredSettings } from '../settings/tenant-settings'
import { userHandlers } from '../sign-in/user-handlers'
import type { UserServices } from '../sign-in/user-services'
import { FOREX_TRADE } from '../socket/private-streams'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import { createSocketServer, type SocketServer } from '../socket/serve'
import { ipCountries } from '../traders/ip-country'
import { openTrading, type Trading } from '../trading/open-trading'
import { recordHandlers } from '../wallet/account-records'
import { depositHandlers } from '../wallet/deposit-handlers'
import { importFirstSettings } from '../wallet/first-settings'
import { payoutMethodHandlers } from '../wallet/payout-method-handlers'
import { withdrawalHandlers } from '../wallet/withdrawal-handlers'
import { startCleanUp } from './clean-up'
import { type BrandKeeper, keepBrands, nameForsakenBooks } from './follow-brands'
import { openOperatorDoor } from './open-operator-door'

export interface BrokerParts {
  readonly database: DatabaseOptions | Database
  readonly feed: FeedChoice
  readonly tenants: readonly Tenant[]
  readonly clock: Clock
  readonly logger: Logger
  /** 32 bytes: seals the keys that sign receipts. */
  readonly masterKey: Uint8Array
  /** Host of the main site with its port, and the scheme of all sites. */
  readonly baseDomain: string
  readonly scheme: 'http' | 'https'
  readonly tenantsDir: string
  readonly texts: Texts
  /** Refuses to send an answer that breaks the contract; for tests and development. */
  readonly checksOutput: boolean
  readonly rateLimits?: Partial<RateLimits>
  /** Carries mails and texts; what is not configured is shown in the developer's outbox, or waits. */
  readonly mail?: MailSettings | undefined
  readonly sms?: SmsSettings | undefined
  /** Shows `/dev/outbox`; never where real money is. */
  readonly hasDevTools: boolean
  /** Shares budgets and limits between nodes; in process without it. */
  readonly redisUrl?: string | undefined
  /** Milliseconds that an answer of it is waited for; a test on a busy machine waits longer. */
  readonly redisPatienceMs?: number | undefined
  /** Folder of the encrypted pictures. */
  readonly imagesDir: string
  /** True where whoever held the operator's socket before serves no longer, even if his process stands behind it. */
  readonly replacesOperatorSocket?: boolean
  /** Where the operator's command reaches the running broker: a socket that only its owner may open. Null: nowhere. */
  readonly operatorSocket: string | null
  /** False where real money is: then no page says that it is a demonstration. */
  readonly isSimulated?: boolean
  /** Makes the operators of a demonstration, whose secrets are kept in this folder; never where real money is. */
  readonly demoOperatorsDir?: string | undefined
  /** How long a brand that has gone may still be found by calls under way, in milliseconds; shorter in a test. */
  readonly leavingMs?: number
  /** How the market runs in a test. */
  readonly marketOptions?: Pick<MarketOptions, 'hasTimers' | 'hasPriceBands' | 'confirmations'>
  /** Calls added to the built-in ones or in their place, by the endpoint's name. */
  readonly extraHandlers?: SomeHandlers
}

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

/** What everything else stands on. */
interface Ground {
  readonly texts: Texts
  readonly directory: TenantDirectory
  readonly brandProblems: BrandProblems
  readonly news: CompanyNews
  readonly database: Database
  readonly market: Market
  readonly tenantMarket: TenantMarket
  readonly keys: ReceiptKeys
  readonly trading: Trading
  readonly bus: Bus
  readonly tally: EventTally
  readonly outbox: OutboxDispatcher
  readonly sealer: ChainSealer
  readonly delivery: Delivery
  readonly keyedHash: KeyedHash
  readonly budgets: Budgets
  readonly identity: Identity
}

type Closers = (() => Promise<void> | void)[]

async function layGround(parts: BrokerParts, closers: Closers): Promise<Ground> {
  const { clock, logger } = parts
  const { texts } = parts
  const directory = tenantDirectory(parts.tenants, parts.baseDomain)
  const database = 'withTenant' in parts.database ? parts.database : await openDatabase(parts.database)
  closers.push(() => database.close())
  // Before anything trades: what cannot be signed must not happen.
  const keys = await openReceiptKeys(database, parts.tenants, parts.masterKey, clock)
  await importFirstSettings(database, parts.tenants, clock)
  const market = await openMarket({
    clock,
    logger,
    feed: parts.feed,
    candleStore: databaseCandleStore(database),
    tickLogStore: databaseTickLogStore(database),
    ...parts.marketOptions,
  })
  closers.push(() => market.stop())
  await layStoredSettings(database, { instruments: market.instruments(), directory, logger }, parts.tenants)
  await nameForsakenBooks(database, directory, logger)
  const tally = new EventTally()
  const bus = tally.over(inProcessBus((error) => logger.error({ err: loggableError(error) }, 'a listener of the bus failed')))
  const outbox = startOutboxDispatcher({ database, bus, clock, logger })
  closers.push(() => outbox.close())
  const sealer = startChainSealer({ database, tenants: () => directory.tenants.map(({ id }) => id), clock, logger })
  closers.push(() => sealer.close())
  const hash = keyedHash(parts.masterKey)
  const delivery = openDelivery({ ...parts, database, texts, keyedHash: hash, showsUndeliverable: parts.hasDevTools })
  closers.push(() => delivery.close())
  const budgets = await openBudgets({
    limits: parts.rateLimits,
    keyedHash: hash,
    logger,
    redisUrl: parts.redisUrl,
    redisPatienceMs: parts.redisPatienceMs,
  })
  closers.push(() => budgets.close())
  const trading = await openTrading({
    database,
    prices: market,
    signer: keys,
    clock,
    logger,
    tenant: (id) => directory.keptById(id),
    errorText: (language, name) => texts.error(language, name),
    committed(tenantId, traderId) {
      outbox.nudge()
      sealer.nudge()
      bus.publish({ tenantId, traderId: traderId.toString(), topic: FOREX_TRADE, payload: null })
    },
  })
  closers.push(() => trading.close())
  const identity = openIdentity({ ...parts, database, delivery, keyedHash: hash })
  closers.push(startCleanUp({ database, clock, logger, identity, trading, codes: () => market.instruments().map(({ code }) => code) }))
  return {
    texts,
    directory,
    brandProblems: new BrandProblems(),
    news: openCompanyNews(parts.tenantsDir, parts.tenants, logger),
    database,
    market,
    keys,
    trading,
    bus,
    tally,
    outbox,
    sealer,
    delivery,
    keyedHash: hash,
    budgets,
    identity,
    tenantMarket: new TenantMarket(market, trading.pricing, clock, (id) => directory.keptById(id)),
  }
}

function builtInHandlers(parts: BrokerParts, ground: Ground): Handlers {
  const { texts, directory, database, market, trading, tenantMarket } = ground
  const { pricing } = trading
  return {
    ...companyHandlers(directory, { isSimulated: parts.isSimulated ?? true }),
    ...newsHandlers({ database, articlesOf: ground.news.articlesOf }),
    ...userHandlers({ ...ground, masterKey: parts.masterKey, countryOf: ipCountries(), openBooks }),
    ...ground.identity.handlers,
    ...marketHandlers({
      market: tenantMarket,
      pricing,
      texts,
      candles: (code, period, range) => market.candles(code, period, range),
    }),
    ...trading.handlers,
    ...receiptHandlers(),
    ...rankingHandlers({ database, clock: parts.clock }),
    ...depositHandlers(),
    ...feedbackHandlers(ground),
    ...noticeHandlers({ texts }),
    ...recordHandlers({ texts }),
    ...withdrawalHandlers({ trading, texts }),
    ...payoutMethodHandlers({ texts }),
    ...parts.extraHandlers,
  }
}

async function assemble(parts: BrokerParts, closers: Closers, closeAll: () => Promise<void>): Promise<Broker> {
  const { clock } = parts
  const ground = await layGround(parts, closers)
  const { directory, market, trading, bus, outbox, sealer, delivery, database } = ground
  let isClosing = false
  const handlers = builtInHandlers(parts, ground)
  const nudge = () => {
    outbox.nudge()
    sealer.nudge()
    delivery.nudge()
  }
  const desk = openDesk({
    ...ground,
    ...parts,
    database,
    pricing: trading.pricing,
    notices: openNotices({ delivery }),
    identity: ground.identity.tools,
    nudge,
    deskOrigin: `${parts.scheme}://${deskHost(parts.baseDomain)}`,
  })
  closers.push(() => desk.socket.close())
  const fetch = createHttp({
    ...ground,
    ...parts,
    database,
    handlers,
    desk,
    images: ground.identity,
    devOutbox: parts.hasDevTools ? devOutbox(delivery) : undefined,
    statementOf: brokerStatements({ ...ground, clock, pricing: trading.pricing, isSimulated: parts.isSimulated ?? true }),
    isClosing: () => isClosing,
    onCommitted(tenantId, traderId, call) {
      nudge()
      desk.traderCalled(tenantId, call)
      ground.tally.called(tenantId, call)
      // Whatever the call changed, the account's figures may have moved with it.
      if (traderId !== null) bus.publish({ tenantId, traderId, topic: FOREX_TRADE, payload: null })
    },
  })
  const socket = createSocketServer({
    ...ground,
    ...parts,
    database,
    market: ground.tenantMarket,
    accounts: trading,
    mainOrigin: `${parts.scheme}://${parts.baseDomain}`,
  })
  closers.push(() => socket.close())
  const demo =
    parts.demoOperatorsDir === undefined
      ? null
      : await openDemoOperators({ database, directory, clock, masterKey: parts.masterKey, dataDir: parts.demoOperatorsDir })
  const door = { ...ground, ...parts, database, fetch, deskHost: deskHost(parts.baseDomain), demo, committed: nudge }
  closers.push(await openOperatorDoor({ ...door, path: parts.operatorSocket }))
  const brands = keepBrands({ ...ground, ...parts, database, socket, demo, instruments: market.instruments(), committed: nudge })
  closers.push(() => brands.close())

  return {
    fetch,
    database,
    market,
    trading,
    bus,
    outbox,
    sealer,
    delivery,
    identity: ground.identity,
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
    figures: brokerFigures({ ...ground, clock, socket }),
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

const openBooks: UserServices['openBooks'] = (tx, tenant, { id, isDemo }, now) =>
  openAccount(tx, { tenantId: tenant.id, traderId: id, isDemo }, isDemo ? parseAmount(tenant.trading.demoBalance) : 0n, now)
