/**
 * From tick to decision: how long a tick takes until it is known what it sets off, with many orders open, by the engine itself.
 * All of them in one instrument is the worst case; spread over the catalogue is the usual one. What follows is a unit of work
 * for each account that something happens to. And the risk of many accounts, watched while every instrument ticks.
 */

import { ORDER_STATUS } from '../../broker/db/statuses'
import type { LockedAccount } from '../../broker/ledger/account-books'
import { stopOutLevel } from '../../broker/market/instrument-terms'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import { OpenOrderIndex } from '../../broker/trading/open-order-index'
import { TriggerEngine } from '../../broker/trading/trigger-engine'
import type { WatchedOrder } from '../../broker/trading/watched-order'
import { isStoppedOut } from '../../rules/account'
import { RATE_ONE } from '../../rules/conversion'
import { FIXED_ONE, parseFixed } from '../../rules/decimal'
import { closingPrice } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { reachedTrigger } from '../../rules/protection'
import { frozenClock } from '../fixtures/frozen-clock'
import { hashOnlySigner } from '../fixtures/test-signer'
import { testTenants } from '../fixtures/test-tenants'
import { type Figure, percentile } from './report'

const ORDERS_AN_ACCOUNT = 5
const FIRING = 50
const silent = { debug() {}, info() {}, warn() {}, error() {} }

async function makeDesk() {
  const clock = frozenClock()
  const feed = new ScriptedFeed(() => clock.now())
  const market = await openMarket({
    clock,
    feed: { kind: 'own', feed },
    candleStore: new MemoryCandleStore(),
    logger: silent,
    hasTimers: false,
    hasPriceBands: false,
    confirmations: 1,
  })
  for (const { code, referencePrice } of feed.instruments) feed.push(code, referencePrice)
  const tenant = testTenants({ aurora: { trading: { overrides: {} } } }).find(({ id }) => id === 'aurora')!
  return { feed, tenant, pricing: new Pricing(market), codes: feed.instruments.map(({ code }) => code) }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

const account = (tenantId: string, traderId: bigint): LockedAccount => ({
  tenantId,
  traderId,
  isDemo: true,
  balance: parseFixed('9000'),
  lockedMargin: parseFixed('100'),
  lockedWithdrawal: 0n,
  openOrders: ORDERS_AN_ACCOUNT,
  marginCallLevel: 0,
  receiptHash: null,
  version: 1,
})

interface Setup {
  readonly engine: TriggerEngine
  readonly positions: readonly WatchedOrder[]
  /** Units of work that were asked for. */
  decided(): number
}

/** Stops stand 1 % to 5 % away; those of the first `FIRING` orders stand 0.1 % away, so that one tick reaches just them. */
export function makeEngine(desk: Pick<Desk, 'tenant' | 'pricing'>, count: number, codes: readonly string[]): Setup {
  const { tenant, pricing } = desk
  const book = new OpenOrderIndex({ quote: (_tenant, code) => pricing.quote(tenant, code), stopOutLevel: () => stopOutLevel(tenant) })
  const positions: WatchedOrder[] = []
  for (let index = 0; index < count; index++) {
    const code = codes[Math.floor(index / ORDERS_AN_ACCOUNT) % codes.length]!
    const price = pricing.quote(tenant, code)!.bid
    const isFiring = index < FIRING * codes.length && code === 'EURUSD'
    const away = isFiring ? price / 1000n : (price * BigInt(100 + (index % 400))) / 10_000n
    positions.push({
      id: BigInt(index + 1),
      tenantId: tenant.id,
      traderId: BigInt(Math.floor(index / ORDERS_AN_ACCOUNT)),
      isDemo: true,
      instrumentCode: code,
      side: 'buy',
      status: ORDER_STATUS.holding,
      pendingKind: null,
      lots: FIXED_ONE / 100n,
      contractSize: parseFixed('100000'),
      requestedPrice: price,
      fillPrice: price,
      stopLoss: price - away,
      takeProfit: price + away * 2n,
      trailingDistance: 0n,
      pricePrecision: 5,
      underWay: null,
      version: 0,
    })
  }
  for (let first = 0; first < count; first += ORDERS_AN_ACCOUNT) {
    const own = positions.slice(first, first + ORDERS_AN_ACCOUNT)
    book.apply(account(tenant.id, own[0]!.traderId), own)
  }
  let decided = 0
  const store = {
    withBooks: async () => {
      decided += 1
      return undefined
    },
  }
  const engine = new TriggerEngine({
    store,
    book,
    pricing,
    signer: hashOnlySigner,
    logger: silent,
    tenant: () => tenant,
    committed: () => {},
    inDoubt: () => {},
  })
  return { engine, positions, decided: () => decided }
}

/** The plain way: look at every open order for its stops, and at every account for its equity. */
function scan(desk: Desk, positions: readonly WatchedOrder[], code: string): number {
  const level = stopOutLevel(desk.tenant)
  const quotes = new Map(desk.codes.map((one) => [one, desk.pricing.quote(desk.tenant, one)!]))
  const profits = new Map<bigint, bigint>()
  let decided = 0
  for (const position of positions) {
    const quote = quotes.get(position.instrumentCode)!
    if (position.instrumentCode === code && reachedTrigger(position.side, position, quote) !== null) decided += 1
    const profit = orderProfit({ ...position, entryPrice: position.fillPrice }, closingPrice(position.side, quote), RATE_ONE)
    profits.set(position.traderId, (profits.get(position.traderId) ?? 0n) + profit)
  }
  for (const floatingProfit of profits.values()) {
    if (isStoppedOut({ balance: parseFixed('9000'), usedMargin: parseFixed('100'), floatingProfit }, level)) decided += 1
  }
  return decided
}

function timed(times: number, work: (round: number) => void): number[] {
  const taken: number[] = []
  for (let round = 0; round < times; round++) {
    const startedAt = performance.now()
    work(round)
    taken.push(performance.now() - startedAt)
  }
  return taken.sort((a, b) => a - b)
}

async function measure(count: number, where: string, isOneInstrument: boolean): Promise<Figure[]> {
  const desk = await makeDesk()
  const { engine, positions, decided } = makeEngine(desk, count, isOneInstrument ? ['EURUSD'] : desk.codes)
  const start = desk.pricing.quote(desk.tenant, 'EURUSD')!.bid
  const push = (round: number) => desk.feed.push('EURUSD', start + BigInt(round % 7) * 1_000n)
  for (let round = 0; round < 200; round++) engine.onQuote('EURUSD')
  const quiet = timed(2_000, (round) => {
    push(round)
    engine.onQuote('EURUSD')
  })
  await engine.idle()
  if (decided() > 0) throw new Error('a tick fired that should not')
  const plain = timed(count > 10_000 ? 5 : 30, (round) => {
    push(round)
    scan(desk, positions, 'EURUSD')
  })
  const [firing = Number.NaN] = timed(1, () => {
    desk.feed.push('EURUSD', start - start / 1000n)
    engine.onQuote('EURUSD')
  })
  await engine.idle()
  const fired = decided()
  const name = `${count.toLocaleString('en-GB')} open orders, ${where}`
  const baseline = { what: 'looking at every order', value: percentile(plain, 0.5) }
  return [
    { what: `tick → nothing to do, ${name}, p50`, value: percentile(quiet, 0.5), unit: 'ms', baseline },
    {
      what: `tick → nothing to do, ${name}, p99`,
      value: percentile(quiet, 0.99),
      unit: 'ms',
      baseline: { ...baseline, value: percentile(plain, 0.99) },
    },
    { what: `tick → ${fired} to close, ${name}`, value: firing, unit: 'ms', baseline },
  ]
}

export async function measureTriggers(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of [1_000, 10_000, 100_000]) {
    figures.push(...(await measure(count, 'over 33 instruments', false)))
    figures.push(...(await measure(count, 'all in one', true)))
  }
  figures.push(await measureRisk())
  return figures
}

const RISK_ACCOUNTS = 10_000
const RISK_INSTRUMENTS = 30
const TICKS_A_SECOND = 5
const RISK_SECONDS = 20

/** The share of one core that it takes to keep the levels of many accounts watched while all their instruments tick. */
async function measureRisk(): Promise<Figure> {
  const desk = await makeDesk()
  const codes = desk.codes.slice(0, RISK_INSTRUMENTS)
  const { engine, positions } = makeEngine(desk, RISK_ACCOUNTS * ORDERS_AN_ACCOUNT, codes)
  const prices = new Map(codes.map((code) => [code, desk.pricing.quote(desk.tenant, code)!.bid]))
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  let busyMs = 0
  for (let round = 0; round < RISK_SECONDS * TICKS_A_SECOND; round++) {
    for (const code of codes) {
      // Up to 4 basis points a tick either way: a very wild market.
      const moved = (prices.get(code)! * BigInt(Math.round((random() - 0.5) * 80))) / 100_000n
      prices.set(code, prices.get(code)! + moved - (moved % 1_000n))
      desk.feed.push(code, prices.get(code)!)
      const startedAt = performance.now()
      engine.onQuote(code)
      busyMs += performance.now() - startedAt
    }
    await engine.idle()
  }
  const [scanMs = Number.NaN] = timed(1, () => scan(desk, positions, codes[0]!))
  return {
    what: `risk of ${RISK_ACCOUNTS.toLocaleString('en-GB')} accounts watched at ${TICKS_A_SECOND} ticks/s × ${RISK_INSTRUMENTS} instruments`,
    value: busyMs / (RISK_SECONDS * 10),
    unit: '% of a core',
    baseline: { what: 'valuing every account with every tick', value: (scanMs * TICKS_A_SECOND * RISK_INSTRUMENTS) / 10 },
  }
}
