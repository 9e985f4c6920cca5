import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { close, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { NOTHING_COVERED } from './cover-figures'
import { openRisk } from './open-risk'

const MINUTE = 60_000
let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

test('a server that starts knows the hour before it, minute by minute, as the orders and the prices of then have it', async () => {
  const price = async (text: string, minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await world.quoteAll()
      await world.price('EURUSD', text)
      world.pass(MINUTE)
    }
    await world.quoteAll()
    await world.price('EURUSD', text)
  }
  const trader = await world.realTrader()
  await fund(world, trader, '50000')
  await price('1.20000', 10)
  const openedAt = world.clock.now()
  const kept = await open(world, trader, 'buy', 'EURUSD', { lots: '2' })
  const other = await open(world, trader, 'buy', 'EURUSD', { lots: '1' })
  await price('1.20000', 10)
  const movedAt = world.clock.now()
  await price('1.21000', 10)
  const closedAt = world.clock.now()
  await close(trader, other.Id)
  await price('1.21000', 10)

  const { broker, clock } = world
  const risk = openRisk({
    ...{ database: broker.database, market: broker.market, sources: null, trading: broker.trading, cover: NOTHING_COVERED, clock },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    tenants: () => world.tenants,
  })
  await risk.remembered
  const { series } = await broker.database.withTenant('aurora', (tx) => risk.view(tx, world.tenant('aurora')))
  await risk.close()
  expect(kept.Status).toBe(1)
  expect(series.length).toBe(60)
  const [last] = series.slice(-1)
  const between = (from: number, to: number) =>
    new Set(series.filter(({ at }) => at > from && at < to).map(({ uncovered, house_pl }) => `${uncovered} ${house_pl}`))
  expect(between(0, openedAt)).toEqual(new Set(['0.00000000 0.00000000']))
  // Three lots at 1.2, with 7 USDT a lot of fees.
  expect(between(openedAt, movedAt)).toEqual(new Set(['360000.00000000 21.00000000']))
  // The traders have made 100 points on each lot.
  expect(between(movedAt + MINUTE, closedAt)).toEqual(new Set(['363000.00000000 -2979.00000000']))
  expect(between(closedAt, clock.now())).toEqual(new Set(['242000.00000000 -2979.00000000']))
  expect(last).toMatchObject({ uncovered: '242000.00000000', house_pl: '-2979.00000000' })
}, 60_000)
