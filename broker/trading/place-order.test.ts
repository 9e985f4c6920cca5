import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listReceipts, submitOrder } from '../../contract/orders'
import { getAccountDetail, getBalance } from '../../contract/wallet'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { books, close, ended, holding, open, PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { MAX_OPEN_ORDERS } from './place-order'

let world: World
let trader: TestTrader

beforeAll(async () => {
  world = await createWorld({
    tenants: {
      ...PLAIN_TERMS,
      saffron: { trading: { overrides: {}, feeType: 'per-lot', demoBalance: '10070', maxLeverage: 100, staleAfterMs: 2000 } },
      meridian: {
        trading: {
          feeType: 'share-of-margin',
          demoBalance: '10000',
          overrides: {
            EURUSD: { spread: '0.00020', feeRate: '0.006' },
            BTCUSDT: { leverages: [] },
            GBPUSD: { minLots: '0.10', maxLots: '2' },
          },
        },
      },
    },
  })
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.quoteAll()
  await world.price('EURUSD', '1.00000')
  await world.price('USDJPY', '155.000')
  trader = await world.demoTrader()
})

describe('what an order costs', () => {
  test('one lot of USD/JPY at 155 and 1:100 reserves exactly 1,000 and pays 7', async () => {
    const order = await open(world, trader, 'buy', 'USDJPY')
    expect(order).toMatchObject({
      Price: '155.000',
      CautionMoney: '1000.00000000',
      TradeFee: '7.00000000',
      FactProfits: '0.00000000',
      Status: 1,
    })
    expect(order.ConversionRate).toBe('0.00645161290322580645')
    expect((await trader.call(getBalance, {})).data).toEqual({ balance: '8993.00000000', lock_balance: '1000.00000000' })
    expect((await trader.call(getAccountDetail, {})).data).toMatchObject({
      net_value: '9993.00000000',
      free_margin: '8993.00000000',
      risk_rate: '999.30',
    })
  })

  test('a round trip at one price costs the fee and nothing else', async () => {
    const order = await open(world, trader, 'sell', 'USDJPY', { lots: '0.37', leverage: '50' })
    const { data } = await close(trader, order.Id)
    expect(data).toMatchObject({ Status: 3, CloseReason: 'manual', FactProfits: '0.00000000' })
    expect((await trader.call(getBalance, {})).data).toEqual({ balance: '9997.41000000', lock_balance: '0.00000000' })
  })

  test('a fixed margin per lot does not ask for a leverage', async () => {
    const order = await open(world, trader, 'buy', 'NGAS', { lots: '0.30', leverage: '1' })
    expect(order).toMatchObject({ CautionMoney: '3000.00000000', Multiple: '' })
    const bare = await trader.call(submitOrder, {
      forex_id: world.broker.market.instrument('NGAS')!.id,
      type: '2',
      status: '1',
      cont: '0.1',
    })
    expect(bare.outcome).toBe('ok')
  })

  test('with a spread a buy fills at the ask, the fee is a share of the margin, and the spread is lost at once', async () => {
    const spread = await world.demoTrader('meridian')
    const order = await open(world, spread, 'buy', 'EURUSD')
    expect(order).toMatchObject({
      Price: '1.00010',
      UpdatePrice: '0.99990',
      CautionMoney: '1000.10000000',
      TradeFee: '6.00060000',
      FactProfits: '-20.00000000',
    })
    const { data } = await close(spread, order.Id)
    expect(data).toMatchObject({ UpdatePrice: '0.99990', FactProfits: '-20.00000000' })
    expect((await spread.call(getBalance, {})).data.balance).toBe('9973.99940000')
  })
})

describe('free margin is the limit', () => {
  test('an order that takes all of it is accepted, a hundredth of a lot more is not', async () => {
    // One lot costs 1,000 + 7 of 10,070.
    const rich = await world.demoTrader('saffron')
    expect((await submit(world, rich, 'buy', 'EURUSD', { lots: '10.01' })).outcome).toBe('INSUFFICIENT_MARGIN')
    await open(world, rich, 'buy', 'EURUSD', { lots: '10' })
    expect(await holding(rich)).toMatchObject({ balance: '0.00000000', free_margin: '0.00000000', total_margin: '10000.00000000' })
    expect((await submit(world, rich, 'buy', 'EURUSD', { lots: '0.01' })).outcome).toBe('INSUFFICIENT_MARGIN')
  })

  test('a floating loss takes free margin, a floating profit gives it', async () => {
    await open(world, trader, 'buy', 'EURUSD', { lots: '5' })
    await world.price('EURUSD', '0.99500')
    // 10,000 − 5,000 − 35 − 2,500 = 2,465: two lots at 995 + 7 fit, two and a half do not.
    expect((await submit(world, trader, 'sell', 'EURUSD', { lots: '2.50' })).outcome).toBe('INSUFFICIENT_MARGIN')
    await world.price('EURUSD', '1.01000')
    expect((await submit(world, trader, 'sell', 'EURUSD', { lots: '2.50' })).outcome).toBe('ok')
  })

  test('the spread of the order itself counts', async () => {
    // A lot costs 1,000.10 + 6.0006 + 20 of spread: 9.74 lots are 9,994.22.
    const spread = await world.demoTrader('meridian')
    expect((await submit(world, spread, 'buy', 'EURUSD', { lots: '9.74' })).outcome).toBe('ok')
    const other = await world.demoTrader('meridian')
    // 9.75 lots without their spread would be 9,809.48 and fit; with it they are 10,004.48.
    expect((await submit(world, other, 'buy', 'EURUSD', { lots: '9.75' })).outcome).toBe('INSUFFICIENT_MARGIN')
  })

  test('what is said to be missing is enough: with that much more the same order is taken', async () => {
    // 0.10 lots cost 100 + 0.70 of 100.6951: 0.0049 are missing, which no deposit in cents may be below.
    const poor = await world.realTrader()
    await fund(world, poor, '100.6951')
    const refused = await submit(world, poor, 'buy', 'EURUSD', { lots: '0.1' })
    expect(refused.outcome).toBe('INSUFFICIENT_MARGIN')
    const missing = /[\d.]+(?= USDT)/.exec(refused.msg)?.[0] ?? ''
    expect(missing).toBe('0.01')
    await fund(world, poor, missing)
    expect((await submit(world, poor, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('ok')
  })

  test('orders sent at once cannot use the same margin twice', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(world, trader, 'buy', 'EURUSD', { lots: '4' })))
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([...Array(6).fill('INSUFFICIENT_MARGIN'), 'ok', 'ok'])
    expect(await holding(trader)).toMatchObject({ total: 2, free_margin: '1944.00000000' })
    expect(await books(world)).toEqual([])
  })
})

describe('what is refused', () => {
  test.each([
    ['an unknown instrument', 'XXXXXX', {}, 'INSTRUMENT_NOT_FOUND'],
    ['a leverage that is not offered', 'EURUSD', { leverage: '3' }, 'LEVERAGE_NOT_OFFERED'],
    ['a leverage written otherwise', 'EURUSD', { leverage: '0100' }, 'LEVERAGE_NOT_OFFERED'],
    ['less than the smallest size', 'EURUSD', { lots: '0.001' }, 'LOTS_TOO_SMALL'],
    ['nothing', 'EURUSD', { lots: '0' }, 'LOTS_TOO_SMALL'],
    ['more than the largest size', 'EURUSD', { lots: '50.01' }, 'LOTS_TOO_LARGE'],
    ['a size between the steps', 'EURUSD', { lots: '0.015' }, 'LOTS_OFF_STEP'],
    ['0.35 where steps are 0.1', 'NAS100', { lots: '0.35' }, 'LOTS_OFF_STEP'],
    ['a stop off the price grid', 'EURUSD', { stopLoss: '0.990001' }, 'PRICE_OFF_GRID'],
    ['a stop loss above a buy', 'EURUSD', { stopLoss: '1.00000' }, 'STOP_LOSS_WRONG_SIDE'],
    ['a take profit below a buy', 'EURUSD', { takeProfit: '0.99' }, 'TAKE_PROFIT_WRONG_SIDE'],
    ['a price that has moved too far', 'EURUSD', { price: '0.99990', maxSlippage: '0.00009' }, 'PRICE_MOVED'],
    ['more than the free margin', 'EURUSD', { lots: '10' }, 'INSUFFICIENT_MARGIN'],
    ['a negative size', 'EURUSD', { lots: '-1' }, 'PARAMETER_INVALID'],
    ['an exponent', 'EURUSD', { lots: '1e2' }, 'PARAMETER_INVALID'],
  ])('%s', async (_, code, terms, outcome) => {
    expect((await submit(world, trader, 'buy', code, terms)).outcome).toBe(outcome)
    expect(await holding(trader)).toMatchObject({ total: 0, balance: '10000.00000000' })
  })

  test.each([
    ['market', 'price', { price: '1.00000007', maxSlippage: '0.001' }, '1.00000'],
    ['market', 'price', { price: '0', maxSlippage: '0.001' }, '0.00001'],
    ['market', 'price', { price: '92233720368.54775807' }, '92233720368.54775'],
    ['market', 'max_slippage', { price: '1.00000', maxSlippage: '0.0000077' }, '0.00001'],
    ['market', 'stop_loss_price', { stopLoss: '0.99000001' }, '0.99000'],
    ['market', 'target_profit_price', { takeProfit: '1.0100099' }, '1.01001'],
    ['market', 'trailing_distance', { trailing: '0.000001' }, '0.00001'],
    ['pending', 'target_price', { target: '0.990001' }, '0.99000'],
    ['pending', 'price', { target: '0.99', price: '0.990001' }, '0.99000'],
  ])('a %s order whose %s is off the price grid: %j', async (_, parameter, terms, example) => {
    const answer = await submit(world, trader, 'buy', 'EURUSD', terms)
    expect(answer).toMatchObject({ outcome: 'PRICE_OFF_GRID', details: { parameter, decimals: '5', example } })
    expect(answer.msg.replaceAll(',', '')).toContain(example)
    expect(await holding(trader)).toMatchObject({ total: 0, balance: '10000.00000000' })
  })

  test('a size that floats cannot count, 0.3 in steps of 0.1, is taken', async () => {
    expect((await submit(world, trader, 'buy', 'NAS100', { lots: '0.3' })).outcome).toBe('ok')
  })

  test('a worse price within the slippage, and any better one, is taken', async () => {
    expect((await open(world, trader, 'buy', 'EURUSD', { price: '0.99990', maxSlippage: '0.00010' })).Price).toBe('1.00000')
    expect((await open(world, trader, 'buy', 'EURUSD', { price: '1.00100', maxSlippage: '0' })).OriginPrice).toBe('1.00100')
    expect((await submit(world, trader, 'sell', 'EURUSD', { price: '1.00100', maxSlippage: '0.0005' })).outcome).toBe('PRICE_MOVED')
  })

  test('store, receipt and order say the same price that the trader saw, and the audit agrees', async () => {
    const order = await open(world, trader, 'buy', 'EURUSD', { price: '1.00001', maxSlippage: '0.001' })
    const [receipt] = (await trader.call(listReceipts, { id: order.Id })).data
    expect([order.OriginPrice, receipt?.body.requested_price]).toEqual(['1.00001', '1.00001'])
    await world.broker.sealer.flush()
    expect((await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)).toEqual([])
  })

  test("a company's own bounds: no leverage configured, its lots", async () => {
    const other = await world.demoTrader('meridian')
    expect((await submit(world, other, 'buy', 'BTCUSDT', { leverage: '10' })).outcome).toBe('LEVERAGE_NOT_CONFIGURED')
    expect((await submit(world, other, 'buy', 'GBPUSD', { lots: '0.05' })).outcome).toBe('LOTS_TOO_SMALL')
    expect((await submit(world, other, 'buy', 'GBPUSD', { lots: '2.01' })).outcome).toBe('LOTS_TOO_LARGE')
  })

  test('a quote older than the company allows, and a closed market', async () => {
    world.pass(2_000)
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.01' })).outcome).toBe('ok')
    world.pass(1)
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.01' })).outcome).toBe('QUOTE_STALE')
    world.clock.setWall(Date.parse('2026-11-21T12:00:00Z'))
    await world.price('EURUSD', '1.00000')
    expect((await submit(world, trader, 'buy', 'EURUSD')).outcome).toBe('MARKET_CLOSED')
    await world.price('BTCUSDT', '90000.00')
    expect((await submit(world, trader, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '10' })).outcome).toBe('ok')
    world.clock.setWall(Date.parse('2026-11-18T12:00:00Z'))
  })

  test('more open orders than anybody needs', async () => {
    for (let opened = 0; opened < MAX_OPEN_ORDERS; opened++)
      await open(world, trader, opened % 2 === 0 ? 'buy' : 'sell', 'EURUSD', { lots: '0.01' })
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.01' })).outcome).toBe('TOO_MANY_OPEN_ORDERS')
    const page = await holding(trader)
    expect([page.total, page.data.length]).toEqual([MAX_OPEN_ORDERS, 20])
    await close(trader, page.data[0]!.Id)
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.01' })).outcome).toBe('ok')
  }, 60_000)
})

test('the same key opens one order, however often and however many at once it is sent', async () => {
  const key = `key-${trader.id}`
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(world, trader, 'buy', 'EURUSD', { lots: '0.1', key })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await holding(trader)).total).toBe(1)
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.2', key })).outcome).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await ended(trader)).toEqual([])
})
