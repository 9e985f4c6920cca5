import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listInstruments } from '../../contract/market'
import { RISK_PROFILES, type RiskProfile } from '../../contract/tenant/risk-profiles'
import { TenantTrading } from '../../contract/tenant/trading'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { open, submit } from '../../tests/fixtures/trader-actions'
import { CATALOGUE } from './catalogue'
import { instrumentTerms } from './instrument-terms'
import { riskClassOf } from './risk-class'

const instrumentOf = (code: string) => {
  const found = CATALOGUE.find((instrument) => instrument.code === code)
  if (found === undefined) throw new Error(`no instrument ${code}`)
  return found
}
const termsOf = (code: string, trading: Record<string, unknown>) => {
  const terms = instrumentTerms({ trading: TenantTrading.parse(trading) }, instrumentOf(code))
  if (terms === null) throw new Error(`${code} is not offered`)
  return terms
}

test.each([
  ['EURUSD', 'major-fx', 30],
  ['USDCAD', 'major-fx', 30],
  ['EURGBP', 'major-fx', 30],
  ['AUDUSD', 'minor-fx', 20],
  ['USDHKD', 'minor-fx', 20],
  ['AUDJPY', 'minor-fx', 20],
  ['XAUUSD', 'gold', 20],
  ['XAGUSD', 'commodity', 10],
  ['US500', 'major-index', 20],
  ['HK50', 'minor-index', 10],
  ['WTI', 'commodity', 10],
  ['BTCUSDT', 'crypto', 2],
] as const)('%s is of the class %s: 1:%i at most for retail clients in the EU', (code, riskClass, cap) => {
  expect(riskClassOf(instrumentOf(code))).toBe(riskClass)
  expect(RISK_PROFILES['eu-retail'][riskClass]).toBe(cap)
})

describe('what is offered under a profile', () => {
  test.each<[string, Record<string, unknown>, readonly number[]]>([
    ['EURUSD', { riskProfile: 'standard' }, [10, 20, 50, 100, 200]],
    ['EURUSD', { riskProfile: 'eu-retail' }, [10, 20]],
    ['EURUSD', { riskProfile: 'eu-retail', overrides: { EURUSD: { leverages: [5, 30, 50] } } }, [5, 30]],
    ['BTCUSDT', { riskProfile: 'eu-retail' }, [2]],
    ['HK50', { riskProfile: 'cautious' }, [5]],
    ['EURUSD', { riskProfile: 'eu-retail', maxLeverage: 10 }, [10]],
    ['EURUSD', { maxLeverage: 3 }, [3]],
    ['EURUSD', { riskProfile: 'eu-retail', overrides: { EURUSD: { leverages: [] } } }, []],
  ])('%s with %o: %o', (code, trading, leverages) => expect(termsOf(code, trading).leverages).toEqual(leverages))

  test.each(['eu-retail', 'cautious'] satisfies RiskProfile[])('%s: nothing of the catalogue goes above its class', (riskProfile) => {
    for (const instrument of CATALOGUE.filter(({ marginMode }) => marginMode === 'leveraged')) {
      const { leverages } = termsOf(instrument.code, { riskProfile })
      expect(leverages.length, instrument.code).toBeGreaterThan(0)
      expect(Math.max(...leverages), instrument.code).toBeLessThanOrEqual(RISK_PROFILES[riskProfile][riskClassOf(instrument)])
    }
  })

  test('a fixed margin, whose leverage moves with the price, opens nothing new', () => {
    expect(termsOf('NGAS', { riskProfile: 'standard' }).isCloseOnly).toBe(false)
    expect(termsOf('NGAS', { riskProfile: 'eu-retail' }).isCloseOnly).toBe(true)
  })
})

describe('a company with the limits of the EU', () => {
  let world: World
  let trader: TestTrader
  beforeAll(async () => {
    world = await createWorld({ tenants: { aurora: { trading: { riskProfile: 'eu-retail' } } } })
    await world.quoteAll()
    trader = await world.demoTrader()
  })
  afterAll(() => world.close())

  test('the ticket offers no more than the server takes', async () => {
    const instruments = (await trader.call(listInstruments, {})).data ?? []
    const offered = Object.fromEntries(instruments.map(({ Code, HasForexMultiple }) => [Code, HasForexMultiple.map(({ Value }) => Value)]))
    expect(offered).toMatchObject({ EURUSD: ['10', '20'], BTCUSDT: ['2'], HK50: ['10'] })
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.01', leverage: '50' })).outcome).toBe('LEVERAGE_NOT_OFFERED')
    expect((await open(world, trader, 'buy', 'EURUSD', { lots: '0.01', leverage: '20' })).Status).toBe(1)
  })
})
