/**
 * One life of the broker's trading, put together as broker/trading/open-trading.ts does it, over a store that outlives it: a
 * real market on a scripted feed, real pricing, the copy of the books in memory and the engine. Its end is never clean.
 */

import type { TradingDesk } from '../../broker/ledger/trade-unit'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { type Market, openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import type { ReceiptSigner } from '../../broker/receipts/receipt-signer'
import { OpenOrderIndex } from '../../broker/trading/open-order-index'
import { TriggerEngine } from '../../broker/trading/trigger-engine'
import type { AccountKey } from '../../broker/trading/watched-order'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import type { FrozenClock } from '../fixtures/frozen-clock'
import type { Connection, MemoryBooks } from './memory-books'
import { INSTRUMENTS, type PriceScript } from './price-script'

interface ProcessParts {
  readonly clock: FrozenClock
  readonly store: MemoryBooks
  readonly prices: Pick<PriceScript, 'feedInto'>
  readonly signer: ReceiptSigner
  tenant(id: string): Tenant | undefined
  failed(error: unknown): void
  readonly plant?: ProcessPlant | undefined
}

/** Bugs that a test plants into a process. */
export interface ProcessPlant {
  readonly market?: { readonly hasPriceBands?: boolean; readonly confirmations?: number }
  readonly book?: (book: OpenOrderIndex) => void
  readonly pricing?: (pricing: Pricing) => void
}

export interface Process {
  readonly desk: TradingDesk
  readonly book: OpenOrderIndex
  readonly market: Market
  readonly connection: Connection
  /** What a call does after its commit. */
  applied(kept: { account: Parameters<OpenOrderIndex['apply']>[0]; changed: Parameters<OpenOrderIndex['apply']>[1] }): void
}

export async function startProcess({ clock, store, prices, signer, tenant, failed, plant = {} }: ProcessParts): Promise<Process> {
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (fields: Readonly<Record<string, unknown>>, message: string) => failed(fields.err ?? fields.error ?? message),
  }
  const feed = new ScriptedFeed(() => clock.now(), INSTRUMENTS)
  const market = await openMarket({
    clock,
    logger,
    feed: { kind: 'own', feed },
    candleStore: new MemoryCandleStore(),
    hasTimers: false,
    ...plant.market,
  })
  const pricing = new Pricing(market)
  plant.pricing?.(pricing)
  const book = new OpenOrderIndex({
    quote: (tenantId, code) => {
      const owner = tenant(tenantId)
      return owner === undefined ? null : pricing.quote(owner, code)
    },
    stopOutLevel: (tenantId) => parseFixed(tenant(tenantId)?.trading.stopOutLevelPercent ?? '0'),
  })
  for (const account of store.accounts.values()) {
    const orders = store.openOrdersOf(account)
    if (orders.length > 0) book.apply(account, orders)
  }
  plant.book?.(book)
  const connection = store.connect()
  const inDoubt = ({ tenantId, traderId }: AccountKey) => {
    const account = [...store.accounts.values()].find((one) => one.tenantId === tenantId && one.traderId === traderId)
    if (account !== undefined) book.replace(account, store.openOrdersOf(account))
  }
  const engine = new TriggerEngine({ pricing, signer, store: connection, book, logger, tenant, committed() {}, inDoubt })
  market.onQuote((code) => engine.onQuote(code))
  prices.feedInto(feed, market)
  return {
    desk: { pricing, signer },
    book,
    market,
    connection,
    applied: ({ account, changed }) => book.apply(account, changed),
  }
}
