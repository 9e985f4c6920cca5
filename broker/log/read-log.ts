/**
 * What is served of a log (C2SP tlog-tiles): its newest checkpoint, tiles of hashes and bundles of entries, and beside them its facts.
 * Everything but the checkpoint, the last page of the facts and the lists by day or hash stays as it is for ever; a tile that has become wider is still there
 * in every width it had.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { LogFact, LogFacts } from '../../contract/companies'
import { HASH_BYTES } from '../../rules/log/merkle'
import { entryBundle, parseTilePath, TILE_WIDTH, type Tile } from '../../rules/log/tiles'
import { queryRows, type Tx } from '../db/open-database'

export interface LogAnswer {
  readonly body: Uint8Array | string
  readonly type: 'text/plain; charset=utf-8' | 'application/octet-stream' | 'application/json; charset=utf-8'
  /** False of what is replaced by the next one. */
  readonly isForEver: boolean
}

/** @param path below `/log/<company>/` */
export async function answerLog(tx: Tx, tenantId: string, path: string): Promise<LogAnswer | null> {
  if (path === 'checkpoint') {
    const [row] = await queryRows<{ checkpoint: string }>(tx, sql`select checkpoint from company_log where tenant_id = ${tenantId}`)
    return row === undefined ? null : { body: row.checkpoint, type: 'text/plain; charset=utf-8', isForEver: false }
  }
  const from = /^facts\/(0|[1-9]\d{0,14})$/.exec(path)?.[1]
  if (from !== undefined) return answerFacts(tx, tenantId, Number(from))
  const hash = /^facts\/([0-9a-f]{64})$/.exec(path)?.[1]
  if (hash !== undefined) return answerFactsOf(tx, tenantId, hash)
  const [, kind, first] = /^facts\/(rules|terms|settings)\/(0|[1-9]\d{0,14})$/.exec(path) ?? []
  if (kind !== undefined) return answerFacts(tx, tenantId, Number(first), sql`and f.kind = ${kind}`)
  const day = /^facts\/seed\/(\d{4}-\d\d-\d\d)$/.exec(path)?.[1]
  if (day !== undefined) return answerSeeds(tx, tenantId, day)
  const tile = parseTilePath(path)
  if (tile === null) return null
  const body = tile.level === 'entries' ? await readEntries(tx, tenantId, tile) : await readHashes(tx, tenantId, tile)
  return body === null ? null : { body, type: 'application/octet-stream', isForEver: true }
}

async function readHashes(tx: Tx, tenantId: string, { level, index, width }: Tile): Promise<Uint8Array | null> {
  const bytes = width * HASH_BYTES
  const [row] = await queryRows<{ hashes: string }>(
    tx,
    sql`select encode(substring(hashes for ${bytes}::int), 'hex') as hashes from log_tile
        where tenant_id = ${tenantId} and level = ${level}::int and index = ${String(index)}::text::bigint and length(hashes) >= ${bytes}::int`,
  )
  return row === undefined ? null : Buffer.from(row.hashes, 'hex')
}

async function readEntries(tx: Tx, tenantId: string, { index, width }: Tile): Promise<Uint8Array | null> {
  const from = index * TILE_WIDTH
  if (!Number.isSafeInteger(from + width)) return null
  const rows = await queryRows<{ entry: string }>(
    tx,
    sql`select encode(entry, 'hex') as entry from log_entry where tenant_id = ${tenantId}
        and index >= ${String(from)}::text::bigint and index < ${String(from + width)}::text::bigint order by index`,
  )
  return rows.length === width ? entryBundle(rows.map(({ entry }) => Buffer.from(entry, 'hex'))) : null
}

const FACTS_A_PAGE = 256

interface FactRow extends Record<string, unknown> {
  readonly index: string
  readonly kind: LogFact['kind']
  readonly at: string
  readonly salt: string
  readonly hash: string
  readonly document: string | null
}

const FACT_ROWS = sql`select e.index::text, f.kind, f.created_at::text as at, encode(e.salt, 'hex') as salt, f.hash, f.document
  from log_entry e join log_fact f on f.tenant_id = e.tenant_id and f.id = e.fact_id`

function wireFact({ index, kind, at, salt, hash, document }: FactRow): LogFact {
  const place = { index: Number(index), kind, at: Number(at) }
  return document === null ? { ...place, hash: null, salt: null, document } : { ...place, hash, salt, document }
}

/** Published facts of a document: terms that have come back are facts again, and the root of an hour is one. Null where there is none. */
async function answerFactsOf(tx: Tx, tenantId: string, hash: string): Promise<LogAnswer | null> {
  const rows = await queryRows<FactRow>(
    tx,
    sql`${FACT_ROWS} where f.tenant_id = ${tenantId} and (f.kind in ('terms', 'rules') or (f.kind = 'solvency' and f.kind not in ('rules', 'terms'))) and f.hash = ${hash} and f.document is not null
        order by e.index desc limit ${sql.raw(String(FACTS_A_PAGE))}`,
  )
  if (rows.length === 0) return null
  const body = JSON.stringify({ facts: rows.reverse().map(wireFact), next: null } satisfies LogFacts)
  return { body, type: 'application/json; charset=utf-8', isForEver: false }
}

/** All that was promised and shown of a day of simulated markets. Canonical JSON says the day one way alone. */
async function answerSeeds(tx: Tx, tenantId: string, day: string): Promise<LogAnswer> {
  const rows = await queryRows<FactRow>(
    tx,
    sql`${FACT_ROWS} where f.tenant_id = ${tenantId} and f.kind = 'seed' and strpos(f.document, ${`"day":"${day}"`}) > 0 order by e.index`,
  )
  const body = JSON.stringify({ facts: rows.map(wireFact), next: null } satisfies LogFacts)
  return { body, type: 'application/json; charset=utf-8', isForEver: false }
}

/**
 * The facts from an index on, of one kind or of all. A page that is full is full for ever: later facts stand behind it.
 * A fact without a document shows neither hash nor salt: a hash can be guessed at.
 */
async function answerFacts(tx: Tx, tenantId: string, from: number, ofKind: SQL = sql``): Promise<LogAnswer> {
  const rows = await queryRows<FactRow>(
    tx,
    sql`${FACT_ROWS} where e.tenant_id = ${tenantId} and e.fact_id is not null and e.index >= ${String(from)}::text::bigint
        ${ofKind} order by e.index limit ${sql.raw(String(FACTS_A_PAGE))}`,
  )
  const facts = rows.map(wireFact)
  const isFull = rows.length === FACTS_A_PAGE
  const body = JSON.stringify({ facts, next: isFull ? Number(rows.at(-1)?.index) + 1 : null } satisfies LogFacts)
  return { body, type: 'application/json; charset=utf-8', isForEver: isFull }
}
