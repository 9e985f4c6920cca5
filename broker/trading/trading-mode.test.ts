import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrder, closeOrder, submitOrder } from '../../contract/orders'
import type { Tenant } from '../../contract/tenant'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { endOf, holding, open, PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'

let world: World
let trader: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  trader = await world.demoTrader()
})
afterAll(() => world.close())

/** As a reload of the tenant's file would leave it. */
function setMode(mode: Tenant['trading']['mode']): void {
  Object.assign(world.tenant('aurora').trading, { mode })
}
const pending = (target: string) =>
  trader.call(submitOrder, {
    forex_id: world.broker.market.instrument('EURUSD')!.id,
    type: '1',
    status: '0',
    cont: '0.1',
    multiple: '100',
    target_price: target,
  })

test('close-only takes no new orders and fires none that wait; positions close and their stops hold', async () => {
  await world.price('EURUSD', '1.20000')
  const position = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const stopped = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  const waiting = (await pending('1.19500')).data
  setMode('close-only')
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('TRADING_PAUSED')
  expect((await pending('1.10000')).outcome).toBe('TRADING_PAUSED')
  await world.price('EURUSD', '1.19000')
  expect((await endOf(trader, stopped.Id))?.CloseReason).toBe('stop_loss')
  expect((await holding(trader)).data.map(({ Id }) => Id)).toEqual([position.Id])
  expect((await trader.call(closeOrder, { id: position.Id })).outcome).toBe('ok')
  setMode('normal')
  await world.price('EURUSD', '1.19000')
  expect((await holding(trader)).data.map(({ Id }) => Id)).toEqual([waiting.Id])
  await trader.call(closeOrder, { id: waiting.Id })
})

test('cancel-only: nothing opens, closes or fires; what waits can be cancelled', async () => {
  await world.price('EURUSD', '1.20000')
  const position = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  const waiting = (await pending('1.19500')).data
  setMode('cancel-only')
  await world.price('EURUSD', '1.18000')
  expect((await trader.call(closeOrder, { id: position.Id })).outcome).toBe('TRADING_PAUSED')
  expect((await holding(trader)).data.map(({ Id }) => Id)).toEqual([position.Id])
  expect((await trader.call(cancelOrder, { id: waiting.Id })).outcome).toBe('ok')
  setMode('normal')
  await world.price('EURUSD', '1.17000')
  expect((await endOf(trader, position.Id))?.UpdatePrice).toBe('1.17000')
})
