/** The first page of the desk: what waits and since when, whether the house is well, and who else may decide. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDeskOverview, listApprovers } from '../../contract/desk/overview'
import { getTraderRecords } from '../../contract/desk/people'
import { requestSettingChange } from '../../contract/desk/settings'
import { listOrders } from '../../contract/orders'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { close, open, PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import { disableOperator } from './operators'

const MONEY = JSON.stringify({
  depositsAbove: '1000',
  withdrawalsAbove: '1000',
  newAddressHours: 24,
  methodHoldHours: 24,
  twoStepEndsHold: true,
  promisedHours: 24,
})

let world: World
let admin: TestOperator
let second: TestOperator
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  admin = await openOperator(world, { roles: ['admin'], name: 'ada' })
  second = await openOperator(world, { roles: ['admin', 'finance'], name: 'ben' })
  trader = await world.realTrader()
  await fund(world, trader, '5000')
})
afterAll(() => world.close())

const overview = async (who: TestOperator) => (await who.call(getDeskOverview, {})).data

test('each operator sees the queues they may read, with what waits and since when', async () => {
  const since = world.clock.now()
  expect((await admin.call(requestSettingChange, { area: 'base', target: 'money', value: MONEY, reason: 'x' })).outcome).toBe('ok')
  world.pass(600_000)
  const { queues, system } = await overview(admin)
  expect(queues).toEqual([
    { queue: 'disputes', waiting: 0, late: 0, second: 0, oldest_at: null },
    { queue: 'risk', waiting: 0, late: 0, second: 0, oldest_at: null },
    { queue: 'approvals', waiting: 1, late: 0, second: 1, oldest_at: since },
    { queue: 'feedback', waiting: 0, late: 0, second: 0, oldest_at: null },
  ])
  expect((await overview(second)).queues.map(({ queue }) => queue)).toEqual([
    'deposits',
    'withdrawals',
    'disputes',
    'risk',
    'reconciliation',
    'approvals',
    'feedback',
  ])
  expect(system).toMatchObject({ company_status: 'live', trading_mode: 'normal', prices_are_simulated: expect.any(Boolean) })
})

test('who may decide is told by name; who left or works elsewhere is not among them', async () => {
  const gone = await openOperator(world, { roles: ['admin'], name: 'cid' })
  await openOperator(world, { company: 'meridian', roles: ['admin'], name: 'dee' })
  const names = async () => (await admin.call(listApprovers, {})).data.approvals.map(({ name, is_self }) => [name, is_self])
  expect(await names()).toEqual([
    ['ada', true],
    ['ben', false],
    ['cid', false],
  ])
  await world.broker.database.system((tx) => disableOperator(tx, gone.id, world.clock.now()))
  expect(await names()).toEqual([
    ['ada', true],
    ['ben', false],
  ])
  const { deposits, identity } = (await admin.call(listApprovers, {})).data
  expect([deposits.map(({ name }) => name), identity]).toEqual([['ben'], []])
})

test('the records of a trader are what that trader’s own pages show, and nobody else’s', async () => {
  await world.quoteAll()
  const position = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const closed = await open(world, trader, 'sell', 'EURUSD', { lots: '0.1' })
  await close(trader, closed.Id)
  const pending = (await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1', target: '1.00000' })).data
  const { outcome, data } = await second.call(getTraderRecords, { id: trader.id })
  expect(outcome).toBe('ok')
  const own = (await trader.call(listOrders, { status: '1' })).data
  expect(data.figures).toMatchObject({
    balance: own.balance,
    net_value: own.net_value,
    total_margin: own.total_margin,
    reserved: '0.00000000',
  })
  expect(data.positions.map(({ Id }) => Id)).toEqual([position.Id])
  expect(data.pending.map(({ Id }) => Id)).toEqual([pending.Id])
  expect([data.closed.map(({ Id }) => Id), data.closed_total]).toEqual([[closed.Id], 1])
  expect(data.ledger[0]?.order_id).not.toBe('')
  expect(data.receipts.some(({ order_id }) => order_id === position.Id)).toBe(true)
  expect(data.documents).toEqual([])
})

test.each(['demo', 'elsewhere', 'nobody'])('records of somebody who is not a real trader of the company (%s) do not exist', async (who) => {
  const id = who === 'demo' ? (await world.demoTrader()).id : who === 'elsewhere' ? (await world.realTrader('meridian')).id : '999999'
  expect((await second.call(getTraderRecords, { id })).outcome).toBe('NOT_FOUND')
})
