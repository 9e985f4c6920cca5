/** The account as lines of a book: their values, their words, and statements that add up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBalance, getStatement, listAccountRecords } from '../../contract/wallet'
import { parseAmount } from '../../rules/money'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { close, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { RECORD_TYPES } from './account-records'

const MINUTE = 60_000
let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

const english = { headers: { lang: 'en' } }
const period = (from: number, to: number) => ({ from: String(from), to: String(to) })

test('every movement is a line, newest first, and the values add up to the balance', async () => {
  await world.quoteAll()
  const trader = await world.realTrader()
  await fund(world, trader, '1000')
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.10' })
  await world.price('EURUSD', '1.10000')
  await close(trader, order.Id)
  const { data } = await trader.call(listAccountRecords, {}, english)
  expect(data.list.map(({ Type }) => Type)).toEqual([RECORD_TYPES.order_close, RECORD_TYPES.order_open, RECORD_TYPES.deposit])
  expect(data.total).toBe(3)
  expect(data.list.map(({ MemoTran }) => MemoTran)).toEqual([
    `EURUSD closed: margin returned plus P/L (order ${order.Id})`,
    `EURUSD opened, margin and fee (order ${order.Id})`,
    expect.stringMatching(/^Deposit \d+$/),
  ])
  const { balance } = (await trader.call(getBalance, {})).data
  expect(data.list.reduce((sum, { Value }) => sum + parseAmount(Value), 0n)).toBe(parseAmount(balance))
  const [closing, opening] = data.list
  expect(closing?.Parts).toEqual([
    { Name: 'margin', Value: order.CautionMoney },
    { Name: 'profit', Value: expect.stringMatching(/^-\d/) },
  ])
  expect(opening?.Parts).toEqual([
    { Name: 'margin', Value: `-${order.CautionMoney}` },
    { Name: 'fee', Value: `-${order.TradeFee}` },
  ])
  for (const { Value, Parts } of [closing!, opening!])
    expect(Parts?.reduce((sum, part) => sum + parseAmount(part.Value), 0n)).toBe(parseAmount(Value))
  expect(data.list[2]).not.toHaveProperty('Parts')
  const chinese = (await trader.call(listAccountRecords, {}, { headers: { lang: 'hk' } })).data
  expect(chinese.list[2]?.MemoTran).not.toBe(data.list[2]?.MemoTran)
})

test('a statement of any period: opening and the entries make the closing, and periods join without a gap', async () => {
  const trader = await world.realTrader()
  const start = world.clock.now()
  for (const usdt of ['100', '20.5', '3.00000001']) {
    await fund(world, trader, usdt)
    world.clock.advance(MINUTE)
  }
  const statement = async (from: number, to: number) => (await trader.call(getStatement, period(from, to))).data
  const whole = await statement(start, start + 3 * MINUTE)
  expect([whole.opening, whole.closing, whole.is_complete].map(String)).toEqual(['0.00000000', '123.50000001', 'true'])
  expect(whole.entries.map((entry) => entry.balance_after)).toEqual(['100.00000000', '120.50000000', '123.50000001'])
  // Of this account, whatever others have moved before.
  expect(whole.entries.map((entry) => entry.Id)).toEqual(['1', '2', '3'])
  const [first, second] = [await statement(start, start + MINUTE), await statement(start + MINUTE, start + 3 * MINUTE)]
  expect([first, second].map(({ entries }) => entries.map((entry) => entry.Id))).toEqual([['1'], ['2', '3']])
  expect(second.opening).toBe(first.closing)
  expect(second.closing).toBe(whole.closing)
})

test.each([
  ['that ends where it begins', 1_000, 1_000],
  ['that ends before it begins', 2_000, 1_000],
  ['longer than 366 days', 0, 366 * 24 * 60 * MINUTE + 1],
])('a statement %s is refused', async (_, from, to) => {
  const trader = await world.demoTrader()
  expect((await trader.call(getStatement, period(from, to))).outcome).toBe('STATEMENT_PERIOD_INVALID')
})

test("nobody sees another trader's lines", async () => {
  const [rich, other] = [await world.realTrader(), await world.realTrader()]
  await fund(world, rich, '50')
  expect((await other.call(listAccountRecords, {})).data).toEqual({ list: [], total: 0, next: '' })
  expect((await other.call(getStatement, period(1, world.clock.now() + 1))).outcome).toBe('STATEMENT_PERIOD_INVALID')
  const month = period(world.clock.now() - MINUTE, world.clock.now() + MINUTE)
  expect((await other.call(getStatement, month)).data).toMatchObject({ opening: '0.00000000', closing: '0.00000000', entries: [] })
})
