/**
 * Appends what is committed and not sealed yet to the tenants' chains, in one system transaction.
 *
 * Invariants: one process at a time appends (an advisory lock; the primary key of a link is the last guard); before it appends it
 * reads what others appended. Rows are taken in the order of their ids; what is taken in one go is bounded.
 */
import { type SQL, sql } from 'drizzle-orm'
import { idArray, queryRows, type Tx, textArray } from '../db/open-database'
import { literal, ORDER_STATUS } from '../db/statuses'
import { type ChainHead, readStart, writeHead } from './chain-head'
import { type ChainEnd, type ChainLink, type LinkItem, linksAfter, MAX_ITEMS } from './chain-link'
import type { ChainMemory } from './chain-memory'
import { LOOKED_FOR, type LookedForKind, rowHash, type SealedKind } from './sealed-rows'

/** Any number, the same on every node. */
const SEAL_LOCK = 7_236_117
const LINKS_A_READING = 50
const TENANTS_A_READING = 500

interface BatchOptions {
  /** Tenants of the configuration; those that have a chain already are added. */
  readonly tenants: readonly string[]
  readonly now: number
  readonly monotonic: number
  /** Whether rows with smaller ids than the newest sealed one are looked for as well. */
  readonly looksBack: boolean
}

interface Batch {
  readonly links: readonly ChainLink[]
  /** True when there may be more rows than were taken. */
  readonly isFull: boolean
}

interface RowName {
  readonly kind: LookedForKind
  readonly tenantId: string
  readonly id: string
}

/** `null` while another process seals. The caller lets `memory` remember the links once they are committed. */
export async function sealBatch(tx: Tx, memory: ChainMemory, options: BatchOptions): Promise<Batch | null> {
  const [lock] = await queryRows<{ taken: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as taken`)
  if (lock?.taken !== true) return null
  const { head, horizon } = await readStart(tx)
  await catchUp(tx, memory, head, options.tenants)
  const tenants = [...new Set([...options.tenants, ...memory.ends.keys()])]
  const late = options.looksBack ? await findLate(tx, memory, tenants) : []
  const fresh = await findFresh(tx, memory, tenants)
  const items = await hashRows(tx, memory, [...late.slice(0, MAX_ITEMS), ...fresh])
  const links = [...items].flatMap(([tenantId, own]) =>
    linksAfter(memory.ends.get(tenantId) ?? { seq: 0, hash: '' }, tenantId, own, options.now),
  )
  const isFull = late.length > MAX_ITEMS || LOOKED_FOR.some((kind) => fresh.filter((row) => row.kind === kind).length >= MAX_ITEMS)

  const ends: Record<string, ChainEnd> = {}
  for (const [tenantId, { seq, hash }] of memory.ends) ends[tenantId] = { seq, hash }
  for (const { tenantId, seq, hash } of links) ends[tenantId] = { seq, hash }
  if (options.looksBack && late.length <= MAX_ITEMS) {
    const reached = { ...memory.frontier }
    for (const { kind, id } of fresh) if (BigInt(id) > reached[kind]) reached[kind] = BigInt(id)
    memory.advance(horizon, options.monotonic, reached, Object.fromEntries(Object.entries(ends).map(([id, { seq }]) => [id, seq])))
  }
  if (links.length > 0) {
    await insertLinks(tx, links)
    await writeHead(tx, { ...memory.head(ends), newestEvent: newestEvent(memory, fresh) })
  }
  return { links, isFull }
}

function newestEvent({ frontier }: ChainMemory, fresh: readonly RowName[]): string {
  let newest = frontier.audit_event
  for (const { kind, id } of fresh) if (kind === 'audit_event' && BigInt(id) > newest) newest = BigInt(id)
  return newest.toString()
}

/** Reads the links that this process did not write; all since the last settled ones when it has just begun. */
async function catchUp(tx: Tx, memory: ChainMemory, head: ChainHead, tenants: readonly string[]): Promise<void> {
  memory.adopt(head)
  const behind: ReadFrom[] = []
  for (const tenantId of new Set([...tenants, ...Object.keys(head.ends), ...memory.ends.keys()])) {
    // The settled link itself is read too: its hash is where the next one begins.
    const afterSeq = memory.ends.get(tenantId)?.seq ?? Math.max(0, (head.settledAt[tenantId] ?? 0) - 1)
    const knows = head.ends[tenantId]?.seq
    if (knows === undefined || knows > afterSeq || !memory.ends.has(tenantId)) behind.push({ tenantId, afterSeq })
  }
  // Many at once: of thousands of tenants hardly any has news, and asking each of them would keep everybody waiting.
  for (let first = 0; first < behind.length; first += TENANTS_A_READING) {
    await readBehind(tx, memory, head, behind.slice(first, first + TENANTS_A_READING))
  }
}

async function readBehind(tx: Tx, memory: ChainMemory, head: ChainHead, behind: readonly ReadFrom[]): Promise<void> {
  const reached = new Map(behind.map(({ tenantId, afterSeq }) => [tenantId, afterSeq]))
  for (let left = behind; left.length > 0; ) {
    const counts = new Map<string, number>()
    for (const link of await readLinksOfMany(tx, left)) {
      memory.remember(link)
      reached.set(link.tenantId, link.seq)
      counts.set(link.tenantId, (counts.get(link.tenantId) ?? 0) + 1)
    }
    left = left
      .filter(({ tenantId }) => counts.get(tenantId) === LINKS_A_READING)
      .map(({ tenantId }) => ({ tenantId, afterSeq: reached.get(tenantId) ?? 0 }))
  }
  for (const { tenantId } of behind) {
    // Links that the head knows and nobody finds were taken away: going on behind the gap leaves it to be seen.
    const end = head.ends[tenantId]
    if (end !== undefined && end.seq > (reached.get(tenantId) ?? 0)) memory.ends.set(tenantId, end)
  }
}

interface ReadFrom {
  readonly tenantId: string
  readonly afterSeq: number
}

export function readLinks(tx: Tx, tenantId: string, afterSeq: number): Promise<ChainLink[]> {
  return readLinksOfMany(tx, [{ tenantId, afterSeq }])
}

/** The next links of each, at most fifty, in the order of the chain. */
async function readLinksOfMany(tx: Tx, from: readonly ReadFrom[]): Promise<ChainLink[]> {
  const rows = await queryRows<{ tenant_id: string; seq: string; items: string; previous_hash: string; hash: string; created_at: string }>(
    tx,
    sql`select wanted.tenant_id, l.seq::text, l.items::text, l.previous_hash, l.hash, l.created_at::text
        from unnest(${textArray(from.map(({ tenantId }) => tenantId))}, ${idArray(from.map(({ afterSeq }) => String(afterSeq)))}) as wanted(tenant_id, after_seq)
        cross join lateral (
          select * from audit_link a where a.tenant_id = wanted.tenant_id and a.seq > wanted.after_seq order by a.seq limit ${LINKS_A_READING}
        ) as l order by l.seq`,
  )
  return rows.map(({ tenant_id: tenantId, seq, items, previous_hash: previousHash, hash, created_at }) => ({
    tenantId,
    seq: Number(seq),
    items: JSON.parse(items) as LinkItem[],
    previousHash,
    hash,
    createdAt: Number(created_at),
  }))
}

/** Rows above the newest sealed one, smallest id first over all tenants: so everything below the last one taken is known. */
async function findFresh(tx: Tx, memory: ChainMemory, tenants: readonly string[]): Promise<RowName[]> {
  const limit = sql`limit ${MAX_ITEMS}`
  return findRows(tx, tenants, LOOKED_FOR, limit, (kind) => sql`r.id > ${memory.frontier[kind].toString()}::bigint order by r.id ${limit}`)
}

/** Rows that appeared below the newest sealed one. */
async function findLate(tx: Tx, memory: ChainMemory, tenants: readonly string[]): Promise<RowName[]> {
  const unsettled = LOOKED_FOR.filter((kind) => memory.settled[kind] < memory.frontier[kind])
  const rows = await findRows(
    tx,
    tenants,
    unsettled,
    sql``,
    (kind) => sql`r.id > ${memory.settled[kind].toString()}::bigint and r.id <= ${memory.frontier[kind].toString()}::bigint`,
  )
  return rows.filter(({ kind, id }) => !memory.isSealed(kind, id))
}

async function findRows(
  tx: Tx,
  tenants: readonly string[],
  kinds: readonly LookedForKind[],
  limit: SQL,
  which: (kind: LookedForKind) => SQL,
): Promise<RowName[]> {
  if (kinds.length === 0) return []
  const parts = kinds.map(
    (kind) =>
      sql`(select ${kind}::text as kind, found.tenant_id, found.id from unnest(${textArray(tenants)}) as wanted(tenant_id) cross join lateral (
            select r.tenant_id, r.id from ${sql.raw(kind)} r where r.tenant_id = wanted.tenant_id and ${which(kind)}
          ) as found order by found.id ${limit})`,
  )
  const rows = await queryRows<{ kind: LookedForKind; tenant_id: string; id: string }>(
    tx,
    sql`select all_kinds.kind, all_kinds.tenant_id, all_kinds.id::text as id
        from (${sql.join(parts, sql` union all `)}) as all_kinds order by all_kinds.id`,
  )
  return rows.map(({ kind, tenant_id: tenantId, id }) => ({ kind, tenantId, id }))
}

/** The items of these rows by tenant, each followed by the completed orders it names. */
async function hashRows(tx: Tx, memory: ChainMemory, rows: readonly RowName[]): Promise<Map<string, LinkItem[]>> {
  const items = new Map<string, LinkItem[]>()
  const add = (tenantId: string, item: LinkItem) => {
    const own = items.get(tenantId)
    if (own === undefined) items.set(tenantId, [item])
    else own.push(item)
  }
  const orders = new Map<string, RowKey>()
  for (const kind of LOOKED_FOR) {
    const named = rows.filter((row) => row.kind === kind)
    for (const row of await readHashes(tx, kind, named)) {
      add(row.tenantId, { kind, id: row.id, hash: row.hash })
      if (row.orderId === null || memory.isOrderSealed(row.tenantId, row.orderId)) continue
      orders.set(`${row.tenantId}/${row.orderId}`, { tenantId: row.tenantId, id: row.orderId })
    }
  }
  const isCompleted = sql`r.status = ${literal(ORDER_STATUS.completed)}`
  for (const { tenantId, id, hash } of await readHashes(tx, 'trade_order', [...orders.values()], isCompleted))
    add(tenantId, { kind: 'trade_order', id, hash })
  return items
}

type RowKey = Pick<RowName, 'tenantId' | 'id'>

interface HashedRow extends RowKey {
  readonly hash: string
  /** The order that a ledger transaction or receipt belongs to. */
  readonly orderId: string | null
}

/** Hashes of the rows that are there, by id. */
export async function readHashes(tx: Tx, kind: SealedKind, rows: readonly RowKey[], which = sql`true`): Promise<HashedRow[]> {
  if (rows.length === 0) return []
  const hasOrder = kind === 'ledger_transaction' || kind === 'receipt'
  const found = await queryRows<{ tenant_id: string; id: string; hash: string; order_id: string | null }>(
    tx,
    sql`select r.tenant_id, r.id::text as id, ${rowHash(kind)} as hash, ${sql.raw(hasOrder ? 'r.order_id::text' : 'null')} as order_id
        from unnest(${textArray(rows.map(({ tenantId }) => tenantId))}, ${idArray(rows.map(({ id }) => id))}) as wanted(tenant_id, id)
        join ${sql.raw(kind)} r on r.tenant_id = wanted.tenant_id and r.id = wanted.id
        where ${which} order by r.id`,
  )
  return found.map(({ tenant_id: tenantId, id, hash, order_id: orderId }) => ({ tenantId, id, hash, orderId }))
}

async function insertLinks(tx: Tx, links: readonly ChainLink[]): Promise<void> {
  const rows = links.map(
    ({ tenantId, seq, items, previousHash, hash, createdAt }) =>
      sql`(${tenantId}, ${seq}::bigint, ${JSON.stringify(items)}::text::jsonb, ${previousHash}, ${hash}, ${createdAt}::bigint)`,
  )
  await tx.execute(sql`insert into audit_link (tenant_id, seq, items, previous_hash, hash, created_at) values ${sql.join(rows, sql`, `)}`)
}
