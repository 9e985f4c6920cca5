/** A loss beyond the balance is paid by what is locked for withdrawals that can still be taken back, before the company bears it. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideWithdrawal, getDeskWithdrawal } from '../../contract/desk/reviews'
import { listReceipts } from '../../contract/orders'
import { getBalance, getStatement, listNotices } from '../../contract/wallet'
import { cancelWithdrawal, listWithdrawals } from '../../contract/withdrawals'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { askForPayout } from '../../tests/fixtures/review-items'
import { close, endOf, open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'
import { withdrawal } from '../db/schema'

let world: World
let trader: RealTrader
let finance: TestOperator
let other: TestOperator
beforeAll(async () => {
  const { trading } = PLAIN_TERMS.aurora as { trading: object }
  world = await createWorld({ tenants: { aurora: { trading, wallet: { methodHoldHours: 0 } } } as never })
  finance = await openOperator(world, { roles: ['finance'] })
  other = await openOperator(world, { roles: ['finance'] })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  expect((await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)).toEqual([])
  expect(world.complaints).toEqual([])
  await world.close()
})
beforeEach(async () => {
  await world.quoteAll()
  await world.price('EURUSD', '1.40000')
  trader = await world.realTrader()
  await fund(world, trader, '10000')
})

const purse = async () => {
  const { balance, lock_balance } = (await trader.call(getBalance, {})).data
  return [balance, lock_balance].map(Number)
}
const approve = (operator: TestOperator, id: string) => operator.call(decideWithdrawal, { id, decision: 'approve' })
const records = async () => (await trader.call(listWithdrawals, { type: '1' }, { headers: { lang: 'en' } })).data.data
const states = async () => (await records()).map(({ id, status_name }) => [id, status_name])
/** What the company has borne for the trader. */
async function borne(): Promise<number> {
  const [row] = await world.broker.database.system((tx) =>
    queryRows<{ sum: string | null }>(
      tx,
      sql`select sum(-e.amount)::text as sum from ledger_entry e join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
        where e.account = 'house:protection' and t.trader_id = ${trader.id}::bigint`,
    ),
  )
  return Number(row?.sum ?? '0') / 1e8
}
/** 1.3 lots at 1:200 with 1,000 free; a gap of 2.45 % costs 4,459 and the fee is 9.10: 3,468.10 more than there is. */
const buy = () => open(world, trader, 'buy', 'EURUSD', { lots: '1.3', leverage: '200' })
const gap = () => world.price('EURUSD', '1.36570')

test('10,000 in, 9,000 asked for, a gap of 2.45 %: the loss is the trader’s and the company bears nothing', async () => {
  const id = await askForPayout(trader, '9000')
  const order = await buy()
  await gap()
  expect(await endOf(trader, order.Id)).toMatchObject({ CloseReason: 'stop_out', FactProfits: '-4459.00000000' })
  expect(await borne()).toBe(0)
  expect(await purse()).toEqual([5531.9, 0])
  expect((await trader.call(cancelWithdrawal, { id })).outcome).toBe('WITHDRAWAL_ALREADY_DECIDED')
  expect((await approve(finance, id)).outcome).toBe('DESK_ALREADY_DECIDED')
  expect(await records()).toMatchObject([
    { id, status: 3, status_name: 'Cancelled', can_cancel: false, number: '9000.00000000', notes: expect.stringContaining('loss') },
  ])
  const { data } = await trader.call(listNotices, {}, { headers: { lang: 'en' } })
  expect(data.data[0]).toMatchObject({ kind: 'withdrawal-cancelled', text: expect.stringContaining('9000.00 USDT') })
})

test('the statement, the receipts and the desk tell the same story', async () => {
  const from = world.clock.now()
  const id = await askForPayout(trader, '9000')
  const order = await buy()
  await gap()
  const statement = (await trader.call(getStatement, { from: String(from), to: String(world.clock.now() + 1) })).data
  expect(statement.closing).toBe('5531.90000000')
  expect(statement.entries.slice(-2).map(({ Value, balance_after }) => [Value, balance_after])).toEqual([
    ['-3549.00000000', '-3468.10000000'],
    ['9000.00000000', '5531.90000000'],
  ])
  const receipts = (await trader.call(listReceipts, { id: order.Id })).data
  expect(receipts.map(({ body }) => body.event)).toEqual(['order_opened', 'order_closed'])
  const item = (await finance.call(getDeskWithdrawal, { id })).data
  expect([item.status, item.ended_as, item.decided_by]).toEqual([3, 'cancelled', 'engine'])
  expect(item.history[0]).toMatchObject({ actor: 'engine', action: 'withdrawal.covered_loss' })
})

test('a loss that the balance covers takes nothing', async () => {
  const id = await askForPayout(trader, '9000')
  const order = await buy()
  await world.price('EURUSD', '1.39600')
  expect((await close(trader, order.Id)).outcome).toBe('ok')
  expect(await purse()).toEqual([470.9, 9000])
  expect(await states()).toEqual([[id, 'Under review']])
})

describe('of several withdrawals', () => {
  test('the newest goes first, and no more than must', async () => {
    const [first, second, third] = [
      await askForPayout(trader, '3000'),
      await askForPayout(trader, '2500'),
      await askForPayout(trader, '3500'),
    ]
    await buy()
    await gap()
    // 3,500 is enough for 3,468.10.
    expect(await states()).toEqual([
      [third, 'Cancelled'],
      [second, 'Under review'],
      [first, 'Under review'],
    ])
    expect(await purse()).toEqual([31.9, 5500])
    expect(await borne()).toBe(0)
  })

  test('one that has its first approval goes after those that have none', async () => {
    const [first, second] = [await askForPayout(trader, '4000'), await askForPayout(trader, '5000')]
    expect((await approve(finance, second)).data).toEqual({ outcome: 'approved_once' })
    await buy()
    await gap()
    expect(await states()).toEqual([
      [second, 'Under review'],
      [first, 'Cancelled'],
    ])
    expect((await approve(other, second)).data).toEqual({ outcome: 'completed' })
    expect(await purse()).toEqual([531.9, 0])
  })

  test('all go where all are needed, and the company bears what is missing then', async () => {
    await askForPayout(trader, '5000')
    const half = await askForPayout(trader, '4000')
    await approve(finance, half)
    await buy()
    await world.price('EURUSD', '1.30000')
    expect((await states()).map(([, state]) => state)).toEqual(['Cancelled', 'Cancelled'])
    // 10,000 − 9.10 − 13,000
    expect(await borne()).toBe(3009.1)
    expect(await purse()).toEqual([0, 0])
  })
})

test('one that is paid at the same instant is either paid, and the company bears the debt, or taken', async () => {
  for (let round = 0; round < 4; round++) {
    trader = await world.realTrader()
    await world.price('EURUSD', '1.40000')
    await fund(world, trader, '10000')
    const id = await askForPayout(trader, '9000')
    await approve(finance, id)
    await buy()
    const [paid] = await Promise.all([approve(other, id), gap()])
    await world.settle()
    const isPaid = paid.outcome === 'ok'
    expect([isPaid, paid.outcome]).toEqual([isPaid, isPaid ? 'ok' : 'DESK_ALREADY_DECIDED'])
    expect(await borne()).toBe(isPaid ? 3468.1 : 0)
    expect(await purse()).toEqual(isPaid ? [0, 0] : [5531.9, 0])
  }
})

test('while another position is open nothing is taken: it may still earn the loss back', async () => {
  const id = await askForPayout(trader, '9000')
  const losing = await open(world, trader, 'buy', 'EURUSD', { lots: '0.5', leverage: '200' })
  await open(world, trader, 'sell', 'EURUSD', { lots: '0.5', leverage: '200' })
  await gap()
  expect((await close(trader, losing.Id)).outcome).toBe('ok')
  expect((await states())[0]).toEqual([id, 'Under review'])
  const [row] = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(withdrawal)
      .where(and(eq(withdrawal.tenantId, 'aurora'), eq(withdrawal.id, BigInt(id)))),
  )
  expect(row?.status).toBe(0)
})
