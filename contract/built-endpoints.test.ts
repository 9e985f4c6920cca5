/** What the calls of the embedded broker answer, held against the contract; that none is forgotten is the compiler's to say. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokerClient } from '../tests/fixtures/broker-client'
import { createWorld, type TestTrader, type World } from '../tests/fixtures/create-world'
import { sampleInputs } from '../tests/fixtures/sample-inputs'
import { BrokerStatement } from './companies'
import type { Endpoint } from './endpoint'
import { ENDPOINTS } from './index'
import { PERIODS } from './primitives'

let world: World
let trader: TestTrader
let sample: ReturnType<typeof sampleInputs>
beforeAll(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
  sample = sampleInputs({ orderId: '1', instrumentId: world.broker.market.instrument('EURUSD')?.id ?? '' })
})
afterAll(() => world.close())

describe('a call answers as the contract says', () => {
  const call = <E extends Endpoint>(endpoint: E, input: Parameters<typeof trader.call<E>>[1], lang = 'en') =>
    trader.call(endpoint, input, { headers: { lang } })

  test('the market: categories, instruments, search', async () => {
    const categories = (await call(ENDPOINTS.getCategories, {})).data
    expect(categories.length).toBeGreaterThanOrEqual(5)
    const instruments = (await call(ENDPOINTS.listInstruments, {})).data
    expect(instruments.length).toBeGreaterThanOrEqual(24)
    expect(new Set(instruments.map(({ Id }) => Id)).size).toBe(instruments.length)
    const categoryIds = new Set(categories.map(({ Id }) => Id))
    expect(instruments.filter(({ CategoryId }) => !categoryIds.has(CategoryId))).toEqual([])
    const found = (await call(ENDPOINTS.listInstruments, { searchCurrency: 'btc' })).data
    expect(found.map(({ Code }) => Code)).toEqual(['BTCUSDT'])
    for (const hostile of ['%', "' or 1=1", '\\', '.*'])
      expect((await call(ENDPOINTS.listInstruments, { searchCurrency: hostile })).data).toEqual([])
  })

  test('candles of every period, ascending, ending with the one under way', async () => {
    for (const period of PERIODS) {
      for (const endpoint of [ENDPOINTS.getCandles, ENDPOINTS.getRecentCandles]) {
        const { outcome, data } = await call(endpoint, { forex_id: sample.getCandles.forex_id, period })
        expect([period, outcome]).toEqual([period, 'ok'])
        expect(data.map(({ Time }) => Time)).toEqual([...data.map(({ Time }) => Time)].sort((a, b) => a - b))
        expect(data.at(-1)?.Close).toBe(Number(world.feed.instruments.find(({ code }) => code === 'EURUSD')?.referencePrice) / 1e8)
      }
    }
    expect((await call(ENDPOINTS.getCandles, { forex_id: '999999', period: '1min' })).outcome).toBe('INSTRUMENT_NOT_FOUND')
  })

  test('a trade: open, list, protect, close, history, balance', async () => {
    const opened = await call(ENDPOINTS.submitOrder, sample.submitOrder)
    expect([opened.outcome, opened.msg]).toEqual(['ok', 'Your order has been confirmed.'])
    const id = opened.data.Id
    expect((await call(ENDPOINTS.listOrders, { status: '1' })).data.data.map(({ Id }) => Id)).toEqual([id])
    const price = Number(opened.data.Price)
    const stops = { id, stop_loss_price: (price * 0.99).toFixed(5), target_profit_price: (price * 1.01).toFixed(5) }
    expect((await call(ENDPOINTS.setStopPrice, stops)).data).toMatchObject({
      TargetLossPrice: stops.stop_loss_price,
      TargetProfitPrice: stops.target_profit_price,
    })
    expect((await call(ENDPOINTS.closeOrder, { id })).data).toMatchObject({ Id: id, Status: 3, CloseReason: 'manual' })
    expect((await call(ENDPOINTS.closeOrder, { id })).outcome).toBe('ORDER_NOT_HOLDING')
    expect((await call(ENDPOINTS.listOrders, { status: '3' })).data).toMatchObject({ total: 1, data: [{ Id: id }] })
    const detail = (await call(ENDPOINTS.getAccountDetail, {})).data
    expect([detail.total_margin, detail.risk_rate, detail.lock_balance]).toEqual(['0.00000000', '', '0.00000000'])
    expect((await call(ENDPOINTS.getBalance, {})).data.balance).toBe(detail.balance)
  })

  test('a demo account back to its start', async () => {
    expect((await call(ENDPOINTS.resetDemoAccount, {})).outcome).toBe('ok')
    expect(Number((await call(ENDPOINTS.getBalance, {})).data.balance)).toBe(Number(world.tenant('aurora').trading.demoBalance))
  })

  test('account and session: demo account, record, ticket, login, logout', async () => {
    const client = brokerClient(world.broker.fetch, trader.host)
    const created = (await client.call(ENDPOINTS.createDemoAccount, {}, { asGet: true })).data
    expect([created.is_demo, created.email, created.mobile]).toEqual([1, '', ''])
    expect(created.token).toMatch(/^[\w-]{43}$/)
    expect(created.demo_id).toMatch(/^[\w-]{43}$/)
    const again = (await client.call(ENDPOINTS.createDemoAccount, { demo_id: created.demo_id })).data
    expect([again.id, again.uid, again.demo_id]).toEqual([created.id, created.uid, created.demo_id])
    expect(again.token).not.toBe(created.token)
    const other = (await client.call(ENDPOINTS.createDemoAccount, { demo_id: 'guessed' })).data
    expect(other.id).not.toBe(created.id)
    const record = (await client.call(ENDPOINTS.getTrader, {}, { token: again.token })).data
    expect([record.id, record.created_at]).toEqual([created.id, world.clock.now()])
    expect((await client.call(ENDPOINTS.createSocketTicket, {}, { token: again.token })).data.ticket).toMatch(/^[\w-]{43}$/)
    expect((await client.call(ENDPOINTS.logout, {}, { token: again.token })).outcome).toBe('ok')
  })

  test.each([
    ['', 'x', 'ACCOUNT_REQUIRED'],
    ['  ', 'x', 'ACCOUNT_REQUIRED'],
    ['a@example.com', '', 'PASSWORD_REQUIRED'],
    ['', '', 'ACCOUNT_REQUIRED'],
    ['a@example.com', 'wrong', 'LOGIN_FAILED'],
    ["' or 1=1 --", "' or 1=1 --", 'LOGIN_FAILED'],
  ] as const)('login of %j with %j: %s', async (account, password, outcome) => {
    for (const login_type of ['email', 'mobile'] as const)
      expect((await call(ENDPOINTS.login, { account, password, login_type })).outcome).toBe(outcome)
  })

  test('news of the company in the language of the reader, without anything that could act', async () => {
    const { data, total } = (await call(ENDPOINTS.listNews, { category_id: '1' })).data
    expect(total).toBe(data.length)
    expect(data.map(({ created_at }) => created_at)).toEqual([...data.map(({ created_at }) => created_at)].sort((a, b) => b - a))
    expect((await call(ENDPOINTS.listNews, { category_id: '1', page: '1000' })).data).toEqual({ data: [], total })
    for (const { id, title } of data) {
      const english = (await call(ENDPOINTS.getNews, { id })).data
      expect(english.title).toBe(title)
      expect(english.content).not.toMatch(/<(script|style|iframe|img|object)|on\w+=|javascript:/i)
      expect((await call(ENDPOINTS.getNews, { id }, 'ar')).data.title).toMatch(/[؀-ۿ]/)
    }
    expect((await call(ENDPOINTS.getNews, { id: 'nothing' })).outcome).toBe('NEWS_NOT_FOUND')
  })

  test('what the broker says about itself', async () => {
    const response = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
    const statement = BrokerStatement.parse(await response.json())
    expect([statement.price_source_is_simulated, statement.licence, statement.stop_out_level]).toEqual([true, null, '50'])
    expect(Object.keys(statement.fees.spread)).toHaveLength(world.feed.instruments.length)
  })
})
