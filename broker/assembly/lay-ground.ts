/**
 * What every room of the broker stands on: store, keys, market, trading, bus, delivery, identity.
 *
 * Invariant: parts are opened in the order in which they lean on each other, and each says at once how it is closed.
 */
import { type ChainSealer, startChainSealer } from '../audit/chain-sealer'
import { BrandProblems } from '../brands/brand-problems'
import { type Bus, inProcessBus } from '../bus/bus'
import { type OutboxDispatcher, startOutboxDispatcher } from '../bus/outbox-dispatcher'
import { type Budgets, openBudgets } from '../calls/open-budgets'
import { type CompanyNews, openCompanyNews } from '../content/company-news'
import { loggableError } from '../db/loggable-error'
import { type Database, openDatabase } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import { openDelivery } from '../delivery/open-delivery'
import { type TenantDirectory, tenantDirectory } from '../directory/tenant-directory'
import { type FollowedMarket, openMarketFile } from '../feeds/open-market-file'
import { EventTally } from '../figures/event-tally'
import { databaseFixStore } from '../fix/database-fix-store'
import { type Funding, openFunding } from '../funding/open-funding'
import { invariant } from '../ground/invariant'
import type { Texts } from '../ground/texts'
import { type Identity, openIdentity } from '../identity/open-identity'
import { databaseCandleStore } from '../market/candle-store'
import type { FeedChoice } from '../market/choose-feed'
import { type Market, openMarket } from '../market/open-market'
import { TenantMarket } from '../market/tenant-market'
import { databaseTickLogStore } from '../market/tick-log-store'
import { openReceiptKeys, type ReceiptKeys } from '../receipts/receipt-keys'
import { type KeyedHash, keyedHash } from '../secrets/keyed-hash'
import { layStoredSettings } from '../settings/tenant-settings'
import { FOREX_TRADE } from '../socket/private-streams'
import { openTrading, type Trading } from '../trading/open-trading'
import { importFirstSettings } from '../wallet/first-settings'
import type { BrokerParts, MarketFileChoice } from './broker-parts'
import { startCleanUp } from './clean-up'
import { nameForsakenBooks } from './follow-brands'

/** What everything else stands on. */
export interface Ground {
  readonly texts: Texts
  readonly directory: TenantDirectory
  readonly brandProblems: BrandProblems
  readonly news: CompanyNews
  readonly database: Database
  readonly market: Market
  /** Where the market is one of several sources. */
  readonly sources: FollowedMarket | null
  readonly tenantMarket: TenantMarket
  readonly keys: ReceiptKeys
  readonly trading: Trading
  readonly funding: Funding
  readonly bus: Bus
  readonly tally: EventTally
  readonly outbox: OutboxDispatcher
  readonly sealer: ChainSealer
  readonly delivery: Delivery
  readonly keyedHash: KeyedHash
  readonly budgets: Budgets
  readonly identity: Identity
}

type TradingGround = Pick<Ground, 'database' | 'market' | 'keys' | 'directory' | 'bus' | 'outbox' | 'sealer'>

/** How what was opened is closed, in the order of opening. */
export type Closers = (() => Promise<void> | void)[]

export async function layGround(parts: BrokerParts, closers: Closers): Promise<Ground> {
  const { clock, logger, texts, masterKey } = parts
  const directory = tenantDirectory(parts.tenants, parts.baseDomain)
  const database = 'withTenant' in parts.database ? parts.database : await openDatabase(parts.database)
  closers.push(() => database.close())
  // Before anything trades: what cannot be signed must not happen.
  const keys = await openReceiptKeys(database, parts.tenants, masterKey, clock)
  await importFirstSettings(database, parts.tenants, clock)
  const { market, sources } = await openMarketRoom(parts, database, closers)
  await layStoredSettings(database, { instruments: market.instruments(), directory, logger }, parts.tenants)
  await nameForsakenBooks(database, directory, logger)
  const tally = new EventTally()
  const bus = tally.over(inProcessBus((error) => logger.error({ err: loggableError(error) }, 'a listener of the bus failed')))
  const outbox = startOutboxDispatcher({ database, bus, clock, logger })
  closers.push(() => outbox.close())
  const sealer = startChainSealer({ database, tenants: () => directory.tenants.map(({ id }) => id), clock, logger })
  closers.push(() => sealer.close())
  const hash = keyedHash(masterKey)
  const delivery = openDelivery({
    database,
    clock,
    logger,
    texts,
    masterKey,
    keyedHash: hash,
    mail: parts.mail,
    sms: parts.sms,
    showsUndeliverable: parts.hasDevTools,
  })
  closers.push(() => delivery.close())
  const budgets = await openBudgets({
    limits: parts.rateLimits,
    keyedHash: hash,
    logger,
    redisUrl: parts.redisUrl,
    redisPatienceMs: parts.redisPatienceMs,
  })
  closers.push(() => budgets.close())
  // Before anything trades: what was open at a rollover may be closed by the first price.
  const funding = await openFunding({ database, market, signer: keys, clock, logger, tenants: () => directory.tenants })
  const trading = await openTradingRoom(parts, { database, market, keys, directory, bus, outbox, sealer })
  closers.push(() => trading.close())
  closers.push(funding.follow(trading.books))
  const identity = openIdentity({ database, delivery, keyedHash: hash, masterKey, imagesDir: parts.imagesDir, clock, logger })
  closers.push(startCleanUp({ database, clock, logger, identity, trading, codes: () => market.instruments().map(({ code }) => code) }))
  return {
    texts,
    directory,
    brandProblems: new BrandProblems(),
    news: openCompanyNews(parts.tenantsDir, parts.tenants, logger),
    database,
    market,
    sources,
    keys,
    trading,
    funding,
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

async function openMarketRoom(parts: BrokerParts, database: Database, closers: Closers): Promise<Pick<Ground, 'market' | 'sources'>> {
  const { clock, logger } = parts
  const sources = parts.feed.kind === 'file' ? await openSources(parts.feed, parts, database) : null
  closers.push(() => sources?.close())
  const market = await openMarket({
    clock,
    logger,
    feed: chosenFeed(parts.feed, sources),
    candleStore: databaseCandleStore(database),
    tickLogStore: databaseTickLogStore(database),
    ...parts.marketOptions,
  })
  closers.push(() => market.stop())
  return { market, sources }
}

function chosenFeed(choice: BrokerParts['feed'], sources: FollowedMarket | null): FeedChoice {
  if (choice.kind !== 'file') return choice
  invariant(sources !== null, 'a market of a file was not opened')
  return { kind: 'own', feed: sources.feed }
}

function openSources({ file, variables }: MarketFileChoice, { clock, logger }: BrokerParts, database: Database): Promise<FollowedMarket> {
  return openMarketFile({ file, variables, clock, logger, fixStore: (id) => databaseFixStore(database, id) })
}

function openTradingRoom(
  { clock, logger, texts }: BrokerParts,
  { database, market, keys, directory, bus, outbox, sealer }: TradingGround,
): Promise<Trading> {
  return openTrading({
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
}
