import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatFixed, parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { books, close, holding, open, PLAIN_TERMS, protect, reset, submit } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'

const CODES = ['EURUSD', 'USDJPY', 'EURJPY', 'BTCUSDT', 'NGAS', 'GER40'] as const
const RUNS = 12

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: { ...PLAIN_TERMS, graphite: { trading: { demoBalance: '3000', feeType: 'share-of-margin' } } } })
})
afterAll(() => world.close())

const who = fc.nat(2)
const code = fc.constantFrom(...CODES)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      who,
      code,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1, max: 400 }),
      hasStops: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), code, permille: fc.integer({ min: -60, max: 60 }), points: fc.nat(20) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const), who, index: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('protect' as const), who, index: fc.nat(20), permille: fc.integer({ min: 1, max: 50 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function onGrid(price: bigint, instrumentCode: string): string {
  const precision = world.broker.market.instrument(instrumentCode)!.pricePrecision
  return formatFixed(price, precision)
}

const priceOf = (instrumentCode: string) => world.broker.market.quote(instrumentCode)!.bid
const moved = (price: bigint, permille: number) => (price * BigInt(1000 + permille)) / 1000n

async function take(one: Step, traders: readonly TestTrader[]): Promise<unknown> {
  if (one.kind === 'tick') {
    const bid = onGrid(moved(priceOf(one.code), one.permille), one.code)
    const point = 10n ** BigInt(8 - world.broker.market.instrument(one.code)!.pricePrecision)
    world.feed.push(one.code, { bid: parseFixed(bid), ask: parseFixed(bid) + BigInt(one.points) * point })
    return undefined
  }
  const trader = traders[one.who]!
  if (one.kind === 'reset') return reset(trader)
  if (one.kind === 'submit') {
    const { leverages } = world.broker.market.instrument(one.code)!
    const away = one.side === 'buy' ? 10 : -10
    const stops = one.hasStops
      ? { stopLoss: onGrid(moved(priceOf(one.code), -away), one.code), takeProfit: onGrid(moved(priceOf(one.code), away), one.code) }
      : {}
    return submit(world, trader, one.side, one.code, { lots: (one.lots / 100).toFixed(2), leverage: String(leverages.at(-1)), ...stops })
  }
  const { data } = await holding(trader)
  const order = data[one.index % Math.max(1, data.length)]
  if (order === undefined) return undefined
  if (one.kind === 'close') return close(trader, order.Id)
  const away = order.OrderType === 1 ? one.permille : -one.permille
  const now = priceOf(order.ForexTradeLists.Code)
  return protect(
    trader,
    order.Id,
    onGrid(moved(now, -away), order.ForexTradeLists.Code),
    onGrid(moved(now, away), order.ForexTradeLists.Code),
  )
}

/** What the orders say an account must own, against what it owns: two ways to the same number. */
async function accountsThatDisagreeWithTheirOrders(): Promise<unknown[]> {
  return world.broker.database.system((tx) =>
    queryRows(
      tx,
      sql`select a.tenant_id, a.trader_id, a.balance + a.locked_margin as owns, g.granted + coalesce(o.result, 0) as earned
          from trading_account a
          join (select e.tenant_id, e.trader_id, sum(e.amount) as granted from ledger_entry e
                join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
                where e.trader_id is not null and t.kind in ('demo_grant', 'demo_reset', 'negative_balance_protection')
                group by 1, 2) g on g.tenant_id = a.tenant_id and g.trader_id = a.trader_id
          left join (select tenant_id, trader_id, sum(coalesce(profit, 0) - fee) as result from trade_order group by 1, 2) o
                on o.tenant_id = a.tenant_id and o.trader_id = a.trader_id
          where a.balance + a.locked_margin <> g.granted + coalesce(o.result, 0)`,
    ),
  )
}

test('after any history of opens, closes, edits, resets and ticks, one by one or all at once, the books agree', async () => {
  let opened = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), fc.boolean(), async (steps, atOnce) => {
      await world.quoteAll()
      const traders = [await world.demoTrader(), await world.demoTrader(), await world.demoTrader('graphite')]
      if (atOnce) await Promise.all(steps.map((one) => take(one, traders)))
      else for (const one of steps) await take(one, traders)
      await world.settle()
      expect(await books(world)).toEqual([])
      expect(await accountsThatDisagreeWithTheirOrders()).toEqual([])
      for (const trader of traders) {
        const figures = await holding(trader)
        opened += figures.total
        if (figures.total === 0) expect(Number(figures.balance)).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(opened).toBeGreaterThan(0)
  expect(world.complaints).toEqual([])
}, 180_000)

test('money is neither made nor lost: all accounts of a company together hold nothing', async () => {
  await open(world, await world.demoTrader(), 'buy', 'EURUSD')
  const sums = await world.broker.database.system((tx) =>
    queryRows<{ total: string }>(tx, sql`select sum(amount)::text as total from ledger_entry group by tenant_id`),
  )
  expect(sums.length).toBeGreaterThan(0)
  expect(new Set(sums.map(({ total }) => total))).toEqual(new Set(['0']))
})
