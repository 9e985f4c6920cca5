import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStoppedOut } from '../../rules/account'
import { RATE_ONE, type Rate } from '../../rules/conversion'
import { FIXED_ONE, type Fixed, parseFixed } from '../../rules/decimal'
import { closingPrice, type OrderSide, type QuotePrices } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { ORDER_STATUS } from '../db/statuses'
import type { LockedAccount } from '../ledger/account-books'
import { OpenOrderIndex } from './open-order-index'
import type { WatchedOrder } from './watched-order'

const HALF = parseFixed('50')
type Rated = QuotePrices & { readonly rate: Rate }

function order(id: number, change: Partial<WatchedOrder> = {}): WatchedOrder {
  return {
    id: BigInt(id),
    tenantId: 'aurora',
    traderId: 1n,
    isDemo: false,
    instrumentCode: 'EURUSD',
    side: 'buy',
    status: ORDER_STATUS.holding,
    pendingKind: null,
    lots: FIXED_ONE,
    contractSize: parseFixed('100000'),
    requestedPrice: 0n,
    fillPrice: parseFixed('1.2'),
    stopLoss: 0n,
    takeProfit: 0n,
    trailingDistance: 0n,
    pricePrecision: 5,
    underWay: null,
    version: 0,
    ...change,
  }
}

function account(change: Partial<LockedAccount> = {}): LockedAccount {
  return {
    tenantId: 'aurora',
    traderId: 1n,
    isDemo: true,
    balance: parseFixed('1000000'),
    lockedMargin: parseFixed('1000'),
    lockedWithdrawal: 0n,
    openOrders: 1,
    marginCallLevel: 0,
    receiptHash: null,
    version: 1,
    ...change,
  }
}

const quote = (bid: string, ask = bid): Rated => ({ bid: parseFixed(bid), ask: parseFixed(ask), rate: RATE_ONE })
const ids = (orders: readonly WatchedOrder[]) => orders.map(({ id }) => Number(id))

/** A book whose prices a test speaks. */
function bookAt(start: Rated, stopOut: Fixed = HALF) {
  const quotes = new Map<string, Rated>([['EURUSD', start]])
  const book = new OpenOrderIndex({ quote: (_tenant, code) => quotes.get(code) ?? null, stopOutLevel: () => stopOut })
  const tick = (next: Rated, code = 'EURUSD') => {
    quotes.set(code, next)
    return book.takeSuspects('aurora', code, next)
  }
  return { book, tick }
}
const reachedBy = (book: OpenOrderIndex, next: Rated, tenant = 'aurora') => book.takeReached(tenant, 'EURUSD', next)

test('reached orders are handed out once, by id, until they are armed again', () => {
  const { book } = bookAt(quote('1.2'))
  const stops = [
    [3, '1.19'],
    [1, '1.18'],
    [2, '1.10'],
  ] as const
  book.apply(
    account(),
    stops.map(([id, stopLoss]) => order(id, { stopLoss: parseFixed(stopLoss) })),
  )
  expect(ids(reachedBy(book, quote('1.17')).protection)).toEqual([1, 3])
  expect(ids(reachedBy(book, quote('1.17')).protection)).toEqual([])
  book.rearm('aurora', 3n)
  expect(ids(reachedBy(book, quote('1.17')).protection)).toEqual([3])
})

test.each([
  ['buy', 'limit', '1.19', '1.19001', '1.19'],
  ['buy', 'stop', '1.21', '1.20999', '1.21'],
  ['sell', 'limit', '1.21', '1.20999', '1.21'],
  ['sell', 'stop', '1.19', '1.19001', '1.19'],
] as const)('a pending %s %s at %s waits at %s and is reached at %s', (side, pendingKind, target, before, at) => {
  const { book } = bookAt(quote('1.2'))
  book.apply(account(), [order(1, { side, pendingKind, status: ORDER_STATUS.pending, fillPrice: 0n, requestedPrice: parseFixed(target) })])
  expect(ids(reachedBy(book, quote(before)).pending)).toEqual([])
  expect(ids(reachedBy(book, quote(at)).pending)).toEqual([1])
})

test('a trailing stop is to be moved by the first price that is a point better, not before', () => {
  const { book } = bookAt(quote('1.2'))
  book.apply(account(), [order(1, { stopLoss: parseFixed('1.19'), trailingDistance: parseFixed('0.01') })])
  expect(ids(reachedBy(book, quote('1.2')).trailing)).toEqual([])
  expect(ids(reachedBy(book, quote('1.20001')).trailing)).toEqual([1])
  book.expectStop('aurora', 1n, parseFixed('1.19001'))
  expect(ids(reachedBy(book, quote('1.20001')).trailing)).toEqual([])
  expect(ids(reachedBy(book, quote('1.19001')).protection)).toEqual([1])
})

test('an order that ends before it was heard of is never held', () => {
  const { book } = bookAt(quote('1.2'))
  book.apply(account({ version: 2 }), [order(1, { status: ORDER_STATUS.completed, version: 1 })])
  book.apply(account(), [order(1, { stopLoss: parseFixed('1.19') })])
  expect([book.openOrders, ids(reachedBy(book, quote('1.0')).protection)]).toEqual([0, []])
})

test('an older version of an order or an account replaces nothing', () => {
  const { book, tick } = bookAt(quote('1.2'))
  book.apply(account({ balance: 0n, version: 5 }), [order(1, { stopLoss: parseFixed('1.19'), version: 2 })])
  book.apply(account({ balance: parseFixed('9000'), version: 4 }), [order(1, { stopLoss: parseFixed('1.10'), version: 1 })])
  // Equity 1,000 − 500 is at the level only if the older 9,000 was left out.
  expect(tick(quote('1.195'))).toHaveLength(1)
  expect(ids(reachedBy(book, quote('1.15')).protection)).toEqual([1])
})

test("another company's order of the same number is another order", () => {
  const { book } = bookAt(quote('1.2'))
  const stopLoss = parseFixed('1.19')
  book.apply(account(), [order(1, { stopLoss })])
  book.apply(account({ tenantId: 'meridian' }), [order(1, { tenantId: 'meridian', stopLoss })])
  expect([...book.tenantsWith('EURUSD')]).toEqual(['aurora', 'meridian'])
  book.apply(account({ version: 2 }), [order(1, { status: ORDER_STATUS.completed, version: 1 })])
  expect([...book.tenantsWith('EURUSD')]).toEqual(['meridian'])
  expect(ids(reachedBy(book, quote('1.0')).protection)).toEqual([])
  expect(ids(reachedBy(book, quote('1.0'), 'meridian').protection)).toEqual([1])
})

test('an account is looked at again for every margin call on the way down, and for its recovery', () => {
  const { book, tick } = bookAt(quote('1.2'))
  // 1 lot: one point of price is one USDT; equity 3,000 at 1.2, margin 1,000.
  book.apply(account({ balance: parseFixed('2000') }), [order(1)])
  const steps = (from: number, to: number) => {
    for (let price = from; from > to ? price >= to : price <= to; price += from > to ? -1 : 1) {
      if (tick(quote((price / 100_000).toFixed(5))).length > 0) return price
      book.rearmAccount({ tenantId: 'aurora', traderId: 1n })
    }
    return null
  }
  expect(steps(120_000, 117_000)).toBe(118_000)
  book.apply(account({ balance: parseFixed('2000'), marginCallLevel: 100, version: 2 }), [])
  expect(steps(117_999, 117_000)).toBe(117_750)
  book.apply(account({ balance: parseFixed('2000'), marginCallLevel: 75, version: 3 }), [])
  expect(steps(117_749, 118_500)).toBe(117_800)
  book.apply(account({ balance: parseFixed('2000'), marginCallLevel: 100, version: 4 }), [])
  expect(steps(117_801, 118_500)).toBe(118_050)
})

test('however the prices walk, no account at its stop-out level is overlooked', () => {
  const side = fc.constantFrom<OrderSide>('buy', 'sell')
  const price = fc.integer({ min: 100_000, max: 140_000 }).map((ticks) => BigInt(ticks) * 1_000n)
  const code = fc.constantFrom<'EURUSD' | 'USDJPY'>('EURUSD', 'USDJPY')
  const held = fc.array(
    fc.record({ side, instrumentCode: code, lots: fc.integer({ min: 1, max: 300 }).map((n) => BigInt(n) * 10n ** 6n), fillPrice: price }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  const rate = fc.integer({ min: 900, max: 1100 }).map((n) => (RATE_ONE * BigInt(n)) / 1000n)
  const walk = fc.array(fc.record({ code, bid: price, rate, spread: fc.integer({ min: 0, max: 30 }) }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      held,
      walk,
      fc.bigInt({ min: 0n, max: 10n ** 13n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (rows, ticks, balance, lockedMargin) => {
        const quotes = new Map<string, Rated>()
        const book = new OpenOrderIndex({ quote: (_tenant, wanted) => quotes.get(wanted) ?? null, stopOutLevel: () => parseFixed('100') })
        const positions = rows.map((row, index) => order(index + 1, row))
        const next = (tick: (typeof ticks)[number]): Rated => ({
          bid: tick.bid,
          ask: tick.bid + BigInt(tick.spread) * 1_000n,
          rate: tick.code === 'USDJPY' ? tick.rate : RATE_ONE,
        })
        for (const wanted of ['EURUSD', 'USDJPY'] as const) quotes.set(wanted, next({ ...ticks[0]!, code: wanted }))
        book.apply(account({ balance, lockedMargin }), positions)
        for (const tick of ticks) {
          quotes.set(tick.code, next(tick))
          const suspects = book.takeSuspects('aurora', tick.code, next(tick))
          const floatingProfit = positions.reduce((sum, one) => {
            const now = quotes.get(one.instrumentCode)!
            return sum + orderProfit({ ...one, entryPrice: one.fillPrice }, closingPrice(one.side, now), now.rate)
          }, 0n)
          const isOut = isStoppedOut({ balance, usedMargin: lockedMargin, floatingProfit }, parseFixed('100'))
          const isTouched = positions.some((one) => one.instrumentCode === tick.code)
          if (isOut && isTouched) expect(suspects).toHaveLength(1)
          for (const suspect of suspects) book.rearmAccount(suspect)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})
