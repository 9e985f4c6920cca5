/**
 * I7: walks every tenant's chain from its first link to its head and holds each sealed row against the hash it was sealed with.
 *
 * Invariant: rows that are not sealed yet are allowed only at the end: the sealer runs half a second behind the commits, so an
 * unsealed row that is a minute older than a sealed one was kept from it.
 */
import { sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import { readStart } from './chain-head'
import { type ChainLink, linkHash } from './chain-link'
import type { Finding, Findings } from './findings'
import { type ForgottenIds, readForgotten } from './forgotten-rows'
import { IdSet, type PackedIds } from './id-set'
import { readHashes, readLinks } from './seal-batch'
import { LOOKED_FOR, type LookedForKind, type SealedKind } from './sealed-rows'

const WINDOW_MS = 60_000
const UNSEALED_A_READING = 5_000

/** What a run of links seals, as plain JSON. */
export interface SealedPart {
  /** Where the run ends. */
  readonly end: { readonly seq: number; readonly hash: string }
  readonly ids: Readonly<Record<LookedForKind, PackedIds>>
  /** Whether a sealed row is not there. */
  readonly isMissing: boolean
}

type SealedIds = Record<LookedForKind, IdSet>

/** A run of a tenant's links, from the one behind `after` up to and including `upTo`. */
export async function checkLinks(
  tx: Tx,
  { tenantId, after, upTo }: { readonly tenantId: string; readonly after: number; readonly upTo: number },
  findings: Findings,
): Promise<SealedPart> {
  const sealed: SealedIds = {
    ledger_transaction: new IdSet(),
    receipt: new IdSet(),
    audit_event: new IdSet(),
    log_fact: new IdSet(),
  }
  const forgotten = await readForgotten(tx, tenantId, null)
  let end = await endAt(tx, tenantId, after)
  let isMissing = false
  for (;;) {
    const links = (await readLinks(tx, tenantId, end.seq)).filter(({ seq }) => seq <= upTo)
    if (links.length === 0) break
    for (const one of links) {
      checkLink(one, end, findings)
      end = { seq: one.seq, hash: one.hash }
    }
    if (await checkItems(tx, tenantId, links, { sealed, forgotten }, findings)) isMissing = true
    findings.checked('I7', 'links', links.length)
  }
  const { ledger_transaction, receipt, audit_event, log_fact } = sealed
  return {
    end,
    isMissing,
    ids: {
      ledger_transaction: ledger_transaction.pack(),
      receipt: receipt.pack(),
      audit_event: audit_event.pack(),
      log_fact: log_fact.pack(),
    },
  }
}

async function endAt(tx: Tx, tenantId: string, seq: number): Promise<{ seq: number; hash: string }> {
  const [row] = await queryRows<{ hash: string }>(
    tx,
    sql`select hash from audit_link where tenant_id = ${tenantId} and seq = ${String(seq)}::text::bigint`,
  )
  return { seq, hash: row?.hash ?? '' }
}

/** Where every tenant's chain ends, against its head, and what no link seals. @param parts in the order of the chains */
export async function checkEnds(
  tx: Tx,
  parts: readonly { readonly tenantId: string; readonly sealed: SealedPart }[],
  findings: Findings,
): Promise<void> {
  const { head } = await readStart(tx)
  const byTenant = new Map<string, SealedPart[]>()
  for (const { tenantId, sealed } of parts) {
    const own = byTenant.get(tenantId)
    if (own === undefined) byTenant.set(tenantId, [sealed])
    else own.push(sealed)
  }
  for (const tenantId of await tenantsOf(tx)) {
    // What is wrong with what went is said once; each run of links reads it for itself.
    await readForgotten(tx, tenantId, findings)
    const own = byTenant.get(tenantId) ?? []
    const end = own.at(-1)?.end ?? { seq: 0, hash: '' }
    const known = head.ends[tenantId]
    if (known !== undefined && (known.seq !== end.seq || known.hash !== end.hash)) {
      const isCut = known.seq > end.seq
      findings.broken(
        link(
          tenantId,
          isCut ? end.seq + 1 : known.seq,
          `link ${known.seq} with hash ${known.hash}, as the head says`,
          isCut ? 'no such link' : end.hash,
        ),
      )
    }
    if (known === undefined && end.seq > 0) findings.broken(link(tenantId, end.seq, 'the head of the chain beside it', 'no head'))
    for (const kind of LOOKED_FOR) {
      // What an audit found before facts were sealed names none.
      const sealed = IdSet.unpack(...own.map(({ ids }) => ids[kind] ?? []))
      await checkUnsealed(tx, { tenantId, kind, sealed, mayHide: own.some(({ isMissing }) => isMissing) }, findings)
    }
  }
}

const link = (tenantId: string, seq: number, expected: string, found: string): Finding => ({
  invariant: 'I7',
  table: 'audit_link',
  tenantId,
  id: String(seq),
  expected,
  found,
})

async function tenantsOf(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select tenant_id as id from trader union select tenant_id from audit_link union select tenant_id from ledger_transaction
        union select tenant_id from receipt union select tenant_id from audit_event union select tenant_id from log_fact order by id`,
  )
  return rows.map(({ id }) => id)
}

interface Known {
  /** Filled with what the links name and what is there. */
  readonly sealed: SealedIds
  readonly forgotten: ForgottenIds
}

function checkLink(one: ChainLink, before: { seq: number; hash: string }, findings: Findings): void {
  const { tenantId, seq } = one
  if (seq !== before.seq + 1) findings.broken(link(tenantId, before.seq + 1, 'a link', 'no such link'))
  const hash = linkHash(one)
  if (hash !== one.hash) findings.broken(link(tenantId, seq, `hash ${hash} over what it holds`, one.hash))
  if (seq === before.seq + 1 && one.previousHash !== before.hash) {
    findings.broken(link(tenantId, seq, `previous hash ${before.hash || '(none)'}, of link ${before.seq}`, one.previousHash || '(none)'))
  }
}

/** @returns whether a row is not there that should be */
async function checkItems(
  tx: Tx,
  tenantId: string,
  links: readonly ChainLink[],
  { sealed, forgotten }: Known,
  findings: Findings,
): Promise<boolean> {
  let isMissing = false
  const items = links.flatMap(({ seq, items: own }) => own.map((item) => ({ ...item, seq })))
  for (const kind of [...LOOKED_FOR, 'trade_order'] as const satisfies readonly SealedKind[]) {
    const wanted = items.filter((item) => item.kind === kind)
    const rows = new Map(
      (
        await readHashes(
          tx,
          kind,
          wanted.map(({ id }) => ({ tenantId, id })),
        )
      ).map(({ id, hash }) => [id, hash]),
    )
    for (const { id, hash, seq } of wanted) {
      const found = rows.get(id)
      // It went with its account; one that is there all the same has to be as it was sealed.
      if (found === undefined && kind !== 'audit_event' && kind !== 'log_fact' && forgotten[kind].has(id)) continue
      if (kind !== 'trade_order') sealed[kind].add(id)
      if (found === hash) continue
      if (found === undefined) isMissing = true
      const expected = `the row that link ${seq} sealed${kind === 'ledger_transaction' ? ', with its entries' : ''}, hash ${hash}`
      findings.broken({
        invariant: 'I7',
        table: kind,
        tenantId,
        id,
        expected,
        found: found === undefined ? 'no such row' : `hash ${found}`,
      })
    }
    findings.checked('I7', `sealed rows of ${kind}`, wanted.length)
  }
  return isMissing
}

interface Unsealed {
  readonly tenantId: string
  readonly kind: LookedForKind
  readonly sealed: IdSet
  /** Rows that are gone might make up for some that no link seals. */
  readonly mayHide: boolean
}

async function checkUnsealed(tx: Tx, { tenantId, kind, sealed, mayHide }: Unsealed, findings: Findings): Promise<void> {
  const newestSealed = sealed.largest
  const [newest] = await queryRows<{ at: string; rows: string }>(
    tx,
    sql`select r.created_at::text as at,
          (select count(*)::text from ${sql.raw(kind)} u where u.tenant_id = ${tenantId} and u.id <= ${newestSealed.toString()}::bigint) as rows
        from ${sql.raw(kind)} r where r.tenant_id = ${tenantId} and r.id = ${newestSealed.toString()}::bigint`,
  )
  // As many rows as were sealed, and every sealed one was seen: none of them is unsealed.
  const areAllSealed = !mayHide && newest !== undefined && Number(newest.rows) === sealed.size
  let after = areAllSealed ? newestSealed.toString() : '0'
  for (;;) {
    const rows = await queryRows<{ id: string; at: string }>(
      tx,
      sql`select r.id::text as id, r.created_at::text as at from ${sql.raw(kind)} r
          where r.tenant_id = ${tenantId} and r.id > ${after}::bigint order by r.id limit ${UNSEALED_A_READING}`,
    )
    const unsealed = rows.filter(({ id }) => !sealed.has(id))
    if (unsealed.length > 0) findings.checked('I7', 'rows not sealed yet', unsealed.length)
    for (const { id, at } of unsealed) {
      if (BigInt(id) > newestSealed || newest === undefined || Number(at) > Number(newest.at) - WINDOW_MS) continue
      findings.broken({
        invariant: 'I7',
        table: kind,
        tenantId,
        id,
        expected: 'a link that seals it, like the newer rows',
        found: 'no link',
      })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < UNSEALED_A_READING) return
    after = last.id
  }
}
