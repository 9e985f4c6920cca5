/**
 * What is served of committed prices below a log: `prices/<minute>`, the document of a minute with the fact that names it, and
 * `prices/<minute>/<code>`, the batches of one instrument, a line each. Both are for ever, the batches as long as they are kept.
 */
import { sql } from 'drizzle-orm'
import type { LogFact, LogPrices } from '../../contract/companies'
import { MINUTE_MS } from '../../rules/durations'
import { openMinute } from '../../rules/log/committed-minute'
import { parseBatch } from '../../rules/log/price-batch'
import { queryRows, type Tx } from '../db/open-database'
import { readMinuteDocument, readMinuteSeconds } from '../market/price-record-store'
import { sha256Hex } from '../receipts/canonical-json'
import { pricesFactText } from '../receipts/committed-prices'
import type { LogAnswer } from './read-log'

const PATH = /^prices\/(0|[1-9]\d{0,14})(?:\/([A-Z0-9]{1,32}))?$/

/** Null where the path is another one, where the minute is not committed, or where its batches are gone. */
export async function answerPrices(tx: Tx, tenantId: string, path: string): Promise<LogAnswer | null> {
  const [, digits, code] = PATH.exec(path) ?? []
  const minute = Number(digits)
  if (digits === undefined || minute % MINUTE_MS !== 0) return null
  const document = await readMinuteDocument(tx, minute)
  if (document === null) return null
  if (code === undefined) return answerMinute(tx, tenantId, document)
  const seconds = await readMinuteSeconds(tx, minute)
  if (seconds.length === 0) return null
  const lines = seconds.flatMap((second) => second.lines.filter((line) => parseBatch(line)?.code === code))
  return { body: lines.join('\n'), type: 'text/plain; charset=utf-8', isForEver: true }
}

async function answerMinute(tx: Tx, tenantId: string, document: string): Promise<LogAnswer> {
  const hash = sha256Hex(document)
  const committed = openMinute(document, hash)
  const fact = committed === null ? '' : pricesFactText(tenantId, committed, hash)
  const rows = await queryRows<{ index: string; at: string; salt: string; hash: string; document: string }>(
    tx,
    // As the index says it, so that it is used.
    sql`select e.index::text, f.created_at::text as at, encode(e.salt, 'hex') as salt, f.hash, f.document
        from log_fact f join log_entry e on e.tenant_id = f.tenant_id and e.fact_id = f.id
        where f.tenant_id = ${tenantId} and f.kind = 'prices' and f.hash = ${sha256Hex(fact)} and f.kind not in ('rules', 'terms')`,
  )
  const facts = rows.map(({ index, at, ...rest }): LogFact => ({ ...rest, kind: 'prices', index: Number(index), at: Number(at) }))
  const body = JSON.stringify({ document, hash, fact: facts[0] ?? null } satisfies LogPrices)
  return { body, type: 'application/json; charset=utf-8', isForEver: facts.length > 0 }
}
