import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder, closeOrder, submitOrder } from '../../contract/orders'
import { auditAfter } from '../../tests/fixtures/broken-books'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { close, open, PLAIN_TERMS, protect, reset } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'
import { auditBooks } from './audit-books'
import { auditReport } from './audit-report'
import { type Finding, firstFinding } from './findings'

/**
 * Two traders and everything that can happen to their orders; then rows are changed behind the broker's back, by the owner of the
 * database with its triggers off, each change in a transaction of its own that is taken back.
 */
let world: World
let trader: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  trader = await world.demoTrader()
  const other = await world.demoTrader('graphite')
  await open(world, other, 'sell', 'EURUSD', { lots: '0.1' })
  await world.price('EURUSD', '1.10000', '1.10010')
  // Closed whole, closed in parts, protected, closed by its stop, still holding, waiting, cancelled, filled later.
  await close(trader, (await open(world, trader, 'buy', 'EURUSD')).Id)
  const parted = await open(world, trader, 'sell', 'EURUSD', { lots: '1' })
  await trader.call(closeOrder, { id: parted.Id, cont: '0.3' })
  const stopped = await open(world, trader, 'buy', 'EURUSD', { lots: '0.5' })
  await protect(trader, stopped.Id, '1.09900', '1.20000')
  const instrument = world.broker.market.instrument('EURUSD')?.id ?? ''
  const pending = { forex_id: instrument, status: '0', cont: '0.2', multiple: '100' } as const
  await trader.call(submitOrder, { ...pending, type: '1', target_price: '1.09500' })
  await trader.call(submitOrder, { ...pending, type: '1', target_price: '1.05000' })
  const waiting = await trader.call(submitOrder, { ...pending, type: '2', target_price: '1.15000' })
  await trader.call(cancelOrder, { id: waiting.data.Id })
  await world.price('EURUSD', '1.09450', '1.09460')
  await open(world, trader, 'buy', 'USDJPY', { lots: '0.1' })
  const before = await world.demoTrader()
  await open(world, before, 'buy', 'EURUSD', { lots: '2' })
  await reset(before)
  await world.settle()
  await world.broker.sealer.flush()
})
afterAll(() => world.close())

const audit = () => auditBooks(world.broker.database, world.tenants)

const changed = (...statements: readonly string[]) => auditAfter(world.broker.database, world.tenants, ...statements)

const named = (finding: Finding | null) => (finding === null ? null : `${finding.table} ${finding.tenantId}/${finding.id}`)
const rowsOf = (query: string) => world.broker.database.system((tx) => queryRows<{ id: string }>(tx, sql.raw(query)))
async function idOf(query: string): Promise<string> {
  const [row] = await rowsOf(query)
  if (row === undefined) throw new Error(`nothing to change: ${query}`)
  return row.id
}

test('after a day of trading everything agrees, and the report says so', async () => {
  const report = auditReport(await audit())
  expect(report.lines.filter((line) => /BROKEN|expected/.test(line))).toEqual([])
  expect(report.lines.at(-1)).toBe('clean')
  expect(report.isClean).toBe(true)
  expect(report.lines).toHaveLength(22)
})

test('the day had every kind of row', async () => {
  const events = await rowsOf('select distinct event as id from receipt order by id')
  const all = ['adjustment', 'order_cancelled', 'order_closed', 'order_edited', 'order_opened', 'order_placed']
  expect(events.map(({ id }) => id)).toEqual(all)
})

describe('a change behind the back of the broker is found and named', () => {
  const CHANGES: readonly (readonly [table: string, where: string, set: string])[] = [
    ['ledger_transaction', "kind = 'order_close'", "kind = 'demo_reset'"],
    ['ledger_transaction', "kind = 'order_open'", 'created_at = created_at + 1'],
    ['ledger_transaction', "kind = 'demo_grant'", 'order_id = 1'],
    ['receipt', "event = 'order_closed'", "body = replace(body, 'manual', 'stop_out')"],
    ['receipt', "event = 'order_opened'", 'signature = reverse(signature)'],
    ['receipt', "event = 'order_edited'", "ticks = '[{}]'"],
    ['audit_event', "action = 'order.open'", "actor = 'engine'"],
    ['audit_event', 'true', "detail = '{}'"],
    ['trade_order', 'status = 3', 'profit = profit + 1'],
    ['trade_order', 'status = 3', "close_reason = 'stop_out'"],
    ['trade_order', 'status = 1', 'stop_loss = 109000000'],
    ['trade_order', 'status = 1', 'lots = lots + 1000000'],
    ['trade_order', 'status = 1', 'fill_price = fill_price - 1000'],
    ['trade_order', 'status = 1', 'contract_size = contract_size * 2'],
    ['trade_order', 'status = 1', "margin_mode = 'fixed'"],
    ['trade_order', 'status = 0', 'requested_price = requested_price + 1000'],
    ['trade_order', 'status = 0', "status = 3, completed_at = 1, close_reason = 'cancelled'"],
    ['trade_order', 'parent_id is not null', 'parent_id = null'],
  ]
  test.each(CHANGES)('%s where %s: set %s', async (table, where, set) => {
    const id = await idOf(`select r.id::text as id from ${table} r where r.tenant_id = 'aurora' and ${where} order by r.id limit 1`)
    const results = await changed(`update ${table} set ${set} where tenant_id = 'aurora' and id = ${id}`)
    expect(named(firstFinding(results))).toBe(`${table} aurora/${id}`)
  })

  test.each(['ledger_transaction', 'receipt', 'audit_event', 'trade_order'])('a deleted row of %s', async (table) => {
    const id = await idOf(`select r.id::text as id from ${table} r where r.tenant_id = 'aurora' order by r.id desc limit 1`)
    const results = await changed(`delete from ${table} where tenant_id = 'aurora' and id = ${id}`)
    expect(named(firstFinding(results))).toBe(`${table} aurora/${id}`)
  })

  test.each([
    'update ledger_entry set amount = amount + 5 where id = ',
    "update ledger_entry set account = 'trader:withdrawal' where id = ",
    'delete from ledger_entry where id = ',
  ])('%s an entry: its transaction is named', async (statement) => {
    const [entry] = await world.broker.database.system((tx) =>
      queryRows<{ id: string; movement: string }>(
        tx,
        sql`select e.id::text as id, e.transaction_id::text as movement from ledger_entry e where e.tenant_id = 'aurora' order by e.id limit 1`,
      ),
    )
    expect(named(firstFinding(await changed(`${statement} ${entry?.id}`)))).toBe(`ledger_transaction aurora/${entry?.movement}`)
  })

  test.each([
    ['balance = balance + 1', 'I2'],
    ['locked_margin = locked_margin + 1', 'I2'],
    ['open_orders = open_orders + 1', 'I4'],
    ['receipt_hash = null', 'I13'],
    ['is_demo = not is_demo', 'I10'],
  ])('trading_account: set %s', async (set, invariant) => {
    const results = await changed(`update trading_account set ${set} where tenant_id = 'aurora' and trader_id = ${trader.id}`)
    const findings = results.flatMap(({ findings: own }) => own)
    expect(findings.map((finding) => `${finding.invariant} ${named(finding)}`)).toContain(
      `${invariant} trading_account aurora/${trader.id}`,
    )
    expect(auditReport(results).isClean).toBe(false)
  })

  test.each(['', 'nothing', '{}', '[]', '{"v":1}', 'null'])('a receipt whose body is %j', async (body) => {
    const id = await idOf("select r.id::text as id from receipt r where r.tenant_id = 'aurora' order by r.id limit 1")
    const results = await changed(`update receipt set body = '${body}' where tenant_id = 'aurora' and id = ${id}`)
    expect(named(firstFinding(results))).toBe(`receipt aurora/${id}`)
  })

  test('a deleted account', async () => {
    const results = await changed(`delete from trading_account where tenant_id = 'aurora' and trader_id = ${trader.id}`)
    expect(named(firstFinding(results))).toBe(`trading_account aurora/${trader.id}`)
  })
})

describe('the chain itself', () => {
  const lastSeq = async () => idOf("select max(seq)::text as id from audit_link where tenant_id = 'aurora'")

  test('a link that was changed is named', async () => {
    const results = await changed("update audit_link set items = items - 0 where tenant_id = 'aurora' and seq = 1")
    expect(named(firstFinding(results))).toBe('audit_link aurora/1')
  })

  test('a deleted link is named, the last one too', async () => {
    const last = await lastSeq()
    for (const seq of ['1', last]) {
      const results = await changed(`delete from audit_link where tenant_id = 'aurora' and seq = ${seq}`)
      expect(named(firstFinding(results))).toBe(`audit_link aurora/${seq}`)
    }
  })

  test('a head that is gone or says something else is found', async () => {
    const gone = await changed("delete from market_state where key = 'audit-chain'")
    expect(firstFinding(gone)?.table).toBe('audit_link')
  })
})

describe('rows that are not sealed yet', () => {
  /** Everything unsealed: the chain says nothing, and the log that follows it; receipts and sums must. */
  const LOGS = ['company_log', 'log_entry', 'log_tile'].map((table) => `delete from ${table}`)
  const UNSEALED = ['delete from audit_link', "delete from market_state where key = 'audit-chain'", ...LOGS]

  test('are no fault', async () => {
    const results = await changed(...UNSEALED)
    expect(firstFinding(results)).toBeNull()
    expect(results.find(({ invariant }) => invariant === 'I7')?.checked.get('rows not sealed yet')).toBeGreaterThan(10)
  })

  test.each<readonly [string, string, string]>([
    ['ledger_transaction', "kind = 'order_close'", 'delete from ledger_transaction'],
    ['ledger_transaction', "kind = 'order_open'", "update ledger_transaction set kind = 'demo_reset'"],
    ['receipt', "event = 'order_opened'", "update receipt set body = replace(body, 'buy', 'sell')"],
    ['trade_order', 'status = 3', 'update trade_order set profit = profit * 2'],
    ['trade_order', 'status = 3', 'delete from trade_order'],
  ])('a changed %s where %s is named by the receipts: %s', async (table, where, statement) => {
    const id = await idOf(`select r.id::text as id from ${table} r where r.tenant_id = 'aurora' and ${where} order by r.id limit 1`)
    const results = await changed(...UNSEALED, `${statement} where tenant_id = 'aurora' and id = ${id}`)
    const first = firstFinding(results)
    expect(`${first?.table} ${first?.id}`).toBe(`${table} ${id}`)
  })

  test('entries that were changed in pairs, so that they still sum to 0, are named by the receipt', async () => {
    const id = await idOf(
      "select r.id::text as id from ledger_transaction r where r.tenant_id = 'aurora' and r.kind = 'order_close' order by r.id limit 1",
    )
    const results = await changed(
      ...UNSEALED,
      `update ledger_entry set amount = amount + 700 where transaction_id = ${id} and account = 'trader:available'`,
      `update ledger_entry set amount = amount - 700 where transaction_id = ${id} and account = 'house:trading'`,
    )
    expect(named(firstFinding(results))).toBe(`ledger_transaction aurora/${id}`)
  })

  test('a receipt that is gone leaves a gap in the chain of its account', async () => {
    const receipts = await rowsOf(
      `select r.id::text as id from receipt r where r.trader_id = ${trader.id} and r.tenant_id = 'aurora' order by r.id`,
    )
    const middle = receipts[3]?.id
    const results = await changed(...UNSEALED, `delete from receipt where id = ${middle}`)
    expect(named(firstFinding(results))).toBe(`receipt aurora/${receipts[4]?.id}`)
    const last = await changed(...UNSEALED, `delete from receipt where id = ${receipts.at(-1)?.id}`)
    expect(last.flatMap(({ findings }) => findings).map(named)).toContain(`trading_account aurora/${trader.id}`)
  })
})

test('a row of another company or trader is named', async () => {
  const id = await idOf("select r.id::text as id from trade_order r where r.tenant_id = 'graphite' order by r.id limit 1")
  const moved = await changed(`update trade_order set tenant_id = 'aurora' where tenant_id = 'graphite' and id = ${id}`)
  expect(moved.find(({ invariant }) => invariant === 'I8')?.findings.map(named)).toContain(`trade_order aurora/${id}`)
})

test('the report names the first broken row and what was expected of it', async () => {
  const id = await idOf("select r.id::text as id from audit_event r where r.tenant_id = 'aurora' order by r.id limit 1")
  const { lines, isClean } = auditReport(await changed(`delete from audit_event where tenant_id = 'aurora' and id = ${id}`))
  expect(isClean).toBe(false)
  expect(lines.at(-1)).toMatch(
    new RegExp(
      `^first broken row: audit_event aurora/${id} \\(I7\\): expected the row that link 1 sealed, hash [0-9a-f]{64}; found no such row$`,
    ),
  )
})
