/** Reading: the orders of a tab with the account's figures, the balance, and the snapshot that the socket pushes. */
import type { listOrders, listPositions, Order } from '../../contract/orders'
import type { Language } from '../../contract/primitives'
import type { TradePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import type { getAccountDetail, getBalance } from '../../contract/wallet'
import { formatRate } from '../../rules/conversion'
import { type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { closingPrice } from '../../rules/price'
import { badCursor, done, type TraderCall, type TraderHandler } from '../calls/handler'
import type { Database, Tx } from '../db/open-database'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { fundingOf } from '../ledger/funding-charges'
import { type AccountRow, getAccount } from '../ledger/open-account'
import { listHolding, listUnderWay, type OrderRow, pageOrders } from '../ledger/order-store'
import type { ProviderState } from '../ledger/trade-unit'
import { chargesFunding } from '../market/funding-terms'
import { stopOutLevel } from '../market/instrument-terms'
import type { Pricing } from '../market/pricing'
import { accountState, stopOutPrices, valueOrders, wireFigures } from './account-figures'
import { routedFacts } from './routed-facts'
import { wireOrder } from './wire-order'

interface ListParts {
  readonly pricing: Pricing
  readonly providers: ProviderState | undefined
}

/** One order as it stands, with the figures of now. */
export async function orderOnWire(
  tx: Tx,
  { pricing, providers }: ListParts,
  { tenant, language }: { readonly tenant: Tenant; readonly language: Language },
  order: OrderRow,
): Promise<Order> {
  const { valued, state } = await readAccount(tx, pricing, tenant, order.traderId)
  const live = valued.find((one) => one.order.id === order.id)
  const stopOutPrice = live === undefined ? null : (stopOutPrices(tenant, state, valued).get(order.instrumentCode) ?? null)
  const routed = await routedFacts(tx, { tenant, pricing, providers }, [order])
  const quote = live?.quote ?? pricing.quote(tenant, order.instrumentCode)
  return wireOrder(order, { quote, profit: live?.profit ?? 0n, stopOutPrice, ...routed(order) }, pricing, language)
}

export async function readAccount(tx: Tx, pricing: Pricing, tenant: Tenant, traderId: bigint) {
  const account = await accountOf(tx, tenant, traderId)
  return valuedAccount(account, await listHolding(tx, tenant.id, traderId), pricing, tenant)
}

async function accountOf(tx: Tx, tenant: Tenant, traderId: bigint): Promise<AccountRow> {
  const account = await getAccount(tx, tenant.id, traderId)
  invariant(account !== null, 'every trader has an account')
  return account
}

function valuedAccount(account: AccountRow, holding: readonly OrderRow[], pricing: Pricing, tenant: Tenant) {
  const valued = valueOrders(pricing, tenant, holding)
  return { account, valued, state: accountState(account, valued) }
}

interface Books {
  readonly account: Promise<AccountRow>
  holding: Promise<OrderRow[]> | undefined
}

const booksOf = new WeakMap<Tx, Books>()

/** Several calls of one page share a transaction that only reads, and that is of one trader: what all of them need is read once in it. */
function books({ tx, tenant, trader }: Pick<TraderCall<typeof getBalance>, 'tx' | 'tenant' | 'trader'>): Books {
  const known = booksOf.get(tx)
  if (known !== undefined) return known
  const read: Books = { account: accountOf(tx, tenant, BigInt(trader.id)), holding: undefined }
  booksOf.set(tx, read)
  return read
}

async function readBooks(call: Pick<TraderCall<typeof getBalance>, 'tx' | 'tenant' | 'trader'>, pricing: Pricing) {
  const { tx, tenant, trader } = call
  const read = books(call)
  const account = await read.account
  read.holding ??= listHolding(tx, tenant.id, BigInt(trader.id))
  return valuedAccount(account, await read.holding, pricing, tenant)
}

export function listOrdersHandler({ pricing, providers }: ListParts): TraderHandler<typeof listOrders> {
  return async (call) => {
    const { tx, tenant, trader, input, language } = call
    const traderId = BigInt(trader.id)
    const status = Number(input.status)
    const { valued, state } = await readBooks(call, pricing)
    const page = await pageOrders(tx, tenant.id, traderId, status, input)
    if (page === undefined) return badCursor()
    const { rows, total, profit, next } = page
    const stopOuts = status === ORDER_STATUS.holding ? stopOutPrices(tenant, state, valued) : new Map<string, bigint | null>()
    const funding = await fundingOf(tx, tenant.id, chargesFunding(tenant) ? rows.map(({ id }) => id) : [])
    const routed = await routedFacts(tx, { tenant, pricing, providers }, rows)
    const valuedById = new Map(valued.map((one) => [one.order.id, one]))
    const data = rows.map((order) => {
      const live = valuedById.get(order.id)
      const quote = live?.quote ?? pricing.quote(tenant, order.instrumentCode)
      return wireOrder(
        order,
        {
          quote,
          profit: live?.profit ?? 0n,
          stopOutPrice: stopOuts.get(order.instrumentCode) ?? null,
          funding: funding.get(order.id),
          ...routed(order),
        },
        pricing,
        language,
      )
    })
    return done({ ...wireFigures(state, status === ORDER_STATUS.completed ? profit : undefined), data, total, next })
  }
}

/** Everything the stop-out map needs, from one snapshot. */
export function listPositionsHandler({ pricing, providers }: ListParts): TraderHandler<typeof listPositions> {
  return async (call) => {
    const { tx, tenant, language } = call
    const { valued, state } = await readBooks(call, pricing)
    const stopOuts = stopOutPrices(tenant, state, valued)
    const routed = await routedFacts(
      tx,
      { tenant, pricing, providers },
      valued.map(({ order }) => order),
    )
    const quotes = new Map(valued.map(({ order, quote }) => [order.instrumentCode, quote]))
    return done({
      ...wireFigures(state),
      stop_out_level: formatFixedShort(stopOutLevel(tenant)),
      orders: valued.map(({ order, quote, profit }) =>
        wireOrder(order, { quote, profit, stopOutPrice: stopOuts.get(order.instrumentCode) ?? null, ...routed(order) }, pricing, language),
      ),
      quotes: [...quotes].flatMap(([code, quote]) => {
        const instrument = pricing.instrument(code)
        if (quote === null || instrument === undefined) return []
        const price = (value: Fixed) => formatFixed(value, instrument.pricePrecision)
        return {
          Id: instrument.id,
          Code: code,
          PricePrecision: instrument.pricePrecision,
          QuoteCurrency: instrument.quoteCurrency,
          Bid: price(quote.bid),
          Ask: price(quote.ask),
          Close: price(quote.last),
          QuoteToUsdt: formatRate(quote.rate),
          MarketStatus: pricing.isOpen(code) ? (1 as const) : (0 as const),
        }
      }),
    })
  }
}

export function getBalanceHandler(): TraderHandler<typeof getBalance> {
  return async (call) => {
    const account = await books(call).account
    return done({ balance: formatAmount(account.balance), lock_balance: formatAmount(account.lockedMargin + account.lockedWithdrawal) })
  }
}

export function getAccountDetailHandler(pricing: Pricing): TraderHandler<typeof getAccountDetail> {
  return async (call) => {
    const { account, state } = await readBooks(call, pricing)
    const { all_fact_profits: _shownElsewhere, ...figures } = wireFigures(state)
    return done({ ...figures, lock_balance: formatAmount(account.lockedMargin + account.lockedWithdrawal) })
  }
}

/** Figures and open orders of one account for FOREX_TRADE, from one snapshot of the books and the quotes of now. */
export async function accountSnapshot(database: Database, pricing: Pricing, tenant: Tenant, traderId: string): Promise<TradePush> {
  return database.withTenant(tenant.id, async (tx) => {
    const { account, valued, state } = await readAccount(tx, pricing, tenant, BigInt(traderId))
    const underWay = account.isDemo || account.openOrders === 0 ? [] : await listUnderWay(tx, tenant.id, BigInt(traderId))
    return {
      ...wireFigures(state),
      ...(underWay.length === 0 ? {} : { under_way: underWay.map(String) }),
      orders: valued.map(({ order, quote, profit }) => ({
        Id: order.id.toString(),
        UpdatePrice: formatFixed(quote === null ? order.fillPrice : closingPrice(order.side, quote), order.pricePrecision),
        FactProfits: formatAmount(profit),
        TargetLossPrice: formatFixed(order.stopLoss, order.pricePrecision),
      })),
    }
  })
}
