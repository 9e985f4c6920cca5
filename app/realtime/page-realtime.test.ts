import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClosedPush, TradePush } from '../../contract/socket'
import { readFigures } from '../terms/account'
import type { OrderEvent } from '../terms/pushes'
import { createFakeBroker } from './fake-socket'
import { createPageRealtime } from './page-realtime'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const push = (topic: string, seq: number, data: unknown, snapshot = false) => ({
  topic,
  seq,
  ts: Date.now(),
  data,
  ...(snapshot ? { snapshot: true } : {}),
})
const closed = (Id: string): ClosedPush => ({
  Id,
  Status: 3,
  CloseReason: 'stop_loss',
  CancelReason: null,
  UpdatePrice: '1.16050',
  FactProfits: '-58.00000000',
  CompleteTimeHandler: '18 Nov 14:00:00',
})
const figures = { all_fact_profits: '1', balance: '2', net_value: '3', total_margin: '4', free_margin: '5', risk_rate: '6' }
const account = (...ids: string[]): TradePush => ({
  ...figures,
  orders: ids.map((Id) => ({ Id, UpdatePrice: '1.16428', FactProfits: '17.60000000' })),
})

/** A page of trader 7 that is live, with everything it tells about orders. */
async function openPage() {
  const broker = createFakeBroker()
  const page = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 'one-time' }),
    random: () => 0,
  })
  const told: OrderEvent[] = []
  const missed = vi.fn()
  page.onOrderEvent((event) => told.push(event))
  page.onMissedEvents(missed)
  page.changeTrader('7')
  page.client.start()
  const connect = async () => {
    broker.last.open()
    await settle()
    broker.last.say({ event: 'login', code: 1, msg: '' })
  }
  await connect()
  return {
    page,
    broker,
    missed,
    told: () => told.map(({ id }) => id),
    async reconnect() {
      broker.last.drop()
      await vi.advanceTimersByTimeAsync(1_000)
      await connect()
    },
  }
}

test('the end of an order is told once, as it happens', async () => {
  const { broker, told, missed } = await openPage()
  broker.last.say(push('FOREX_CLOSED', 1, [], true))
  broker.last.say(push('FOREX_CLOSED', 2, closed('1')))
  broker.last.say(push('FOREX_CLOSED', 2, closed('1')))
  expect(told()).toEqual(['1'])
  expect(missed).not.toHaveBeenCalled()
})

test('the first events may come without a snapshot', async () => {
  const { broker, told } = await openPage()
  broker.last.say(push('FOREX_CLOSED', 1, closed('1')))
  expect(told()).toEqual(['1'])
})

test('what ended before a reconnect is not told as news, and the orders are read anew', async () => {
  const { broker, told, missed, reconnect } = await openPage()
  broker.last.say(push('FOREX_CLOSED', 1, [], true))
  await reconnect()
  broker.last.say(push('FOREX_CLOSED', 1, [closed('1'), closed('2')], true))
  expect(told()).toEqual([])
  expect(missed).toHaveBeenCalledTimes(1)
  broker.last.say(push('FOREX_CLOSED', 2, closed('3')))
  expect(told()).toEqual(['3'])
})

test('a hole in the events has the orders read anew instead of telling half of it', async () => {
  const { broker, told, missed } = await openPage()
  broker.last.say(push('FOREX_CLOSED', 1, [], true))
  broker.last.say(push('FOREX_CLOSED', 3, closed('2')))
  expect(told()).toEqual([])
  broker.last.say(push('FOREX_CLOSED', 1, [closed('1')], true))
  expect(told()).toEqual([])
  expect(missed).toHaveBeenCalledTimes(1)
})

test('a reconnect replaces the figures of the account and its orders', async () => {
  const { page, broker, reconnect } = await openPage()
  broker.last.say(push('FOREX_TRADE', 1, account('1', '2'), true))
  await reconnect()
  broker.last.say(push('FOREX_TRADE', 1, { ...account('2'), balance: '9' }, true))
  expect(page.stores.account.get()).toEqual({ ...readFigures(figures), balance: '9' })
  expect(page.stores.holdingCount.get()).toBe(1)
})

test('a push of the connection that was lost changes nothing any more', async () => {
  const { page, broker, told, reconnect } = await openPage()
  const lost = broker.last
  lost.say(push('FOREX_TRADE', 1, account('1'), true))
  await reconnect()
  lost.say(push('FOREX_TRADE', 2, { ...account('1'), balance: '0' }))
  lost.say(push('FOREX_CLOSED', 1, closed('1')))
  expect(page.stores.account.get()?.balance).toBe('2')
  expect(told()).toEqual([])
})

test('another trader starts with nothing of the one before', async () => {
  const { page, broker } = await openPage()
  broker.last.say(push('FOREX_TRADE', 1, account('1'), true))
  page.changeTrader('8')
  expect(page.stores.account.get()).toBeUndefined()
  expect(page.stores.holdingCount.get()).toBeUndefined()
})
