/** The terms of a company as its log has them. */
import { type SQL, sql } from 'drizzle-orm'
import { NOTED_WITHIN_MS, type TermsFact, TermsInForce, type TradedOn } from '../../rules/reexecute/terms-in-force'
import { queryRows, type Tx } from '../db/open-database'
import { sha256Hex } from '../receipts/canonical-json'

/** All that it ever had, in their order. */
export function readTermsFacts(tx: Tx, company: string): Promise<TermsFact[]> {
  return readFacts(tx, sql`tenant_id = ${company} and kind = 'terms' and document is not null order by id`)
}

/** Those by which something may have been traded: the named ones, or those of its time with what came into force right behind it. */
export async function readTermsOf(tx: Tx, company: string, { at, terms }: TradedOn): Promise<TermsInForce> {
  const own = sql`tenant_id = ${company} and kind = 'terms' and document is not null`
  const of = String(at)
  if (terms !== undefined) return new TermsInForce(await readFacts(tx, sql`${own} and hash = ${terms} order by id desc limit 1`))
  const held = await readFacts(tx, sql`${own} and created_at <= ${of}::text::bigint order by id desc limit 1`)
  const until = String(at + NOTED_WITHIN_MS)
  const coming = sql`${own} and created_at > ${of}::text::bigint and created_at <= ${until}::text::bigint order by id limit 1`
  return new TermsInForce([...held, ...(await readFacts(tx, coming))])
}

async function readFacts(tx: Tx, which: SQL): Promise<TermsFact[]> {
  const rows = await queryRows<{ at: string; document: string }>(
    tx,
    sql`select created_at::text as at, document from log_fact where ${which}`,
  )
  // Of what is there, whatever the row says beside it.
  return rows.map(({ at, document }) => ({ at: Number(at), hash: sha256Hex(document), document }))
}
