import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BrokerStatement } from '../../contract/companies'
import { ENDPOINTS } from '../../contract/index'
import { parseFixed } from '../../rules/decimal'
import { HOUR_MS } from '../../rules/durations'
import { countLosing, FEWEST_ACCOUNTS, LOSING_PERIOD_MS, losingShare } from '../../rules/losing-share'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { close, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { tradeOrder, trader, withdrawCurrency } from '../db/schema'
import { readTradingResults } from './published-figures'

let world: World
beforeEach(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterEach(() => world.close())

async function statementOf(id = 'aurora'): Promise<BrokerStatement> {
  const response = await world.broker.fetch(new Request(`http://${id}.localhost:3000/.well-known/broker.json`))
  return BrokerStatement.parse(await response.json())
}

let uid = 0

/** An account and its closed orders, written as they stand in the store: what the sum is worked out from. */
async function writeAccount(
  tenantId: string,
  isDemo: boolean,
  orders: readonly { readonly profit: bigint; readonly fee: bigint; readonly completedAt: number | null; readonly filled?: boolean }[],
): Promise<void> {
  await world.broker.database.withTenant(tenantId, async (tx) => {
    const [row] = await tx
      .insert(trader)
      .values({ tenantId, uid: `9${String(++uid).padStart(7, '0')}`, isDemo, inviteCode: `S${uid}`, createdAt: 0 })
      .returning({ id: trader.id })
    for (const { profit, fee, completedAt, filled = true } of orders) {
      await tx.insert(tradeOrder).values({
        tenantId,
        traderId: row!.id,
        isDemo,
        instrumentCode: 'EURUSD',
        side: 'buy',
        status: completedAt !== null ? 3 : filled ? 1 : 0,
        pendingKind: filled ? null : 'limit',
        closeReason: completedAt === null ? null : filled ? 'manual' : 'cancelled',
        lots: parseFixed('1'),
        marginMode: 'leveraged',
        contractSize: parseFixed('100000'),
        quoteCurrency: 'USD',
        pricePrecision: 5,
        requestedPrice: parseFixed('1.1'),
        fillPrice: filled ? parseFixed('1.1') : 0n,
        stopLoss: 0n,
        takeProfit: 0n,
        margin: 0n,
        fee,
        profit: filled && completedAt !== null ? profit : null,
        conversionRate: '1',
        quoteSource: 'scripted',
        quoteSeq: 1n,
        createdAt: 0,
        completedAt,
      })
    }
  })
}

describe('what a broker says of itself', () => {
  test('how orders are executed is found, not typed: no market stands behind the prices and no money is real', async () => {
    const statement = await statementOf()
    expect(statement).toMatchObject({
      execution_model: 'simulated',
      money_is_simulated: true,
      price_source: 'scripted',
      price_source_is_simulated: true,
      licence: null,
      is_demo_site: false,
    })
    expect((await statementOf('graphite')).is_demo_site).toBe(true)
  })

  test('fees, leverage and levels are those that orders run into', async () => {
    const statement = await statementOf()
    expect(statement.fees).toMatchObject({ trade_fee_type: 1, overnight: null, deposit: '0' })
    expect(statement.fees.rates.EURUSD).toBe('7')
    expect([statement.stop_out_level, statement.margin_call_levels]).toEqual(['50', [100, 75]])
    const one = await world.demoTrader()
    await world.price('EURUSD', '1.10000')
    const order = await open(world, one, 'buy', 'EURUSD', { leverage: String(statement.max_leverage.EURUSD) })
    expect(order.TradeFee).toMatch(/^7(\.0+)?$/)
  })

  test('the spread that is stated is what the company adds: its own on a source of one price, nothing on one that quotes two', async () => {
    await world.close()
    world = await createWorld({
      tenants: { aurora: { trading: { overrides: { EURUSD: { spread: '0.00008' }, GBPUSD: { spread: '0.00008' }, USDJPY: {} } } } },
    })
    await world.price('EURUSD', '1.10000')
    await world.price('GBPUSD', '1.30000', '1.30021')
    await world.price('USDJPY', '150.000', '150.021')
    await world.price('AUDUSD', '0.66000')
    const { fees } = await statementOf()
    const { data } = await world.client.call(ENDPOINTS.listInstruments, {})
    const traded = (code: string) => {
      const { Bid, Ask } = data.find(({ Code }) => Code === code)!.ForexQuotations
      return parseFixed(Ask) - parseFixed(Bid)
    }
    const told = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD'].map((code) => [code, fees.spread[code], fees.spread_from?.[code], traded(code)])
    expect(told).toEqual([
      ['EURUSD', '0.00008', 'company', parseFixed('0.00008')],
      ['GBPUSD', '0', 'source', parseFixed('0.00021')],
      ['USDJPY', '0', 'source', parseFixed('0.021')],
      ['AUDUSD', '0', 'company', 0n],
    ])
    for (const [code, from] of Object.entries(fees.spread_from ?? {})) {
      if (from === 'company') expect([code, parseFixed(fees.spread[code] ?? '')]).toEqual([code, traded(code)])
    }
  })

  test('a source that quotes two sides keeps them while they are equal: nothing is laid round them, and that is what is stated', async () => {
    await world.close()
    world = await createWorld({ tenants: { aurora: { trading: { overrides: { GBPUSD: { spread: '0.00008' } } } } } })
    for (const ask of ['1.30021', '1.30000']) {
      world.feed.push('GBPUSD', { bid: parseFixed('1.30000'), ask: parseFixed(ask), isTwoSided: true })
      await world.settle()
      const { fees } = await statementOf()
      const { data } = await world.client.call(ENDPOINTS.listInstruments, {})
      const { Bid, Ask } = data.find(({ Code }) => Code === 'GBPUSD')!.ForexQuotations
      expect([fees.spread.GBPUSD, fees.spread_from?.GBPUSD, Bid, Ask]).toEqual(['0', 'source', '1.30000', ask])
    }
  })

  test('a margin call at or below the stop-out level is not told of', async () => {
    const strict = await createWorld({ tenants: { aurora: { trading: { stopOutLevelPercent: '80' } } } })
    const response = await strict.broker.fetch(new Request('http://aurora.localhost:3000/.well-known/broker.json'))
    expect(BrokerStatement.parse(await response.json()).margin_call_levels).toEqual([100])
    await strict.close()
  })

  test('the fees of withdrawals are those of the currencies that are offered now', async () => {
    const offered = await world.broker.database.withTenant('aurora', (tx) => tx.select().from(withdrawCurrency))
    const { fees } = await statementOf()
    expect(fees.withdrawals.length).toBeGreaterThan(0)
    expect(fees.withdrawals.map(({ code, protocol, rate }) => [code, protocol, parseFixed(rate)])).toEqual(
      offered.filter(({ isActive }) => isActive).map(({ code, protocol, drawRate }) => [code, protocol, drawRate]),
    )
    await world.broker.database.withTenant('aurora', (tx) => tx.update(withdrawCurrency).set({ isActive: false }))
    world.pass(61_000)
    expect((await statementOf()).fees.withdrawals).toEqual([])
  })

  test('too few payouts are not measured', async () => {
    expect((await statementOf()).withdrawal_times).toEqual({ promised_hours: 24, p50_minutes: null, p95_minutes: null, measured: 0 })
  })
})

describe('the share of losing accounts', () => {
  test('counts real traders with their fees, demo apart, and is not stated over a few', async () => {
    const real = await world.realTrader()
    await fund(world, real, '10000')
    const demo = await world.demoTrader()
    for (const one of [real, demo]) {
      await world.price('EURUSD', '1.10000')
      const { Id } = await open(world, one, 'buy', 'EURUSD')
      // Six points gained are lost to the fee of 7 USDT.
      await world.price('EURUSD', '1.10006')
      expect((await close(one, Id)).outcome).toBe('ok')
    }
    const { losing_accounts } = await statementOf()
    expect(losing_accounts).toEqual({
      period_days: 365,
      min_accounts: FEWEST_ACCOUNTS,
      real: { accounts: 1, share_percent: null, reason: 'too_few_accounts' },
      demo: { accounts: 1, share_percent: null, reason: 'too_few_accounts' },
      computed_at: world.clock.now(),
    })
    expect(await world.broker.database.withTenant('aurora', (tx) => readTradingResults(tx, 'aurora', world.clock.now()))).toEqual({
      real: { accounts: 1, losing: 1 },
      demo: { accounts: 1, losing: 1 },
    })
  })

  test('is the one worked out again from the raw orders, whatever they are', async () => {
    const now = world.clock.now()
    const at = fc.constantFrom(null, now, now - 1, now - LOSING_PERIOD_MS, now - LOSING_PERIOD_MS + 1, now + 1)
    const order = fc.record({
      profit: fc.bigInt({ min: -200n, max: 200n }),
      fee: fc.bigInt({ min: 0n, max: 20n }),
      completedAt: at,
      filled: fc.boolean(),
    })
    const account = fc.record({ isDemo: fc.boolean(), orders: fc.array(order, { maxLength: 4 }) })
    const sums: Record<'real' | 'demo', bigint[]> = { real: [], demo: [] }
    await fc.assert(
      fc.asyncProperty(fc.array(account, { minLength: 1, maxLength: 6 }), async (accounts) => {
        for (const { isDemo, orders } of accounts) {
          await writeAccount('aurora', isDemo, orders)
          const counted = orders.filter(
            ({ completedAt, filled }) => filled && completedAt !== null && completedAt > now - LOSING_PERIOD_MS && completedAt <= now,
          )
          if (counted.length > 0) sums[isDemo ? 'demo' : 'real'].push(counted.reduce((sum, { profit, fee }) => sum + profit - fee, 0n))
        }
        const read = await world.broker.database.withTenant('aurora', (tx) => readTradingResults(tx, 'aurora', now))
        expect(read).toEqual({ real: countLosing(sums.real), demo: countLosing(sums.demo) })
      }),
      { numRuns: 25 },
    )
    // However few were drawn, the published share is looked at too.
    while (sums.real.length < FEWEST_ACCOUNTS) {
      const profit = sums.real.length % 3 === 0 ? 5n : -5n
      await writeAccount('aurora', false, [{ profit, fee: 1n, completedAt: now }])
      sums.real.push(profit - 1n)
    }
    const { real } = (await statementOf()).losing_accounts
    expect(real.accounts).toBe(sums.real.length)
    expect(real.share_percent).toBe(hundredths(losingShare(countLosing(sums.real)) ?? -1n))
  })

  test('is counted anew after an hour, and another company does not see it', async () => {
    expect((await statementOf()).losing_accounts.real.accounts).toBe(0)
    const closed = [{ profit: -1n, fee: 0n, completedAt: world.clock.now() }]
    for (let count = 0; count < FEWEST_ACCOUNTS; count++) await writeAccount('aurora', false, closed)
    expect((await statementOf()).losing_accounts.real.accounts).toBe(0)
    world.pass(HOUR_MS)
    expect((await statementOf()).losing_accounts.real).toEqual({ accounts: FEWEST_ACCOUNTS, share_percent: '100.00', reason: null })
    expect((await statementOf('meridian')).losing_accounts.real.accounts).toBe(0)
  })
})

const hundredths = (share: bigint): string => `${share / 100n}.${String(share % 100n).padStart(2, '0')}`
