/** Proofs that a company's log has grown out of what it was, from the tiles in the store. */
import { sql } from 'drizzle-orm'
import { consistencySpans, type Hash, spanHash, subtreesOf } from '../../rules/log/merkle'
import { subtreeReader, tilesOf } from '../../rules/log/tiles'
import { queryRows, type Tx } from '../db/open-database'

/** Nothing needs no proof. @throws RangeError when the log was never of one of these sizes, or shrinks */
export async function proveGrowth(tx: Tx, tenantId: string, older: number, newer: number): Promise<Hash[]> {
  if (older === 0 || older === newer) return []
  const spans = consistencySpans(older, newer)
  const places = tilesOf(spans.flatMap(subtreesOf), newer).map(({ level, index }) => ({ l: level, i: index }))
  const rows = await queryRows<{ level: number; index: string; hashes: string }>(
    tx,
    sql`select t.level, t.index::text, encode(t.hashes, 'hex') as hashes
        from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as n(l int, i bigint)
        join log_tile t on t.tenant_id = ${tenantId} and t.level = n.l and t.index = n.i`,
  )
  const tiles = new Map(rows.map(({ level, index, hashes }) => [`${level}/${index}`, Uint8Array.from(Buffer.from(hashes, 'hex'))]))
  const hashOf = subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
  return spans.map((span) => spanHash(span, hashOf))
}
