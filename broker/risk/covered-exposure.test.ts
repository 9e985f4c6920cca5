import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRisk } from '../../contract/desk/risk'
import { parseFixed } from '../../rules/decimal'
import { MINUTE_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { ScriptedProvider } from '../../tests/fixtures/scripted-provider'
import { open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'

let world: World
let operator: TestOperator
let trader: RealTrader
let price = parseFixed('1.2')
const provider = new ScriptedProvider({ id: 'prime', seed: 1, faults: 0, price: () => price, fate: () => 'fill' })

beforeAll(async () => {
  world = await createWorld({
    startMs: Date.parse('2026-11-18T23:50:00Z'),
    tenants: {
      aurora: {
        ...PLAIN_TERMS.aurora,
        trading: { ...PLAIN_TERMS.aurora?.trading, execution: { EURUSD: { model: 'hedged', provider: 'prime' } } },
      },
    },
    broker: { providers: [{ provider: provider.client(), symbols: { EURUSD: 'EUR/USD' }, isSimulated: true }] },
  })
  operator = await openOperator(world, { roles: ['risk'] })
  trader = await world.realTrader()
  await fund(world, trader, '100000')
  await world.quoteAll()
  await world.price('EURUSD', '1.20000')
})
afterAll(() => world.close())

/** Until what is due is ordered, told and booked. */
async function settle(): Promise<void> {
  for (let quiet = 0, i = 0; quiet < 3 && i < 300; i++) {
    await world.settle()
    await new Promise((resolve) => setImmediate(resolve))
    await world.broker.cover.look()
    await world.broker.orders.idle()
    quiet = (await provider.deliver()) ? 0 : quiet + 1
  }
}
const look = async () => {
  const { data } = await operator.call(getRisk, {})
  return { ...data, eurusd: data.rows.find(({ code }) => code === 'EURUSD') }
}

test('what is covered stands beside what clients hold, and its result beside theirs', async () => {
  await open(world, trader, 'buy', 'EURUSD', { lots: '2' })
  await settle()
  const { eurusd, sources, total } = await look()
  expect(eurusd).toMatchObject({ net: '2', covered: '2', difference: '0', usdt: '0.00000000' })
  expect(total.usdt).toBe('0.00000000')
  expect(sources.find(({ kind }) => kind === 'provider')).toMatchObject({ id: 'prime', state: 'live', rejects: '0.0' })
  price = parseFixed('1.201')
  await world.price('EURUSD', '1.20100')
  // What clients make the house makes at the provider; the fees stay: 7 USDT a lot.
  expect((await look()).house).toMatchObject({
    mirrored: '-200.00000000',
    cover: '200.00000000',
    fees: '14.00000000',
    total: '14.00000000',
  })
})

test('a new day begins with what is held on both sides', async () => {
  world.pass(15 * MINUTE_MS)
  await world.quoteAll()
  await world.price('EURUSD', '1.20300')
  expect((await look()).house).toMatchObject({ mirrored: '-400.00000000', cover: '400.00000000', fees: '0.00000000', total: '0.00000000' })
})
