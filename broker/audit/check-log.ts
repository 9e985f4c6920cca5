/**
 * I19: a company's public log once more, from its entries: each is the salted hash of its receipt or fact, the tiles and the root follow from
 * them, the checkpoint is signed over that root, and every receipt and fact that the chain has sealed so far is in it.
 *
 * Invariant: what went with its account is believed of `forgotten_account` alone, and its salt is gone as well.
 */
import { sql } from 'drizzle-orm'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { factEntry, receiptEntry } from '../../rules/log/entry'
import { HASH_BYTES, isSameHash, leafHash, rootHash } from '../../rules/log/merkle'
import { parseNoteKey } from '../../rules/log/note'
import { hashOver, subtreeReader, TILE_WIDTH } from '../../rules/log/tiles'
import { queryRows, type Tx } from '../db/open-database'
import { sha256Hex } from '../receipts/canonical-json'
import type { Finding, Findings } from './findings'
import { readForgotten } from './forgotten-rows'

const ENTRIES_A_READING = 20 * TILE_WIDTH

export async function checkLog(tx: Tx, tenantId: string, findings: Findings): Promise<void> {
  const broken = (table: string, id: string, expected: string, found: string) =>
    findings.broken({ invariant: 'I19', table, tenantId, id, expected, found } satisfies Finding)
  const [log] = await queryRows<{ origin: string; size: string; link_seq: string; checkpoint: string }>(
    tx,
    sql`select origin, size::text, link_seq::text, checkpoint from company_log where tenant_id = ${tenantId}`,
  )
  if (log === undefined) return broken('company_log', tenantId, 'the log that its entries are of', 'no such row')
  const tree = new GrownTree()
  await walkEntries(tx, tenantId, tree, broken)
  findings.checked('I19', 'entries of logs', tree.size)
  if (tree.size !== Number(log.size)) broken('company_log', tenantId, `${tree.size} entries, as there are`, log.size)
  await checkTiles(tx, tenantId, tree, broken)
  await checkSigned(tx, tenantId, { ...log, tree }, broken)
  await checkSealed(tx, tenantId, log.link_seq, broken)
}

type Complain = (table: string, id: string, expected: string, found: string) => void

/** A tree that is put together leaf by leaf. Keeps the hash of each full tile, and the bytes of those that are not full. */
class GrownTree {
  size = 0
  /** SHA-256 in hex of the bytes of each full tile, by `level/index`. */
  readonly full = new Map<string, string>()
  private readonly edges: number[][] = []
  private readonly fullOfLevel: number[] = []

  add(leaf: Uint8Array): void {
    this.size += 1
    this.push(0, leaf)
  }

  private push(level: number, hash: Uint8Array): void {
    const edge = this.edges[level] ?? []
    this.edges[level] = edge
    edge.push(...hash)
    if (edge.length < TILE_WIDTH * HASH_BYTES) return
    const bytes = Uint8Array.from(edge)
    const index = this.fullOfLevel[level] ?? 0
    this.full.set(`${level}/${index}`, sha256Hex(Buffer.from(bytes).toString('hex')))
    this.fullOfLevel[level] = index + 1
    edge.length = 0
    this.push(level + 1, hashOver(bytes))
  }

  /** By `level/index`. */
  partial(): Map<string, Uint8Array> {
    const tiles = this.edges.map((edge, level) => [`${level}/${this.fullOfLevel[level] ?? 0}`, Uint8Array.from(edge)] as const)
    return new Map(tiles.filter(([, bytes]) => bytes.length > 0))
  }

  root(): Uint8Array {
    const tiles = this.partial()
    return rootHash(
      this.size,
      subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`)),
    )
  }
}

interface EntryRow extends Record<string, unknown> {
  readonly index: string
  /** Null of a fact. */
  readonly receipt_id: string | null
  readonly fact_id: string | null
  readonly salt: string | null
  readonly entry: string
  /** Null when what it is of is not there. */
  readonly hash: string | null
}

async function walkEntries(tx: Tx, tenantId: string, tree: GrownTree, broken: Complain): Promise<void> {
  const forgotten = await readForgotten(tx, tenantId, null)
  for (;;) {
    const rows = await queryRows<EntryRow>(
      tx,
      sql`select e.index::text, e.receipt_id::text, e.fact_id::text, encode(e.salt, 'hex') as salt, encode(e.entry, 'hex') as entry,
            coalesce(r.hash, f.hash) as hash
          from log_entry e left join receipt r on r.tenant_id = e.tenant_id and r.id = e.receipt_id
          left join log_fact f on f.tenant_id = e.tenant_id and f.id = e.fact_id
          where e.tenant_id = ${tenantId} and e.index >= ${String(tree.size)}::text::bigint order by e.index limit ${sql.raw(String(ENTRIES_A_READING))}`,
    )
    for (const { index, receipt_id: receiptId, fact_id: factId, salt, entry, hash } of rows) {
      if (Number(index) !== tree.size) return broken('log_entry', String(tree.size), 'an entry', 'no such entry')
      const name = receiptId === null ? `fact ${factId}` : `receipt ${receiptId}`
      if (hash !== null && salt !== null) {
        const entryFor = receiptId === null ? factEntry : receiptEntry
        const worked = Buffer.from(entryFor(Buffer.from(salt, 'hex'), Buffer.from(hash, 'hex'))).toString('hex')
        if (worked !== entry) broken('log_entry', index, `${worked}, of ${name}`, entry)
      } else if (hash !== null) broken('log_entry', index, `the salt of ${name}, which is there`, 'no salt')
      else if (receiptId === null || !forgotten.receipt.has(receiptId)) broken('log_entry', index, name, 'no such row')
      else if (salt !== null) broken('log_entry', index, 'no salt of a receipt that went with its account', 'its salt')
      tree.add(leafHash(Buffer.from(entry, 'hex')))
    }
    if (rows.length < ENTRIES_A_READING) return
  }
}

async function checkTiles(tx: Tx, tenantId: string, tree: GrownTree, broken: Complain): Promise<void> {
  const rows = await queryRows<{ name: string; hash: string }>(
    tx,
    sql`select level || '/' || index as name, encode(sha256(convert_to(encode(hashes, 'hex'), 'UTF8')), 'hex') as hash
        from log_tile where tenant_id = ${tenantId} order by level, index`,
  )
  const expected = new Map(tree.full)
  for (const [name, bytes] of tree.partial()) expected.set(name, sha256Hex(Buffer.from(bytes).toString('hex')))
  for (const { name, hash } of rows) {
    if (expected.get(name) !== hash) broken('log_tile', name, 'the hashes of its entries', 'others')
    expected.delete(name)
  }
  for (const name of expected.keys()) broken('log_tile', name, 'a tile', 'no such tile')
}

interface SignedLog {
  readonly origin: string
  readonly checkpoint: string
  readonly tree: GrownTree
}

async function checkSigned(tx: Tx, tenantId: string, { origin, checkpoint, tree }: SignedLog, broken: Complain): Promise<void> {
  const keys = await queryRows<{ note_key: string }>(tx, sql`select note_key from log_key where tenant_id = ${tenantId}`)
  const opened = openCheckpoint(
    checkpoint,
    keys.flatMap(({ note_key: key }) => parseNoteKey(key) ?? []),
  )
  if (!opened.ok) return broken('company_log', tenantId, 'a checkpoint that its key has signed', opened.problem)
  const said = opened.checkpoint
  if (said.origin !== origin) broken('company_log', tenantId, `a checkpoint of ${origin}`, said.origin)
  if (said.size !== tree.size) broken('company_log', tenantId, `a checkpoint of ${tree.size} entries`, String(said.size))
  else if (!isSameHash(said.root, tree.root())) broken('company_log', tenantId, 'the root of its entries', 'another root')
}

/** Receipts and facts of the links that the log has taken up: each of them, and no other. */
async function checkSealed(tx: Tx, tenantId: string, linkSeq: string, broken: Complain): Promise<void> {
  const rows = await queryRows<{ kind: 'receipt' | 'log_fact'; sealed: string | null; logged: string | null }>(
    tx,
    sql`select coalesce(s.kind, e.kind) as kind, s.id::text as sealed, e.id::text as logged from (
          select distinct item ->> 'kind' as kind, (item ->> 'id')::bigint as id
          from audit_link l cross join lateral jsonb_array_elements(l.items) as item
          where l.tenant_id = ${tenantId} and l.seq <= ${linkSeq}::text::bigint and item ->> 'kind' in ('receipt', 'log_fact')
        ) as s full join (
          select case when receipt_id is null then 'log_fact' else 'receipt' end as kind, coalesce(receipt_id, fact_id) as id
          from log_entry where tenant_id = ${tenantId}
        ) as e on e.kind = s.kind and e.id = s.id
        where s.id is null or e.id is null and case s.kind
          when 'receipt' then exists (select 1 from receipt r where r.tenant_id = ${tenantId} and r.id = s.id)
          else exists (select 1 from log_fact f where f.tenant_id = ${tenantId} and f.id = s.id) end
        limit 100`,
  )
  for (const { kind, sealed, logged } of rows) {
    if (sealed !== null) broken(kind, sealed, 'an entry in the log, as it is sealed', 'no entry')
    else broken('log_entry', logged ?? '', `a ${kind === 'receipt' ? 'receipt' : 'fact'} that the chain has sealed`, 'no link of it')
  }
}
