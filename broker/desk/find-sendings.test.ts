/** Finding what was sent by the reference that a page names while it does not know the end. */

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { submitOrder } from '../../contract/orders'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'
import { idempotencyKey } from '../db/schema'

const { findSendings, freezeTrader, getDeskTrader, listAuditEvents } = DESK_ENDPOINTS

let world: World
let support: TestOperator
let compliance: TestOperator
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  support = await openOperator(world, { roles: ['support'] })
  compliance = await openOperator(world, { roles: ['compliance'] })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.quoteAll()
  trader = await world.realTrader()
  await fund(world, trader, '5000')
})

const ask = async (reference: string, operator = support) => (await operator.call(findSendings, { reference })).data
const referenceOf = (key: string) => `${key.slice(0, 4)}-${key.slice(4, 8)}`.toUpperCase()
const newKey = () => randomUUID()
const buy = (who: Pick<TestTrader, 'call'>, key: string, lots = '0.01') => submit(world, who, 'buy', 'EURUSD', { lots, key })

test('an order is found by the beginning of its key, with or without the dash and in any case, and says whose and which it is', async () => {
  const key = newKey()
  const { data: order } = await buy(trader, key)
  const { uid } = (await compliance.call(getDeskTrader, { id: trader.id })).data
  const found = {
    trader: { id: trader.id, uid, is_demo: false },
    call: 'submitOrder',
    object: order.Id,
    at: world.clock.now(),
    result: 'done',
    error: '',
    message: '',
  }
  for (const typed of [referenceOf(key), key.slice(0, 8), key.slice(0, 8).toUpperCase(), ` ${referenceOf(key).toLowerCase()} `])
    expect(await ask(typed)).toEqual({ reference: referenceOf(key), kept_hours: 24, data: [found] })
})

test('what was refused says why, and what never arrived says so', async () => {
  const [refused, lost] = [newKey(), newKey()]
  const { outcome } = await buy(trader, refused, '50')
  expect(outcome).toBe('INSUFFICIENT_MARGIN')
  const [first] = (await ask(referenceOf(refused))).data
  expect(first).toMatchObject({ result: 'refused', error: 'INSUFFICIENT_MARGIN', object: '', trader: { id: trader.id } })
  expect(first?.message).not.toBe('')
  // The page of its trader asks, and is told so.
  const order = { forex_id: world.broker.market.instrument('EURUSD')?.id ?? '', type: '1', status: '1', cont: '0.01' } as const
  await trader.call(submitOrder, order, { key: lost, headers: { 'idempotency-ask': '1' } })
  expect((await ask(referenceOf(lost))).data).toMatchObject([{ result: 'never_arrived', error: 'NOT_RECEIVED', trader: { id: trader.id } }])
  expect((await ask('0000-0000')).data).toEqual([])
})

test('what is no reference finds nothing, and neither does one of another company', async () => {
  const key = newKey()
  const elsewhere = await world.realTrader('meridian')
  await fund(world, elsewhere, '5000')
  expect((await buy(elsewhere, key)).outcome).toBe('ok')
  expect((await ask(referenceOf(key))).data).toEqual([])
  for (const typed of ['', '%', key, key.slice(0, 7), `${key.slice(0, 7)}g`, '____-____'])
    expect(await ask(typed)).toEqual({ reference: '', kept_hours: 24, data: [] })
})

test("an operator's own call is not found, a demo account's is named as one, and a key that is no reference has none", async () => {
  const key = newKey()
  expect((await compliance.call(freezeTrader, { id: trader.id, reason: 'a test' }, { key })).outcome).toBe('ok')
  expect((await ask(referenceOf(key))).data).toEqual([])
  const demo = await world.demoTrader()
  const demoKey = newKey()
  await buy(demo, demoKey)
  expect((await ask(referenceOf(demoKey))).data).toMatchObject([{ trader: { id: demo.id, is_demo: true }, result: 'done' }])
  await buy(demo, 'deadbeef-too-short')
  expect((await ask('dead-beef')).data).toEqual([])
})

test('a look by reference is a look at its trader, and is written down like it', async () => {
  const key = newKey()
  await buy(trader, key)
  await ask(referenceOf(key))
  await ask(referenceOf(key))
  const looks = (await compliance.call(listAuditEvents, { action: 'trader.viewed' })).data.data
  expect(looks.filter(({ trader_id }) => trader_id === trader.id).map(({ actor }) => actor)).toEqual([support.actor])
})

test('it is found for as long as keys are kept', async () => {
  const key = newKey()
  await buy(trader, key)
  world.clock.advance(DAY_MS - 1)
  const late = await openOperator(world, { roles: ['support'] })
  expect((await ask(referenceOf(key), late)).data).toHaveLength(1)
  world.clock.advance(2)
  expect((await ask(referenceOf(key), late)).data).toEqual([])
})

test('no more of a key is kept than its reference, and it is found by an index', async () => {
  const key = newKey()
  await buy(trader, key)
  const dump = JSON.stringify(await world.broker.database.system((tx) => tx.select().from(idempotencyKey)))
  expect(dump).toContain(key.slice(0, 8))
  expect(dump).not.toContain(key.slice(9))
  const [index] = await world.broker.database.system((tx) =>
    queryRows<{ def: string }>(tx, sql`select indexdef as def from pg_indexes where indexname = 'idempotency_key_reference'`),
  )
  expect(index?.def).toContain('(tenant_id, reference)')
})
