/**
 * Proves to the owner of a receipt or a statement that it is in the public log: its place, the hashes from its entry to the root, the newest signed
 * checkpoint and the salt, in one text that is checked without a connection.
 *
 * Invariant: a salt is told to the owner of what it is of alone. What is not in the log yet is said to wait.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { listReceiptProofs, ReceiptProof } from '../../contract/orders'
import { HASH_BYTES, inclusionSpans, spanHash, subtreesOf } from '../../rules/log/merkle'
import { writeLogProof } from '../../rules/log/proof-file'
import { subtreeReader, tilesOf } from '../../rules/log/tiles'
import { done, forTrader, refused, type SomeHandlers, type TraderHandler } from '../calls/handler'
import { idArray, queryRows, type Tx } from '../db/open-database'
import { ownReceipts } from '../receipts/list-receipts'

export function proofHandlers() {
  return { listReceiptProofs: forTrader(proofsOfOrder) } satisfies SomeHandlers
}

const proofsOfOrder: TraderHandler<typeof listReceiptProofs> = async (call) => {
  const receipts = await ownReceipts(call)
  if (receipts === null) return refused('ORDER_NOT_FOUND')
  const proofs = await proveReceipts(
    call.tx,
    call.tenant.id,
    receipts.map(({ id }) => id),
  )
  const terms = await findTerms(call.tx, call.tenant.id, receipts)
  return done(
    receipts.map(({ id, hash, createdAt }): ReceiptProof => {
      const proven = proofs.get(String(id))
      if (proven === undefined) return { Hash: hash, State: 'waiting', At: createdAt }
      const index = terms.get(String(id))
      const named = index === undefined ? {} : { TermsIndex: index }
      return { Hash: hash, State: 'logged', At: proven.signedAt, Index: proven.index, Proof: proven.proof, ...named }
    }),
  )
}

/** Of openings, by their ids, where the terms that they name stand in the log. */
async function findTerms(tx: Tx, tenantId: string, receipts: readonly { id: bigint; body: string; createdAt: number }[]) {
  const named = receipts.flatMap(({ id, body, createdAt }) => {
    const { terms } = JSON.parse(body) as { terms?: string }
    return terms === undefined ? [] : [{ i: String(id), h: terms, t: createdAt }]
  })
  if (named.length === 0) return new Map<string, number>()
  const rows = await queryRows<{ id: string; index: string }>(
    tx,
    // Terms may come back to what they were: the last time before the receipt, or the moment right behind its arrival.
    sql`select distinct on (n.i) n.i::text as id, e.index::text from jsonb_to_recordset(${JSON.stringify(named)}::text::jsonb) as n(i bigint, h text, t bigint)
        join log_fact f on f.tenant_id = ${tenantId} and f.kind = 'terms' and f.hash = n.h
        join log_entry e on e.tenant_id = f.tenant_id and e.fact_id = f.id
        order by n.i, f.created_at > n.t, f.id desc`,
  )
  return new Map(rows.map(({ id, index }) => [id, Number(index)]))
}

interface ProvenEntry {
  readonly index: number
  /** C2SP tlog-proof, the salt as its extra. */
  readonly proof: string
  /** When the checkpoint was signed, Unix milliseconds. */
  readonly signedAt: number
}

/** Of those that are in the log, by id. All stand under one checkpoint. */
export function proveReceipts(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<Map<string, ProvenEntry>> {
  return proveEntries(
    tx,
    tenantId,
    sql`select receipt_id::text as id, index::text, encode(salt, 'hex') as salt from log_entry
        where tenant_id = ${tenantId} and receipt_id = any(${idArray(ids.map(String))}) and salt is not null`,
  )
}

/** A C2SP tlog-proof of a signed statement, the salt as its extra; null until it is in the log. @param hash lower-case hex */
export async function proveStatement(tx: Tx, tenantId: string, hash: string): Promise<string | null> {
  const proven = await proveEntries(
    tx,
    tenantId,
    // As the index says it, so that it is used.
    sql`select f.hash as id, e.index::text, encode(e.salt, 'hex') as salt from log_fact f
        join log_entry e on e.tenant_id = f.tenant_id and e.fact_id = f.id
        where f.tenant_id = ${tenantId} and f.kind = 'statement' and f.hash = ${hash} and f.kind not in ('rules', 'terms')
          and e.salt is not null`,
  )
  return proven.get(hash)?.proof ?? null
}

/** @param which id, index and salt of entries */
async function proveEntries(tx: Tx, tenantId: string, which: SQL): Promise<Map<string, ProvenEntry>> {
  const entries = await queryRows<{ id: string; index: string; salt: string }>(tx, which)
  if (entries.length === 0) return new Map()
  // Read behind the entries, so that the checkpoint covers them; tiles that have grown since begin as they were.
  const [log] = await queryRows<{ size: string; checkpoint: string; signed_at: string }>(
    tx,
    sql`select size::text, checkpoint, signed_at::text from company_log where tenant_id = ${tenantId}`,
  )
  if (log === undefined) return new Map()
  const size = Number(log.size)
  const spansOf = entries.map(({ index }) => inclusionSpans(Number(index), size))
  const tiles = await readTiles(tx, tenantId, tilesOf(spansOf.flat().flatMap(subtreesOf), size))
  const read = subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
  return new Map(
    entries.map(({ id, index, salt }, at) => {
      const hashes = (spansOf[at] ?? []).map((span) => spanHash(span, read))
      const extra = Buffer.from(salt, 'hex')
      const proof = writeLogProof({ index: Number(index), hashes, checkpoint: log.checkpoint, extra })
      return [id, { index: Number(index), proof, signedAt: Number(log.signed_at) }]
    }),
  )
}

interface TilePlace {
  readonly level: number
  readonly index: number
  readonly width: number
}

async function readTiles(tx: Tx, tenantId: string, wanted: readonly TilePlace[]): Promise<Map<string, Uint8Array>> {
  const places = wanted.map(({ level, index, width }) => ({ l: level, i: index, b: width * HASH_BYTES }))
  const rows = await queryRows<{ name: string; hashes: string }>(
    tx,
    sql`select t.level || '/' || t.index as name, encode(substring(t.hashes for n.b), 'hex') as hashes
        from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as n(l int, i bigint, b int)
        join log_tile t on t.tenant_id = ${tenantId} and t.level = n.l and t.index = n.i`,
  )
  return new Map(rows.map(({ name, hashes }) => [name, Uint8Array.from(Buffer.from(hashes, 'hex'))]))
}
