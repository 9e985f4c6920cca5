/**
 * I21: the prices that companies committed to, once more: the seconds that are kept of a minute give the document that was published
 * of it, the document is the one that each company's fact names, and no fact names a minute that is not there.
 *
 * Invariant: of a minute either all seconds are kept or none, and none only when it is older than prices are kept.
 */
import { sql } from 'drizzle-orm'
import { type PricesFact, pricesPath } from '../../rules/log/committed-minute'
import { queryRows, type Tx } from '../db/open-database'
import { type KeptSecond, pricesKeptFrom, readMinuteSeconds } from '../market/price-record-store'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { minuteOfSeconds, pricesFactText } from '../receipts/committed-prices'
import type { Findings } from './findings'

interface Stretch {
  readonly from: number
  readonly before: number
}

interface MinuteRow extends Record<string, unknown> {
  readonly minute: string
  readonly document: string
  readonly created_at: string
}

export async function checkPrices(tx: Tx, { from, before }: Stretch, findings: Findings): Promise<void> {
  const broken = (table: string, tenantId: string, id: string, expected: string, found: string) =>
    findings.broken({ invariant: 'I21', table, tenantId, id, expected, found })
  const rows = await queryRows<MinuteRow>(
    tx,
    sql`select minute::text, document, created_at::text from price_minute
        where minute >= ${String(from)}::text::bigint and minute < ${String(before)}::text::bigint order by minute`,
  )
  const keptFrom = await pricesKeptFrom(tx)
  findings.checked('I21', 'minutes of prices', rows.length)
  for (const { minute, document } of rows) {
    const seconds = await readSeconds(tx, Number(minute))
    if (seconds === null) broken('price_second', '', minute, 'the seconds of the minute', 'rows that cannot be read')
    else if (seconds.length > 0) {
      findings.checked(
        'I21',
        'prices',
        seconds.reduce((sum, { ticks }) => sum + ticks, 0),
      )
      const again = documentOf(Number(minute), seconds)
      if (again !== document) broken('price_second', '', minute, differenceOf(document, again ?? ''), 'other prices')
    } else if (Number(minute) >= keptFrom && hasSeconds(document)) {
      broken('price_second', '', minute, 'the seconds of the minute', 'no such rows')
    }
  }
  await checkFacts(tx, { from, before }, findings, broken)
}

type Complain = (table: string, tenantId: string, id: string, expected: string, found: string) => void

/** The facts that were noted in the stretch, of whatever minute. */
async function checkFacts(tx: Tx, { from, before }: Stretch, findings: Findings, broken: Complain): Promise<void> {
  const rows = await queryRows<{ id: string; tenant_id: string; document: string }>(
    tx,
    sql`select id::text, tenant_id, document from log_fact where kind = 'prices' and document is not null
          and created_at >= ${String(from)}::text::bigint and created_at < ${String(before)}::text::bigint order by tenant_id, id`,
  )
  const facts = rows.flatMap((row) => {
    const fact = readFact(row.document)
    return fact === null ? [] : [{ ...row, minute: fact.minute }]
  })
  findings.checked('I21', 'facts of prices', facts.length)
  const minutes = [...new Set(facts.map(({ minute }) => minute))]
  const named = await queryRows<MinuteRow>(
    tx,
    sql`select m.minute::text, m.document, m.created_at::text from price_minute m
        join jsonb_array_elements_text(${JSON.stringify(minutes)}::text::jsonb) as n on m.minute = n::bigint`,
  )
  const documents = new Map(named.map(({ minute, document }) => [minute, document]))
  for (const { id, tenant_id: tenantId, document, minute } of facts) {
    const of = documents.get(String(minute))
    if (of === undefined) broken('log_fact', tenantId, id, `the minute ${minute}, at ${pricesPath(minute)}`, 'no such row')
    else if (pricesFactText(tenantId, JSON.parse(of), sha256Hex(of)) !== document) {
      broken('log_fact', tenantId, id, `the document of ${minute} with the hash ${sha256Hex(of)}`, document)
    }
  }
}

function readFact(document: string): PricesFact | null {
  try {
    const fact = JSON.parse(document) as PricesFact
    return fact.kind === 'prices' && Number.isSafeInteger(fact.minute) ? fact : null
  } catch {
    return null
  }
}

async function readSeconds(tx: Tx, minute: number): Promise<KeptSecond[] | null> {
  try {
    return await readMinuteSeconds(tx, minute)
  } catch {
    return null
  }
}

function documentOf(minute: number, seconds: readonly KeptSecond[]): string | null {
  try {
    return canonicalText(minuteOfSeconds(minute, seconds))
  } catch {
    return null
  }
}

function hasSeconds(document: string): boolean {
  return (JSON.parse(document) as { seconds: unknown[] }).seconds.length > 0
}

/** The first instrument whose batches are others, as far as that can be told. */
function differenceOf(document: string, again: string): string {
  const read = (text: string): Record<string, { root: string }> => (text === '' ? {} : JSON.parse(text).instruments)
  const [said, found] = [read(document), read(again)]
  const code = Object.keys(said).find((one) => found[one]?.root !== said[one]?.root)
  return code === undefined ? 'the seconds of its document' : `the root ${said[code]?.root} of ${code}`
}
