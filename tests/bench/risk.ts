/**
 * What a look at the risk desk costs with 100,000 open orders: net exposure, and the accounts nearest to their end. Held against the
 * simplest way to the same figures, which adds up every order anew. A push waits half a second for the one before it, so what a look
 * takes beyond that is what the desk lags behind.
 */
import { ORDER_STATUS } from '../../broker/db/statuses'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import { rankAccounts } from '../../broker/risk/account-board'
import { NOTHING_COVERED } from '../../broker/risk/cover-figures'
import type { DayResults } from '../../broker/risk/day-results'
import { exposureOf } from '../../broker/risk/exposure'
import { OpenOrderIndex } from '../../broker/trading/open-order-index'
import type { WatchedOrder } from '../../broker/trading/watched-order'
import { equityOf } from '../../rules/account'
import { parseFixed } from '../../rules/decimal'
import { orderProfit } from '../../rules/profit'
import { frozenClock } from '../fixtures/frozen-clock'
import { testTenants } from '../fixtures/test-tenants'
import { type Figure, percentile } from './report'

const ORDERS = 100_000
const ORDERS_AN_ACCOUNT = 5
const LOOKS = 40
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const NO_DAY: DayResults = { since: 0, of: () => ({ realised: 0n, fees: 0n, heldBefore: 0n, coverBefore: 0n, coverCharges: 0n }) }

export async function measureRisk(): Promise<Figure[]> {
  const clock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const options = { candleStore: new MemoryCandleStore(), logger: silent, hasTimers: false, hasPriceBands: false, confirmations: 1 }
  const market = await openMarket({ clock, feed: { kind: 'own', feed }, ...options })
  for (const { code, referencePrice } of feed.instruments) feed.push(code, referencePrice)
  const tenant = testTenants({ aurora: { trading: { overrides: {} } } }).find(({ id }) => id === 'aurora')!
  const pricing = new Pricing(market)
  const book = new OpenOrderIndex({ quote: (_tenant, code) => pricing.quote(tenant, code), stopOutLevel: () => parseFixed('50') })
  const orders = fill(book, feed)
  const parts = { pricing, book, cover: NOTHING_COVERED }

  const exposure = await timed(() => exposureOf(parts, tenant, NO_DAY))
  const ranking = await timed(() => rankAccounts(parts, tenant))
  const stops = await longestStop(() => rankAccounts(parts, tenant))
  const change = await timed((turn) => {
    const order = orders[turn % orders.length]!
    book.apply(account(order.traderId), [{ ...order, version: order.version + 1 + turn }])
  })
  const anew = await timed(() => valueEverything(orders, pricing, tenant))
  const baseline = { what: 'every order valued anew', value: anew.median }
  await market.stop()
  return [
    { what: `risk: exposure of ${ORDERS} orders, median`, value: exposure.median, unit: 'ms', baseline },
    { what: 'risk: the same, slowest', value: exposure.slowest, unit: 'ms', baseline: null },
    { what: 'risk: nearest and largest accounts, median', value: ranking.median, unit: 'ms', baseline },
    { what: 'risk: the longest that a round holds others up', value: stops, unit: 'ms', baseline: null },
    { what: 'risk: a change of one account taken in, median', value: change.median, unit: 'ms', baseline: null },
  ]
}

const account = (traderId: bigint) => ({
  tenantId: 'aurora',
  traderId,
  isDemo: false,
  balance: parseFixed('9000') + traderId * 1_000_000n,
  lockedMargin: parseFixed('1000'),
  lockedWithdrawal: 0n,
  openOrders: ORDERS_AN_ACCOUNT,
  marginCallLevel: 0,
  receiptHash: null,
  version: 1,
})

function fill(book: OpenOrderIndex, feed: ScriptedFeed): WatchedOrder[] {
  const all: WatchedOrder[] = []
  for (let trader = 1; trader <= ORDERS / ORDERS_AN_ACCOUNT; trader++) {
    const traderId = BigInt(trader)
    const own = Array.from({ length: ORDERS_AN_ACCOUNT }, (_, index): WatchedOrder => {
      const { code, contractSize, pricePrecision, referencePrice } = feed.instruments[(trader * 7 + index * 3) % feed.instruments.length]!
      return {
        id: BigInt(all.length + index + 1),
        tenantId: 'aurora',
        traderId,
        isDemo: false,
        underWay: null,
        instrumentCode: code,
        side: (trader + index) % 3 === 0 ? 'sell' : 'buy',
        status: ORDER_STATUS.holding,
        pendingKind: null,
        lots: parseFixed('0.01'),
        contractSize,
        requestedPrice: 0n,
        fillPrice: referencePrice,
        stopLoss: 0n,
        takeProfit: 0n,
        trailingDistance: 0n,
        pricePrecision,
        version: 0,
      }
    })
    book.apply(account(traderId), own)
    all.push(...own)
  }
  return all
}

/** The simplest way: each order by itself, and the sums of each account from them. */
function valueEverything(orders: readonly WatchedOrder[], pricing: Pricing, tenant: Parameters<Pricing['quote']>[0]): number {
  const profits = new Map<bigint, bigint>()
  for (const order of orders) {
    const quote = pricing.quote(tenant, order.instrumentCode)
    if (quote === null) continue
    const profit = orderProfit({ ...order, entryPrice: order.fillPrice }, order.side === 'buy' ? quote.bid : quote.ask, quote.rate)
    profits.set(order.traderId, (profits.get(order.traderId) ?? 0n) + profit)
  }
  return [...profits.values()].filter((floatingProfit) => equityOf({ balance: 0n, usedMargin: 0n, floatingProfit }) < 0n).length
}

async function timed(work: (turn: number) => unknown): Promise<{ readonly median: number; readonly slowest: number }> {
  const took: number[] = []
  for (let turn = 0; turn < LOOKS; turn++) {
    const startedAt = performance.now()
    await work(turn)
    took.push(performance.now() - startedAt)
  }
  const sorted = took.sort((a, b) => a - b)
  return { median: percentile(sorted, 0.5), slowest: sorted.at(-1) ?? Number.NaN }
}

/** How long something else has to wait at most while the work runs. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isDone = true
  return longest
}
