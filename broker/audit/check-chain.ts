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
import { readHashes, readLinks } from './seal-batch'
import { LOOKED_FOR, type LookedForKind, type SealedKind } from './sealed-rows'

const WINDOW_MS = 60_000
const UNSEALED_A_READING = 5_000

type SealedIds = Record<LookedForKind, Set<string>>

export async function checkChain(tx: Tx, findings: Findings): Promise<void> {
  const { head } = await readStart(tx)
  for (const tenantId of await tenantsOf(tx)) {
    const sealed: SealedIds = { ledger_transaction: new Set(), receipt: new Set(), audit_event: new Set() }
    const forgotten = await readForgotten(tx, tenantId, findings)
    const end = await walkLinks(tx, tenantId, { sealed, forgotten }, findings)
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
    for (const kind of LOOKED_FOR) await checkUnsealed(tx, tenantId, kind, sealed[kind], findings)
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
        union select tenant_id from receipt union select tenant_id from audit_event order by id`,
  )
  return rows.map(({ id }) => id)
}

interface Known {
  /** Filled with what the links name and what is there. */
  readonly sealed: SealedIds
  readonly forgotten: ForgottenIds
}

async function walkLinks(tx: Tx, tenantId: string, known: Known, findings: Findings): Promise<{ seq: number; hash: string }> {
  let end = { seq: 0, hash: '' }
  for (let links = await readLinks(tx, tenantId, 0); links.length > 0; links = await readLinks(tx, tenantId, end.seq)) {
    for (const one of links) {
      checkLink(one, end, findings)
      end = { seq: one.seq, hash: one.hash }
    }
    await checkItems(tx, tenantId, links, known, findings)
    findings.checked('I7', 'links', links.length)
  }
  return end
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

async function checkItems(
  tx: Tx,
  tenantId: string,
  links: readonly ChainLink[],
  { sealed, forgotten }: Known,
  findings: Findings,
): Promise<void> {
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
      if (found === undefined && kind !== 'audit_event' && forgotten[kind].has(id)) continue
      if (kind !== 'trade_order') sealed[kind].add(id)
      if (found === hash) continue
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
}

async function checkUnsealed(
  tx: Tx,
  tenantId: string,
  kind: LookedForKind,
  sealed: ReadonlySet<string>,
  findings: Findings,
): Promise<void> {
  let newestSealed = 0n
  for (const id of sealed) if (BigInt(id) > newestSealed) newestSealed = BigInt(id)
  const [newest] = await queryRows<{ at: string }>(
    tx,
    sql`select r.created_at::text as at from ${sql.raw(kind)} r where r.tenant_id = ${tenantId} and r.id = ${newestSealed.toString()}::bigint`,
  )
  let after = '0'
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
