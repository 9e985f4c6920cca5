/**
 * What every room of the broker stands on: store, keys, market, trading, bus, delivery, identity.
 *
 * Invariant: parts are opened in the order in which they lean on each other, and each says at once how it is closed.
 */
import { type Alerts, openAlerts } from '../alerts/open-alerts'
import { type ChainSealer, startChainSealer } from '../audit/chain-sealer'
import { type Brakes, openBrakes } from '../brakes/brakes'
import { BrandProblems } from '../brands/brand-problems'
import type { Bus } from '../bus/bus'
import { openBus } from '../bus/open-bus'
import { type OutboxDispatcher, startOutboxDispatcher } from '../bus/outbox-dispatcher'
import { type Budgets, openBudgets } from '../calls/open-budgets'
import { type ExecutionDays, openExecutionDays } from '../companies/execution-days'
import { startStandingFacts } from '../companies/standing-facts'
import { type CompanyNews, openCompanyNews } from '../content/company-news'
import { type Cover, openCover } from '../cover/open-cover'
import { type Database, openDatabase } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import { openDelivery } from '../delivery/open-delivery'
import { type TenantDirectory, tenantDirectory } from '../directory/tenant-directory'
import { openProviderOrders } from '../execution/open-provider-orders'
import type { ProviderOrders } from '../execution/provider-orders'
import type { FollowedMarket } from '../feeds/open-market-file'
import { EventTally } from '../figures/event-tally'
import { type Funding, openFunding } from '../funding/open-funding'
import type { Texts } from '../ground/texts'
import { type Identity, openIdentity } from '../identity/open-identity'
import type { Leases } from '../leases/open-leases'
import { JOBS_LEASE, type Turn, turnOf } from '../leases/turn'
import { type PriceFacts, startPriceFacts } from '../log/note-prices'
import { type Logs, openLogs } from '../log/open-logs'
import type { Market } from '../market/open-market'
import type { OrderRoutes } from '../market/order-routes'
import { FEED_LEASE } from '../market/price-sharing'
import { TenantMarket } from '../market/tenant-market'
import { openReceiptKeys, type ReceiptKeys } from '../receipts/receipt-keys'
import { openReconciliation, type Reconciliation } from '../reconciliation/open-reconciliation'
import { providersOf } from '../risk/cover-figures'
import { openRisk, type RiskDesk } from '../risk/open-risk'
import { type KeyedHash, keyedHash } from '../secrets/keyed-hash'
import { layStoredSettings } from '../settings/tenant-settings'
import { FOREX_TRADE } from '../socket/private-streams'
import { openSolvency, type Solvency } from '../solvency/open-solvency'
import { openTerms, type Terms } from '../terms/open-terms'
import { openTrading, type Trading } from '../trading/open-trading'
import { importFirstSettings } from '../wallet/first-settings'
import type { BrokerParts, Closers } from './broker-parts'
import { startCleanUp } from './clean-up'
import { nameForsakenBooks } from './follow-brands'
import { followAccounts, followNodes } from './follow-nodes'
import { openLeaseRoom } from './open-lease-room'
import { isMarketShared, openMarketRoom } from './open-market-room'
import { openRoutes, routeProblemsAsBrand, startProviders } from './start-providers'
import { watchNodes } from './watch-nodes'

/** What everything else stands on. */
export interface Ground {
  readonly texts: Texts
  readonly directory: TenantDirectory
  readonly brandProblems: BrandProblems
  readonly news: CompanyNews
  readonly database: Database
  /** What this node may do that only one may do; absent where it alone has the books. */
  readonly leases: Leases | undefined
  readonly market: Market
  /** Where the market is one of several sources. */
  readonly sources: FollowedMarket | null
  readonly tenantMarket: TenantMarket
  readonly keys: ReceiptKeys
  /** The public logs of the receipts. */
  readonly logs: Logs
  /** What the logs have of the companies' terms. */
  readonly terms: Terms
  /** What is committed to of the prices. */
  readonly priceFacts: PriceFacts
  readonly brakes: Brakes
  readonly trading: Trading
  /** What traders are to be told of prices. */
  readonly alerts: Alerts
  readonly risk: RiskDesk
  readonly reconciliation: Reconciliation
  /** How orders fared, day by day. */
  readonly executionDays: ExecutionDays
  readonly routes: OrderRoutes
  readonly orders: ProviderOrders
  readonly cover: Cover
  readonly funding: Funding
  readonly solvency: Solvency
  readonly bus: Bus
  readonly tally: EventTally
  readonly outbox: OutboxDispatcher
  readonly sealer: ChainSealer
  readonly delivery: Delivery
  readonly keyedHash: KeyedHash
  readonly budgets: Budgets
  readonly identity: Identity
}

type TradingGround = Pick<
  Ground,
  'database' | 'market' | 'keys' | 'terms' | 'directory' | 'bus' | 'outbox' | 'sealer' | 'brakes' | 'routes' | 'orders' | 'leases'
>

export async function layGround(parts: BrokerParts, closers: Closers): Promise<Ground> {
  const { clock, logger, texts, masterKey } = parts
  const directory = tenantDirectory(parts.tenants, parts.baseDomain)
  const database = 'withTenant' in parts.database ? parts.database : await openDatabase(parts.database)
  closers.push(() => database.close())
  // Before anything trades: what cannot be signed must not happen.
  const keys = await openReceiptKeys(database, parts.tenants, masterKey, clock)
  await importFirstSettings(database, parts.tenants, clock)
  const leases = await openLeaseRoom(parts, database, closers)
  const jobs = turnOf(leases, JOBS_LEASE, database)
  const tally = new EventTally()
  const hash = keyedHash(masterKey)
  const bus = tally.over(await openBusRoom(parts, { database, keyedHash: hash, leases }, closers))
  const { market, sources } = await openMarketRoom(parts, { database, bus, leases }, closers)
  await layStoredSettings(database, { instruments: market.instruments(), directory, logger }, parts.tenants)
  await nameForsakenBooks(database, directory, logger)
  const outbox = startOutboxDispatcher({ database, bus, clock, logger })
  closers.push(() => outbox.close())
  const logs = await openLogs({ database, masterKey, clock, logger, companies: directory }, parts.tenants)
  closers.push(() => logs.close())
  const sealer = startSealer(parts, database, directory, logs)
  closers.push(() => sealer.close())
  // Before anything trades: what a receipt names is in the log.
  const terms = await openTerms({ database, instruments: market.instruments(), clock, committed: tellOf({ outbox, sealer }) })
  await terms.note(parts.tenants)
  const delivery = openDeliveryRoom(parts, database, hash)
  closers.push(() => delivery.close())
  const budgets = await openBudgetRoom(parts, hash)
  closers.push(() => budgets.close())
  // Before anything trades: what was open at a rollover may be closed by the first price.
  const funding = await openFunding({ turn: jobs, market, signer: keys, clock, logger, tenants: () => directory.tenants })
  const below = { database, market, sources, keys, terms, directory, bus, outbox, sealer, funding, leases, delivery, keyedHash: hash }
  const trades = await openTrades(parts, below, closers)
  const { trading } = trades
  const executionDays = openExecutionRoom(parts, { database, directory, outbox, sealer, jobs })
  closers.push(() => executionDays.close())
  const solvency = openSolvencyRoom(parts, { trading, directory, outbox, sealer, jobs })
  closers.push(() => solvency.close())
  const identity = openIdentity({ database, delivery, keyedHash: hash, masterKey, files: parts.files, clock, logger })
  const priceFacts = await startChores(parts, { database, directory, market, sealer, identity, trading, leases, jobs }, closers)
  return {
    texts,
    directory,
    brandProblems: new BrandProblems((tenantId) => routeProblemsAsBrand(trades.routes, parts.tenantsDir, tenantId)),
    news: openCompanyNews(parts.tenantsDir, parts.tenants, logger),
    database,
    leases,
    market,
    sources,
    keys,
    logs,
    terms,
    priceFacts,
    ...trades,
    executionDays,
    funding,
    solvency,
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

/** Whose turn it is to do what nobody waits for. */
interface Jobs {
  readonly jobs: Turn
}

type ChoreGround = Pick<Ground, 'database' | 'directory' | 'market' | 'sealer' | 'identity' | 'trading' | 'leases'> & Jobs

/** What runs by itself beside trading: facts for the logs, and what is forgotten in time. */
async function startChores(parts: BrokerParts, ground: ChoreGround, closers: Closers): Promise<PriceFacts> {
  const { clock, logger, pricesKeptMs } = parts
  const { database, directory, market, sealer, identity, trading, leases, jobs } = ground
  const facts = { directory, clock, logger, noted: sealer.nudge }
  closers.push(await startStandingFacts({ ...facts, database, turn: jobs }))
  // A single market's prices are committed to by whoever has it.
  const turn = isMarketShared(parts) ? turnOf(leases, FEED_LEASE, database) : turnOf(undefined, FEED_LEASE, database)
  const priceFacts = startPriceFacts({ ...facts, market, turn })
  closers.push(() => priceFacts.close())
  // Of this day as well as of the next ones, before anybody trades.
  await priceFacts.flush()
  const codes = () => market.instruments().map(({ code }) => code)
  closers.push(startCleanUp({ turn: jobs, clock, logger, identity, trading, codes, pricesKeptMs }))
  return priceFacts
}

function startSealer({ clock, logger }: BrokerParts, database: Database, directory: TenantDirectory, logs: Logs): ChainSealer {
  return startChainSealer({ database, tenants: () => directory.tenants.map(({ id }) => id), clock, logger, sealed: logs.sealed })
}

/** What was committed beside a trader's own call is told and sealed at once. */
function tellOf({ outbox, sealer }: Pick<Ground, 'outbox' | 'sealer'>): () => void {
  return () => {
    outbox.nudge()
    sealer.nudge()
  }
}

async function openBusRoom(
  parts: BrokerParts,
  { database, keyedHash: hash, leases }: Pick<Ground, 'database' | 'keyedHash' | 'leases'>,
  closers: Closers,
): Promise<Bus> {
  const { natsUrl, clock, logger } = parts
  const bus = await openBus({ natsUrl, database, keyedHash: hash, clock, logger })
  closers.push(() => bus.close())
  if (leases === undefined || !isMarketShared(parts)) return bus
  const watch = watchNodes({ database, nodes: () => leases.cluster.nodes, bus, clock, logger })
  closers.push(() => watch.stop())
  return bus
}

function openSolvencyRoom(
  { clock, logger, countsByTheHour: isHourly = true }: BrokerParts,
  { trading, directory, outbox, sealer, jobs }: Pick<Ground, 'trading' | 'directory' | 'outbox' | 'sealer'> & Jobs,
): Solvency {
  const committed = tellOf({ outbox, sealer })
  const { pricing } = trading
  return openSolvency({ turn: jobs, pricing, clock, logger, tenants: () => directory.tenants, committed, isHourly })
}

function openDeliveryRoom(parts: BrokerParts, database: Database, hash: KeyedHash): Delivery {
  const { clock, logger, texts, masterKey, mail, sms, hasDevTools: showsUndeliverable } = parts
  return openDelivery({ database, clock, logger, texts, masterKey, keyedHash: hash, mail, sms, showsUndeliverable })
}

function openBudgetRoom(
  { rateLimits: limits, logger, redisUrl, budgetsUrl, budgetPatienceMs }: BrokerParts,
  hash: KeyedHash,
): Promise<Budgets> {
  return openBudgets({ limits, keyedHash: hash, logger, redisUrl, databaseUrl: budgetsUrl, patienceMs: budgetPatienceMs })
}

type Trades = Pick<Ground, 'brakes' | 'routes' | 'orders' | 'trading' | 'alerts' | 'cover' | 'risk' | 'reconciliation'>

/** Trading, the house's own orders below and above it, and what both come to. */
async function openTrades(
  parts: BrokerParts,
  ground: Omit<TradingGround, 'brakes' | 'routes' | 'orders'> & Pick<Ground, 'sources' | 'funding' | 'delivery' | 'keyedHash'>,
  closers: Closers,
): Promise<Trades> {
  const { clock, logger } = parts
  const { database, market, sources, keys, terms, directory, bus, outbox, sealer, funding, leases } = ground
  const brakes = await openBrakeRoom(parts, database, closers)
  closers.push(await followNodes({ bus, database, directory, instruments: market.instruments(), brakes, terms, logger }))
  const routes = openRoutes(parts, ground)
  const orders = await openProviderOrders({ database, clock, logger })
  closers.push(() => orders.close())
  const trading = await openTradingRoom(parts, {
    ...{ database, market, keys, terms, directory, bus, outbox, sealer },
    ...{ brakes, routes, orders, leases },
  })
  closers.push(() => trading.close(), followAccounts({ bus, trading, logger }))
  // Given back when nothing is begun under them any more, and before the books are closed: the next node need not wait for them.
  closers.push(() => leases?.close())
  if (parts.countsByTheHour ?? true) closers.push(funding.follow(trading.books))
  const { delivery, keyedHash: hash } = ground
  const alerts = await openAlertRoom(parts, { database, market, trading, directory, bus, outbox, delivery, keyedHash: hash })
  closers.push(() => alerts.close())
  const cover = await openCoverRoom(parts, { database, directory, orders, routes, trading, outbox, sealer })
  closers.push(() => cover.close())
  const risk = openRiskRoom(parts, { database, market, sources, trading, directory, cover, orders }, closers)
  const reconciliation = openReconciliationRoom(parts, { database, orders, trading, directory, outbox, sealer })
  closers.push(() => reconciliation.close())
  // Whoever books what they report is there by now.
  await startProviders(parts, sources, { orders, routes, reconciliation })
  return { brakes, routes, orders, trading, alerts, cover, risk, reconciliation }
}

async function openBrakeRoom({ clock }: BrokerParts, database: Database, closers: Closers): Promise<Brakes> {
  const { brakes, close } = await openBrakes(database, clock)
  closers.push(close)
  return brakes
}

type RiskGround = Pick<Ground, 'database' | 'market' | 'sources' | 'trading' | 'directory' | 'cover' | 'orders'>

function openRiskRoom({ clock, logger }: BrokerParts, ground: RiskGround, closers: Closers): RiskDesk {
  const { database, market, sources, cover, orders, trading, directory } = ground
  const figures = { heldOf: (id: string, code: string) => cover.heldOf(id, code), providers: providersOf(orders, trading.pricing) }
  const risk = openRisk({ database, market, sources, trading, cover: figures, clock, logger, tenants: () => directory.tenants })
  closers.push(() => risk.close())
  return risk
}

function openReconciliationRoom(
  { clock, logger, copiesSettleMs: settleMs }: BrokerParts,
  {
    database,
    orders,
    trading,
    directory,
    outbox,
    sealer,
  }: Pick<Ground, 'database' | 'orders' | 'trading' | 'directory' | 'outbox' | 'sealer'>,
): Reconciliation {
  const committed = tellOf({ outbox, sealer })
  const { pricing } = trading
  return openReconciliation({ database, orders, pricing, clock, logger, tenants: () => directory.tenants, committed, settleMs })
}

function openExecutionRoom(
  { clock, logger, countsByTheHour: isHourly = true }: BrokerParts,
  { database, directory, outbox, sealer, jobs }: Pick<Ground, 'database' | 'directory' | 'outbox' | 'sealer'> & Jobs,
): ExecutionDays {
  const committed = tellOf({ outbox, sealer })
  return openExecutionDays({ database, turn: jobs, clock, logger, isHourly, tenants: () => directory.tenants, committed })
}

function openTradingRoom(
  { clock, logger, texts, refusalPauseMs }: BrokerParts,
  { database, market, keys, terms, directory, bus, outbox, sealer, brakes, routes, orders, leases }: TradingGround,
): Promise<Trading> {
  return openTrading({
    database,
    prices: market,
    brakes,
    routes,
    execution: orders,
    leases,
    refusalPauseMs,
    signer: keys,
    termsHash: terms.hash,
    clock,
    logger,
    tenant: (id) => directory.keptById(id),
    errorText: (language, name, details) => texts.error(language, name, details),
    committed(tenantId, traderId) {
      outbox.nudge()
      sealer.nudge()
      bus.publish({ tenantId, traderId: traderId.toString(), topic: FOREX_TRADE, payload: null })
      bus.tell('account', { tenantId, traderId })
    },
  })
}

function openAlertRoom(
  { clock, logger }: BrokerParts,
  {
    database,
    market,
    trading,
    directory,
    bus,
    outbox,
    delivery,
    keyedHash: hash,
  }: Pick<Ground, 'database' | 'market' | 'trading' | 'directory' | 'bus' | 'outbox' | 'delivery' | 'keyedHash'>,
): Promise<Alerts> {
  const committed = () => {
    outbox.nudge()
    delivery.nudge()
  }
  const { pricing } = trading
  const tenant = (id: string) => directory.keptById(id)
  return openAlerts({ database, prices: market, pricing, bus, delivery, keyedHash: hash, clock, logger, tenant, committed })
}

function openCoverRoom(
  { clock, logger }: BrokerParts,
  {
    database,
    directory,
    orders,
    routes,
    trading,
    outbox,
    sealer,
  }: Pick<Ground, 'database' | 'directory' | 'orders' | 'routes' | 'trading' | 'outbox' | 'sealer'>,
): Promise<Cover> {
  const committed = tellOf({ outbox, sealer })
  const { pricing, exposures } = trading
  return openCover({ database, orders, exposures, pricing, routes, clock, logger, tenant: (id) => directory.keptById(id), committed })
}
