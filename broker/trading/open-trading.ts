/**
 * Trading put together: loads the open positions, follows the ticks, and hands out the calls and the account snapshot.
 * Not here: HTTP, sockets, sessions.
 */
import { eq } from 'drizzle-orm'
import type { TradePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import type { Clock } from '../clock'
import type { Database } from '../db/open-database'
import { tradeOrder, tradingAccount } from '../db/schema'
import { forTrader, type Handlers } from '../http/handler'
import type { Logger } from '../logger'
import { type PriceSource, Pricing } from '../market/pricing'
import { AccountBook } from './account-book'
import { cancelOrderHandler, closeOrderHandler } from './close-order'
import { accountSnapshot, getAccountDetailHandler, getBalanceHandler, listOrdersHandler } from './list-orders'
import { HOLDING } from './order-store'
import { resetDemoHandler } from './reset-demo'
import { setStopPriceHandler } from './set-stop-price'
import { submitOrderHandler } from './submit-order'
import { TriggerEngine } from './trigger-engine'

export interface TradingOptions {
  readonly database: Database
  readonly prices: PriceSource
  readonly clock: Clock
  readonly logger: Logger
  tenant(id: string): Tenant | undefined
  /** Called after a commit of the engine that left events in the outbox. */
  committed(): void
}

export interface Trading {
  readonly handlers: Handlers
  readonly pricing: Pricing
  snapshot(tenant: Tenant, traderId: string): Promise<TradePush>
  /** Resolves when all triggers that the last quotes set off have been carried out. */
  idle(): Promise<void>
  /** Stops following ticks and waits for what is under way. */
  close(): Promise<void>
}

export async function openTrading(options: TradingOptions): Promise<Trading> {
  const { database, prices } = options
  const pricing = new Pricing(prices)
  const book = new AccountBook()
  await loadBook(database, book)
  const engine = new TriggerEngine({ ...options, pricing, book })
  const stopListening = prices.onQuote((code) => engine.onQuote(code))
  const context = { pricing, book }
  return {
    pricing,
    handlers: {
      submitOrder: forTrader(submitOrderHandler(context)),
      closeOrder: forTrader(closeOrderHandler(context)),
      cancelOrder: forTrader(cancelOrderHandler(context)),
      setStopPrice: forTrader(setStopPriceHandler(context)),
      listOrders: forTrader(listOrdersHandler(context)),
      getBalance: forTrader(getBalanceHandler()),
      getAccountDetail: forTrader(getAccountDetailHandler(context)),
      resetDemoAccount: forTrader(resetDemoHandler(context)),
    },
    snapshot: (tenant, traderId) => accountSnapshot(database, pricing, tenant, traderId),
    idle: () => engine.idle(),
    close: async () => {
      stopListening()
      await engine.idle()
    },
  }
}

async function loadBook(database: Database, book: AccountBook): Promise<void> {
  await database.system(async (tx) => {
    for (const account of await tx.select().from(tradingAccount)) book.setAccount(account.tenantId, account.traderId, account)
    for (const order of await tx.select().from(tradeOrder).where(eq(tradeOrder.status, HOLDING))) book.addPosition(order)
  })
}
