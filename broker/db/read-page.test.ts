/** Pages of long lists: by number and behind a row, whatever comes in between; what is kept with an account is what is there. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { listOrders } from '../../contract/orders'
import { listAccountRecords, listNotices } from '../../contract/wallet'
import { parseAmount } from '../../rules/money'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { cancel, close, open, PLAIN_TERMS, place } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from './open-database'

const ORDERS = 45
let world: World
let trader: TestTrader
let admin: TestOperator
/** Newest first. */
const ended: string[] = []

async function endOne() {
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.01' })
  await close(trader, order.Id)
  world.clock.advance(1)
  ended.unshift(order.Id)
}

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  await world.quoteAll()
  trader = await world.demoTrader()
  admin = await openOperator(world, { roles: ['admin'] })
  for (let count = 0; count < ORDERS; count++) await endOne()
})
afterAll(() => world.close())

const history = async (asked: { readonly page?: string; readonly after?: string } = {}) =>
  (await trader.call(listOrders, { status: '3', ...asked })).data
const ids = (page: { readonly data: readonly { readonly Id: string }[] }) => page.data.map(({ Id }) => Id)

test('a page by its number, and the cursor of the page behind it', async () => {
  const pages = [await history(), await history({ page: '2' }), await history({ page: '3' }), await history({ page: '1000' })]
  expect(pages.map(ids)).toEqual([ended.slice(0, 20), ended.slice(20, 40), ended.slice(40), []])
  expect(pages.map(({ total }) => total)).toEqual([ORDERS, ORDERS, ORDERS, ORDERS])
  expect(pages.map(({ next }) => next !== '')).toEqual([true, true, false, false])
})

test('what ends meanwhile moves nothing behind a cursor: every order once, and none left out', async () => {
  const before = [...ended]
  const first = await history()
  await endOne()
  const second = await history({ after: first.next ?? '' })
  await endOne()
  const third = await history({ after: second.next ?? '', page: '7' })
  expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(before)
  expect(third.next).toBe('')
  expect(third.total).toBe(before.length + 2)
})

test('orders that ended in the same millisecond stand on one side of a cursor or the other', async () => {
  const other = await world.demoTrader()
  const placed: string[] = []
  for (let count = 0; count < 25; count++) placed.push((await place(world, other, 'buy', 'EURUSD', '1.0', { lots: '0.01' })).Id)
  for (const id of placed) await cancel(other, id)
  const first = (await other.call(listOrders, { status: '3' })).data
  const second = (await other.call(listOrders, { status: '3', after: first.next ?? '' })).data
  expect(new Set(first.data.map(({ CompletedAt }) => CompletedAt)).size).toBe(1)
  expect(new Set([...ids(first), ...ids(second)])).toEqual(new Set(placed))
  expect(ids(second)).toHaveLength(5)
})

test.each([
  ['of another tab', async () => `orders0.${ended[0]}`],
  ['of another list', async () => (await trader.call(listAccountRecords, {})).data.next ?? ''],
  ['with a key too few', async () => 'orders3.1'],
  ['with a key too many', async () => 'orders3.1.2.3'],
  ['with a key that is no number', async () => 'orders3.1.x'],
  ['with a number that no row can have', async () => `orders3.1.${'9'.repeat(19)}`],
  ['with a sign', async () => 'orders3.1.-2'],
  ['of other signs', async () => "orders3.1.2' or 1=1"],
  ['longer than one may be', async () => `orders3.1.${'1'.repeat(64)}`],
])('a cursor %s is a bad parameter', async (_, cursorOf) => {
  const answer = await trader.call(listOrders, { status: '3', after: await cursorOf() })
  expect(answer.outcome).toBe('PARAMETER_INVALID')
  expect(answer.details?.parameter).toBe('after')
})

test("another's cursor shows nothing but one's own", async () => {
  const stranger = await world.demoTrader()
  const { data, total } = (await stranger.call(listOrders, { status: '3', after: (await history()).next ?? '' })).data
  expect([data, total]).toEqual([[], 0])
})

test('the lines of an account keep their numbers, and their cursor tells no other', async () => {
  const first = (await trader.call(listAccountRecords, {})).data
  const { total } = first
  expect(first.list.map(({ Id }) => Id)).toEqual(Array.from({ length: 20 }, (_, index) => String(total - index)))
  expect(first.next).toBe(`records.${total - 19}`)
  await endOne()
  const lines = [...first.list.map(({ Id }) => Id)]
  for (let after = first.next ?? ''; after !== ''; ) {
    const { list, next } = (await trader.call(listAccountRecords, { after })).data
    lines.push(...list.map(({ Id }) => Id))
    after = next ?? ''
  }
  expect(lines).toEqual(Array.from({ length: total }, (_, index) => String(total - index)))
  const second = (await trader.call(listAccountRecords, { page: '2' })).data
  expect(second.list[0]?.Id).toBe(String(total + 2 - 20))
  expect((await trader.call(listAccountRecords, { after: 'records.1' })).data.list).toEqual([])
})

test('lists without rows have no cursor', async () => {
  const newcomer = await world.realTrader()
  expect((await newcomer.call(listNotices, {})).data).toMatchObject({ data: [], total: 0, next: '' })
  expect((await newcomer.call(listAccountRecords, {})).data).toMatchObject({ list: [], total: 0, next: '' })
  expect((await newcomer.call(listOrders, { status: '3' })).data).toMatchObject({ data: [], total: 0, next: '' })
})

test("the desk's lists go on behind a row too", async () => {
  for (let count = 0; count < 21; count++) await world.realTrader()
  const first = (await admin.call(DESK_ENDPOINTS.listTraders, {})).data
  const newest = await world.realTrader()
  const second = (await admin.call(DESK_ENDPOINTS.listTraders, { after: first.next ?? '' })).data
  const seen = [...first.data, ...second.data].map(({ id }) => id)
  expect(seen).toHaveLength(first.total)
  expect(new Set(seen).size).toBe(first.total)
  expect(seen).not.toContain(newest.id)
  const trail = (await admin.call(DESK_ENDPOINTS.listAuditEvents, { action: 'order.' })).data
  const older = (await admin.call(DESK_ENDPOINTS.listAuditEvents, { action: 'order.', after: trail.next ?? '' })).data
  expect(BigInt(older.data[0]?.id ?? 0)).toBeLessThan(BigInt(trail.data.at(-1)?.id ?? 0))
  expect(older.data.every(({ action }) => action.startsWith('order.'))).toBe(true)
  expect((await admin.call(DESK_ENDPOINTS.listTraders, { after: 'feedback.1' })).outcome).toBe('PARAMETER_INVALID')
})

test('totals and the result of all ended orders are what a count gives, and an account that says otherwise is found', async () => {
  const { total, all_fact_profits: profit } = await history()
  const [counted] = await world.broker.database.system((tx) =>
    queryRows<{ orders: string; profit: string; movements: string }>(
      tx,
      sql`select (select count(*) from trade_order where trader_id = ${trader.id}::bigint and status = 3)::text as orders,
            (select sum(profit) from trade_order where trader_id = ${trader.id}::bigint and status = 3)::text as profit,
            (select count(*) from ledger_transaction where trader_id = ${trader.id}::bigint)::text as movements`,
    ),
  )
  expect(counted?.orders).toBe(String(total))
  expect(BigInt(counted?.profit ?? 0)).toBe(parseAmount(profit))
  expect(counted?.movements).toBe(String((await trader.call(listAccountRecords, {})).data.total))
  const broken = async (change: ReturnType<typeof sql>) => {
    await world.broker.database.withTenant('aurora', (tx) =>
      tx.execute(sql`update trading_account set ${change} where trader_id = ${trader.id}::bigint`),
    )
    const results = await auditBooks(world.broker.database, world.tenants)
    return results.filter(({ findings }) => findings.length > 0).map(({ invariant }) => invariant)
  }
  expect(await broken(sql`movements = movements + 1`)).toEqual(['I2'])
  expect(await broken(sql`movements = movements - 1, ended_orders = ended_orders - 1`)).toEqual(['I2'])
  expect(await broken(sql`ended_orders = ended_orders + 1, ended_profit = ended_profit + 1`)).toEqual(['I2'])
  expect(await broken(sql`ended_profit = ended_profit - 1`)).toEqual([])
})
