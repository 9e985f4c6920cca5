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
import type { ProviderOrders } from '../execution/provider-orders'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { type HeldLease, holdEpoch } from '../leases/hold-epoch'
import type { BooksStore, KeptBooks } from '../ledger/account-books'
import { sqlBooksStore } from '../ledger/sql-books'
import type { TradeUnit } from '../ledger/trade-unit'
import { stopOutLevel } from '../market/instrument-terms'
import { type BrakeBoard, type PriceSource, Pricing, type RouteSource } from '../market/pricing'
import type { ReceiptSigner } from '../receipts/receipt-signer'
import type { TermsHash } from '../terms/terms-document'
import { followLeases, ownerByLeases, type PartitionLeases } from './follow-leases'
import { accountSnapshot } from './list-orders'
import { type BooksCall, type BooksOf, decideOnBooks } from './on-books'
import { OpenOrderIndex } from './open-order-index'
import { loadBook } from './open-orders'
import { RealExposures } from './real-exposure'
import { accountReloads } from './reload-account'
import { SentOrders } from './sent-orders'
import { tradingHandlers } from './trading-handlers'
import { TriggerEngine } from './trigger-engine'
import type { AccountKey, BookPrices } from './watched-order'

interface TradingOptions {
  readonly database: Database
  readonly prices: PriceSource
  /** What a company's risk desk holds back; nothing where there is none. */
  readonly brakes?: BrakeBoard
  /** Whose orders have a way; all of them when absent. */
  readonly routes?: RouteSource
  readonly clock: Clock
  readonly logger: Logger
  readonly signer: ReceiptSigner
  readonly termsHash?: TermsHash | undefined
  /** Takes the orders that providers fill; absent where there is none. */
  readonly execution?: ProviderOrders | undefined
  /** How long what a provider has refused waits before it is tried again; shorter in a test. */
  readonly refusalPauseMs?: number | undefined
  /** Which accounts this process acts on by itself; on all of them where it alone has the books. */
  readonly leases?: PartitionLeases | undefined
  tenant(id: string): Tenant | undefined
  errorText(language: Language, name: ErrorName, details?: Readonly<Record<string, string>>): string
  /** Called after a commit of the engine. */
  committed(tenantId: string, traderId: bigint): void
}

export interface Trading {
  readonly handlers: ReturnType<typeof tradingHandlers>
  readonly pricing: Pricing
  /** Of the positions of real accounts. */
  readonly exposures: RealExposures
  snapshot(tenant: Tenant, traderId: string): Promise<TradePush>
  /** A decision on one account's books in the transaction of a call: how the wallet and the desk move money. */
  onBooks<T>(call: BooksCall, of: BooksOf, decide: (unit: TradeUnit) => Outcome<T>): Promise<Outcome<T>>
  /** Units of work of the house itself, outside any call; what they keep is told to the copy in memory. */
  readonly books: BooksStore
  /** The copy of all open orders and their accounts, to be read: what the risk desk sees. */
  readonly book: Pick<OpenOrderIndex, 'changes' | 'instrumentBook' | 'accountsOf'>
  /** Whether this process holds an open order against the ticks: it knows the order, and the company's terms. */
  watches(order: { readonly tenantId: string; readonly id: bigint }): boolean
  /** The terms of these tenants have changed: their accounts are held against the present ones from now on. */
  termsChanged(tenantIds: readonly string[]): void
  /** These accounts are gone from the store: nothing of them is held against the ticks any more. */
  dropped(accounts: readonly AccountKey[]): void
  /** Another process has changed this account: it is read again soon. */
  changedElsewhere(account: AccountKey): void
  /** Looks what other processes have changed. Rejects when the store fails. */
  catchUp(): Promise<void>
  /** Resolves when all triggers that the last quotes set off have been carried out, and accounts that became ours are known. */
  idle(): Promise<void>
  /** Stops following ticks and waits for what is under way. */
  close(): Promise<void>
}

export async function openTrading(options: TradingOptions): Promise<Trading> {
  const { database, prices, clock } = options
  const pricing = new Pricing(prices, options.routes, options.brakes)
  const exposures = new RealExposures()
  const priced: BookPrices = {
    quote: (tenantId, code) => {
      const tenant = options.tenant(tenantId)
      return tenant === undefined ? null : pricing.quote(tenant, code)
    },
    stopOutLevel: (tenantId) => {
      const tenant = options.tenant(tenantId)
      return tenant === undefined ? 0n : stopOutLevel(tenant)
    },
  }
  const book = new OpenOrderIndex(priced, exposures)
  await loadBook(database, book)
  const kept = ({ account, changed }: KeptBooks) => {
    book.apply(account, changed)
    options.committed(account.tenantId, account.traderId)
  }
  const providers = options.execution && openSentOrders(options, options.execution, { pricing, book, kept })
  const now = () => clock.now()
  const store = sqlBooksStore(database, now, { routes: providers })
  const reloads = accountReloads(database, book, options.logger)
  const { leases } = options
  const owner = leases && {
    ...ownerByLeases(leases),
    storeUnder: (lease: HeldLease) => sqlBooksStore(database, now, { routes: providers, mayAct: (tx) => holdEpoch(tx, lease) }),
  }
  const engine = new TriggerEngine({ ...options, pricing, book, store, owner, providers, inDoubt: reloads.reload })
  const stopListening = prices.onQuote((code) => engine.onQuote(code))
  const { tenant: tenantOf, signer, termsHash, errorText } = options
  const context = {
    database,
    now,
    pricing,
    book,
    providers,
    tenant: tenantOf,
    signer,
    termsHash,
    errorText,
    inDoubt: reloads.reload,
  }
  providers?.start()
  const followed =
    leases && followLeases({ database, book, leases, logger: options.logger, reloads, finishBegun: () => engine.finishBegun() })
  await followed?.idle()
  return {
    pricing,
    book,
    exposures,
    handlers: tradingHandlers(context),
    snapshot: (tenant, traderId) => accountSnapshot(database, pricing, options.tenant(tenant.id) ?? tenant, traderId),
    onBooks: (call, of, decide) => decideOnBooks(context, { ...call, writeLast: undefined }, of, decide),
    books: {
      async withBooks(tenantId, traderId, work) {
        const result = await store.withBooks(tenantId, traderId, work).catch((error: unknown) => {
          reloads.reload({ tenantId, traderId })
          throw error
        })
        if (result?.kept != null) kept(result.kept)
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
    changedElsewhere: (account) => reloads.reload(account),
    async catchUp() {
      await followed?.catchUp()
    },
    async idle() {
      await followed?.idle()
      await reloads.idle()
      await engine.idle()
    },
    close: async () => {
      stopListening()
      providers?.close()
      await followed?.close()
      await engine.idle()
      await reloads.close()
    },
  }
}

interface SentGround {
  readonly pricing: Pricing
  readonly book: OpenOrderIndex
  kept(books: KeptBooks): void
}

function openSentOrders(options: TradingOptions, orders: ProviderOrders, { pricing, book, kept }: SentGround): SentOrders {
  const { database, clock, logger, signer, termsHash, tenant, refusalPauseMs: pauseMs } = options
  return new SentOrders({
    ...{ database, orders, clock, logger, pricing, signer, termsHash, tenant, kept, pauseMs },
    rearm: ({ tenantId, id }) => book.rearm(tenantId, id),
    disarm: ({ tenantId, id }) => book.disarm(tenantId, id),
  })
}
