/**
 * One life of the broker's trading, put together as broker/trading/open-trading.ts does it, over a store that outlives it: a
 * real market on a scripted feed, real pricing, the copy of the books in memory and the engine. Its end is never clean.
 */

import { type Cover, openCover } from '../../broker/cover/open-cover'
import { openProviderOrders } from '../../broker/execution/open-provider-orders'
import type { TradingServices } from '../../broker/ledger/trade-unit'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { type Market, openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import type { Provider } from '../../broker/providers/provider'
import type { ReceiptSigner } from '../../broker/receipts/receipt-signer'
import { OpenOrderIndex } from '../../broker/trading/open-order-index'
import { RealExposures } from '../../broker/trading/real-exposure'
import { SentOrders } from '../../broker/trading/sent-orders'
import { TriggerEngine } from '../../broker/trading/trigger-engine'
import type { AccountKey, BookPrices } from '../../broker/trading/watched-order'
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
  /** The line to the provider of this world; left out where it has none. */
  readonly line?: Provider & { cut(): void }
  readonly plant?: ProcessPlant | undefined
}

/** Bugs that a test plants into a process. */
export interface ProcessPlant {
  readonly market?: { readonly hasPriceBands?: boolean; readonly confirmations?: number }
  readonly book?: (book: OpenOrderIndex) => void
  readonly pricing?: (pricing: Pricing) => void
  readonly line?: (line: Provider & { cut(): void }) => Provider & { cut(): void }
}

export interface Process {
  readonly services: TradingServices
  readonly book: OpenOrderIndex
  readonly market: Market
  readonly connection: Connection
  readonly sent: SentOrders
  readonly cover: Cover
  /** What a call does after its commit. */
  applied(kept: { account: Parameters<OpenOrderIndex['apply']>[0]; changed: Parameters<OpenOrderIndex['apply']>[1] }): void
}

/** What is logged as an error and is none: the provider has done what it may. */
const EXPECTED = 'a provider has changed what a trader was already told: the difference is the house’s'

export async function startProcess({ clock, store, prices, signer, tenant, failed, line, plant = {} }: ProcessParts): Promise<Process> {
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (fields: Readonly<Record<string, unknown>>, message: string) => {
      if (message !== EXPECTED) failed(fields.err ?? fields.error ?? message)
    },
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
  const exposures = new RealExposures()
  const priced: BookPrices = {
    quote: (tenantId, code) => {
      const owner = tenant(tenantId)
      return owner === undefined ? null : pricing.quote(owner, code)
    },
    stopOutLevel: (tenantId) => parseFixed(tenant(tenantId)?.trading.stopOutLevelPercent ?? '0'),
  }
  const book = new OpenOrderIndex(priced, exposures)
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
  const { database, sentRows } = connection
  const { tables } = store
  const orders = await openProviderOrders({ database, clock, logger, rows: tables.orderRows, drawId: tables.drawId })
  const applied: Process['applied'] = ({ account, changed }) => book.apply(account, changed)
  const sent = new SentOrders({
    ...{ database, rows: sentRows, orders, clock, logger, pricing, signer, tenant, kept: applied },
    rearm: ({ tenantId, id }) => book.rearm(tenantId, id),
    disarm: ({ tenantId, id }) => book.disarm(tenantId, id),
  })
  connection.ask(sent)
  const engine = new TriggerEngine({ pricing, signer, providers: sent, store: connection, book, logger, tenant, committed() {}, inDoubt })
  sent.start()
  const cover = await openCover({
    ...{ database, rows: tables.coverRows, orders, exposures, pricing, routes: { isBlocked: () => false }, clock, logger, tenant },
    committed() {},
    lookEveryMs: 250,
  })
  market.onQuote((code) => engine.onQuote(code))
  prices.feedInto(feed, market)
  if (line !== undefined) await orders.take([plant.line?.(line) ?? line])
  return {
    services: { pricing, signer, providers: sent },
    book,
    market,
    connection,
    sent,
    cover,
    applied,
  }
}
