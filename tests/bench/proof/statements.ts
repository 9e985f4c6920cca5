/** How long a statement of very many rows takes: read, added up and signed; and as PDF. The rows are laid straight into the ledger. */
import { sql } from 'drizzle-orm'
import { drawPaper } from '../../../app/paper/paper-maker.server'
import type { StatementSheet } from '../../../app/paper/statement-sheet'
import { getPeriodStatement, listStatementRows, type StatementRow } from '../../../contract/statements'
import { createWorld, type World } from '../../fixtures/create-world'
import type { RealTrader } from '../../fixtures/real-trader'
import type { Figure } from '../report'

const START = Date.parse('2026-10-30T12:00:00Z')
const PERIOD = '2026-10'
const GOAL = { rows: 100_000, seconds: 10 }

/** @param count rows of the month */
export async function measureStatement(count: number): Promise<Figure[]> {
  const world = await createWorld({ startMs: START })
  try {
    const trader = await world.realTrader()
    await layRows(world, trader.id, count)
    world.clock.advance(2 * 24 * 3_600_000)
    const signed = await timed(() => signStatement(trader))
    const read = await timed(async () => {
      let rows = 0
      for await (const page of pagesOf(trader)) rows += page.length
      if (rows !== count) throw new Error(`${rows} of ${count} rows came`)
    })
    const drawn = await timed(() => drawAll(pagesOf(trader), count))
    const many = `${count.toLocaleString('en-GB')} rows`
    const goal = { atMost: (GOAL.seconds * count) / GOAL.rows }
    const baseline = { what: 'its rows over the wire', value: read }
    return [
      { what: `a statement of ${many}, added up and signed`, value: signed, unit: 's', baseline, goal },
      { what: `a statement of ${many} as PDF`, value: drawn, unit: 's', baseline },
    ]
  } finally {
    await world.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

async function layRows(world: World, traderId: string, count: number): Promise<void> {
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`with laid as (
        insert into ledger_transaction (tenant_id, trader_id, is_demo, kind, created_at)
        select 'aurora', ${traderId}::bigint, false, 'deposit', ${START}::bigint + n from generate_series(1, ${count}::int) n returning id
      )
      insert into ledger_entry (tenant_id, transaction_id, account, trader_id, amount)
      select 'aurora', laid.id, e.account, e.trader_id, e.amount * (1 + laid.id % 100000) from laid
      cross join (values ('trader:available', ${traderId}::bigint, 1000001::bigint), ('house:deposits', null, -1000001::bigint)) e (account, trader_id, amount)`)
  })
}

/** Asks as a page does, until it is signed. */
async function signStatement(trader: RealTrader): Promise<void> {
  for (;;) {
    const { state } = (await trader.call(getPeriodStatement, { period: PERIOD })).data
    if (state === 'signed') return
    if (state !== 'preparing') throw new Error(`the statement is ${state}`)
  }
}

async function* pagesOf(trader: RealTrader): AsyncGenerator<readonly StatementRow[]> {
  let after = ''
  do {
    const page = { period: PERIOD, size: '1000', ...(after === '' ? {} : { after }) }
    const { rows, next = '' } = (await trader.call(listStatementRows, page)).data
    yield rows
    after = next
  } while (after !== '')
}

/** In the thread that draws for the site. */
async function drawAll(pages: AsyncIterable<readonly StatementRow[]>, count: number): Promise<void> {
  async function* rows() {
    for await (const page of pages)
      yield page.map(({ at, number, amount, balance }) => ({
        ...{ time: new Date(at).toISOString().slice(0, 19), kind: 'Deposit', what: '', number, amount, balance },
      }))
  }
  const paper = drawPaper(sheetOf(count), rows())
  if (paper === 'busy') throw new Error('nothing else draws here')
  const reader = paper.getReader()
  while (!(await reader.read()).done);
}

function sheetOf(rows: number): StatementSheet {
  const line = { label: 'Balance', note: '', value: '0.00000000' }
  return {
    ...{ language: 'en', direction: 'ltr', brand: 'Aurora', mark: null, company: ['Aurora'], title: 'Statement', period: 'October 2026' },
    ...{ stamp: '', facts: [], opening: line, kinds: [], closing: line, sum: '', empty: '', carried: 'Carried forward', rows, number: '1' },
    columns: ['Time', 'Kind', 'Details', 'Amount', 'Balance'],
    signed: { by: '', hashLabel: '', hash: '', signatureLabel: '', signature: '', checkTitle: '', check: '' },
    pageOf: '{{page}} / {{pages}}',
    at: START,
  }
}
