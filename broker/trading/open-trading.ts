/**
 * Trading put together: loads the open positions, follows the ticks, and hands out the calls and the account snapshot.
 * Not here: HTTP, sockets, sessions.
 */
import type { ErrorName } from '../../contract/errors'
import type { Language } from '../../contract/primitives'
import type { TradePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import type { Outcome } from '../calls/handler'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { BooksStore } from '../ledger/account-books'
import { sqlBooksStore } from '../ledger/sql-books'
import type { TradeUnit } from '../ledger/trade-unit'
import { stopOutLevel } from '../market/instrument-terms'
import { type PriceSource, Pricing } from '../market/pricing'
import type { ReceiptSigner } from '../receipts/receipt-signer'
import { accountSnapshot } from './list-orders'
import { type BooksCall, type BooksOf, decideOnBooks } from './on-books'
import { OpenOrderIndex } from './open-order-index'
import { loadBook } from './open-orders'
import { accountReloads } from './reload-account'
import { tradingHandlers } from './trading-handlers'
import { TriggerEngine } from './trigger-engine'
import type { AccountKey } from './watched-order'

interface TradingOptions {
  readonly database: Database
  readonly prices: PriceSource
  readonly clock: Clock
  readonly logger: Logger
  readonly signer: ReceiptSigner
  tenant(id: string): Tenant | undefined
  errorText(language: Language, name: ErrorName): string
  /** Called after a commit of the engine. */
  committed(tenantId: string, traderId: bigint): void
}

export interface Trading {
  readonly handlers: ReturnType<typeof tradingHandlers>
  readonly pricing: Pricing
  snapshot(tenant: Tenant, traderId: string): Promise<TradePush>
  /** A decision on one account's books in the transaction of a call: how the wallet and the desk move money. */
  onBooks<T>(call: BooksCall, of: BooksOf, decide: (unit: TradeUnit) => Outcome<T>): Promise<Outcome<T>>
  /** Units of work of the house itself, outside any call; what they keep is told to the copy in memory. */
  readonly books: BooksStore
  /** Whether this process holds an open order against the ticks: it knows the order, and the company's terms. */
  watches(order: { readonly tenantId: string; readonly id: bigint }): boolean
  /** The terms of these tenants have changed: their accounts are held against the present ones from now on. */
  termsChanged(tenantIds: readonly string[]): void
  /** These accounts are gone from the store: nothing of them is held against the ticks any more. */
  dropped(accounts: readonly AccountKey[]): void
  /** Resolves when all triggers that the last quotes set off have been carried out. */
  idle(): Promise<void>
  /** Stops following ticks and waits for what is under way. */
  close(): Promise<void>
}

export async function openTrading(options: TradingOptions): Promise<Trading> {
  const { database, prices, clock } = options
  const pricing = new Pricing(prices)
  const book = new OpenOrderIndex({
    quote: (tenantId, code) => {
      const tenant = options.tenant(tenantId)
      return tenant === undefined ? null : pricing.quote(tenant, code)
    },
    stopOutLevel: (tenantId) => {
      const tenant = options.tenant(tenantId)
      return tenant === undefined ? 0n : stopOutLevel(tenant)
    },
  })
  await loadBook(database, book)
  const store = sqlBooksStore(database, () => clock.now())
  const reloads = accountReloads(database, book, options.logger)
  const engine = new TriggerEngine({ ...options, pricing, book, store, inDoubt: reloads.reload })
  const stopListening = prices.onQuote((code) => engine.onQuote(code))
  const context = { pricing, book, tenant: options.tenant, signer: options.signer, errorText: options.errorText, inDoubt: reloads.reload }
  return {
    pricing,
    handlers: tradingHandlers(context),
    snapshot: (tenant, traderId) => accountSnapshot(database, pricing, options.tenant(tenant.id) ?? tenant, traderId),
    onBooks: (call, of, decide) => decideOnBooks(context, { ...call, writeLast: undefined }, of, decide),
    books: {
      async withBooks(tenantId, traderId, work) {
        const result = await store.withBooks(tenantId, traderId, work).catch((error: unknown) => {
          reloads.reload({ tenantId, traderId })
          throw error
        })
        if (result?.kept != null) {
          book.apply(result.kept.account, result.kept.changed)
          options.committed(tenantId, traderId)
        }
        return result
      },
    },
    watches: (order) => options.tenant(order.tenantId) !== undefined && book.watches(order),
    termsChanged(tenantIds) {
      for (const id of tenantIds) book.rearmTenant(id)
    },
    dropped(accounts) {
      for (const account of accounts) book.drop(account)
    },
    async idle() {
      await reloads.idle()
      await engine.idle()
    },
    close: async () => {
      stopListening()
      await engine.idle()
      await reloads.close()
    },
  }
}
