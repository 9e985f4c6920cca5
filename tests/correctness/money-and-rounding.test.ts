/** Lines 1 to 6 of the trading correctness list: what money is, how it is rounded, what an order costs. */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimalText } from '../../app/ui/decimal-text'
import { typedDecimal } from '../../app/ui/typed-number'
import { queryRows } from '../../broker/db/open-database'
import { openingCost } from '../../broker/trading/open-position'
import { DecimalIn, LANGUAGES } from '../../contract/primitives'
import { conversionRate, RATE_ONE } from '../../rules/conversion'
import { FIXED_ONE, formatFixed, formatFixedShort, parseFixed } from '../../rules/decimal'
import { orderFee } from '../../rules/fee'
import { lotProblem } from '../../rules/lots'
import { orderMargin } from '../../rules/margin'
import { formatBalance } from '../../rules/money'
import { orderProfit } from '../../rules/profit'
import { receivableAmount, withdrawalFee } from '../../rules/receivable'
import { filesUnder, isTest, withoutComments } from '../architecture/source-files'
import { createWorld, type TestTrader, type World } from '../fixtures/create-world'
import { books, close, endOf, holding, open, PLAIN_TERMS, submit } from '../fixtures/trader-actions'

let world: World
let trader: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  trader = await world.demoTrader()
})
afterAll(() => world.close())

const RUNS = { numRuns: 10_000 }
const lots = fc.bigInt(1n, 5_000n).map((hundredths) => hundredths * 10n ** 6n)
const price = fc.bigInt(1n, 10n ** 13n)
const units = fc.constantFrom(1n, 10n, 100n, 100_000n).map((whole) => whole * FIXED_ONE)
const rate = fc.bigInt(10n ** 17n, 2n * RATE_ONE)
const leverage = fc.bigInt(1n, 500n)

test('§5.1 amounts, prices and lots are BIGINT in the store, and no floating number stands on a money path', async () => {
  const columns = await world.broker.database.system((tx) =>
    queryRows<{ name: string; type: string }>(
      tx,
      sql`select table_name || '.' || column_name as name, data_type as type from information_schema.columns where table_schema = 'public'
          and column_name in ('amount', 'balance', 'locked_margin', 'locked_withdrawal', 'lots', 'contract_size', 'margin', 'fee', 'profit',
                              'requested_price', 'fill_price', 'close_price', 'stop_loss', 'take_profit', 'trailing_distance', 'bid', 'ask', 'last')`,
    ),
  )
  expect(columns.length).toBeGreaterThan(15)
  expect(columns.filter(({ type }) => type !== 'bigint')).toEqual([])
  const paths = filesUnder(['rules', 'broker']).filter(
    ({ path }) =>
      /^(rules|broker\/(ledger|trading))\//.test(path) &&
      !/market-|rollover|durations|service-hours|wall-time|withdrawal-clock|candles|^rules\/(log|solvency|simulated)\//.test(path),
  )
  const floats = paths.filter(
    (file) => !isTest(file) && /parseFloat|\.toFixed\(|Math\.(?:round|floor|ceil)\((?!ageMs|\(measured)/.test(withoutComments(file.text)),
  )
  expect(floats.map(({ path }) => path)).toEqual([])
})

test('§5.2 margin and fee are rounded up, profit to the even neighbour, what arrives down; entries always sum to nothing', async () => {
  fc.assert(
    fc.property(units, lots, price, leverage, rate, (contractSize, size, at, by, into) => {
      const exact = size * contractSize * at * into
      const unit = FIXED_ONE * FIXED_ONE * RATE_ONE * by
      const margin = orderMargin({ mode: 'leveraged', contractSize }, size, at, by, into)
      expect(margin * unit >= exact && (margin - 1n) * unit < exact).toBe(true)
      const fee = orderFee('share-of-margin', 600_000n, 0n, margin)
      expect(fee * FIXED_ONE >= margin * 600_000n && (fee - 1n) * FIXED_ONE < margin * 600_000n).toBe(true)
    }),
    RUNS,
  )
  fc.assert(
    fc.property(units, lots, price, price, rate, (contractSize, size, entryPrice, exit, into) => {
      const profit = orderProfit({ side: 'buy', lots: size, contractSize, entryPrice }, exit, into)
      const unit = FIXED_ONE * FIXED_ONE * RATE_ONE
      const rest = (exit - entryPrice) * size * contractSize * into - profit * unit
      const twice = 2n * (rest < 0n ? -rest : rest)
      expect(twice < unit || (twice === unit && profit % 2n === 0n)).toBe(true)
      expect(orderProfit({ side: 'sell', lots: size, contractSize, entryPrice }, exit, into)).toBe(-profit)
    }),
    RUNS,
  )
  await world.price('USDJPY', '156.789')
  const odd = await open(world, trader, 'buy', 'USDJPY', { lots: '0.37' })
  await world.price('USDJPY', '156.791')
  await close(trader, odd.Id, '0.13')
  await close(trader, odd.Id)
  expect(await books(world)).toEqual([])
})

test('§5.3 what is shown is never more than can be withdrawn, in any language, and what is typed is never guessed at', () => {
  expect(formatBalance(parseFixed('1.999'))).toBe('1.99')
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n), fc.constantFrom(...LANGUAGES), (amount, language) => {
      const shown = parseFixed(formatBalance(amount))
      expect(language.length > 0 && shown <= amount && amount - shown < 10n ** 6n).toBe(true)
      expect(decimalText(formatFixed(amount), { decimals: 2 }).replaceAll(',', '')).toBe(formatBalance(amount))
    }),
    RUNS,
  )
  for (const guess of ['1,5', '١٢', '۱۲', '1e3', ' 1', '1.', '-1', '+1', '0x10', 'NaN', ''])
    expect(DecimalIn.safeParse(guess).success).toBe(false)
  const typed = [
    ['١٢٫٥', '12.5'],
    ['۱۲٫۵', '12.5'],
    ['1,5', '1.5'],
    ['1,234.5', '1234.5'],
    ['twelve', ''],
  ] as const
  for (const [text, read] of typed) expect(typedDecimal(text)).toBe(read)
})

test('§5.3 the preview of a ticket and the cost of the engine are the same number, for 10,000 tickets', () => {
  const tenant = world.tenant('aurora')
  const { pricing } = world.broker.trading
  const terms = [...pricing.termsOf(tenant).values()].filter(({ instrument }) => instrument.marginMode === 'leveraged')
  fc.assert(
    fc.property(fc.constantFrom(...terms), lots, fc.constantFrom('buy', 'sell'), rate, fc.nat(500), (offer, size, side, into, points) => {
      const { instrument, leverages, feeType, feeRate } = offer
      const by = leverages[0]!
      const bid = instrument.referencePrice
      const quote = { bid, ask: bid + BigInt(points), rate: into }
      const cost = openingCost(offer, { side: side as 'buy', lots: size, leverage: by }, quote)
      const at = side === 'buy' ? quote.ask : quote.bid
      const margin = orderMargin({ mode: 'leveraged', contractSize: instrument.contractSize }, size, at, BigInt(by), into)
      expect(cost).toMatchObject({ margin, fee: orderFee(feeType, feeRate, size, margin) })
      expect(cost.spreadLoss).toBeGreaterThanOrEqual(0n)
    }),
    RUNS,
  )
})

test('§5.4 what arrives of a withdrawal is (amount − fee) at the rate, down to the cent, and nothing when the fee eats it', () => {
  expect(withdrawalFee('fixed', parseFixed('3'), parseFixed('100'))).toBe(parseFixed('3'))
  expect(withdrawalFee('percent', parseFixed('1.5'), parseFixed('100'))).toBe(parseFixed('1.5'))
  expect(withdrawalFee('percent', parseFixed('1.5'), parseFixed('33.33'))).toBe(parseFixed('0.5'))
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(0n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), (amount, fee, usdPrice) => {
      const arrives = receivableAmount(amount, fee, usdPrice)
      const cent = FIXED_ONE / 100n
      expect(arrives % cent).toBe(0n)
      const exact = amount <= fee ? 0n : (amount - fee) * usdPrice
      expect(arrives * FIXED_ONE <= exact && (arrives + cent) * FIXED_ONE > exact).toBe(true)
    }),
    RUNS,
  )
})

test('§5.5 margin by leverage or fixed per lot, the fee by its type, a foreign quote at the rate of the fill, kept with the order', async () => {
  const owner = await world.demoTrader()
  await world.price('USDJPY', '155.000')
  const yen = await open(world, owner, 'buy', 'USDJPY', { lots: '1' })
  const into = conversionRate({ code: 'USDJPY', direction: 'inverse' }, parseFixed('155'))
  const margin = orderMargin({ mode: 'leveraged', contractSize: parseFixed('100000') }, FIXED_ONE, parseFixed('155'), 100n, into)
  expect(yen).toMatchObject({ CautionMoney: formatFixed(margin), TradeFee: '7.00000000', ConversionRate: '0.00645161290322580645' })
  await world.price('USDJPY', '160.000')
  expect((await holding(owner)).data[0]).toMatchObject({ CautionMoney: yen.CautionMoney, ConversionRate: yen.ConversionRate })
  await close(owner, yen.Id)
  const gas = world.broker.market.instrument('NGAS')!
  expect(gas.marginMode).toBe('fixed')
  const half = await open(world, await world.demoTrader(), 'sell', 'NGAS', { lots: '0.5', leverage: '1' })
  expect(half.CautionMoney).toBe(formatFixed(gas.contractSize / 2n))
})

test('§5.6 lots go in exact steps from the minimum to the maximum; prices lie on the grid; 0 is no stop, less than 0 is nothing', async () => {
  const terms = { minLots: parseFixed('0.1'), maxLots: parseFixed('100'), lotStep: parseFixed('0.1') }
  fc.assert(
    fc.property(fc.nat(1_200), fc.nat(99_999_999), (tenths, dust) => {
      const size = BigInt(tenths) * 10n ** 7n + (dust % 3 === 0 ? 0n : BigInt(dust % 10_000_000))
      const isOnStep = size % 10n ** 7n === 0n
      const problem = lotProblem(terms, size)
      if (size < terms.minLots) expect(problem).toBe('LOTS_TOO_SMALL')
      else if (size > terms.maxLots) expect(problem).toBe('LOTS_TOO_LARGE')
      else expect(problem).toBe(isOnStep ? null : 'LOTS_OFF_STEP')
    }),
    RUNS,
  )
  const owner = await world.demoTrader()
  await world.quoteAll()
  const last = world.broker.market.quote('EURUSD')!.bid
  const near = (points: bigint) => formatFixedShort(last - points)
  expect((await submit(world, owner, 'buy', 'NAS100', { lots: '0.3', leverage: '10' })).outcome).toBe('ok')
  expect((await submit(world, owner, 'buy', 'EURUSD', { lots: '0.015' })).outcome).toBe('LOTS_OFF_STEP')
  expect((await submit(world, owner, 'buy', 'EURUSD', { lots: '0.1', stopLoss: near(100_000_005n) })).outcome).toBe('PRICE_OFF_GRID')
  expect((await submit(world, owner, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '-1' })).outcome).toBe('PARAMETER_INVALID')
  const plain = await open(world, owner, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '0', takeProfit: '0' })
  expect([plain.TargetLossPrice, plain.TargetProfitPrice].map(Number)).toEqual([0, 0])
  await world.price('EURUSD', '1.00000')
  expect(await endOf(owner, plain.Id)).toBeUndefined()
})

test('no file of this list is left without its line', () => {
  const titles = ['money-and-rounding', 'order-life', 'exactly-one-close', 'prices-and-time']
    .map((name) => readFileSync(new URL(`./${name}.test.ts`, import.meta.url), 'utf8'))
    .join('\n')
  const missing = Array.from({ length: 25 }, (_, line) => `'§5.${line + 1} `).filter((title) => !titles.includes(title))
  expect(missing).toEqual([])
})
