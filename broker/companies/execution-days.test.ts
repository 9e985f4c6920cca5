import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { challengeFill } from '../../contract/challenges'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { decideChallenge } from '../../contract/desk/disputes'
import { ExecutionDocument, getExecution } from '../../contract/execution'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { close, closeEverything, open, PLAIN_TERMS, place, submit } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'
import { auditEvent, executionDay, orderRefusal } from '../db/schema'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { auditExecution } from './audit-execution'

const DAY = '2026-11-18'
let world: World
let trader: RealTrader

beforeEach(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  await world.quoteAll()
  await world.price('EURUSD', '1.10000')
  trader = await world.realTrader()
  await fund(world, trader, '100000')
})
afterEach(() => world.close())

const buy = (price: string, maxSlippage = '0.00100') => open(world, trader, 'buy', 'EURUSD', { lots: '0.01', price, maxSlippage })

async function buyAll(count: number, price: string): Promise<void> {
  for (let made = 0; made < count; made += 1) await buy(price)
}

async function told(input: Parameters<typeof ask>[0] = {}) {
  const { data } = await ask(input)
  return { ...data, figures: ExecutionDocument.parse(JSON.parse(data.document)) }
}
const ask = (input: { day?: string; instrument?: string; type?: 'market' | 'close' | 'stop' } = {}, from = trader) =>
  from.call(getExecution, input)

/** The clock moves to the middle of the next day, and what is over is made. */
async function nextDay(): Promise<void> {
  world.pass(DAY_MS)
  await world.broker.executionDays.work()
}

describe('a day', () => {
  test('is told as its orders were: filled and refused, better and worse, by type', async () => {
    await buyAll(12, '1.10000')
    await buyAll(6, '1.10002')
    await buyAll(4, '1.09993')
    const poor = await world.realTrader()
    expect((await submit(world, poor, 'buy', 'EURUSD', { lots: '1' })).outcome).toBe('INSUFFICIENT_MARGIN')
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.01', price: '1.09990', maxSlippage: '0.00001' })).outcome).toBe(
      'PRICE_MOVED',
    )
    const demo = await world.demoTrader()
    await open(world, demo, 'buy', 'EURUSD', { lots: '0.01' })
    const shut = await buy('1.10000')
    expect((await close(trader, shut.Id)).outcome).toBe('ok')

    const { figures, is_final, sha256, view } = await told({ day: DAY, type: 'market' })
    expect({ is_final, sha256 }).toEqual({ is_final: false, sha256: null })
    expect(figures.accounts).toBe('real')
    expect(view).toMatchObject({
      orders: 25,
      filled: 23,
      rejected: 2,
      fill_rate: '92.00',
      took_ms: { p50: 0, p99: 0, measured: 23 },
      quote_age_ms: { p50: 0, p99: 0, measured: 23 },
      slippage: { measured: 23, better: 6, same: 13, worse: 4, better_by: [6, 0, 0, 0], worse_by: [0, 0, 4, 0], net_pips: '-1.6' },
      rejections: [
        { reason: 'price_moved', count: 1 },
        { reason: 'margin', count: 1 },
      ],
    })
    expect(figures.classes[0]).toMatchObject({ orders: 26, filled: 24 })
    expect((await told({ day: DAY, type: 'close' })).view).toMatchObject({ orders: 1, filled: 1, fill_rate: null })
    expect(figures.symmetry).toMatchObject({ difference: '-8.70', bound: '1.00', is_symmetric: true })
    expect(figures.stop_outs).toMatchObject({ positions: 0, accounts: 0, accounts_with_position: 1 })
  })

  test('that is over is written once, with the hash of its bytes, and stays as it is', async () => {
    await buyAll(2, '1.10000')
    await nextDay()
    const first = await told({ day: DAY })
    expect(first).toMatchObject({ is_final: true, sha256: sha256Hex(first.document), differs: null })
    expect(canonicalText(JSON.parse(first.document))).toBe(first.document)
    expect(first.entry).toBeNull()
    await world.broker.sealer.flush()
    await world.broker.logs.flush()
    const [sealed] = await world.broker.database.withTenant('aurora', (tx) =>
      queryRows<{ index: string }>(
        tx,
        sql`select e.index::text from log_entry e join log_fact f on f.tenant_id = e.tenant_id and f.id = e.fact_id where f.kind = 'execution'`,
      ),
    )
    expect((await told({ day: DAY })).entry).toBe(Number(sealed?.index))
    await world.quoteAll()
    await world.price('EURUSD', '1.10000')
    await buyAll(3, '1.10000')
    await world.broker.executionDays.work()
    expect((await told({ day: DAY })).document).toBe(first.document)
    expect(await auditExecution(world.broker.database)).toMatchObject({ isClean: true })
    const facts = await world.broker.database.withTenant('aurora', (tx) =>
      queryRows<{ hash: string; document: string }>(tx, sql`select hash, document from log_fact where kind = 'execution'`),
    )
    expect(facts).toEqual([{ hash: first.sha256, document: first.document }])
  })

  test('says how challenges of its fills were answered, also when they are answered later', async () => {
    const order = await buy('1.10000')
    const opened = await trader.call(challengeFill, { order: order.Id, reason: 'worse' })
    expect(opened.outcome).toBe('ok')
    await nextDay()
    expect((await told({ day: DAY })).figures.challenges).toMatchObject({ promised_hours: 24, opened: 1, waiting: 1, overdue: 0 })
    await nextDay()
    const compliance = await openOperator(world, { roles: ['compliance'] })
    const decided = await compliance.call(decideChallenge, {
      company: 'aurora',
      id: opened.data.id,
      decision: 'stand',
      reason: 'as quoted',
    })
    expect(decided.outcome).toBe('ok')
    expect((await told({ day: '2026-11-19' })).figures.challenges).toMatchObject({ waiting: 1, overdue: 1, answered_late: 0 })
    const { challenges } = (await told({ day: '2026-11-20' })).figures
    expect(challenges).toMatchObject({ opened: 1, stands: 1, waiting: 0, overdue: 0, answered_late: 1 })
    await nextDay()
    expect(await auditExecution(world.broker.database)).toMatchObject({ isClean: true })
  })

  test('that was written before challenges were counted is counted again without them', async () => {
    await buyAll(2, '1.10000')
    await nextDay()
    world.pass(DAY_MS)
    const { challenges, ...older } = (await told({ day: '2026-11-19' })).figures
    expect(challenges).toBeDefined()
    const document = canonicalText(older)
    await world.broker.database.withTenant('aurora', async (tx) => {
      await tx.insert(executionDay).values({ tenantId: 'aurora', day: '2026-11-19', document, sha256: sha256Hex(document), computedAt: 0 })
    })
    expect(await auditExecution(world.broker.database)).toMatchObject({ isClean: true })
  })

  test('that says something else than its books is named by the audit and on the page', async () => {
    await buyAll(2, '1.10000')
    await nextDay()
    const { figures } = await told({ day: DAY })
    const document = canonicalText({ ...figures, day: '2026-11-19', until: figures.until + DAY_MS, paid_below_zero: '1.00000000' })
    await world.broker.database.withTenant('aurora', async (tx) => {
      await tx.insert(executionDay).values({ tenantId: 'aurora', day: '2026-11-19', document, sha256: sha256Hex(document), computedAt: 0 })
    })
    const report = await auditExecution(world.broker.database)
    expect(report.isClean).toBe(false)
    expect(report.lines.join('\n')).toContain('aurora 2026-11-19')
    world.pass(DAY_MS)
    await world.broker.executionDays.work()
    expect((await told({ day: '2026-11-19' })).differs).toMatch(/^[0-9a-f]{64}$/)
  })

  test('counts a refused order once, however often its call is repeated, and lays refusals together at its end', async () => {
    const refused = { lots: '0.01', price: '1.09990', maxSlippage: '0.00001', key: 'c0ffee0000000000000000000000aaaa' }
    for (let tries = 0; tries < 3; tries += 1) expect((await submit(world, trader, 'buy', 'EURUSD', refused)).outcome).toBe('PRICE_MOVED')
    await submit(world, trader, 'buy', 'EURUSD', { ...refused, key: 'c0ffee0000000000000000000000bbbb' })
    await buy('1.10000')
    const rows = () => world.broker.database.withTenant('aurora', (tx) => tx.select().from(orderRefusal))
    expect((await rows()).map(({ day, type, reason, count }) => [day, type, reason, count])).toEqual([
      [DAY, 'market', 'PRICE_MOVED', 1],
      [DAY, 'market', 'PRICE_MOVED', 1],
    ])
    await nextDay()
    expect((await rows()).map(({ count }) => count)).toEqual([2])
    expect((await told({ day: DAY })).view).toMatchObject({ orders: 3, rejected: 2 })
  })

  test('counts positions that could not be closed, and what the account could not carry', async () => {
    await buy('1.10000')
    world.pass(60_000)
    expect((await closeEverything(trader)).data.kept).toHaveLength(1)
    const [row] = await world.broker.database.withTenant('aurora', (tx) => tx.select().from(orderRefusal))
    expect(row).toMatchObject({ type: 'close', reason: 'QUOTE_STALE', instrumentCode: 'EURUSD' })
  })

  test('tells a stop that a price jumped over as worse, and a stop-out apart from orders', async () => {
    await place(world, trader, 'buy', 'EURUSD', '1.10100', { lots: '0.01' })
    await world.price('EURUSD', '1.10150')
    const { view, figures } = await told({ day: DAY, type: 'stop' })
    expect(view).toMatchObject({ orders: 1, filled: 1 })
    expect(figures.stop_outs.positions).toBe(0)
  })

  test('is each company’s own', async () => {
    await buyAll(3, '1.10000')
    const other = await world.realTrader('meridian')
    expect(ExecutionDocument.parse(JSON.parse((await ask({}, other)).data.document)).classes[0]).toMatchObject({ orders: 0 })
    await nextDay()
    const seen = await world.broker.database.withTenant('meridian', (tx) =>
      queryRows<{ tenant_id: string }>(tx, sql`select tenant_id from execution_day union all select tenant_id from order_refusal`),
    )
    expect(seen.filter(({ tenant_id }) => tenant_id !== 'meridian')).toEqual([])
  })
})

test('asymmetry beyond the bound is told to the desk once a day', async () => {
  await buyAll(25, '1.09993')
  for (let hours = 0; hours < 3; hours += 1) await world.broker.executionDays.work()
  expect(world.complaints).toEqual([])
  const alarms = () =>
    world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(auditEvent)
        .where(and(eq(auditEvent.tenantId, 'aurora'), eq(auditEvent.action, 'execution.asymmetric'))),
    )
  expect((await alarms()).map(({ object, detail }) => [object, detail])).toEqual([
    [`execution_day:${DAY}`, { measured: 25, better: 0, worse: 25, difference: '100.00', bound: '1.00' }],
  ])
  const operator = await openOperator(world, { roles: ['admin'], name: 'ada' })
  const overview = await operator.call(DESK_ENDPOINTS.getDeskOverview, { company: 'aurora' })
  expect(overview.data.system.execution_alarm).toEqual({ day: DAY, difference: '100.00', bound: '1.00' })
  await nextDay()
  expect(await alarms()).toHaveLength(1)
  expect((await told({ day: DAY })).figures.symmetry.is_symmetric).toBe(false)
})

describe('what cannot be asked for', () => {
  test.each([
    ['a day in the future', { day: '2026-11-19' }, 'PARAMETER_INVALID'],
    ['a day before there was anything', { day: '2020-01-01' }, 'PARAMETER_INVALID'],
    ['a day that no calendar has', { day: '2026-02-30' }, 'PARAMETER_INVALID'],
    ['an instrument that nobody trades', { instrument: 'NOSUCH' }, 'INSTRUMENT_NOT_FOUND'],
    ['ten thousand letters', { instrument: 'A'.repeat(10_000) }, 'PARAMETER_INVALID'],
    ['a type of order that there is not', { type: 'iceberg' as 'market' }, 'PARAMETER_INVALID'],
  ])('%s is refused', async (_what, input, outcome) => {
    expect((await ask(input)).outcome).toBe(outcome)
  })
})
