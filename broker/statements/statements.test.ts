/** Statements add up to the last digit, are signed once, and are nobody else's. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '../../contract/endpoint'
import { getPeriodStatement, listStatementRows, listStatements, type StatementRow } from '../../contract/statements'
import { getAccountDetail } from '../../contract/wallet'
import { cancelWithdrawal, listWithdrawals } from '../../contract/withdrawals'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { factEntry } from '../../rules/log/entry'
import { isIncluded, leafHash } from '../../rules/log/merkle'
import { parseNoteKey } from '../../rules/log/note'
import { parseLogProof } from '../../rules/log/proof-file'
import { parseAmount } from '../../rules/money'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { PAYING_OUT, payee, withdraw } from '../../tests/fixtures/payout-actions'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { close, open } from '../../tests/fixtures/trader-actions'
import { queryRows } from '../db/open-database'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Wednesday, three days before a month ends. */
const START = Date.parse('2026-10-28T12:00:00Z')
let world: World
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT, startMs: START })
})
afterAll(() => world.close())

type Caller = Pick<RealTrader, 'call'>
type Asked = OutputOf<typeof getPeriodStatement>

const ask = async (trader: Caller, period: string): Promise<Asked> => (await trader.call(getPeriodStatement, { period })).data

async function rowsOf(trader: Caller, period: string, size: '100' | '1000' = '1000'): Promise<StatementRow[]> {
  const rows: StatementRow[] = []
  let after: string | undefined
  do {
    const { data } = await trader.call(listStatementRows, { period, size, ...(after ? { after } : {}) })
    rows.push(...data.rows)
    after = data.next
  } while (after)
  return rows
}

/** Time passes, and everybody stays signed in. */
async function later(byMs: number): Promise<void> {
  world.clock.advance(byMs)
  const now = world.clock.now()
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`update session set last_seen_at = ${now}::bigint, expires_at = ${now + DAY}::bigint`)
  })
}

/** All money of the account: free, in margin and in withdrawals. */
async function ownMoney(trader: Caller): Promise<bigint> {
  const { balance, lock_balance } = (await trader.call(getAccountDetail, {})).data
  return parseAmount(balance) + parseAmount(lock_balance)
}

function expectToAddUp({ summary }: Asked, rows: readonly StatementRow[]): void {
  if (summary === null) throw new Error('nothing was read')
  let balance = parseAmount(summary.opening)
  for (const [index, row] of rows.entries()) {
    balance += parseAmount(row.amount)
    expect([row.n, parseAmount(row.balance)]).toEqual([index + 1, balance])
  }
  expect(parseAmount(summary.closing)).toBe(balance)
  expect(summary.rows).toBe(rows.length)
  for (const { kind, count, sum } of summary.kinds) {
    const own = rows.filter((row) => row.kind === kind)
    expect(own.length).toBe(count)
    expect(own.reduce((all, { amount }) => all + parseAmount(amount), 0n)).toBe(parseAmount(sum))
  }
  expect(summary.kinds.reduce((all, { count }) => all + count, 0)).toBe(rows.length)
}

test('margin stays in the balance of a statement; the result and the fee of a trade are rows of their own', async () => {
  await world.quoteAll()
  const trader = await world.realTrader()
  await fund(world, trader, '1000')
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.10' })
  const during = await ask(trader, '2026-10')
  expect([during.state, during.signed]).toEqual(['running', null])
  expect((await rowsOf(trader, '2026-10')).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit', '1000.00000000'],
    ['fee', `-${order.TradeFee}`],
  ])
  await world.price('EURUSD', '1.10000')
  await close(trader, order.Id)
  const [statement, rows] = [await ask(trader, '2026-10'), await rowsOf(trader, '2026-10')]
  expect(rows.at(-1)).toMatchObject({ kind: 'profit', instrument: 'EURUSD', side: 'buy', number: order.Id })
  expectToAddUp(statement, rows)
  expect(parseAmount(statement.summary!.closing)).toBe(await ownMoney(trader))
})

test('any movements add up, month by month and over the year, and each balance is the one of the books', async () => {
  const cents = fc.integer({ min: 1, max: 90_000 }).map((amount) => (amount / 100).toFixed(2))
  const step = fc.oneof(
    fc.record({ act: fc.constant('fund' as const), usdt: cents }),
    fc.record({ act: fc.constant('withdraw' as const), usdt: cents }),
    fc.constant({ act: 'take back' as const, usdt: '' }),
    fc.constant({ act: 'wait' as const, usdt: '' }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const paid = await payee(world, '500')
      const months = new Set<string>()
      const begun = world.clock.now()
      for (const { act, usdt } of steps) {
        if (act === 'fund') await fund(world, paid.trader, usdt)
        // One that asks for more than there is is refused, and moves nothing.
        if (act === 'withdraw') await withdraw(paid, usdt)
        if (act === 'wait') await later(9 * DAY)
        const [waiting] = (await paid.trader.call(listWithdrawals, { type: '1' })).data.data
        if (act === 'take back' && waiting !== undefined) await paid.trader.call(cancelWithdrawal, { id: waiting.id })
        const month = new Date(world.clock.now()).toISOString().slice(0, 7)
        months.add(month)
        expect(parseAmount((await ask(paid.trader, month)).summary!.closing)).toBe(await ownMoney(paid.trader))
      }
      const all = (await paid.trader.call(listStatements, {})).data.periods
      let closing = '0.00000000'
      for (const { period } of all.filter(({ period: name }) => name.length === 7).reverse()) {
        const [statement, rows] = [await ask(paid.trader, period), await rowsOf(paid.trader, period)]
        expectToAddUp(statement, rows)
        expect(statement.summary!.opening).toBe(closing)
        closing = statement.summary!.closing
      }
      const year = String(new Date(begun).getUTCFullYear())
      expectToAddUp(await ask(paid.trader, year), await rowsOf(paid.trader, year))
    }),
    { numRuns: 6 },
  )
})

test('a period that is over is signed once, with the company’s key, and is the same for ever', async () => {
  const trader = await world.realTrader()
  await fund(world, trader, '12.00000001')
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  const end = (await ask(trader, month)).to
  await later(end + 1_000 - world.clock.now())
  expect((await ask(trader, month)).state).toBe('running')
  await later(59_000)
  expect((await trader.call(listStatements, {})).data.periods.find(({ period }) => period === month)?.state).toBe('closed')
  const [one, two] = await Promise.all([ask(trader, month), ask(trader, month)])
  await later(DAY)
  await fund(world, trader, '5')
  const again = await ask(trader, month)
  // Its place in the log is proven against the newest checkpoint, whichever that is.
  const lasting = ({ proof: _proof, ...rest }: Asked) => rest
  expect([one.state, lasting(two), lasting(again)]).toEqual(['signed', lasting(one), lasting(one)])
  expect((await trader.call(listStatements, {})).data.periods.find(({ period }) => period === month)?.state).toBe('signed')
  const { body, hash } = one.signed!
  expect(sha256Hex(canonicalText(body))).toBe(hash)
  const rows = await rowsOf(trader, month)
  expect(sha256Hex(rows.map((row) => `${canonicalText(row)}\n`).join(''))).toBe(body.rows_hash)
  const facts = await world.broker.database.withTenant('aurora', (tx) =>
    queryRows<{ kind: string; document: string | null }>(tx, sql`select kind, document from log_fact where hash = ${hash}`),
  )
  // Once, and nothing of it but the hash.
  expect(facts).toEqual([{ kind: 'statement', document: null }])
  expect(body).toMatchObject({ broker: 'aurora', period: month, opening: '0.00000000', closing: '12.00000001', demo_account: false })
})

test('a signed one is in the public log, and its owner alone has the proof', async () => {
  const trader = await world.realTrader()
  await fund(world, trader, '3')
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  expect((await ask(trader, month)).proof).toBeNull()
  await later(40 * DAY)
  await ask(trader, month)
  await world.settle()
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
  const { signed, proof } = await ask(trader, month)
  const parsed = parseLogProof(proof!)!
  const opened = openCheckpoint(
    parsed.checkpoint,
    world.broker.logs.published('aurora')!.keys.map((key) => parseNoteKey(key)!),
  )
  if (!opened.ok) throw new Error('the log has signed its checkpoint')
  const isEntry = (hash: string) => {
    const leaf = leafHash(factEntry(parsed.extra!, Buffer.from(hash, 'hex')))
    return isIncluded({ ...opened.checkpoint, index: parsed.index, leaf }, parsed.hashes)
  }
  expect([isEntry(signed!.hash), isEntry(signed!.body.rows_hash)]).toEqual([true, false])
  const page = await world.broker.fetch(new Request(`http://${trader.host}/log/aurora/facts/${parsed.index}`))
  expect(await page.json()).toMatchObject({ facts: [{ index: parsed.index, kind: 'statement', hash: null, salt: null, document: null }] })
})

test('a month without movements is signed too: what was there stays', async () => {
  const trader = await world.realTrader()
  await fund(world, trader, '70')
  await later(70 * DAY)
  const empty = new Date(world.clock.now() - 32 * DAY).toISOString().slice(0, 7)
  const statement = await ask(trader, empty)
  expect(statement.summary).toEqual({ opening: '70.00000000', closing: '70.00000000', kinds: [], rows: 0 })
  expect(statement.state).toBe('signed')
  expect((await trader.call(listStatementRows, { period: empty })).data).toEqual({ rows: [], next: '' })
})

test('more rows than a page go on behind the last one', async () => {
  const trader = await world.realTrader()
  for (let n = 0; n < 130; n++) await fund(world, trader, '1')
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  const first = (await trader.call(listStatementRows, { period: month })).data
  expect([first.rows.length, first.next]).toEqual([100, 'statement.100'])
  const rows = await rowsOf(trader, month, '100')
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 130 }, (_, index) => index + 1))
  expect((await trader.call(listStatementRows, { period: month, after: 'records.5' })).outcome).toBe('PARAMETER_INVALID')
})

test.each(['2019-01', '2019', '2099-12', '2099'])('there is no statement of %s, when the account was not there', async (period) => {
  const trader = await world.realTrader()
  expect((await trader.call(getPeriodStatement, { period })).outcome).toBe('NOT_FOUND')
  expect((await trader.call(listStatementRows, { period })).outcome).toBe('NOT_FOUND')
})

test.each(['2026-13', '2026-00', '26-01', '2026-1', ''])('%j names no period', async (period) => {
  const trader = await world.realTrader()
  expect((await trader.call(getPeriodStatement, { period })).outcome).toBe('PARAMETER_INVALID')
})

test('nobody sees the rows of another trader, of this company or of another', async () => {
  const [rich, poor, foreign] = [await world.realTrader(), await world.realTrader(), await world.realTrader('graphite')]
  await fund(world, rich, '50')
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  expect((await ask(rich, month)).summary?.rows).toBe(1)
  for (const other of [poor, foreign]) {
    expect((await ask(other, month)).summary).toMatchObject({ closing: '0.00000000', rows: 0 })
    expect(await rowsOf(other, month)).toEqual([])
  }
})

test('a demo account has statements of its own, which say so', async () => {
  const demo = await world.demoTrader()
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  const running = await ask(demo, month)
  expect(running.summary?.kinds.map(({ kind, count }) => [kind, count])).toEqual([['demo', 1]])
})

test('one that does not add up is never signed, and that is an alarm', async () => {
  const trader = await world.realTrader()
  await fund(world, trader, '80')
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  // Somebody changes the account's side of the books behind the broker's back.
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`update ledger_entry set amount = amount + 1 where trader_id = ${trader.id}::bigint and account = 'trader:available'`,
    )
  })
  await later(40 * DAY)
  const statement = await ask(trader, month)
  expect([statement.state, statement.signed]).toEqual(['wrong', null])
  expect(world.complaints.join()).toContain('does not add up')
  world.complaints.length = 0
})
