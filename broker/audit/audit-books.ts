/**
 * The audit: recomputes everything from the stored rows and from nothing else, and names every row that does not agree.
 *
 * Invariants: reads only, and all of it sees one moment, whoever looks; believes no cached figure, no hash and no receipt that it has
 * not worked out again; what it says does not depend on who looked at which part.
 */
import { sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { type AuditPart, listParts, lookAtPart, type PartResult } from './audit-part'
import { checkEnds } from './check-chain'
import { publicKeyOf, type ReceiptTerms, type TermsFact } from './check-receipts'
import { Findings, type InvariantResult } from './findings'

/** How old a quote each company lets trade. */
export type StaleLimits = readonly Pick<Tenant, 'id' | 'trading'>[]

interface AuditOptions {
  /** Looks at parts on connections of its own; without one they are looked at one after the other. */
  readonly crew?: AuditCrew
  /** Fewer parts are looked at sooner than a crew is together. */
  readonly worthACrew?: number
  /** What an audit that was interrupted had found. */
  readonly known?: (part: AuditPart) => PartResult | undefined
  /** A part has been looked at, now or before. */
  readonly onPart?: (part: AuditPart, result: PartResult, done: number, of: number) => void
}

export interface CrewOrder {
  /** Name of the moment that all of them see; it lives as long as the work. */
  readonly snapshot: string
  readonly tenants: StaleLimits
  readonly parts: readonly AuditPart[]
}

/** Looks at every part. Rejects when one of them could not be looked at. */
export type AuditCrew = (order: CrewOrder, onResult: (index: number, result: PartResult) => void) => Promise<void>

const WORTH_A_CREW = 20

/** @param tenants companies that are not among them are held to the usual limit. */
export async function auditBooks(
  database: Pick<Database, 'atOneMoment'>,
  tenants: StaleLimits,
  { crew, worthACrew = WORTH_A_CREW, known = () => undefined, onPart = () => {} }: AuditOptions = {},
): Promise<InvariantResult[]> {
  const findings = new Findings()
  await database.atOneMoment(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const parts = await listParts(tx)
    const results = new Map<AuditPart, PartResult>()
    const take = (part: AuditPart, result: PartResult) => {
      results.set(part, result)
      onPart(part, result, results.size, parts.length)
    }
    for (const part of parts) {
      const result = known(part)
      if (result !== undefined) take(part, result)
    }
    const left = parts.filter((part) => !results.has(part))
    if (crew !== undefined && left.length >= worthACrew) {
      const snapshot = await exportMoment(tx)
      const order = { snapshot, tenants: tenants.map(({ id, trading }) => ({ id, trading })), parts: left }
      await crew(order, (index, result) => take(left[index] as AuditPart, result))
    } else {
      const terms = await readTerms(tx, tenants)
      for (const part of left) take(part, await lookAtPart(tx, part, terms))
    }
    for (const part of parts) findings.join(results.get(part) as PartResult)
    await checkEnds(
      tx,
      parts.flatMap((part) => {
        const sealed = results.get(part)?.sealed
        return sealed === undefined || part.kind !== 'links' ? [] : [{ tenantId: part.tenantId, sealed }]
      }),
      findings,
    )
  })
  return findings.results()
}

async function exportMoment(tx: Tx): Promise<string> {
  const [row] = await queryRows<{ name: string }>(tx, sql`select pg_export_snapshot() as name`)
  return row?.name ?? ''
}

export async function readTerms(tx: Tx, tenants: StaleLimits): Promise<ReceiptTerms> {
  const rows = await queryRows<{ tenant_id: string; key_id: string; public_key: string; created_at: string }>(
    tx,
    sql`select tenant_id, key_id, public_key, created_at::text as created_at from receipt_key`,
  )
  const since = new Map<string, number>()
  for (const { tenant_id, created_at } of rows) {
    since.set(tenant_id, Math.min(Number(created_at), since.get(tenant_id) ?? Number.POSITIVE_INFINITY))
  }
  return {
    keys: new Map(rows.map(({ tenant_id, key_id, public_key }) => [`${tenant_id}/${key_id}`, publicKeyOf(public_key)])),
    staleAfterMs: await staleLimits(tx, tenants),
    receiptsSince: since,
    termsFacts: await readTermsFacts(tx),
  }
}

async function readTermsFacts(tx: Tx): Promise<Map<string, TermsFact[]>> {
  const rows = await queryRows<{ tenant_id: string; hash: string; at: string }>(
    tx,
    sql`select tenant_id, hash, created_at::text as at from log_fact where kind = 'terms' order by tenant_id, id`,
  )
  const facts = new Map<string, TermsFact[]>()
  for (const { tenant_id: tenantId, hash, at } of rows) facts.set(tenantId, [...(facts.get(tenantId) ?? []), { hash, at: Number(at) }])
  return facts
}

/** The longest that a quote could be traded in each company: by its file, and by whatever its desk has ever put in force. */
async function staleLimits(tx: Tx, tenants: StaleLimits): Promise<Map<string, number>> {
  const limits = new Map(tenants.map(({ id, trading }) => [id, trading.staleAfterMs]))
  const set = await queryRows<{ tenant_id: string; longest: number }>(
    tx,
    sql`select tenant_id, max((after->>'staleAfterMs')::int) as longest from setting_change
      where status = 'applied' and area = 'base' and target = 'trading' group by tenant_id`,
  )
  for (const { tenant_id, longest } of set) limits.set(tenant_id, Math.max(limits.get(tenant_id) ?? 0, longest))
  return limits
}
