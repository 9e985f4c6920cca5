import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listReceipts } from '../../contract/orders'
import { getBalance } from '../../contract/wallet'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { type StpWorld, stpWorld, units } from '../../tests/fixtures/stp-world'
import {
  cancel,
  close,
  closeEverything,
  ended,
  endOf,
  holding,
  open,
  pending,
  place,
  protect,
  reverse,
  submit,
} from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'

let stp: StpWorld
let trader: RealTrader
beforeAll(async () => {
  stp = await stpWorld()
}, 120_000)
afterAll(() => stp.close())
beforeEach(async () => {
  trader = await stp.trader()
  stp.quote('EURUSD', '1.2')
  await stp.world.price('EURUSD', '1.19999', '1.20000')
})
afterEach(async () => {
  stp.go()
  await stp.settle()
  expect(await stp.findings()).toEqual([])
  expect(stp.provider.repeated).toEqual([])
})

const receipts = async (id: string) => (await trader.call(listReceipts, { id })).data.map(({ body }) => body)
const money = async () => (await trader.call(getBalance, {})).data
const auditLines = (action: string, id: string) =>
  stp.world.broker.database.system((tx) =>
    queryRows<{ detail: Record<string, unknown> }>(
      tx,
      sql`select detail from audit_event where action = ${action} and object = ${`order:${id}`}`,
    ),
  )

test('a market order is filled at the provider’s price with the mark-up, and its receipt says who filled it', async () => {
  stp.quote('EURUSD', '1.20003')
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.5', price: '1.20000', maxSlippage: '0.00010' })
  expect(order).toMatchObject({ Status: 1, Price: '1.20005', Quantity: '0.5' })
  expect(order.Fills).toMatchObject([{ Purpose: 'open', ProviderName: 'prime', Price: '1.20003', MarkUp: '0.00002' }])
  const asked = stp.orders().at(-1)
  expect(asked).toMatchObject({ code: 'EURUSD', side: 'buy', limit: 120_010_000n })
  expect(units(asked?.quantity ?? 0n)).toBe('50000')
  const [sent, opened] = await receipts(order.Id)
  expect([sent?.event, opened?.event, opened?.execution]).toEqual(['order_sent', 'order_opened', 'stp'])
  expect(opened?.provider).toMatchObject({ name: 'prime', order: asked?.id, price: '1.20003', mark_up: '0.00002' })
  expect((opened?.provider as { exec_ids: string[] }).exec_ids.length).toBeGreaterThan(0)
})

test('without a bound of the trader’s the house’s half percent is the limit', async () => {
  await open(stp.world, trader, 'sell', 'EURUSD', { lots: '0.1' })
  expect(stp.orders().at(-1)).toMatchObject({ side: 'sell', limit: 119_399_000n })
})

test('a demo account is filled by the company, and its receipt says so', async () => {
  const before = stp.orders().length
  const demo = await stp.world.demoTrader()
  const order = await open(stp.world, demo, 'buy', 'EURUSD', { lots: '0.1' })
  const opened = (await demo.call(listReceipts, { id: order.Id })).data[0]?.body
  expect([stp.orders().length, order.Fills, opened?.execution]).toEqual([before, undefined, 'internal'])
})

test('a part that is filled becomes a position of that part, and the rest of the margin is free again', async () => {
  stp.fates.push('part')
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '1' })
  expect(order).toMatchObject({ Status: 1, Quantity: '0.5' })
  expect((await money()).lock_balance).toBe(order.CautionMoney)
})

test('what is not filled ends as cancelled with the provider’s reason, and nothing is locked', async () => {
  stp.fates.push('reject')
  const answer = await submit(stp.world, trader, 'buy', 'EURUSD')
  expect(answer.outcome).toBe('ORDER_NOT_FILLED')
  expect(answer.msg).toContain('no credit')
  const [order] = await ended(trader)
  expect(order).toMatchObject({ Status: 3, CloseReason: 'cancelled', CancelReason: 'not_filled' })
  expect(await money()).toEqual({ balance: '10000.00000000', lock_balance: '0.00000000' })
})

test('while the provider is asked the margin is reserved, and nothing can be done with the order', async () => {
  stp.hold()
  const answer = submit(stp.world, trader, 'buy', 'EURUSD', { lots: '1' })
  let [order] = await pending(trader)
  while (order === undefined) [order] = await pending(trader)
  expect(order).toMatchObject({ Status: 0, PendingKind: null, UnderWay: { Purpose: 'open', ProviderName: 'prime', IsSent: true } })
  expect((await money()).lock_balance).not.toBe('0.00000000')
  expect((await cancel(trader, order.Id)).outcome).toBe('ORDER_UNDER_WAY')
  expect((await protect(trader, order.Id, '1.1', '1.3')).outcome).toBe('ORDER_UNDER_WAY')
  expect(await stp.findings()).toEqual([])
  stp.go()
  expect((await answer).data).toMatchObject({ Id: order.Id, Status: 1 })
})

test('the margin of the worst price that is accepted has to be there', async () => {
  const poor = await stp.trader('1205')
  expect((await submit(stp.world, poor, 'buy', 'EURUSD', { lots: '1' })).outcome).toBe('INSUFFICIENT_MARGIN')
})

test('the same key sent at once, and again later, is one order at the provider and one answer', async () => {
  const before = stp.orders().length
  const key = randomUUID()
  const all = await Promise.all(Array.from({ length: 5 }, () => submit(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1', key })))
  all.push(await submit(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1', key }))
  expect(new Set(all.map(({ outcome, data }) => `${outcome} ${data.Id} ${data.Status}`)).size).toBe(1)
  expect(stp.orders().length).toBe(before + 1)
  stp.fates.push('reject')
  const other = randomUUID()
  const refusals = [
    await submit(stp.world, trader, 'buy', 'EURUSD', { key: other }),
    await submit(stp.world, trader, 'buy', 'EURUSD', { key: other }),
  ]
  expect(refusals.map(({ outcome }) => outcome)).toEqual(['ORDER_NOT_FILLED', 'ORDER_NOT_FILLED'])
})

test('a position closes at the provider: whole, in part, and not at all', async () => {
  const before = stp.provider.position('EURUSD')
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '1' })
  stp.quote('EURUSD', '1.201')
  const part = await close(trader, order.Id, '0.4')
  expect(part.data).toMatchObject({ Status: 3, Quantity: '0.4', UpdatePrice: '1.20098', ParentId: order.Id })
  stp.fates.push('reject')
  expect((await close(trader, order.Id)).outcome).toBe('ORDER_NOT_FILLED')
  expect((await holding(trader)).data).toMatchObject([{ Id: order.Id, Quantity: '0.6' }])
  stp.fates.push('part')
  expect((await close(trader, order.Id)).data).toMatchObject({ Quantity: '0.3', ParentId: order.Id })
  const last = await close(trader, order.Id)
  expect(last.data).toMatchObject({ Id: order.Id, Quantity: '0.3', CloseReason: 'manual' })
  expect(last.data.Fills?.map(({ Purpose }) => Purpose)).toEqual(['open', 'close'])
  expect(stp.provider.position('EURUSD')).toBe(before)
})

test('close all answers for each position by itself', async () => {
  await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  await open(stp.world, trader, 'sell', 'EURUSD', { lots: '0.2' })
  await stp.world.price('GBPUSD', '1.3')
  const internal = await open(stp.world, trader, 'buy', 'GBPUSD', { lots: '0.1' })
  stp.fates.push('reject')
  const { data } = await closeEverything(trader)
  expect(data.closed.map(({ Id }) => Id)).toContain(internal.Id)
  expect([data.closed.length, data.kept.length, data.under_way]).toEqual([2, 1, undefined])
  expect(data.kept[0]?.msg).toContain('no credit')
})

test('a reversal is two orders one after the other', async () => {
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.3' })
  const { data } = await reverse(trader, order.Id)
  expect(data.closed).toMatchObject({ Id: order.Id, Status: 3 })
  expect(data.opened).toMatchObject({ Status: 1, OrderType: 2, Quantity: '0.3' })
  stp.fates.push('fill', 'reject')
  const second = await reverse(trader, data.opened.Id)
  expect(second.data.opened).toMatchObject({ Status: 3, CancelReason: 'not_filled' })
})

test('of a close by hand and a stop loss one sends', async () => {
  const before = stp.orders().length
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  stp.hold()
  const closing = close(trader, order.Id)
  while (stp.orders().length < before + 2) await new Promise((resolve) => setTimeout(resolve, 5))
  await stp.world.price('EURUSD', '1.18000')
  await stp.world.price('EURUSD', '1.17900')
  expect((await close(trader, order.Id)).outcome).toBe('ORDER_UNDER_WAY')
  expect(stp.orders().length).toBe(before + 2)
  stp.go()
  expect((await closing).data).toMatchObject({ Id: order.Id, CloseReason: 'manual' })
})

test('a stop loss goes to the provider, and tries again after a refusal', async () => {
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
  stp.quote('EURUSD', '1.189')
  stp.fates.push('reject', 'cancel')
  await stp.world.price('EURUSD', '1.18950')
  await expect
    .poll(async () => {
      await stp.world.price('EURUSD', '1.18950')
      await stp.settle()
      return (await endOf(trader, order.Id))?.CloseReason
    })
    .toBe('stop_loss')
  expect(await endOf(trader, order.Id)).toMatchObject({ UpdatePrice: '1.18898' })
  expect((await auditLines('order.unfilled', order.Id)).length).toBe(2)
})

test('a take profit is asked for at its price', async () => {
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1', takeProfit: '1.21000' })
  stp.quote('EURUSD', '1.2101')
  await stp.world.price('EURUSD', '1.21010')
  await stp.settle()
  expect(stp.orders().at(-1)).toMatchObject({ side: 'sell', limit: 121_002_000n })
  expect((await endOf(trader, order.Id))?.CloseReason).toBe('take_profit')
})

test('a pending order that fires asks for its price; refused it waits on, and is filled when it can be', async () => {
  const order = await place(stp.world, trader, 'buy', 'EURUSD', '1.19000', { lots: '0.2' })
  stp.fates.push('cancel')
  stp.quote('EURUSD', '1.18990')
  await stp.world.price('EURUSD', '1.18990')
  await stp.settle()
  expect(stp.orders().at(-1)).toMatchObject({ side: 'buy', limit: 118_998_000n })
  await expect
    .poll(async () => {
      await stp.world.price('EURUSD', '1.18990')
      await stp.settle()
      return (await holding(trader)).data[0]
    })
    .toMatchObject({ Id: order.Id, PendingKind: 'limit', Price: '1.18992' })
})

test('a stop-out asks for as much as must be closed, and is never forgotten', async () => {
  const small = await stp.trader('1000')
  const order = await open(stp.world, small, 'buy', 'EURUSD', { lots: '0.5' })
  stp.fates.push('reject', 'reject')
  stp.quote('EURUSD', '1.185')
  await expect
    .poll(async () => {
      await stp.world.price('EURUSD', '1.18500')
      await stp.settle()
      return (await endOf(small, order.Id))?.CloseReason
    })
    .toBe('stop_out')
})

test('a provider that is away takes no orders; a close waits for it and is carried out when it is back', async () => {
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const limit = await place(stp.world, trader, 'buy', 'EURUSD', '1.19000', { lots: '0.2' })
  const before = stp.orders().length
  stp.drop()
  expect((await submit(stp.world, trader, 'buy', 'EURUSD')).outcome).toBe('PROVIDER_DOWN')
  const closing = close(trader, order.Id)
  await expect.poll(async () => (await holding(trader)).data[0]?.UnderWay?.IsSent).toBe(false)
  await stp.world.price('EURUSD', '1.18900')
  expect(await pending(trader)).toMatchObject([{ Id: limit.Id, WaitsFor: 'prime' }])
  expect(stp.orders().length).toBe(before)
  stp.up()
  expect((await closing).data).toMatchObject({ Id: order.Id, Status: 3, CloseReason: 'manual' })
})

test('where the company’s file says so a close is refused while the provider is away', async () => {
  const strict = await stpWorld({ whenProviderDown: 'refuse' })
  try {
    const own = await strict.trader()
    const order = await open(strict.world, own, 'buy', 'EURUSD', { lots: '0.1' })
    strict.drop()
    expect((await close(own, order.Id)).outcome).toBe('PROVIDER_DOWN')
    expect((await holding(own)).data).toMatchObject([{ Id: order.Id, Status: 1 }])
    expect(await strict.findings()).toEqual([])
  } finally {
    await strict.close()
  }
})

test('what a provider takes back after a fill was signed is the house’s, and named in the log', async () => {
  const order = await open(stp.world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  const balance = await money()
  for (let tries = 0; tries < 20 && (await auditLines('order.provider_differs', order.Id)).length === 0; tries++) {
    // Whichever fill it takes by chance, this order's among them.
    for (let fill = 0; fill < 20; fill++) stp.provider.amend()
    await stp.settle()
  }
  expect((await auditLines('order.provider_differs', order.Id)).length).toBeGreaterThan(0)
  expect((await holding(trader)).data).toMatchObject([{ Id: order.Id, Price: '1.20002' }])
  expect(await money()).toEqual(balance)
  stp.world.complaints.length = 0
})

test('many orders at once end each with what its provider order was filled', async () => {
  const traders = await Promise.all(Array.from({ length: 4 }, () => stp.trader()))
  stp.fates.push('part', 'reject', 'fill', 'cancel', 'fill', 'part', 'fill', 'fill')
  const answers = await Promise.all(
    traders.flatMap((one) => [
      submit(stp.world, one, 'buy', 'EURUSD', { lots: '0.2' }),
      submit(stp.world, one, 'sell', 'EURUSD', { lots: '0.1' }),
    ]),
  )
  expect(answers.map(({ outcome }) => outcome).every((outcome) => outcome === 'ok' || outcome === 'ORDER_NOT_FILLED')).toBe(true)
  expect(answers.filter(({ outcome }) => outcome === 'ok').length).toBe(6)
})
