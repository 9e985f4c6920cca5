import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { testSigner } from '../../tests/fixtures/test-signer'
import { books, endOf, holding, open, PLAIN_TERMS, protect } from '../../tests/fixtures/trader-actions'
import { openTrading, type Trading } from './open-trading'

let world: World

/** What a restarted process does: a new engine over the same store. */
function reopen(): Promise<Trading> {
  const { database, market, outbox } = world.broker
  return openTrading({
    database,
    prices: market,
    clock: world.clock,
    logger: { debug() {}, info() {}, warn() {}, error: (fields) => expect(fields).toBeUndefined() },
    tenant: (id) => world.tenants.find((tenant) => tenant.id === id),
    signer: testSigner,
    errorText: (_language, name) => name,
    committed: outbox.nudge,
  })
}

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
})
afterAll(() => world.close())

describe('after a restart', () => {
  test('stops that were set before fire, edited ones at their last price, and accounts are stopped out', async () => {
    await world.price('EURUSD', '1.20000')
    await world.price('GBPUSD', '1.30000')
    const [one, other] = [await world.demoTrader(), await world.demoTrader()]
    const stopped = await open(world, one, 'buy', 'EURUSD', { stopLoss: '1.19000' })
    const edited = await open(world, one, 'buy', 'EURUSD', { stopLoss: '1.19500' })
    await protect(one, edited.Id, '1.18000', '0')
    const ruined = await open(world, other, 'buy', 'GBPUSD', { lots: '7' })
    await world.broker.trading.close()

    await world.price('EURUSD', '1.15000')
    expect(await endOf(one, stopped.Id)).toBeUndefined()

    const trading = await reopen()
    await world.price('EURUSD', '1.18500')
    await trading.idle()
    expect((await endOf(one, stopped.Id))?.UpdatePrice).toBe('1.18500')
    expect(await endOf(one, edited.Id)).toBeUndefined()
    await world.price('EURUSD', '1.17900')
    await world.price('GBPUSD', '1.28900')
    await trading.idle()
    expect((await endOf(one, edited.Id))?.UpdatePrice).toBe('1.17900')
    expect((await endOf(other, ruined.Id))?.CloseReason).toBe('stop_out')
    expect((await holding(other)).total).toBe(0)
    expect(await books(world)).toEqual([])
    await trading.close()
  })

  test('two engines over one store close an order once', async () => {
    const trader = await world.demoTrader()
    await world.price('EURUSD', '1.20000')
    const order = await open(world, trader, 'buy', 'EURUSD', { stopLoss: '1.19000' })
    const engines = [await reopen(), await reopen()]
    await world.price('EURUSD', '1.18000')
    for (const engine of engines) await engine.close()
    expect((await endOf(trader, order.Id))?.CloseReason).toBe('stop_loss')
    expect(await books(world)).toEqual([])
  })
})
