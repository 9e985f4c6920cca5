import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeOrder } from '../../contract/orders'
import { getRankingProfile, listRanking, setRankingProfile } from '../../contract/users'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { close, open, PLAIN_TERMS, reset } from '../../tests/fixtures/trader-actions'
import { trader as traderTable } from '../db/schema'
import { auditRanking } from './audit-ranking'
import { computeRanking, type RankedTrader } from './ranking-list'

let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.pass(61_000)
  await world.quoteAll()
})

const list = async (input: Parameters<typeof world.client.call<typeof listRanking>>[1] = {}, host = 'aurora') =>
  (await world.client.call(listRanking, input, { host: `${host}.localhost:3000` })).data
const demo = (input = {}) => list({ kind: 'demo', ...input })

/** Buys at 1.10000 and sells at 1.10000 plus the points: one lot moves 1 USDT a point, less 7 USDT fee. */
async function trade(trader: TestTrader, points: number, terms: { lots?: string; leverage?: string } = {}): Promise<void> {
  await world.price('EURUSD', '1.10000')
  const order = await open(world, trader, 'buy', 'EURUSD', terms)
  await world.price('EURUSD', (1.1 + points / 100_000).toFixed(5))
  expect((await close(trader, order.Id)).outcome).toBe('ok')
}
async function codeOf(trader: TestTrader, input = {}): Promise<string | undefined> {
  await trader.call(setRankingProfile, { shows_name: '1', name: `me ${trader.id}` })
  return (await demo(input)).data.find(({ user }) => user === `me ${trader.id}`)?.code
}

test('nobody is listed before five orders have ended', async () => {
  const trader = await world.demoTrader()
  for (let count = 0; count < 4; count++) await trade(trader, 107)
  expect((await demo()).total).toBe(0)
  world.pass(61_000)
  await trade(trader, 107, { leverage: '200' })
  const { data, total, kind, computed_at } = await demo()
  expect([total, kind, computed_at]).toEqual([1, 'demo', world.clock.now()])
  const [row] = await world.broker.database.system((tx) => tx.select().from(traderTable).where(sql`id = ${trader.id}`))
  expect(data).toEqual([
    {
      user: `${row?.uid.slice(0, 2)}••••${row?.uid.slice(-2)}`,
      multiple: '100',
      three_week_rate: '5.00',
      three_week_win: '100.00',
      three_week_profit: '500.00000000',
      total_rate: '5.00',
      total_trade_num: 5,
      code: expect.stringMatching(/^[2-9A-Z]{7}$/),
      drawdown: '0.00',
      three_week_trade_num: 5,
    },
  ])
  expect(JSON.stringify(data)).not.toContain(row?.uid)
})

test('demo and real are never mixed, companies neither', async () => {
  expect((await demo()).total).toBe(1)
  expect(await list()).toMatchObject({ total: 0, kind: 'real', data: [] })
  expect((await list({ kind: 'demo' }, 'graphite')).total).toBe(0)
})

test('the best three weeks come first; any column orders it, and pages hold twenty', async () => {
  const trader = await world.demoTrader()
  for (let count = 0; count < 5; count++) await trade(trader, -93)
  await codeOf(trader)
  const { data } = await demo()
  expect(data.map(({ three_week_rate }) => three_week_rate)).toEqual(['5.00', '-5.00'])
  expect((await demo({ direction: 'asc' })).data.map(({ three_week_rate }) => three_week_rate)).toEqual(['-5.00', '5.00'])
  expect((await demo({ sort: 'drawdown' })).data.map(({ drawdown }) => drawdown)).toEqual(['5.00', '0.00'])
  expect((await demo({ page: '2' })).data).toEqual([])
})

test('an order closed in parts is one order', async () => {
  const trader = await world.demoTrader()
  for (let count = 0; count < 4; count++) await trade(trader, 107)
  await world.price('EURUSD', '1.10000')
  const order = await open(world, trader, 'buy', 'EURUSD')
  await world.price('EURUSD', '1.10107')
  for (const cont of ['0.2', '0.3']) expect((await trader.call(closeOrder, { id: order.Id, cont })).outcome).toBe('ok')
  expect(await codeOf(trader)).toBeUndefined()
  await close(trader, order.Id)
  world.pass(61_000)
  await codeOf(trader)
  const entry = (await demo()).data.find(({ user }) => user === `me ${trader.id}`)
  expect(entry).toMatchObject({ total_trade_num: 5, three_week_profit: '500.00000000', three_week_win: '100.00' })
})

test('what is older than a minute is worked out again, what is younger is not', async () => {
  const first = (await demo()).computed_at
  world.pass(59_000)
  expect((await demo()).computed_at).toBe(first)
  world.pass(1_500)
  expect((await demo()).computed_at).toBe(first + 60_500)
})

describe('the name', () => {
  test('is covered until the trader shows one, and again when it is taken back', async () => {
    const trader = await world.demoTrader()
    for (let count = 0; count < 5; count++) await trade(trader, 7)
    expect((await trader.call(getRankingProfile, {})).data).toEqual({ shows_name: 0, name: '' })
    const users = async () => (await demo()).data.map(({ user }) => user)
    expect((await trader.call(setRankingProfile, { shows_name: '1', name: ' Halcyon  7 ' })).data).toEqual({
      shows_name: 1,
      name: 'Halcyon 7',
    })
    expect(await users()).toContain('Halcyon 7')
    expect((await trader.call(setRankingProfile, { shows_name: '0' })).data).toEqual({ shows_name: 0, name: 'Halcyon 7' })
    expect(await users()).not.toContain('Halcyon 7')
    expect((await trader.call(setRankingProfile, { shows_name: '1' })).data).toEqual({ shows_name: 1, name: 'Halcyon 7' })
  })

  test.each(['', '‮evil', '<script>', '🏆'])('%j is refused and changes nothing', async (name) => {
    const trader = await world.demoTrader()
    expect((await trader.call(setRankingProfile, { shows_name: '1', name })).outcome).toBe('RANKING_NAME_INVALID')
    expect((await trader.call(getRankingProfile, {})).data).toEqual({ shows_name: 0, name: '' })
  })
})

test('after any history the list is what the raw rows say', async () => {
  const traders = await Promise.all([world.demoTrader(), world.demoTrader(), world.demoTrader('graphite')])
  const step = fc.record({
    who: fc.nat(2),
    points: fc.integer({ min: -1_200, max: 1_200 }),
    lots: fc.constantFrom('0.1', '1', '3'),
    leverage: fc.constantFrom('100', '200'),
    next: fc.constantFrom('nothing', 'nothing', 'nothing', 'reset', 'days'),
  })
  for (const one of fc.sample(step, { numRuns: 40, seed: 7 })) {
    const trader = traders[one.who]!
    await world.quoteAll()
    await world.price('EURUSD', '1.10000')
    const order = await open(world, trader, 'buy', 'EURUSD', one).catch(() => null)
    await world.price('EURUSD', (1.1 + one.points / 100_000).toFixed(5))
    if (order !== null) await close(trader, order.Id)
    if (one.next === 'reset') await reset(trader)
    if (one.next === 'days') world.pass(DAY_MS)
  }
  await world.settle()
  const clean = await auditRanking(world.broker.database, world.tenants)
  expect(clean.lines.at(-1)).toBe('clean')
  expect(clean.lines.some((line) => /^aurora demo: \d+ accounts worked out again, [1-9]/.test(line))).toBe(true)

  // A list that leaves somebody out, or shows another figure, is noticed.
  const forged = (forge: (entries: readonly RankedTrader[]) => readonly RankedTrader[]) =>
    auditRanking(world.broker.database, world.tenants, async (...args) => {
      const ranking = await computeRanking(...args)
      return { ...ranking, entries: forge(ranking.entries) }
    })
  expect((await forged((entries) => entries.slice(1))).lines.at(-1)).toMatch(
    /^first wrong figure: aurora\/demo\/\d+: not listed, but must be$/,
  )
  const polished = await forged((entries) => entries.map((one) => ({ ...one, entry: { ...one.entry, drawdown: '0.00' } })))
  expect(polished.lines.at(-1)).toMatch(/drawdown must be [\d.]+, is 0\.00$/)
}, 120_000)
