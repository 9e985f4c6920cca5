import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountState, isStoppedOut } from './account'
import { conversionRate, RATE_ONE } from './conversion'
import { type Fixed, formatFixed, parseFixed } from './decimal'
import { closingPrice, type OrderSide } from './price'
import { orderProfit } from './profit'
import { nextToClose, stopOutPrice } from './stop-out'
import { profitUnder, type StressedAccount, stopOutMap } from './stop-out-map'
import { type MapPosition, type MapQuote, type MovedQuotes, stressPath } from './stress-path'

const LOT = parseFixed('100000')
const percent = (text: string) => parseFixed(text)
const inverse = { code: 'USDJPY', direction: 'inverse' } as const

function held(id: number, code: string, side: OrderSide, lots: string, entry: string, margin = '1000'): MapPosition {
  return {
    id: BigInt(id),
    code,
    side,
    lots: parseFixed(lots),
    contractSize: LOT,
    entryPrice: parseFixed(entry),
    margin: parseFixed(margin),
  }
}

function quoted(code: string, bid: string, ask = bid, change: Partial<MapQuote> = {}): MapQuote {
  const sides = { bid: parseFixed(bid), ask: parseFixed(ask) }
  const quoteCurrency = code.slice(3)
  const pricePrecision = quoteCurrency === 'JPY' ? 3 : 5
  const last = (sides.bid + sides.ask) / 2n
  const rate = quoteCurrency === 'JPY' ? conversionRate(inverse, code === 'USDJPY' ? last : parseFixed('156.842')) : RATE_ONE
  return { code, ...sides, last, pricePrecision, quoteCurrency, rate, isOpen: true, ...change }
}

/** `equity` is what the account is worth at these quotes. */
function account(equity: string, positions: readonly MapPosition[], quotes: readonly MapQuote[]): StressedAccount {
  const usedMargin = positions.reduce((sum, one) => sum + one.margin, 0n)
  const now = stressPath(positions, quotes, { percent: 0n }).quotesAt(0n)
  const floating = positions.reduce((sum, one) => sum + profitUnder(one, now), 0n)
  return { balance: parseFixed(equity) - usedMargin - floating, usedMargin, stopOutLevel: parseFixed('50'), positions, quotes }
}

const told = (map: ReturnType<typeof stopOutMap>) =>
  map.steps.map(({ position, price, profit }) => [Number(position.id), formatFixed(price, 5), formatFixed(profit, 2)])

test('the largest loss is closed first, and no more than is needed', () => {
  const positions = [held(1, 'EURUSD', 'buy', '1', '1.20000'), held(2, 'EURUSD', 'buy', '2', '1.20000')]
  // 5,000 + 3 × 100,000 × (p − 1.2) = 1,000 at 1.18666…; the larger one leaves, then 3,000·… = 500 is far away.
  const map = stopOutMap(account('5000', positions, [quoted('EURUSD', '1.20000')]), { percent: percent('2') })
  expect(told(map)).toEqual([
    [2, '1.18666', '-2668.00'],
    [1, '1.18168', '-1832.00'],
  ])
  expect(formatFixed(map.end.account.balance, 2)).toBe('500.00')
})

test('several are closed at one price where one is not enough', () => {
  const positions = [1, 2, 3].map((id) => held(id, 'EURUSD', 'buy', '1', '1.20000', '100'))
  const map = stopOutMap(account('-10', positions, [quoted('EURUSD', '1.19000')]), { percent: percent('1') })
  expect(told(map)).toEqual([
    [1, '1.19000', '-1000.00'],
    [2, '1.19000', '-1000.00'],
    [3, '1.19000', '-1000.00'],
  ])
  expect(map.steps.every(({ percent }) => percent === 0n)).toBe(true)
  expect(formatFixed(map.end.forgiven, 2)).toBe('10.00')
})

test('nothing held, nothing to close; nothing near, nothing closed', () => {
  expect(stopOutMap(account('100', [], []), { percent: percent('20') })).toMatchObject({ steps: [], end: { forgiven: 0n, isStuck: false } })
  const small = [held(1, 'EURUSD', 'buy', '0.01', '1.20000', '12')]
  expect(told(stopOutMap(account('10000', small, [quoted('EURUSD', '1.20000')]), { percent: percent('99') }))).toEqual([])
})

test('a stress against the account pushes each instrument the way that hurts; the other way it brings a gain', () => {
  const positions = [held(1, 'EURUSD', 'buy', '1', '1.20000'), held(2, 'GBPUSD', 'sell', '1', '1.30000')]
  const safe = account('900000', positions, [quoted('EURUSD', '1.20000'), quoted('GBPUSD', '1.30000')])
  const [worse, better] = ['1', '-1'].map((text) => stopOutMap(safe, { percent: percent(text) }).end)
  expect([worse!, better!].map(({ quotes }) => [...quotes.values()].map(({ bid }) => formatFixed(bid, 5)))).toEqual([
    ['1.18800', '1.31300'],
    ['1.21200', '1.28700'],
  ])
  expect(formatFixed(worse!.account.floatingProfit, 2)).toBe('-2500.00')
  expect(formatFixed(better!.account.floatingProfit, 2)).toBe('2500.00')
})

test('one instrument alone moves while the others stand', () => {
  const positions = [held(1, 'EURUSD', 'buy', '1', '1.20000'), held(2, 'GBPUSD', 'sell', '1', '1.30000')]
  const quotes = [quoted('EURUSD', '1.20000'), quoted('GBPUSD', '1.30000')]
  const { end } = stopOutMap(account('900000', positions, quotes), { code: 'GBPUSD', percent: percent('10') })
  expect([...end.quotes.values()].map(({ bid }) => formatFixed(bid, 5))).toEqual(['1.20000', '1.43000'])
})

test('a closed market stands still, and what is held there cannot be closed', () => {
  const positions = [held(1, 'EURUSD', 'buy', '1', '1.20000'), held(2, 'XAUUSD', 'buy', '1', '1.30000')]
  const quotes = [quoted('EURUSD', '1.20000'), quoted('XAUUSD', '1.20000', '1.20000', { isOpen: false })]
  const map = stopOutMap(account('2000', positions, quotes), { percent: percent('90') })
  // 2,000 + (p − 1.2) × 100,000 = 1,000; afterwards the gold alone keeps the account above its 500.
  expect(told(map)).toEqual([[1, '1.19000', '-1000.00']])
  expect(map.end).toMatchObject({ isStuck: false, positions: [{ id: 2n }] })
  const thin = stopOutMap(account('2000', [positions[0]!, { ...positions[1]!, margin: parseFixed('5000') }], quotes), {
    percent: percent('90'),
  })
  expect(thin.end).toMatchObject({ isStuck: true, positions: [{ id: 2n }] })
})

test('a cross is counted at the rate of its conversion pair while that pair moves too', () => {
  const positions = [held(1, 'EURJPY', 'buy', '1', '182.000'), held(2, 'USDJPY', 'buy', '1', '156.842')]
  const { end } = stopOutMap(account('900000', positions, [quoted('EURJPY', '182.000'), quoted('USDJPY', '156.842')]), {
    percent: percent('10'),
  })
  expect(end.quotes.get('EURJPY')?.rate).toBe(conversionRate(inverse, end.quotes.get('USDJPY')!.last))
})

const CODES = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY'] as const
const PRICE = { EURUSD: 116_428, GBPUSD: 131_264, USDJPY: 156_842, EURJPY: 182_608 } as const

function accounts(codes: readonly (typeof CODES)[number][], most = 8) {
  const near = (code: (typeof CODES)[number], share: number) =>
    BigInt(Math.round((PRICE[code] * share) / 1000)) * 10n ** (code.endsWith('JPY') ? 5n : 3n)
  const position = fc.record({
    code: fc.constantFrom(...codes),
    side: fc.constantFrom<OrderSide>('buy', 'sell'),
    cents: fc.integer({ min: 1, max: 300 }),
    entry: fc.integer({ min: 970, max: 1030 }),
    leverage: fc.constantFrom(20n, 100n, 500n),
  })
  return fc
    .record({
      rows: fc.array(position, { minLength: 1, maxLength: most }),
      level: fc.integer({ min: 50, max: 100 }),
      /** Equity in percent of the used margin. */
      worth: fc.integer({ min: 60, max: 3000 }),
      spread: fc.integer({ min: 0, max: 30 }),
      closed: fc.constantFrom(null, null, null, ...codes),
    })
    .map(({ rows, level, worth, spread, closed }): StressedAccount => {
      const positions = rows.map(({ code, side, cents, entry, leverage }, index): MapPosition => {
        const lots = BigInt(cents) * 10n ** 6n
        const price = near(code, entry)
        const margin = (lots * price * 1000n) / 10n ** 8n / leverage + 1n
        return { id: BigInt(index + 1), code, side, lots, contractSize: LOT, entryPrice: price, margin }
      })
      const quotes = [...new Set(positions.map(({ code }) => code))].map((code) => {
        const bid = near(code as (typeof CODES)[number], 1000)
        const grid = code.endsWith('JPY') ? 10n ** 5n : 10n ** 3n
        const text = (value: Fixed) => formatFixed(value)
        return quoted(code, text(bid), text(bid + BigInt(spread) * grid), { isOpen: code !== closed })
      })
      const usedMargin = positions.reduce((sum, one) => sum + one.margin, 0n)
      const start = account(formatFixed((usedMargin * BigInt(worth)) / 100n), positions, quotes)
      return { ...start, stopOutLevel: BigInt(level) * 10n ** 8n }
    })
}

interface Replayed {
  balance: bigint
  usedMargin: bigint
  positions: readonly MapPosition[]
}
const stateAt = (book: Replayed, quotes: MovedQuotes): AccountState => ({
  balance: book.balance,
  usedMargin: book.usedMargin,
  floatingProfit: book.positions.reduce((sum, one) => {
    const quote = quotes.get(one.code)!
    return sum + orderProfit(one, closingPrice(one.side, quote), quote.rate)
  }, 0n),
})

/** What the engine would do at these quotes, told without the map. */
function engineAt(book: Replayed, quotes: MovedQuotes, stopOutLevel: Fixed): { book: Replayed; closed: bigint[] } {
  const closed: bigint[] = []
  let now = book
  while (isStoppedOut(stateAt(now, quotes), stopOutLevel)) {
    const next = nextToClose(
      now.positions
        .filter(({ code }) => quotes.get(code)!.isOpen)
        .map((one) => ({ ...one, profit: orderProfit(one, closingPrice(one.side, quotes.get(one.code)!), quotes.get(one.code)!.rate) })),
    )
    if (next === undefined) break
    closed.push(next.id)
    now = {
      balance: now.balance + next.margin + next.profit,
      usedMargin: now.usedMargin - next.margin,
      positions: now.positions.filter(({ id }) => id !== next.id),
    }
  }
  return { book: now, closed }
}

test.each([
  ['one dollar pair', ['EURUSD']],
  ['a pair that converts by its own price', ['USDJPY']],
  ['several instruments, rates that move', CODES],
] as const)('replayed at the map’s quotes the engine’s functions close the same positions in the same order: %s', (_, codes) => {
  let closings = 0
  fc.assert(
    fc.property(accounts(codes), fc.integer({ min: -20, max: 60 }), (start, size) => {
      const stress = { percent: BigInt(size) * 10n ** 8n }
      const map = stopOutMap(start, stress)
      let book: Replayed = start
      const replayed: bigint[] = []
      for (const quotes of new Set(map.steps.map((step) => step.quotes))) {
        const told = engineAt(book, quotes, start.stopOutLevel)
        replayed.push(...told.closed)
        book = told.book
      }
      expect(replayed).toEqual(map.steps.map(({ position }) => position.id))
      closings += replayed.length
      for (const { before, after, profit, position } of map.steps) {
        expect(isStoppedOut(before, start.stopOutLevel)).toBe(true)
        expect(after.balance - before.balance).toBe(profit + position.margin)
      }
      if (!map.end.isStuck) expect(isStoppedOut(map.end.account, start.stopOutLevel)).toBe(false)
      expect(stateAt(book, map.end.quotes)).toEqual(map.end.account)
    }),
    { numRuns: 300 },
  )
  expect(closings).toBeGreaterThan(100)
})

test('an engine that sees quotes of the path one after another closes nothing that the map does not name, and nothing earlier', () => {
  fc.assert(
    fc.property(accounts(CODES, 5), fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 40 }), (start, dots) => {
      const stress = { percent: parseFixed('40') }
      const map = stopOutMap(start, stress)
      const path = stressPath(start.positions, start.quotes, stress)
      const steps = dots.map((dot) => (path.length * BigInt(dot)) / 1000n).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      for (const step of steps) {
        const quotes = path.quotesAt(step)
        const reached = map.steps.filter((one) => one.percent <= path.percentAt(step))
        const gone = new Set(reached.map(({ position }) => position.id))
        const book = {
          balance: reached.at(-1)?.after.balance ?? start.balance,
          usedMargin: reached.at(-1)?.after.usedMargin ?? start.usedMargin,
          positions: start.positions.filter(({ id }) => !gone.has(id)),
        }
        expect(engineAt(book, quotes, start.stopOutLevel).closed).toEqual([])
      }
    }),
    { numRuns: 200 },
  )
})

test('with one instrument the first stop-out is at the price that the order itself tells', () => {
  let compared = 0
  fc.assert(
    fc.property(
      fc.constantFrom('EURUSD' as const, 'USDJPY' as const).chain((code) => accounts([code], 4)),
      (start) => {
        const [quote] = start.quotes
        const own = start.positions.reduce((sum, one) => sum + profitUnder(one, new Map([[quote!.code, quote!]])), 0n)
        const price = stopOutPrice({
          restEquity: start.balance + start.usedMargin,
          usedMargin: start.usedMargin,
          stopOutLevel: start.stopOutLevel,
          positions: start.positions,
          quote: quote!,
          rate: quote!.rate,
          rateFollowsPrice: quote!.code === 'USDJPY',
          pricePrecision: quote!.pricePrecision,
        })
        const isOutNow = isStoppedOut({ balance: start.balance, usedMargin: start.usedMargin, floatingProfit: own }, start.stopOutLevel)
        if (price === null || isOutNow || !quote!.isOpen) return
        const units = start.positions.reduce((sum, one) => sum + (one.side === 'buy' ? one.lots : -one.lots), 0n)
        const first = stopOutMap(start, { percent: parseFixed('90') }).steps[0]
        if (first === undefined) return
        compared += 1
        const moved = first.quotes.get(quote!.code)!
        expect(closingPrice(units < 0n ? 'sell' : 'buy', moved)).toBe(price)
      },
    ),
    { numRuns: 400 },
  )
  expect(compared).toBeGreaterThan(100)
})

test('a shorter stress is the beginning of a longer one', () => {
  fc.assert(
    fc.property(accounts(CODES, 5), fc.integer({ min: 0, max: 30 }), (start, size) => {
      const short = stopOutMap(start, { percent: BigInt(size) * 10n ** 8n })
      const long = stopOutMap(start, { percent: parseFixed('30') })
      expect(long.steps.slice(0, short.steps.length)).toEqual(short.steps)
    }),
    { numRuns: 100 },
  )
})

test('two hundred positions in many instruments are worked out in a moment', () => {
  const quotes = Array.from({ length: 20 }, (_, index) =>
    quoted(`X${index}USD`.padStart(6, 'A'), '1.20000', '1.20010', { quoteCurrency: 'USD' }),
  )
  const positions = Array.from({ length: 200 }, (_, index) =>
    held(index + 1, quotes[index % 20]!.code, (index % 20) % 3 === 0 ? 'sell' : 'buy', `0.${(index % 9) + 1}`, '1.20000', '100'),
  )
  const map = stopOutMap(account('25000', positions, quotes), { percent: percent('99') })
  expect(map.steps.length).toBe(200)
})
