import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStoppedOut } from '../../rules/account'
import { RATE_ONE } from '../../rules/conversion'
import { absolute, FIXED_ONE, parseFixed } from '../../rules/decimal'
import { closingPrice, type OrderSide } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { AccountBook } from './account-book'

type Position = Parameters<AccountBook['addPosition']>[0]

const HALF = parseFixed('50')

function position(id: number, change: Partial<Position> = {}): Position {
  return {
    id: BigInt(id),
    tenantId: 'aurora',
    traderId: 1n,
    instrumentCode: 'EURUSD',
    side: 'buy',
    lots: FIXED_ONE,
    contractSize: parseFixed('100000'),
    fillPrice: parseFixed('1.2'),
    stopLoss: 0n,
    takeProfit: 0n,
    version: 0,
    ...change,
  }
}

const quote = (bid: string, ask = bid) => ({ bid: parseFixed(bid), ask: parseFixed(ask) })
const ids = (positions: Position[]) => positions.map(({ id }) => Number(id))

test('reached orders are handed out once, by id, until they are armed again', () => {
  const book = new AccountBook()
  for (const [id, stopLoss] of [
    [3, '1.19'],
    [1, '1.18'],
    [2, '1.10'],
  ] as const)
    book.addPosition(position(id, { stopLoss: parseFixed(stopLoss) }))
  expect(ids(book.takeReached('aurora', 'EURUSD', quote('1.17')))).toEqual([1, 3])
  expect(ids(book.takeReached('aurora', 'EURUSD', quote('1.17')))).toEqual([])
  book.rearm('aurora', 3n)
  expect(ids(book.takeReached('aurora', 'EURUSD', quote('1.17')))).toEqual([3])
})

test('an order that closes before it was heard of is never held', () => {
  const book = new AccountBook()
  book.removePosition(position(1))
  book.addPosition(position(1, { stopLoss: parseFixed('1.19') }))
  expect([book.openPositions, ids(book.takeReached('aurora', 'EURUSD', quote('1.0')))]).toEqual([0, []])
})

test('an older version of an order or an account replaces nothing', () => {
  const book = new AccountBook()
  book.addPosition(position(1, { stopLoss: parseFixed('1.19'), version: 2 }))
  book.setProtection(position(1, { stopLoss: parseFixed('1.10'), version: 1 }))
  expect(ids(book.takeReached('aurora', 'EURUSD', quote('1.15')))).toEqual([1])
  book.setAccount('aurora', 1n, { balance: 0n, lockedMargin: parseFixed('1000'), version: 5 })
  book.setAccount('aurora', 1n, { balance: parseFixed('9000'), lockedMargin: parseFixed('1000'), version: 4 })
  // Equity 1,000 − 500 is at the level only if the older 9,000 was left out.
  expect(book.revalue('aurora', 'EURUSD', quote('1.195'), RATE_ONE, HALF)).toHaveLength(1)
})

test("another company's order of the same number is another order", () => {
  const book = new AccountBook()
  book.addPosition(position(1, { stopLoss: parseFixed('1.19') }))
  book.addPosition(position(1, { tenantId: 'meridian', stopLoss: parseFixed('1.19') }))
  expect([...book.tenantsWith('EURUSD')]).toEqual(['aurora', 'meridian'])
  book.removePosition(position(1))
  expect([...book.tenantsWith('EURUSD')]).toEqual(['meridian'])
  expect(ids(book.takeReached('aurora', 'EURUSD', quote('1.0')))).toEqual([])
  expect(ids(book.takeReached('meridian', 'EURUSD', quote('1.0')))).toEqual([1])
})

test('no account that the rules stop out is overlooked, and none is suspected that is clearly safe', () => {
  const side = fc.constantFrom<OrderSide>('buy', 'sell')
  const price = fc.integer({ min: 100_000, max: 140_000 }).map((ticks) => BigInt(ticks) * 1_000n)
  const held = fc.array(fc.record({ side, lots: fc.integer({ min: 1, max: 300 }).map((n) => BigInt(n) * 10n ** 6n), fillPrice: price }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      held,
      price,
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.nat(7),
      (rows, bid, balance, lockedMargin, removed) => {
        const book = new AccountBook()
        book.setAccount('aurora', 1n, { balance, lockedMargin, version: 1 })
        const positions = rows.map((row, index) => position(index + 1, row))
        for (const one of positions) book.addPosition(one)
        const gone = positions.length > 1 ? positions[removed % positions.length] : undefined
        if (gone) book.removePosition(gone)
        const now = { bid, ask: bid + 20_000n }
        const floatingProfit = positions
          .filter((one) => one !== gone)
          .reduce((sum, one) => sum + orderProfit({ ...one, entryPrice: one.fillPrice }, closingPrice(one.side, now), RATE_ONE), 0n)
        const isOut = isStoppedOut({ balance, usedMargin: lockedMargin, floatingProfit }, HALF)
        const isSuspect = book.revalue('aurora', 'EURUSD', now, RATE_ONE, HALF).length > 0
        const distance = absolute(balance + lockedMargin + floatingProfit - lockedMargin / 2n)
        if (distance > BigInt(rows.length)) expect(isSuspect).toBe(isOut)
      },
    ),
    { numRuns: 500 },
  )
})
