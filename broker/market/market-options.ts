/** What a market is opened with. */
import type { Bus } from '../bus/bus'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { HeldLease } from '../leases/hold-epoch'
import type { Leases } from '../leases/open-leases'
import type { FeedChoice } from './choose-feed'
import type { CandleStore } from './live-candles'
import type { PriceRecordStore } from './price-record'
import type { TickLogStore } from './tick-log'

/** Where a market is written down. */
export interface MarketStores {
  /** Where candles outlive the process; a replayed or scripted market keeps them in memory whatever is given. */
  candleStore: CandleStore
  /** Where the ticks after a fill and those held back are written down; without one they are not. */
  tickLogStore?: TickLogStore
  /** Where every second of prices is written down; without one none is. */
  priceRecordStore?: PriceRecordStore
}

/** Several nodes show one market: the one that holds its lease makes the prices, the others hear them. */
export interface MarketSharing {
  readonly bus: Pick<Bus, 'tell' | 'hear'>
  readonly leases: Pick<Leases, 'held' | 'isSure' | 'follow' | 'nudge'>
  /** Stores that refuse what is written when the lease is another's by then. */
  storesUnder(lease: HeldLease): MarketStores
}

export interface MarketOptions extends MarketStores {
  clock: Clock
  feed: FeedChoice
  /** Left out: nobody else shows this market. */
  sharing?: MarketSharing | undefined
  logger: Logger
  /** Default limit of `isStale`, milliseconds. */
  staleAfterMs?: number
  /** False: nothing happens by itself, `advance()` drives the feed. */
  hasTimers?: boolean
  /** False lets every price jump through. */
  hasPriceBands?: boolean
  /** Ticks in a row after a pause before a quote is confirmed; default 2. */
  confirmations?: number
}
