/**
 * How long a statement of 100,000 rows takes: read, added up and signed; its rows over the wire; and as PDF. Prints, and judges nothing.
 *
 *   node --import tsx tests/bench/statements.ts [rows]
 *
 * The rows are laid straight into the ledger, as deposits of one account.
 */
import { sql } from 'drizzle-orm'
import { drawPaper } from '../../app/paper/paper-maker.server'
import { getPeriodStatement, listStatementRows, type StatementRow } from '../../contract/statements'
import { createWorld } from '../fixtures/create-world'
import openTestServer from '../store-setup'

const ROWS = Number(process.argv[2] ?? '100000')
const START = Date.parse('2026-10-30T12:00:00Z')
const say = (what: string, since: number, more = '') =>
  process.stdout.write(`${what.padEnd(28)} ${((performance.now() - since) / 1000).toFixed(2)} s ${more}\n`)

const memory = () => Math.round(process.memoryUsage().rss / 1e6)

/** Draws them in the thread and takes the pages, while it watches how long a turn of this process becomes. */
async function drawn(pages: AsyncIterable<readonly StatementRow[]>): Promise<{ bytes: number; longest: number }> {
  async function* rows() {
    for await (const page of pages)
      yield page.map(({ at, number, amount, balance }) => ({
        ...{ time: new Date(at).toISOString().slice(0, 19), kind: 'Deposit', what: '', number, amount, balance },
      }))
  }
  const line = { label: 'Balance', note: '', value: '0.00000000' }
  const paper = drawPaper(
    {
      ...{ language: 'en', direction: 'ltr', brand: 'Aurora', mark: null, company: ['Aurora'], title: 'Statement', period: 'October 2026' },
      ...{
        stamp: '',
        facts: [],
        opening: line,
        kinds: [],
        closing: line,
        sum: '',
        columns: ['Time', 'Kind', 'Details', 'Amount', 'Balance'],
      },
      ...{ empty: '', carried: 'Carried forward', rows: ROWS, number: '1', pageOf: '{{page}} / {{pages}}', at: START },
      signed: { by: '', hashLabel: '', hash: '', signatureLabel: '', signature: '', checkTitle: '', check: '' },
    },
    rows(),
  )
  if (paper === 'busy') throw new Error('nothing else draws here')
  let [bytes, longest, seen] = [0, 0, performance.now()]
  const turns = setInterval(() => {
    longest = Math.max(longest, performance.now() - seen - 5)
    seen = performance.now()
  }, 5)
  const reader = paper.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
  clearInterval(turns)
  return { bytes, longest }
}

async function measureStatements(): Promise<void> {
  const world = await createWorld({ startMs: START })
  const trader = await world.realTrader()
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`with laid as (
        insert into ledger_transaction (tenant_id, trader_id, is_demo, kind, created_at)
        select 'aurora', ${trader.id}::bigint, false, 'deposit', ${START}::bigint + n from generate_series(1, ${ROWS}::int) n returning id
      )
      insert into ledger_entry (tenant_id, transaction_id, account, trader_id, amount)
      select 'aurora', laid.id, e.account, e.trader_id, e.amount * (1 + laid.id % 100000) from laid
      cross join (values ('trader:available', ${trader.id}::bigint, 1000001::bigint), ('house:deposits', null, -1000001::bigint)) e (account, trader_id, amount)`)
  })
  world.clock.advance(2 * 24 * 3_600_000)
  let since = performance.now()
  let told = 0
  for (;;) {
    const { state, progress } = (await trader.call(getPeriodStatement, { period: '2026-10' })).data
    if (state !== 'preparing') {
      say('read and signed', since, `${state}, progress was told ${told} times`)
      break
    }
    told += 1
    process.stdout.write(`  ${progress.done} of ${progress.of}\n`)
  }
  async function* pages() {
    let after = ''
    do {
      const page = { period: '2026-10', size: '1000', ...(after === '' ? {} : { after }) }
      const { rows, next = '' } = (await trader.call(listStatementRows, page)).data
      yield rows
      after = next
    } while (after !== '')
  }
  since = performance.now()
  let read = 0
  for await (const rows of pages()) read += rows.length
  say('rows over the wire', since, `${read} rows`)
  since = performance.now()
  const { bytes, longest } = await drawn(pages())
  say('pdf', since, `${(bytes / 1e6).toFixed(1)} MB, ${memory()} MB of memory, longest turn ${longest.toFixed(0)} ms`)
  await world.close()
}

const end = await openTestServer()
await measureStatements()
await end()
