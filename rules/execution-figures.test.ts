import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFixed } from './decimal'
import { DayTally, type FilledOrder, ORDER_TYPES, percentileOf, REJECTION_REASONS, type RejectedOrders } from './execution-figures'

const order = (changes: Partial<FilledOrder> = {}): FilledOrder => ({
  instrument: 'EURUSD',
  type: 'market',
  side: 'buy',
  requested: parseFixed('1.10000'),
  price: parseFixed('1.10000'),
  pricePrecision: 5,
  tookMs: 10,
  quoteAgeMs: 20,
  ...changes,
})

const times = <One>(count: number, one: () => One): One[] => Array.from({ length: count }, one)

function figuresOf(filled: readonly FilledOrder[], rejected: readonly RejectedOrders[] = [], bound = '1.00') {
  const tally = new DayTally()
  for (const one of filled) tally.fill(one)
  for (const one of rejected) tally.reject(one)
  return tally.figures(bound)
}

describe('slippage', () => {
  test.each([
    ['buy', '1.10002', '1.10000', 'better', 0],
    ['buy', '1.10000', '1.10003', 'worse', 1],
    ['sell', '1.10000', '1.10010', 'better', 2],
    ['sell', '1.10000', '1.09989', 'worse', 3],
  ] as const)('of a %s asked for at %s and filled at %s is %s, in class %i', (side, requested, price, way, place) => {
    const one = order({ side, requested: parseFixed(requested), price: parseFixed(price) })
    const { slippage } = figuresOf(times(20, () => one)).classes[0]!
    expect(slippage).toMatchObject({ better: way === 'better' ? 20 : 0, worse: way === 'worse' ? 20 : 0, same: 0, measured: 20 })
    expect(slippage![way === 'better' ? 'better_by' : 'worse_by'][place]).toBe(20)
  })

  test('is not measured where nothing but the price of the moment was asked for', () => {
    const [all] = figuresOf(times(20, () => order({ requested: null }))).classes
    expect(all).toMatchObject({ filled: 20, slippage: { measured: 0, same: 0 } })
  })

  test('adds up in pips over instruments of different grids', () => {
    const euro = order({ requested: parseFixed('1.10001'), price: parseFixed('1.10000') })
    const gold = order({ instrument: 'XAUUSD', pricePrecision: 2, requested: parseFixed('4000.00'), price: parseFixed('4000.30') })
    // 20 × 0.1 pips better, 20 × 3 pips worse.
    expect(figuresOf([...times(20, () => euro), ...times(20, () => gold)]).classes[0]!.slippage!.net_pips).toBe('-58')
  })
})

describe('symmetry', () => {
  const slipped = (better: number, worse: number, same: number) => [
    ...times(better, () => order({ price: parseFixed('1.09990') })),
    ...times(worse, () => order({ price: parseFixed('1.10010') })),
    ...times(same, () => order()),
  ]
  test.each([
    [0, 20, 0, '100.00', false],
    [20, 0, 0, '-100.00', false],
    [10, 10, 0, '0.00', true],
    // Beyond the bound, and no more than a coin would do.
    [8, 12, 0, '20.00', true],
    // More than chance, and within the bound.
    [0, 10, 990, '1.00', true],
    [0, 10, 989, '1.00', false],
    [0, 19, 0, null, null],
  ])('of %i better, %i worse and %i as asked is %s percentage points apart: %s', (better, worse, same, difference, isSymmetric) => {
    expect(figuresOf(slipped(better, worse, same)).symmetry).toMatchObject({ difference, is_symmetric: isSymmetric })
  })

  test('is judged on market orders alone: a stop can only be filled worse', () => {
    expect(figuresOf(slipped(0, 40, 0).map((one) => ({ ...one, type: 'stop' as const }))).symmetry).toMatchObject({
      measured: 0,
      is_symmetric: null,
    })
  })
})

describe('few orders', () => {
  test('are counted and nothing else is said of them', () => {
    const { classes, others } = figuresOf(times(19, () => order()))
    for (const one of classes) expect(one).toMatchObject({ orders: 19, fill_rate: null, took_ms: null, slippage: null, rejections: null })
    expect(others).toMatchObject({ instruments: 1, orders: 19, fill_rate: null })
  })

  test('of several instruments are told together', () => {
    const codes = ['EURUSD', 'GBPUSD', 'USDJPY']
    const { others } = figuresOf(codes.flatMap((instrument) => times(10, () => order({ instrument }))))
    expect(others).toMatchObject({ instruments: 3, orders: 30, fill_rate: '100.00', took_ms: { p50: 10, p99: 10, measured: 30 } })
  })
})

test('a fill rate is never flattered by rounding', () => {
  const rejected: RejectedOrders = { instrument: 'EURUSD', type: 'market', reason: 'margin', count: 1 }
  expect(
    figuresOf(
      times(29_999, () => order()),
      [rejected],
    ).classes[0]!.fill_rate,
  ).toBe('99.99')
})

test.each([
  [[1, 2, 3, 4], 50, 2],
  [[1, 2, 3, 4], 99, 4],
  [[7], 50, 7],
  [[], 50, null],
])('of %j the %ith is %s', (values, percent, found) => {
  expect(percentileOf(values, percent)).toBe(found)
})

test('no order of the rows changes a byte, and every order is in the sums once', () => {
  const filled = fc.record({
    instrument: fc.constantFrom('EURUSD', 'XAUUSD', 'BTCUSDT'),
    type: fc.constantFrom(...ORDER_TYPES),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    requested: fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n })),
    price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    pricePrecision: fc.constantFrom(2, 3, 5),
    tookMs: fc.option(fc.nat(5_000)),
    quoteAgeMs: fc.option(fc.nat(5_000)),
  })
  const rejected = fc.record({
    instrument: fc.constantFrom('EURUSD', 'XAUUSD', 'BTCUSDT'),
    type: fc.constantFrom(...ORDER_TYPES),
    reason: fc.constantFrom(...REJECTION_REASONS),
    count: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(
      fc.array(filled, { maxLength: 120 }),
      fc.array(rejected, { maxLength: 10 }),
      fc.infiniteStream(fc.nat()),
      (fills, refusals, keys) => {
        const shuffled = <One>(rows: readonly One[]) =>
          rows
            .map((row) => ({ row, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ row }) => row)
        const figures = figuresOf(fills, refusals)
        expect(JSON.stringify(figuresOf(shuffled(fills), shuffled(refusals)))).toBe(JSON.stringify(figures))
        const [all] = figures.classes
        const orders = fills.length + refusals.reduce((sum, { count }) => sum + count, 0)
        expect(all!.orders).toBe(orders)
        const byInstrument = figures.classes.filter(({ instrument, type }) => instrument !== null && type === null)
        expect(byInstrument.reduce((sum, one) => sum + one.orders, 0)).toBe(orders)
        const told = byInstrument.filter((one) => one.orders >= 20).reduce((sum, one) => sum + one.orders, 0)
        expect(told + figures.others.orders).toBe(orders)
      },
    ),
  )
})
