/** Statements of a provider from the folder into the books: read once, told with the line where they cannot be read, late when they are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDifference, getReconciliation, resolveDifference } from '../../contract/desk/reconciliation'
import { submitOrder } from '../../contract/orders'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { lastRollover } from '../../rules/rollover'
import { invariantsBrokenBy } from '../../tests/fixtures/broken-books'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { WORLD_START } from '../../tests/fixtures/frozen-clock'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { ScriptedProvider } from '../../tests/fixtures/scripted-provider'
import { auditBooks } from '../audit/audit-books'
import { coverFill, ledgerEntry, ledgerTransaction, providerCharge, providerReport, providerStatement } from '../db/schema'
import { STATEMENT_COLUMNS } from './read-statement'
import { dayEndedBy } from './reconciliation-days'

const folder = mkdtempSync(path.join(tmpdir(), 'candor-statements-'))
const provider = new ScriptedProvider({
  ...{ id: 'prime', seed: 3, faults: 0, startsAt: WORLD_START },
  price: () => parseFixed('1.16'),
  fate: () => 'fill',
})
/** A night with 10,000 units long costs 1 USDT. */
const AGREED_SWAP = { long: '-0.0001', short: '0.00002', tripleDay: 'friday' } as const
const statement = { folder, due: '06:30', timeZone: 'Europe/London', commissionPerMillion: '25', swap: { EURUSD: AGREED_SWAP } }
let world: World
let operator: TestOperator

beforeAll(async () => {
  world = await createWorld({
    tenants: {
      aurora: {
        trading: { execution: { EURUSD: { model: 'hedged', provider: 'prime' } } },
        wallet: { secondApproval: { depositsAbove: '5000', withdrawalsAbove: '5000', newAddressHours: 24, differencesAbove: '2' } },
      },
    },
    broker: {
      providers: [{ provider: provider.client(), symbols: { EURUSD: 'EUR/USD' }, isSimulated: true, statement }],
      copiesSettleMs: 0,
    },
  })
  const trader = await world.realTrader()
  await fund(world, trader, '100000')
  await world.price('EURUSD', '1.15999', '1.16001')
  const forex_id = world.broker.market.instrument('EURUSD')?.id ?? ''
  expect((await trader.call(submitOrder, { forex_id, type: '1', status: '1', cont: '0.1', multiple: '100' })).outcome).toBe('ok')
  for (let quiet = 0, i = 0; quiet < 3 && i < 300; i++) {
    await world.settle()
    await new Promise((resolve) => setImmediate(resolve))
    await world.broker.cover.look()
    await world.broker.orders.idle()
    quiet = (await provider.deliver()) ? 0 : quiet + 1
  }
  operator = await openOperator(world, { roles: ['risk'], name: 'first' })
}, 120_000)
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const put = (day: string, ...rows: readonly string[]) =>
  writeFileSync(path.join(folder, `${day}.csv`), [STATEMENT_COLUMNS.join(), ...rows].join('\n'))
const view = async (day: string) => (await operator.call(getReconciliation, { day })).data
const look = () => world.broker.reconciliation.look()
const lastDay = () => dayEndedBy(lastRollover(world.clock.now() - HOUR_MS)).day
const findings = async () =>
  (await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings: all }) => all.map((finding) => JSON.stringify(finding)))

async function fillsOfHouse() {
  return world.broker.database.system(async (tx) => ({
    fills: await tx.select().from(coverFill).orderBy(asc(coverFill.seq)),
    reports: await tx.select().from(providerReport),
  }))
}

const texts = (row: { kind: string; instrumentCode: string; amount: bigint }) =>
  `${row.kind} ${row.instrumentCode} ${formatFixedShort(row.amount)}`
const charged = async () =>
  (await world.broker.database.system((tx) => tx.select().from(providerCharge).orderBy(asc(providerCharge.id)))).map(texts).sort()
/** What statements have brought to the two accounts of cover. */
const houseBooks = async () => {
  const rows = await world.broker.database.system((tx) =>
    tx
      .select({ account: ledgerEntry.account, amount: ledgerEntry.amount })
      .from(ledgerEntry)
      .innerJoin(
        ledgerTransaction,
        and(eq(ledgerTransaction.tenantId, ledgerEntry.tenantId), eq(ledgerTransaction.id, ledgerEntry.transactionId)),
      )
      .where(eq(ledgerTransaction.kind, 'cover_resolution')),
  )
  const sum = (of: string) => formatFixedShort(rows.reduce((total, { account, amount }) => (account === of ? total + amount : total), 0n))
  return { cover: sum('house:cover'), provider: sum('house:provider') }
}

test('a statement that is not there is expected, then late, and never a mistake', async () => {
  world.pass(lastRollover(world.clock.now()) + DAY_MS + HOUR_MS - world.clock.now())
  operator = await openOperator(world, { roles: ['risk'], name: 'second' })
  await look()
  const day = lastDay()
  expect((await view(day)).providers).toMatchObject([{ copies: 'none', statement: { state: 'expected', file: `${day}.csv` }, money: [] }])
  expect(await world.broker.reconciliation.health()).toMatchObject([{ provider: 'prime', copies: 'none', statement: 'expected' }])
  world.pass(12 * HOUR_MS)
  operator = await openOperator(world, { roles: ['risk'], name: 'third' })
  expect((await view(day)).providers).toMatchObject([{ statement: { state: 'late' } }])
})

test('a file that cannot be read is told with its line, and writes nothing', async () => {
  const day = lastDay()
  put(day, 'opening,,,,,,,,,much', 'closing,,,,,,,,,1')
  await look()
  expect((await view(day)).providers).toMatchObject([{ statement: { state: 'unreadable', line: 2, problem: 'number', found: 'much' } }])
  expect(await world.broker.database.system((tx) => tx.select().from(providerStatement))).toEqual([])
})

test('the first statement is compared trade by trade and charge by charge, once', async () => {
  const day = lastDay()
  const { fills, reports } = await fillsOfHouse()
  const trades = fills.map(({ execId, providerOrderId, quantity, price }) => {
    const time = reports.find((report) => report.execId === execId && report.providerOrderId === providerOrderId)?.providerTime ?? 0
    const text = (value: bigint) => (Number(value) / 1e8).toString()
    return `trade,EUR/USD,${execId},${providerOrderId},buy,${text(quantity)},${text(price)},${new Date(time).toISOString()},,`
  })
  const held = fills.reduce((sum, { quantity }) => sum + quantity, 0n)
  const position = `position,EUR/USD,,,,${Number(held) / 1e8},1.17,,1,`
  put(
    day,
    'opening,,,,,,,,,5000',
    ...trades,
    position,
    'swap,EUR/USD,,,,,,,,-1',
    'commission,EUR/USD,,,,,,,,-3.29',
    'closing,,,,,,,,,4995.71',
  )
  await look()
  await look()
  const shown = await view(day)
  expect(shown.providers[0]).toMatchObject({ statement: { state: 'read' }, theirs: fills.length, equal: fills.length, differ: 0 })
  // 11,600 USDT at 25 a million is 0.29.
  expect(shown.rows).toMatchObject([{ kind: 'commission', ours_amount: '-0.29000000', theirs_amount: '-3.29000000', usdt: '-3.00000000' }])
  expect(shown.providers[0]?.money.find(({ line }) => line === 'commission')).toMatchObject({
    difference: '-3.00000000',
    because: [shown.rows[0]?.id],
  })
  expect(shown.providers[0]?.money.find(({ line }) => line === 'closing')).toMatchObject({ ours: null, theirs: '4995.71000000' })
  expect(await world.broker.database.system((tx) => tx.$count(providerStatement))).toBe(1)
  expect((await operator.call(getDifference, { id: shown.rows[0]?.id ?? '' })).data).toMatchObject({
    explains: 'charge',
    trader_order: null,
  })
  expect(await charged()).toEqual(['commission EURUSD -0.29', 'swap EURUSD -1'])
  expect(await houseBooks()).toEqual({ cover: '-1.29', provider: '1.29' })
  expect(await findings()).toEqual([])
})

test.each([
  "update ledger_entry set amount = amount * 2 where account in ('house:cover', 'house:provider')",
  "update provider_charge set amount = amount + 1 where kind = 'swap'",
  "update provider_charge set day = '2020-01-01' where kind = 'swap'",
  "delete from provider_charge where kind = 'commission'",
])('the audit finds an agreed charge that was changed behind the back of the broker: %s', async (change) => {
  expect(await invariantsBrokenBy(world.broker.database, world.tenants, change)).toContain('I18')
})

test('the next one goes on from it: a trade of nobody’s, a swap, and a rest that no row explains come to the difference of the balances', async () => {
  world.pass(DAY_MS)
  operator = await openOperator(world, { roles: ['risk'], name: 'fourth' })
  const day = lastDay()
  const { fills } = await fillsOfHouse()
  const held = Number(fills.reduce((sum, { quantity }) => sum + quantity, 0n)) / 1e8
  const time = new Date(lastRollover(world.clock.now() - HOUR_MS) - HOUR_MS).toISOString()
  const foreign = `trade,EUR/USD,F1,somebody,buy,1000,1.17,${time},,`
  const result = held * 0.01 + 1000 * 0.01
  const closing = (4995.71 + result - 1.2 - 0.03 + 7).toFixed(2)
  put(
    day,
    'opening,,,,,,,,,4995.71',
    foreign,
    `position,EUR/USD,,,,${held + 1000},1.18,,1,`,
    'swap,EUR/USD,,,,,,,,-1.20',
    'commission,EUR/USD,,,,,,,,-0.03',
    `closing,,,,,,,,,${closing}`,
  )
  await look()
  const { rows, providers } = await view(day)
  const own = rows.filter((row) => row.day === day)
  expect(own.map(({ kind }) => kind).sort()).toEqual(['commission', 'not_explained', 'not_in_book', 'swap'])
  const amounts = own.reduce((sum, { usdt }) => sum + parseFixed(usdt ?? '0'), 0n)
  const closingLine = providers[0]?.money.find(({ line }) => line === 'closing')
  expect(closingLine?.difference).toBe((Number(amounts) / 1e8).toFixed(8))
  expect(own.find(({ kind }) => kind === 'not_explained')).toMatchObject({ usdt: '7.00000000', theirs_amount: '7.00000000' })
  expect(providers[0]?.held).toMatchObject([{ code: 'EURUSD', ours: `${held}`, theirs: `${held + 1000}` }])
  // What goes beyond the agreed 1 USDT waits for an operator.
  expect(own.find(({ kind }) => kind === 'swap')).toMatchObject({ ours_amount: '-1.00000000', usdt: '-0.20000000' })
  expect(await charged()).toEqual(['commission EURUSD -0.29', 'swap EURUSD -1', 'swap EURUSD -1'])
  expect(await findings()).toEqual([])
})

test('the company’s own limit decides whether one person is enough, and the row keeps it', async () => {
  const { rows, limit } = await view(lastDay())
  expect(limit).toBe('2.00000000')
  const [small, large] = [rows.find(({ kind }) => kind === 'swap'), rows.find(({ kind }) => kind === 'not_explained')]
  expect([small?.needs_second, large?.needs_second]).toEqual([false, true])
  const wish = { resolve_as: 'theirs_accepted', note: 'as their letter says' } as const
  expect((await operator.call(resolveDifference, { id: small?.id ?? '', ...wish })).data.status).toBe('resolved')
  expect((await operator.call(resolveDifference, { id: large?.id ?? '', ...wish })).data.status).toBe('waiting')
  expect(await houseBooks()).toEqual({ cover: '-2.49', provider: '2.49' })
  expect(await findings()).toEqual([])
})

test('the same file again changes nothing; a corrected one adds what is new and says what no longer stands', async () => {
  const day = lastDay()
  const before = (await view(day)).rows.map(({ id }) => id)
  await look()
  expect((await view(day)).rows.map(({ id }) => id)).toEqual(before)
  const { fills } = await fillsOfHouse()
  const held = Number(fills.reduce((sum, { quantity }) => sum + quantity, 0n)) / 1e8
  const lines = ['opening,,,,,,,,,4995.71', `position,EUR/USD,,,,${held},1.18,,1,`, 'swap,EUR/USD,,,,,,,,-1']
  put(day, ...lines, `closing,,,,,,,,,${(4995.71 + held * 0.01 - 1).toFixed(2)}`)
  await look()
  const rows = (await view(day)).rows.filter((row) => row.day === day)
  expect(rows.filter(({ stands }) => stands)).toEqual([])
  expect(rows.map(({ id }) => id).sort()).toEqual(before.filter((id) => rows.some((row) => row.id === id)).sort())
})

test('what was not explained is there again the next day, named so, until somebody resolves it', async () => {
  const { fills } = await fillsOfHouse()
  const held = Number(fills.reduce((sum, { quantity }) => sum + quantity, 0n)) / 1e8
  let balance = Number((await view(lastDay())).providers[0]?.money.find(({ line }) => line === 'closing')?.theirs)
  /** A quiet day of the provider: nothing traded, no night, and a balance that is so much more than before. */
  const nextDay = async (rest: number) => {
    world.pass(DAY_MS)
    operator = await openOperator(world, { roles: ['risk'], name: `at-${lastDay()}` })
    const opening = balance.toFixed(2)
    balance += rest
    put(lastDay(), `opening,,,,,,,,,${opening}`, `position,EUR/USD,,,,${held},1.18,,1,`, `closing,,,,,,,,,${balance.toFixed(2)}`)
    await look()
    return lastDay()
  }
  const first = await nextDay(1.5)
  const unexplained = async (day: string) => (await view(day)).rows.filter((row) => row.kind === 'not_explained' && row.day === first)
  const [found] = await unexplained(first)
  expect(found).toMatchObject({ day: first, usdt: '1.50000000', status: 'open' })
  const second = await nextDay(0)
  expect(await unexplained(second)).toEqual([found])
  // Both balances have it by now: the second day differs by nothing of its own.
  expect((await view(second)).rows.filter(({ day }) => day === second)).toEqual([])
  expect((await operator.call(getDifference, { id: found?.id ?? '' })).data).toMatchObject({ explains: 'unexplained', row: found })

  const answer = await operator.call(resolveDifference, { id: found?.id ?? '', resolve_as: 'theirs_accepted', note: 'a rebate, by letter' })
  expect(answer.data.status).toBe('resolved')
  expect(await unexplained(await nextDay(0))).toEqual([])
  expect(await findings()).toEqual([])
})
