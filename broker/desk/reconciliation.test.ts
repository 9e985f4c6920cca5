import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAboutDifference,
  decideDifference,
  exportReconciliation,
  getDifference,
  getReconciliation,
  listEqualFills,
  resolveDifference,
  runReconciliation,
} from '../../contract/desk/reconciliation'
import { submitOrder } from '../../contract/orders'
import { parseFixed } from '../../rules/decimal'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../rules/durations'
import { invariantsBrokenBy } from '../../tests/fixtures/broken-books'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { ScriptedCopies } from '../../tests/fixtures/scripted-copies'
import { ScriptedProvider } from '../../tests/fixtures/scripted-provider'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { auditBooks } from '../audit/audit-books'
import type { Database } from '../db/open-database'
import {
  auditEvent,
  ledgerEntry,
  ledgerTransaction,
  providerCopy,
  providerOrder,
  providerReport,
  reconciliationDifference,
  reconciliationRun,
} from '../db/schema'
import type { CopiedReport } from '../providers/copy-line'
import { voidFirstSteps } from './operator-standing'

type ReportRow = typeof providerReport.$inferSelect

const SYMBOLS = { EURUSD: 'EUR/USD' }
const provider = new ScriptedProvider({ id: 'prime', seed: 3, faults: 0, price: () => parseFixed('1.16'), fate: () => 'fill' })
const copies = new ScriptedCopies('prime')

let database: Database
let world: World
let trader: RealTrader
let first: TestOperator
let second: TestOperator

async function start(): Promise<World> {
  return createWorld({
    tenants: { aurora: { trading: { execution: { EURUSD: { model: 'hedged', provider: 'prime' } } } } },
    broker: {
      // Outlives each process of ours.
      database: { ...database, close: async () => {} },
      providers: [{ provider: provider.client(), copies: copies.client(), symbols: SYMBOLS, isSimulated: true }],
      copiesSettleMs: 0,
    },
  })
}

beforeAll(async () => {
  database = await openTestDatabase()
  world = await start()
  await world.broker.reconciliation.look()
  trader = await world.realTrader()
  await fund(world, trader, '100000')
  await world.price('EURUSD', '1.15999', '1.16001')
  first = await openOperator(world, { roles: ['risk'], name: 'first' })
  second = await openOperator(world, { roles: ['finance'], name: 'second' })
}, 120_000)
afterAll(async () => {
  await world.close()
  await database.close()
})

const findings = async () =>
  (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings.map((finding) => JSON.stringify(finding)))

async function settle(): Promise<void> {
  for (let quiet = 0, i = 0; quiet < 3 && i < 300; i++) {
    await world.settle()
    await new Promise((resolve) => setImmediate(resolve))
    await world.broker.cover.look()
    await world.broker.orders.idle()
    quiet = (await provider.deliver()) ? 0 : quiet + 1
  }
}

/** One cover order of 10,000 EUR; what was reported of it. */
async function trade(): Promise<readonly ReportRow[]> {
  const before = new Set([...provider.orders.keys()])
  const forex_id = world.broker.market.instrument('EURUSD')?.id ?? ''
  const answer = await trader.call(submitOrder, { forex_id, type: '1', status: '1', cont: '0.1', multiple: '100' })
  expect(answer.outcome).toBe('ok')
  await settle()
  const [id = ''] = [...provider.orders.keys()].filter((one) => !before.has(one))
  const rows = await database.system((tx) =>
    tx.select().from(providerReport).where(eq(providerReport.providerOrderId, id)).orderBy(asc(providerReport.seq)),
  )
  expect(rows.some(({ kind }) => kind === 'filled')).toBe(true)
  return rows
}

function copyOf(row: ReportRow, changes: Partial<CopiedReport> = {}): CopiedReport {
  const { providerOrderId: orderId, execId, referredExecId, lastQuantity, lastPrice, reason, providerTime: time, kind } = row
  return { orderId, execId, referredExecId, lastQuantity, lastPrice, reason, time, kind, code: 'EURUSD', side: 'buy', ...changes }
}

async function copy(rows: readonly ReportRow[]): Promise<void> {
  for (const row of rows) await copies.say(copyOf(row))
}

async function compare(): Promise<void> {
  await world.broker.reconciliation.run(world.tenant('aurora'), 'engine')
}

const view = async () => (await first.call(getReconciliation, {})).data
const rows = async () => (await view()).rows
const lastFill = (reports: readonly ReportRow[]) => reports.findLast(({ kind }) => kind === 'filled') as ReportRow

describe('books that agree', () => {
  test('are a quiet result, also when a copy comes twice', async () => {
    const reports = await trade()
    await copy(reports)
    await copy(reports)
    await compare()
    const { providers, totals, rows: shown } = await view()
    expect(shown).toEqual([])
    const fills = reports.filter(({ kind }) => kind === 'filled').length
    expect(totals).toMatchObject({ theirs: fills, ours: fills, equal: fills, differ: 0, open: 0, usdt: '0.00000000' })
    expect(providers).toMatchObject([{ provider: 'prime', copies: 'live', positions_equal: 1, positions_differ: 0 }])
    const equal = await first.call(listEqualFills, {})
    const newestFirst = reports.filter(({ kind }) => kind === 'filled').reverse()
    const facts = ({ execId, providerTime: time }: ReportRow) => ({ trade: execId, ours_time: time, theirs_time: time })
    expect(equal.data).toMatchObject({ data: newestFirst.map(facts), is_more: false })
    expect(equal.data.data[0]).toMatchObject({ provider: 'prime', code: 'EURUSD', side: 'buy', price: '1.16' })
  })
})

describe('books that differ', () => {
  let corrected: ReportRow
  test('a trade that they do not have', async () => {
    const reports = await trade()
    await copy(reports.filter((row) => row !== lastFill(reports)))
    await compare()
    expect(await rows()).toMatchObject([
      { kind: 'not_in_theirs', trade: lastFill(reports).execId, theirs: null, status: 'open', stands: true },
    ])
    await copies.say(copyOf(lastFill(reports)))
    await compare()
    expect(await rows()).toMatchObject([{ kind: 'not_in_theirs', status: 'open', stands: false }])
  })

  test('a trade that they have twice, one that they have corrected, and one that nobody ordered', async () => {
    const reports = await trade()
    await copy(reports)
    corrected = lastFill(reports)
    await copies.say(copyOf(corrected, { execId: 'twice' }))
    await copies.say(
      copyOf(corrected, { execId: 'new', kind: 'corrected', referredExecId: corrected.execId, lastPrice: corrected.lastPrice + 100_000n }),
    )
    await copies.say(copyOf(corrected, { orderId: 'somebody', execId: 'foreign', side: 'sell' }))
    await compare()
    const found = (await rows()).slice(1)
    expect(found.map(({ kind, trade: name }) => `${kind} ${name}`).sort()).toEqual([
      'not_in_book foreign',
      'not_in_book twice',
      'price new',
    ])
    const price = found.find(({ kind }) => kind === 'price')
    // They sold to us 0.001 dearer.
    const worth = (corrected.lastQuantity / 1_000n) as bigint
    expect(price?.usdt).toBe(`-${(Number(worth) / 1e8).toFixed(8)}`)
    expect(price).toMatchObject({ ours: { price: '1.16' }, theirs: { price: '1.161' }, needs_second: false })
    const detail = await first.call(getDifference, { id: price?.id ?? '' })
    expect(detail.data).toMatchObject({ explains: 'corrected', purpose: 'cover', trader_order: null, rate: '1' })
    expect(detail.data.reports.filter(({ of, exec_id }) => of === 'theirs' && exec_id === 'new').length).toBe(1)
    const stray = found.find(({ trade: name }) => name === 'foreign')
    expect((await first.call(getDifference, { id: stray?.id ?? '' })).data).toMatchObject({ explains: 'foreign', order: '' })
  })

  test('what is held is a difference of its own where no trade explains it', async () => {
    // One trade too many each way: together they explain that both hold the same.
    expect((await rows()).filter(({ kind }) => kind === 'position')).toEqual([])
    const ours = provider.position('EURUSD')
    const held = provider.positions
    provider.positions = () => [{ code: 'EURUSD', quantity: ours + parseFixed('5000') }]
    await compare()
    provider.positions = held
    const [row] = (await rows()).filter(({ kind, stands }) => kind === 'position' && stands)
    expect(row).toMatchObject({ code: 'EURUSD', usdt: '0.00000000', at_stake: '5800.00000000', needs_second: true })
    expect(parseFixed(row?.theirs?.quantity ?? '0') - parseFixed(row?.ours?.quantity ?? '0')).toBe(parseFixed('5000'))
    await compare()
    expect((await rows()).find(({ id }) => id === row?.id)).toMatchObject({ status: 'open', stands: false })
  })

  test('a later run does not double them, nor do two at once, nor one after a restart', async () => {
    const names = async () => (await rows()).map(({ id, kind, trade: name }) => `${id} ${kind} ${name}`)
    await compare()
    const before = await names()
    await Promise.all([compare(), first.call(runReconciliation, {}), second.call(runReconciliation, {})])
    await world.broker.reconciliation.run(world.tenant('aurora'), 'engine')
    expect(await names()).toEqual(before)
    await world.close()
    world = await start()
    first = await openOperator(world, { roles: ['finance'], name: 'first-again' })
    second = await openOperator(world, { roles: ['risk'], name: 'second-again' })
    await world.price('EURUSD', '1.15999', '1.16001')
    await settle()
    await compare()
    const rowsNow = await database.system((tx) => tx.select().from(reconciliationDifference).orderBy(asc(reconciliationDifference.id)))
    expect(rowsNow.map(({ id, kind, execId }) => `${id} ${kind} ${execId ?? ''}`)).toEqual([...before].sort())
    expect(await findings()).toEqual([])
  })
})

describe('resolving', () => {
  const rowOf = async (name: string) => {
    const row = (await rows()).find(({ trade: one }) => one === name)
    if (row === undefined) throw new Error(`there is no row ${name}`)
    return row
  }

  test('needs a note, takes one person up to the limit, and posts what was accepted', async () => {
    const { id, usdt } = await rowOf('new')
    expect((await first.call(resolveDifference, { id, resolve_as: 'theirs_accepted', note: ' ' })).outcome).toBe('DESK_REASON_REQUIRED')
    expect((await first.call(askAboutDifference, { id })).data.status).toBe('awaiting_provider')
    const answers = await Promise.all(
      [first, second].map((one) => one.call(resolveDifference, { id, resolve_as: 'theirs_accepted', note: 'their letter of today' })),
    )
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['DESK_ALREADY_DECIDED', 'ok'])
    expect(await rowOf('new')).toMatchObject({ status: 'resolved', ours: { price: '1.16' }, theirs: { price: '1.161' } })
    const entries = await database.system((tx) =>
      tx
        .select({ account: ledgerEntry.account, amount: ledgerEntry.amount })
        .from(ledgerEntry)
        .innerJoin(ledgerTransaction, eq(ledgerTransaction.id, ledgerEntry.transactionId))
        .where(eq(ledgerTransaction.kind, 'cover_resolution')),
    )
    expect(new Map(entries.map(({ account, amount }) => [account, amount]))).toEqual(
      new Map([
        ['house:cover', parseFixed('0') - parseFixed((usdt ?? '').replace('-', ''))],
        ['house:provider', parseFixed((usdt ?? '').replace('-', ''))],
      ]),
    )
    await compare()
    expect((await rows()).filter(({ trade: name }) => name === 'new').length).toBe(1)
    expect(await findings()).toEqual([])
  })

  test('takes a second person above it, who is another', async () => {
    const { id } = await rowOf('foreign')
    const wish = { id, resolve_as: 'ours_stand', note: 'not our trade' } as const
    expect((await first.call(resolveDifference, wish)).data.status).toBe('waiting')
    expect((await first.call(decideDifference, { id, decision: 'approve' })).outcome).toBe('DESK_SAME_PERSON')
    expect((await second.call(decideDifference, { id, decision: 'refuse' })).data.status).toBe('open')
    expect((await second.call(resolveDifference, wish)).data.status).toBe('waiting')
    expect((await first.call(decideDifference, { id, decision: 'approve' })).data.status).toBe('resolved')
    expect((await first.call(decideDifference, { id, decision: 'approve' })).outcome).toBe('DESK_ALREADY_DECIDED')
    expect(await rowOf('foreign')).toMatchObject({ proposed_by: second.name, approved_by: first.name, status: 'resolved' })
    expect(await findings()).toEqual([])
  })

  test('the store itself takes no second word from the same person, and keeps both values', async () => {
    const { id } = await rowOf('twice')
    await second.call(resolveDifference, { id, resolve_as: 'ours_stand', note: 'they book it out' })
    const write = (statement: string) =>
      database.withTenant('aurora', (tx) => tx.execute(sql.raw(`update reconciliation_difference set ${statement} where id = ${id}`)))
    await expect(write("status = 'resolved', resolved_at = 1, approved_by = proposed_by")).rejects.toThrow()
    await expect(write("status = 'resolved', resolved_at = 1")).rejects.toThrow()
    await expect(write('theirs_quantity = 1')).rejects.toThrow()
    const [row] = await database.system((tx) =>
      tx
        .select()
        .from(reconciliationDifference)
        .where(eq(reconciliationDifference.id, BigInt(id))),
    )
    expect(row?.status).toBe('waiting')
  })

  test('a wish falls with whoever had it', async () => {
    const { id } = await rowOf('twice')
    await database.withTenant('aurora', (tx) =>
      voidFirstSteps(tx, { tenantId: 'aurora', actor: `operator:${second.name}`, by: 'machine:root', now: 1 }),
    )
    expect(await rowOf('twice')).toMatchObject({ id, status: 'open', proposed_by: '', resolved_as: null })
  })
})

test.each([
  'update reconciliation_difference set amount = amount - 1, at_stake = at_stake + 1 where transaction_id is not null',
  'update reconciliation_difference set transaction_id = null where transaction_id is not null',
  'delete from reconciliation_difference',
  "delete from audit_event where action = 'reconciliation.resolved'",
  "update ledger_entry set account = 'house:fees' where account = 'house:provider'",
])('the audit finds a change behind the back of the broker: %s', async (statement) => {
  const broken = await invariantsBrokenBy(database, world.tenants, statement)
  expect(broken).toContain('I18')
})

test('a file of the day holds what differs and then what is equal, and each is in the trail', async () => {
  const { day, rows: shown } = await view()
  const { data: file } = await first.call(exportReconciliation, {})
  expect(file.rows.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
  // What one side has corrected, or has not, is not equal.
  const differing = file.rows.filter(({ stands }) => stands).map(({ trade: id }) => id)
  expect(file.equal.length).toBeGreaterThan(0)
  expect(file.equal.filter(({ trade: id }) => differing.includes(id))).toEqual([])
  await first.call(exportReconciliation, { day: '2020-01-01' })
  const events = await database.system((tx) => tx.select().from(auditEvent).where(eq(auditEvent.action, 'reconciliation.exported')))
  const count = file.rows.length + file.equal.length
  expect(events.map(({ actor, detail }) => [actor, (detail as { after: unknown }).after])).toEqual([
    [expect.stringMatching(/^operator:first/), { day, rows: count }],
    [expect.stringMatching(/^operator:first/), { day: '2020-01-01', rows: 0 }],
  ])
})

test('the day is compared by itself once after 17:00 in New York, when copies and positions are there', async () => {
  const { day } = await view()
  const count = async () => (await database.system((tx) => tx.select().from(providerCopy))).length
  const kept = await count()
  copies.cut()
  world.pass(DAY_MS + HOUR_MS - MINUTE_MS)
  await world.broker.reconciliation.look()
  const operator = await openOperator(world, { roles: ['risk'], name: 'third' })
  const ofDay = async () => (await operator.call(getReconciliation, { day })).data.providers[0]
  const before = await ofDay()
  copies.open()
  await world.broker.reconciliation.look()
  await world.broker.reconciliation.look()
  const runs = await database.system((tx) => tx.select().from(reconciliationRun).where(isNotNull(reconciliationRun.rolloverAt)))
  expect(before?.copies).toBe('down')
  expect(runs.filter(({ tenantId }) => tenantId === 'aurora').length).toBe(2)
  expect(await count()).toBe(kept)
  expect(await database.system((tx) => tx.$count(providerOrder))).toBeGreaterThan(0)
})
