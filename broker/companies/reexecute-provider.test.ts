/** A day whose orders a provider has filled, executed again: as far as that can be told from what the company has signed. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { type StpWorld, stpWorld } from '../../tests/fixtures/stp-world'
import { close, open } from '../../tests/fixtures/trader-actions'
import type { Database } from '../db/open-database'
import { type ReexecutionReport, reexecuteDay } from './reexecute-day'

let stp: StpWorld
let day: number
const orders: string[] = []

beforeAll(async () => {
  stp = await stpWorld()
  day = Math.floor(stp.world.clock.now() / DAY_MS) * DAY_MS
  const trader = await stp.trader()
  for (const side of ['buy', 'sell'] as const) {
    stp.quote('EURUSD', '1.20001')
    await stp.world.price('EURUSD', '1.19999', '1.20000')
    const { Id: id } = await open(stp.world, trader, side, 'EURUSD', { lots: '0.5', price: '1.20000', maxSlippage: '0.00010' })
    orders.push(id)
    stp.quote('EURUSD', '1.2102')
    await stp.world.price('EURUSD', '1.21010', '1.21030')
    await close(trader, id)
    await stp.settle()
  }
  stp.world.pass(2 * MINUTE_MS)
  await stp.world.broker.priceFacts.flush()
}, 120_000)
afterAll(() => stp.close())

async function runAfter(statement: string): Promise<ReexecutionReport> {
  const undone = new Error('taken back')
  let report: ReexecutionReport | undefined
  const changed: Pick<Database, 'atOneMoment'>['atOneMoment'] = async (work) =>
    stp.world.broker.database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(statement))
      report = (await work(tx)) as ReexecutionReport
      throw undone
    })
  await reexecuteDay({ atOneMoment: changed }, { company: 'aurora', from: day }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return report as ReexecutionReport
}

test('comes to what the receipts say', async () => {
  const report = await runAfter('select 1')
  expect(report.lines.at(-1)).toBe('clean')
  expect(Object.fromEntries(report.tally.same)).toEqual({ open: 2, close: 2 })
  expect(report.tally.notExecuted.get('provider')).toBeUndefined()
})

test.each([
  ['order_opened', `'"price":"1.20003"', '"price":"1.20004"'`, 'price'],
  ['order_opened', `'"mark_up":"0.00002"', '"mark_up":"0.00003"'`, 'mark_up'],
  ['order_opened', `'"exec_ids":\\[[^]]*\\]', '"exec_ids":[]'`, 'exec_ids'],
  ['order_sent', `'"margin":"[0-9.]+"', '"margin":"1.00000000"'`, 'slippage'],
  ['order_closed', `'"profit":"[0-9.]+"', '"profit":"1.00000000"'`, 'profit'],
  ['order_opened', `'"bid":"1.19999"', '"bid":"1.19998"'`, 'bid'],
])('names the order whose receipt was changed: %s %s', async (event, change, fact) => {
  const report = await runAfter(
    `update receipt set body = regexp_replace(body, ${change}) where order_id = ${orders[0]} and event = '${event}'`,
  )
  expect(report.tally.first).toMatchObject({ order: orders[0], difference: { fact } })
})
