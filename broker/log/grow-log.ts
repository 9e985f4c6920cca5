/**
 * A company's log grows by the receipts and facts that its chain has sealed, in the order of the chain: an entry for each, the tiles that it
 * widens, and a signed checkpoint over all of it.
 *
 * Invariants: one transaction writes entries, tiles and checkpoint, so whoever reads a checkpoint finds its tiles, and what was signed
 * and not committed has never been seen by anybody; the row of the log is held meanwhile, so nobody else appends. A receipt or fact is in the log once.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { checkpointText } from '../../rules/log/checkpoint'
import { factEntry, receiptEntry, SALT_BYTES } from '../../rules/log/entry'
import { HASH_BYTES, leafHash, rootHash } from '../../rules/log/merkle'
import { hashOver, levelWidth, subtreeReader, TILE_WIDTH, tilesBetween, tileWidth } from '../../rules/log/tiles'
import { queryRows, type Tx } from '../db/open-database'
import { invariant } from '../ground/invariant'

/** Links of the chain that are taken in one go; each seals 500 rows at most. */
const LINKS_AT_ONCE = 40

interface Growth {
  /** Entries that were added. */
  readonly added: number
  readonly size: number
  /** More links may wait than were taken. */
  readonly hasMore: boolean
}

interface Signing {
  readonly origin: string
  sign(text: string): string
}

/** In a system transaction. */
export async function growLog(tx: Tx, tenantId: string, { origin, sign }: Signing, now: number): Promise<Growth> {
  const log = await holdLog(tx, tenantId)
  const { linkSeq, rows } = await sealedSince(tx, tenantId, log.linkSeq)
  const size = log.size + rows.length
  const hasMore = linkSeq - log.linkSeq >= LINKS_AT_ONCE
  if (rows.length === 0) {
    if (linkSeq > log.linkSeq)
      await tx.execute(sql`update company_log set link_seq = ${String(linkSeq)}::text::bigint where tenant_id = ${tenantId}`)
    return { added: 0, size, hasMore }
  }
  const entries = rows.map(({ kind, id, hash }) => {
    const salt = randomBytes(SALT_BYTES)
    const entry = kind === 'receipt' ? receiptEntry(salt, Buffer.from(hash, 'hex')) : factEntry(salt, Buffer.from(hash, 'hex'))
    return { kind, id, salt, entry }
  })
  await insertEntries(tx, tenantId, log.size, entries)
  const tiles = await widenTiles(
    tx,
    tenantId,
    log.size,
    entries.map(({ entry }) => leafHash(entry)),
  )
  const root = rootHash(
    size,
    subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`)),
  )
  const checkpoint = sign(checkpointText({ origin, size, root }))
  await tx.execute(sql`update company_log set size = ${String(size)}::text::bigint, link_seq = ${String(linkSeq)}::text::bigint,
    checkpoint = ${checkpoint}, signed_at = ${String(now)}::text::bigint where tenant_id = ${tenantId}`)
  return { added: entries.length, size, hasMore }
}

/** Whose chains have links that their logs have not. */
export async function findBehind(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ tenant_id: string }>(
    tx,
    sql`select c.tenant_id from company_log c
        where exists (select 1 from audit_link l where l.tenant_id = c.tenant_id and l.seq > c.link_seq)`,
  )
  return rows.map(({ tenant_id: tenantId }) => tenantId)
}

async function holdLog(tx: Tx, tenantId: string): Promise<{ size: number; linkSeq: number }> {
  const [row] = await queryRows<{ size: string; link_seq: string }>(
    tx,
    sql`select size::text, link_seq::text from company_log where tenant_id = ${tenantId} for update`,
  )
  invariant(row !== undefined, 'a company that is served has its log')
  return { size: Number(row.size), linkSeq: Number(row.link_seq) }
}

interface SealedRow {
  readonly kind: 'receipt' | 'log_fact'
  readonly id: string
  /** SHA-256 of a receipt's body or of a fact's document, lower-case hex. */
  readonly hash: string
}

/** What the next links seal and the log has not; what has gone with its account meanwhile is left out. */
async function sealedSince(tx: Tx, tenantId: string, afterSeq: number): Promise<{ linkSeq: number; rows: SealedRow[] }> {
  const links = await queryRows<{ seq: string; rows: SealedRow[] }>(
    tx,
    sql`select l.seq::text, coalesce((
            select jsonb_agg(jsonb_build_object('kind', item.value ->> 'kind', 'id', own.id::text, 'hash', own.hash) order by item.place)
            from jsonb_array_elements(l.items) with ordinality as item(value, place)
            cross join lateral (
              select r.id, r.hash from receipt r
                where item.value ->> 'kind' = 'receipt' and r.tenant_id = l.tenant_id and r.id = (item.value ->> 'id')::bigint
                  and not exists (select 1 from log_entry e where e.tenant_id = r.tenant_id and e.receipt_id = r.id)
              union all select f.id, f.hash from log_fact f
                where item.value ->> 'kind' = 'log_fact' and f.tenant_id = l.tenant_id and f.id = (item.value ->> 'id')::bigint
                  and not exists (select 1 from log_entry e where e.tenant_id = f.tenant_id and e.fact_id = f.id)
            ) as own
          ), '[]'::jsonb) as rows
        from audit_link l where l.tenant_id = ${tenantId} and l.seq > ${String(afterSeq)}::text::bigint order by l.seq
        limit ${sql.raw(String(LINKS_AT_ONCE))}`,
  )
  // A row may be sealed twice; it is in the log once.
  const rows = new Map(links.flatMap((link) => link.rows).map((one) => [`${one.kind}/${one.id}`, one]))
  return { linkSeq: Number(links.at(-1)?.seq ?? afterSeq), rows: [...rows.values()] }
}

interface NewEntry {
  readonly kind: SealedRow['kind']
  readonly id: string
  readonly salt: Uint8Array
  readonly entry: Uint8Array
}

async function insertEntries(tx: Tx, tenantId: string, from: number, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(({ kind, id, salt, entry }, at) => ({
    i: from + at,
    r: kind === 'receipt' ? id : null,
    f: kind === 'log_fact' ? id : null,
    s: hexOf(salt),
    e: hexOf(entry),
  }))
  await tx.execute(sql`insert into log_entry (tenant_id, index, receipt_id, fact_id, salt, entry)
    select ${tenantId}, n.i, n.r, n.f, decode(n.s, 'hex'), decode(n.e, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(i bigint, r bigint, f bigint, s text, e text)`)
}

/** Lays leaf hashes behind the tree of `size` entries. @returns the tiles at its right edge by `level/index`, as they are now */
async function widenTiles(tx: Tx, tenantId: string, size: number, leaves: readonly Uint8Array[]): Promise<Map<string, Uint8Array>> {
  const tiles = await readEdge(tx, tenantId, size)
  const newer = size + leaves.length
  const grown = tilesBetween(size, newer)
  for (const { level, index, width } of grown) {
    const before = tiles.get(`${level}/${index}`) ?? new Uint8Array()
    const bytes = new Uint8Array(width * HASH_BYTES)
    bytes.set(before)
    for (let at = before.length / HASH_BYTES; at < width; at++) {
      const place = index * TILE_WIDTH + at
      const below = level === 0 ? leaves[place - size] : fullHash(tiles.get(`${level - 1}/${place}`))
      invariant(below !== undefined, 'a tile stands on full tiles')
      bytes.set(below, at * HASH_BYTES)
    }
    tiles.set(`${level}/${index}`, bytes)
  }
  const rows = grown.map(({ level, index }) => ({ l: level, i: index, h: hexOf(tiles.get(`${level}/${index}`) ?? new Uint8Array()) }))
  await tx.execute(sql`insert into log_tile (tenant_id, level, index, hashes)
    select ${tenantId}, n.l, n.i, decode(n.h, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(l int, i bigint, h text)
    on conflict (tenant_id, level, index) do update set hashes = excluded.hashes`)
  return tiles
}

function fullHash(tile: Uint8Array | undefined): Uint8Array | undefined {
  return tile?.length === TILE_WIDTH * HASH_BYTES ? hashOver(tile) : undefined
}

/** The tiles that are not full in a tree of `size` entries. @throws where the store has another tree */
async function readEdge(tx: Tx, tenantId: string, size: number): Promise<Map<string, Uint8Array>> {
  const places: { l: number; i: number }[] = []
  for (let level = 0; levelWidth(level, size) > 0; level++) {
    const index = Math.floor(levelWidth(level, size) / TILE_WIDTH)
    if (tileWidth({ level, index }, size) > 0) places.push({ l: level, i: index })
  }
  if (places.length === 0) return new Map()
  const rows = await queryRows<{ level: number; index: string; hashes: string }>(
    tx,
    sql`select t.level, t.index::text, encode(t.hashes, 'hex') as hashes
        from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as n(l int, i bigint)
        join log_tile t on t.tenant_id = ${tenantId} and t.level = n.l and t.index = n.i`,
  )
  for (const { level, index, hashes } of rows)
    invariant(hashes.length === 2 * HASH_BYTES * tileWidth({ level, index: Number(index) }, size), 'a tile is as wide as its log is long')
  invariant(rows.length === places.length, 'a log has its tiles')
  return new Map(rows.map(({ level, index, hashes }) => [`${level}/${index}`, Uint8Array.from(Buffer.from(hashes, 'hex'))]))
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
