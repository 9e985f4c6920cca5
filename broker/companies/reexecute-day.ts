/**
 * Every fill, trigger, stop-out and charge of a company's day once more, from what it has committed to: the prices of its minutes, its
 * terms, its rules. Names the first order whose receipt says anything else.
 *
 * Reads only, and believes of what is stored only what a fact of the log names.
 */
import { sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import type { PricesFact, PublishedMinute } from '../../rules/log/committed-minute'
import { type PriceBatch, parseBatch } from '../../rules/log/price-batch'
import { type ReceiptFacts, readReceiptFacts } from '../../rules/reexecute/receipt-facts'
import type { RefusalsFact } from '../../rules/reexecute/refusals'
import { batchesOf, type ReceiptToExecute, runReexecution } from '../../rules/reexecute/run-reexecution'
import { CommittedSeeds, type NotedSeed } from '../../rules/simulated/committed-seeds'
import type { AuditReport } from '../audit/audit-report'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { readTermsFacts } from '../log/read-terms'
import { readMinuteDocument, readMinuteSeconds } from '../market/price-record-store'
import { ExecutionTally } from './execution-tally'
import { rulesDocument } from './standing-facts'

interface ReexecutedDay {
  readonly company: string
  /** Unix milliseconds of its beginning, UTC. */
  readonly from: number
}

export interface ReexecutionReport extends AuditReport {
  readonly tally: ExecutionTally
}

const RECEIPTS_A_READING = 2_000

/** @param onProgress told with the number of receipts that are done */
export async function reexecuteDay(
  database: Pick<Database, 'atOneMoment'>,
  { company, from }: ReexecutedDay,
  onProgress: (done: number) => void = () => {},
): Promise<ReexecutionReport> {
  return database.atOneMoment(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const tally = new ExecutionTally()
    let done = 0
    const committed = await readRefusalsFacts(tx, { company, from })
    const hashes = await readPricesFacts(tx, company, from - DAY_MS)
    const seeds = new CommittedSeeds(await readSeedFacts(tx, company))
    const looked = new Set<number>()
    const look = (minute: number, batches: readonly PriceBatch[]) => {
      looked.add(minute)
      for (const batch of batches) {
        const other = seeds.otherTick(batch)
        if (other !== null) tally.otherTick(other)
      }
    }
    await runReexecution(receiptsOf(tx, { company, from }, tally), {
      readMinute: (minute) => readMinute(tx, hashes, minute),
      terms: await readTermsFacts(tx, company),
      settings: await readSettingsFacts(tx, company),
      refusals: committed.flatMap(({ refusals }) => refusals),
      onRefusal: (refusal, judgement) => tally.refusal(refusal, judgement),
      startsWhole: true,
      onExecution({ facts }, execution) {
        tally.take(facts, execution)
        done += 1
        if (done % RECEIPTS_A_READING === 0) onProgress(done)
      },
      onPrices: look,
      onOtherPrices: (minute, code) => tally.otherPrices(minute, code),
    })
    if (seeds.of(from).some(({ state }) => state === 'revealed')) {
      // What nothing was filled on is held against the seed as well.
      for (let minute = from; minute < from + DAY_MS; minute += MINUTE_MS) {
        const published = looked.has(minute) ? null : await readMinute(tx, hashes, minute)
        if (published !== null) look(minute, batchesOf(published, (code) => tally.otherPrices(minute, code)).batches)
      }
    }
    tally.seedDays(seeds.of(from), seeds.checked)
    tally.refusalsLeftOut(await leftOut(tx, { company, from }, committed))
    tally.rules(await readRulesFact(tx, company, from + DAY_MS), rulesDocument())
    return { tally, lines: tally.lines(), isClean: tally.isClean }
  })
}

interface ReceiptRow extends Record<string, unknown> {
  readonly id: string
  readonly at: string
  readonly body: string
}

/** First what is left of the days before: the receipts of orders that had not ended when the day began. */
async function* receiptsOf(tx: Tx, { company, from }: ReexecutedDay, tally: ExecutionTally): AsyncGenerator<ReceiptToExecute> {
  const isLeft = sql`r.created_at < ${String(from)}::text::bigint and exists (
    select 1 from trade_order o left join trade_order p on p.tenant_id = o.tenant_id and p.id = o.parent_id
    where o.tenant_id = r.tenant_id and o.id = r.order_id
      and coalesce(p.completed_at, o.completed_at, ${String(from)}::text::bigint) >= ${String(from)}::text::bigint)`
  const isOfDay = sql`r.created_at >= ${String(from)}::text::bigint and r.created_at < ${String(from + DAY_MS)}::text::bigint`
  for (const [part, isBefore] of [
    [isLeft, true],
    [isOfDay, false],
  ] as const) {
    let last: Pick<ReceiptRow, 'at' | 'id'> = { at: '0', id: '0' }
    for (;;) {
      const rows: ReceiptRow[] = await queryRows<ReceiptRow>(
        tx,
        sql`select r.id::text, r.created_at::text as at, r.body from receipt r
            where r.tenant_id = ${company} and (r.created_at, r.id) > (${last.at}::text::bigint, ${last.id}::text::bigint) and ${part}
            order by r.created_at, r.id limit ${sql.raw(String(RECEIPTS_A_READING))}`,
      )
      for (const { id, body } of rows) {
        const facts = readBody(body)
        if (facts === null) tally.unreadable(id)
        else yield { facts, isBefore }
      }
      if (rows.length < RECEIPTS_A_READING) break
      last = rows.at(-1) ?? last
    }
  }
}

function readBody(body: string): ReceiptFacts | null {
  try {
    return readReceiptFacts(JSON.parse(body))
  } catch {
    return null
  }
}

/** Null where the company's log names no such minute, or its seconds are gone. */
async function readMinute(tx: Tx, hashes: ReadonlyMap<number, string>, minute: number): Promise<PublishedMinute | null> {
  const hash = hashes.get(minute)
  if (hash === undefined) return null
  const document = await readMinuteDocument(tx, minute)
  const seconds = await readMinuteSeconds(tx, minute)
  if (document === null || seconds.length === 0) return null
  const batches = new Map<string, string>()
  for (const line of seconds.flatMap(({ lines }) => lines)) {
    const code = parseBatch(line)?.code ?? ''
    const before = batches.get(code)
    batches.set(code, before === undefined ? line : `${before}\n${line}`)
  }
  return { document, hash, batches }
}

/** The hash of each minute's document as the company's log names it. A fact is noted behind its minute, however late. */
async function readPricesFacts(tx: Tx, company: string, since: number): Promise<Map<number, string>> {
  const rows = await queryRows<{ document: string }>(
    tx,
    sql`select document from log_fact where tenant_id = ${company} and kind = 'prices' and document is not null
          and created_at >= ${String(since)}::text::bigint order by id desc`,
  )
  return new Map(
    rows.flatMap(({ document }) => {
      const { kind, minute, hash } = JSON.parse(document) as PricesFact
      return kind === 'prices' ? [[minute, hash] as const] : []
    }),
  )
}

async function readRefusalsFacts(tx: Tx, { company, from }: ReexecutedDay): Promise<RefusalsFact[]> {
  const rows = await queryRows<{ document: string }>(
    tx,
    sql`select document from log_fact where tenant_id = ${company} and kind = 'refusals' and document is not null
          and created_at >= ${String(from)}::text::bigint order by id`,
  )
  const facts = rows.map(({ document }) => JSON.parse(document) as RefusalsFact)
  return facts.filter(({ minute }) => minute >= from && minute < from + DAY_MS)
}

/** By how many orders the company counts fewer as refused than it has committed to. */
async function leftOut(tx: Tx, { company, from }: ReexecutedDay, committed: readonly RefusalsFact[]): Promise<number> {
  const day = new Date(from).toISOString().slice(0, 10)
  const rows = await queryRows<{ sort: string; count: string }>(
    tx,
    sql`select concat_ws(' ', instrument_code, type, reason, is_demo::text) as sort, sum(count)::text as count from order_refusal
        where tenant_id = ${company} and day = ${day} group by 1`,
  )
  const kept = new Map(rows.map(({ sort, count }) => [sort, Number(count)]))
  const said = new Map<string, number>()
  for (const { instrument, type, reason, demo, count } of committed.flatMap(({ counts }) => counts)) {
    const sort = [instrument, type, reason, demo].join(' ')
    said.set(sort, count + (said.get(sort) ?? 0))
  }
  return [...said].reduce((sum, [sort, count]) => sum + Math.max(0, count - (kept.get(sort) ?? 0)), 0)
}

async function readSettingsFacts(tx: Tx, company: string): Promise<string[]> {
  const rows = await queryRows<{ document: string }>(
    tx,
    sql`select document from log_fact where tenant_id = ${company} and kind = 'settings' and document is not null order by id`,
  )
  return rows.map(({ document }) => document)
}

async function readSeedFacts(tx: Tx, company: string): Promise<NotedSeed[]> {
  const rows = await queryRows<{ at: string; document: string }>(
    tx,
    sql`select created_at::text as at, document from log_fact
        where tenant_id = ${company} and kind = 'seed' and document is not null order by id`,
  )
  return rows.map(({ at, document }) => ({ at: Number(at), document }))
}

/** The rules by which the company worked when the day ended; null where it has never said. */
async function readRulesFact(tx: Tx, company: string, before: number): Promise<string | null> {
  const [row] = await queryRows<{ document: string | null }>(
    tx,
    sql`select document from log_fact where tenant_id = ${company} and kind = 'rules' and created_at < ${String(before)}::text::bigint
        order by id desc limit 1`,
  )
  return row?.document ?? null
}
