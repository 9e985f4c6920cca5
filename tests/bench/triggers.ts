/**
 * From tick to decision: how long a tick takes until it is known what it sets off, with many orders open. All of them in one
 * instrument is the worst case; spread over the catalogue is the usual one. What follows is a transaction for each that fires.
 */

import { stopOutLevel } from '../../broker/market/instrument-terms'
import { MemoryCandleStore } from '../../broker/market/memory-candle-store'
import { openMarket } from '../../broker/market/open-market'
import { Pricing } from '../../broker/market/pricing'
import { ScriptedFeed } from '../../broker/market/scripted-feed'
import { AccountBook } from '../../broker/trading/account-book'
import { isStoppedOut } from '../../rules/account'
import { RATE_ONE } from '../../rules/conversion'
import { FIXED_ONE, parseFixed } from '../../rules/decimal'
import { closingPrice } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { reachedTrigger } from '../../rules/protection'
import { frozenClock } from '../fixtures/frozen-clock'
import { testTenants } from '../fixtures/test-tenants'
import { type Figure, percentile } from './report'

type Position = Parameters<AccountBook['addPosition']>[0]

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

/** Stops stand 1 % to 5 % away; those of the first `FIRING` orders stand 0.1 % away, so that one tick reaches just them. */
function makeBook(desk: Desk, count: number, codes: readonly string[]): { book: AccountBook; positions: Position[] } {
  const book = new AccountBook()
  const positions: Position[] = []
  for (let index = 0; index < count; index++) {
    const code = codes[Math.floor(index / ORDERS_AN_ACCOUNT) % codes.length]!
    const price = desk.pricing.quote(desk.tenant, code)!.bid
    const isFiring = index < FIRING * codes.length && code === 'EURUSD'
    const away = isFiring ? price / 1000n : (price * BigInt(100 + (index % 400))) / 10_000n
    positions.push({
      id: BigInt(index + 1),
      tenantId: desk.tenant.id,
      traderId: BigInt(Math.floor(index / ORDERS_AN_ACCOUNT)),
      instrumentCode: code,
      side: 'buy',
      lots: FIXED_ONE / 100n,
      contractSize: parseFixed('100000'),
      fillPrice: price,
      stopLoss: price - away,
      takeProfit: price + away * 2n,
      version: 0,
    })
  }
  for (const position of positions) {
    book.setAccount(position.tenantId, position.traderId, { balance: parseFixed('9000'), lockedMargin: parseFixed('100'), version: 1 })
    book.addPosition(position)
  }
  return { book, positions }
}

/** The engine's own steps for one tick, up to the decision. */
function decide(desk: Desk, book: AccountBook, code: string): number {
  const { tenant, pricing } = desk
  let decided = 0
  for (const tenantId of book.tenantsWith(code)) {
    const tradable = pricing.tradableQuote(tenant, code)
    if (tradable.ok) decided += book.takeReached(tenantId, code, tradable.quote).length
  }
  for (const moved of pricing.codesMovedBy(code)) {
    for (const tenantId of book.tenantsWith(moved)) {
      const quote = pricing.quote(tenant, moved)
      if (quote !== null) decided += book.revalue(tenantId, moved, quote, quote.rate, stopOutLevel(tenant)).length
    }
  }
  return decided
}

/** The plain way: look at every open order for its stops, and at every account for its equity. */
function scan(desk: Desk, positions: readonly Position[], code: string): number {
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
  const { book, positions } = makeBook(desk, count, isOneInstrument ? ['EURUSD'] : desk.codes)
  const start = desk.pricing.quote(desk.tenant, 'EURUSD')!.bid
  const push = (round: number) => desk.feed.push('EURUSD', start + BigInt(round % 7) * 1_000n)
  for (let round = 0; round < 20; round++) decide(desk, book, 'EURUSD')
  const quiet = timed(count > 10_000 ? 60 : 300, (round) => {
    push(round)
    if (decide(desk, book, 'EURUSD') > 0) throw new Error('a tick fired that should not')
  })
  const plain = timed(count > 10_000 ? 5 : 30, (round) => {
    push(round)
    scan(desk, positions, 'EURUSD')
  })
  let fired = 0
  const [firing = Number.NaN] = timed(1, () => {
    desk.feed.push('EURUSD', start - start / 1000n)
    fired = decide(desk, book, 'EURUSD')
  })
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
  return figures
}
