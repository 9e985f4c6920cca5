import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitOrder } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { ScriptedProvider } from '../../tests/fixtures/scripted-provider'

const hedged = (provider: string) => ({ model: 'hedged' as const, provider })
const lp = new ScriptedProvider({ id: 'prime', seed: 1, faults: 0, price: () => parseFixed('1.16') })

let world: World
beforeAll(async () => {
  world = await createWorld({
    tenants: {
      aurora: { trading: { execution: { EURUSD: hedged('prime'), XAUUSD: hedged('prime') } } },
      graphite: { trading: { execution: { EURUSD: hedged('other') } } },
    },
    broker: { providers: [{ provider: lp.client(), symbols: { EURUSD: 'EUR/USD' }, isSimulated: true }] },
  })
  await world.quoteAll()
}, 120_000)
afterAll(() => world.close())

const open = async (tenantId: string, code: string) => {
  const trader = await world.demoTrader(tenantId)
  const instrument = world.broker.market.instrument(code)
  return trader.call(submitOrder, { forex_id: instrument?.id ?? '', type: '1', status: '1', cont: '0.1', multiple: '50' })
}

test('what has a way is traded, what has none takes no new orders, and the log names each', async () => {
  expect((await open('aurora', 'EURUSD')).outcome).toBe('ok')
  expect((await open('aurora', 'XAUUSD')).outcome).toBe('TRADING_PAUSED')
  expect((await open('graphite', 'EURUSD')).outcome).toBe('TRADING_PAUSED')
  expect((await open('graphite', 'XAUUSD')).outcome).toBe('ok')
  expect(world.complaints.filter((line) => line.includes('no way')).length).toBe(2)
})

test('the providers of the file are connected, whoever names them', () => {
  expect(world.broker.orders.health()).toMatchObject([{ provider: 'prime', isConnected: true }])
})
