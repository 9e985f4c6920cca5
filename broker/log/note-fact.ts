/**
 * Notes what a company can be held to besides its receipts: its rules, terms and settings, and the day's prices, ranking and reports. The
 * chain seals a fact as it seals a receipt, and the log takes it up from there: an entry, like any other, that says nothing by itself.
 *
 * Invariants: a fact is written once and never changes. What holds until it changes (rules, terms) is a fact again each time it has
 * changed, also when it comes back to what it was, and never twice in a row; of any other kind a document is a fact once, whoever
 * notes it again and however many do so at the same time.
 */
import { sql } from 'drizzle-orm'
import { insertMany } from '../db/insert-many'
import { queryRows, type Tx } from '../db/open-database'
import { type FactKind, logFact } from '../db/schema'
import { invariant } from '../ground/invariant'
import { sha256Hex } from '../receipts/canonical-json'

export type { FactKind } from '../db/schema'

interface NewFact {
  readonly kind: FactKind
  /** SHA-256 of the document, 32 bytes. */
  readonly hash: Uint8Array
  /** What is published beside the entry, to the byte. Left out where it is somebody's own: always of statements and decisions. */
  readonly document?: string
  /** Unix milliseconds. */
  readonly at: number
}

/** Facts that hold until the next one of their kind. */
const LASTING: readonly FactKind[] = ['rules', 'terms']
/** Facts about somebody: their documents are theirs. */
const PRIVATE: readonly FactKind[] = ['statement', 'decision']

/** @returns the fact's id, of one that is there already as well. Call it in the transaction that makes the fact true. */
export async function noteFact(tx: Tx, tenantId: string, fact: NewFact): Promise<bigint> {
  const { kind } = fact
  const row = newRow(tenantId, fact)
  // Of two that note the same at once the second one finds what the first has written.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`log_fact ${tenantId} ${kind}`}, 0))`)
  const known = LASTING.includes(kind) ? await newestOf(tx, tenantId, kind) : await factOf(tx, tenantId, kind, row.hash)
  if (known?.hash === row.hash) return BigInt(known.id)
  const [made] = await tx.insert(logFact).values(row).returning({ id: logFact.id })
  invariant(made !== undefined, 'a fact that was written has its id')
  return made.id
}

export interface CompanyFact extends NewFact {
  readonly company: string
  /** One that is a fact once, and published. */
  readonly kind: Exclude<FactKind, 'rules' | 'terms' | 'statement' | 'decision'>
  readonly document: string
}

/** What is said for many companies at once. What is known already stays as it is. */
export async function noteFacts(tx: Tx, facts: readonly CompanyFact[]): Promise<void> {
  // In one order everywhere: two that note the same at once wait for each other, and never both.
  const ordered = [...facts].sort((a, b) => (a.company < b.company ? -1 : a.company > b.company ? 1 : 0))
  await insertMany(
    tx,
    logFact,
    ordered.map(({ company, kind, hash, document, at }) => newRow(company, { kind, hash, document, at })),
    'stays',
  )
}

function newRow(tenantId: string, { kind, hash, document, at }: NewFact) {
  const hex = Buffer.from(hash).toString('hex')
  invariant(document === undefined || sha256Hex(document) === hex, 'the hash of a fact is of its document')
  invariant(document === undefined || !PRIVATE.includes(kind), 'what is somebody’s own is not published')
  return { tenantId, kind, hash: hex, document: document ?? null, createdAt: at }
}

type Known = { readonly id: string; readonly hash: string } | undefined

async function newestOf(tx: Tx, tenantId: string, kind: FactKind): Promise<Known> {
  const [row] = await queryRows<{ id: string; hash: string }>(
    tx,
    sql`select f.id::text, f.hash from log_fact f where f.tenant_id = ${tenantId} and f.kind = ${kind} order by f.id desc limit 1`,
  )
  return row
}

async function factOf(tx: Tx, tenantId: string, kind: FactKind, hash: string): Promise<Known> {
  const [row] = await queryRows<{ id: string; hash: string }>(
    tx,
    // As the index says it, so that it is used.
    sql`select id::text, hash from log_fact
        where tenant_id = ${tenantId} and kind = ${kind} and hash = ${hash} and kind not in ('rules', 'terms')`,
  )
  return row
}
