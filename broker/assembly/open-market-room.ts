/** The market and its sources: of this process alone, or shared with other nodes. */
import type { Bus } from '../bus/bus'
import type { Database } from '../db/open-database'
import { type FollowedMarket, openMarketFile } from '../feeds/open-market-file'
import { databaseFixStore } from '../fix/database-fix-store'
import { invariant } from '../ground/invariant'
import { type HeldLease, holdEpoch } from '../leases/hold-epoch'
import type { Leases } from '../leases/open-leases'
import { databaseCandleStore } from '../market/candle-store'
import type { FeedChoice } from '../market/choose-feed'
import type { WriteGuard } from '../market/guarded-writes'
import type { MarketStores } from '../market/market-options'
import { type Market, openMarket } from '../market/open-market'
import { databasePriceRecordStore } from '../market/price-record-store'
import { databaseTickLogStore } from '../market/tick-log-store'
import { marketSecret } from '../secrets/market-secret'
import type { BrokerParts, Closers, MarketFileChoice } from './broker-parts'

interface MarketRoom {
  readonly market: Market
  /** Where the market is one of several sources. */
  readonly sources: FollowedMarket | null
}

interface MarketGround {
  readonly database: Database
  readonly bus: Bus
  readonly leases: Leases | undefined
}

export async function openMarketRoom(parts: BrokerParts, { database, bus, leases }: MarketGround, closers: Closers): Promise<MarketRoom> {
  const { clock, logger } = parts
  const sources = parts.feed.kind === 'file' ? await openSources(parts.feed, parts, database) : null
  closers.push(() => sources?.close())
  const market = await openMarket({
    clock,
    logger,
    feed: chosenFeed(parts, sources),
    ...marketStores(database),
    sharing: leases === undefined || !isMarketShared(parts) ? undefined : { bus, leases, storesUnder: storesUnder(database) },
    ...parts.marketOptions,
  })
  closers.push(() => market.stop())
  return { market, sources }
}

/** Other nodes make its prices, or hear those of this one. */
export function isMarketShared({ leases, natsUrl }: Pick<BrokerParts, 'leases' | 'natsUrl'>): boolean {
  return leases !== undefined && leases.isOnlyNode !== true && natsUrl !== undefined
}

function marketStores(database: Database, guard?: WriteGuard): MarketStores {
  return {
    candleStore: databaseCandleStore(database, guard),
    tickLogStore: databaseTickLogStore(database, guard),
    priceRecordStore: databasePriceRecordStore(database, guard),
  }
}

const storesUnder = (database: Database) => (lease: HeldLease) => marketStores(database, (tx) => holdEpoch(tx, lease))

function chosenFeed({ feed: choice, masterKey }: BrokerParts, sources: FollowedMarket | null): FeedChoice {
  if (choice.kind === 'simulated') return { seed: marketSecret(masterKey), ...choice }
  if (choice.kind !== 'file') return choice
  invariant(sources !== null, 'a market of a file was not opened')
  return { kind: 'own', feed: sources.feed }
}

function openSources(choice: MarketFileChoice, { clock, logger, masterKey }: BrokerParts, database: Database): Promise<FollowedMarket> {
  const { file, variables } = choice
  const secret = marketSecret(masterKey)
  return openMarketFile({ file, variables, clock, logger, marketSecret: secret, fixStore: (id) => databaseFixStore(database, id) })
}
