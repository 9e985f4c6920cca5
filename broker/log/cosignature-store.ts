/**
 * What witnesses have signed of the companies' logs, as the store keeps it.
 *
 * Invariant: only lines that were checked with the witness's key come in. Of each witness its newest stays, and all since the newest
 * checkpoint that enough of those have signed whom the company names now.
 */
import { sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import type { WitnessPolicy } from './witness-policy'

export interface LogCheckpoint {
  readonly size: number
  /** The company's note. */
  readonly note: string
  readonly signedAt: number
}

/** The newest, of a log with at least one entry. */
export async function readNewest(tx: Tx, tenantId: string): Promise<LogCheckpoint | null> {
  const [row] = await queryRows<{ size: string; checkpoint: string; signed_at: string }>(
    tx,
    sql`select size::text, checkpoint, signed_at::text from company_log where tenant_id = ${tenantId} and size > 0`,
  )
  return row === undefined ? null : { size: Number(row.size), note: row.checkpoint, signedAt: Number(row.signed_at) }
}

/** The size of the newest checkpoint that each witness has signed, by its key. */
export async function readSizes(tx: Tx, tenantId: string): Promise<Map<string, number>> {
  const rows = await queryRows<{ witness_key: string; size: string }>(
    tx,
    sql`select witness_key, max(size)::text as size from log_cosignature where tenant_id = ${tenantId} group by witness_key`,
  )
  return new Map(rows.map(({ witness_key: key, size }) => [key, Number(size)]))
}

interface Cosigned {
  readonly size: number
  readonly note: string
  readonly line: string
  /** Unix seconds, by the clock of the witness. */
  readonly timeSeconds: number
}

/** Checkpoints without enough signatures that are kept in the hope of more. */
const WAITING_SIZES = 64

/** In a system transaction. */
export async function keepCosignature(
  tx: Tx,
  tenantId: string,
  witnessKey: string,
  { size, note, line, timeSeconds }: Cosigned,
): Promise<void> {
  await tx.execute(sql`insert into log_cosignature (tenant_id, size, witness_key, checkpoint, line, witnessed_at)
    values (${tenantId}, ${String(size)}::text::bigint, ${witnessKey}, ${note}, ${line}, ${String(timeSeconds * 1_000)}::text::bigint)
    on conflict do nothing`)
}

/** In a system transaction. */
export async function forgetOlder(tx: Tx, tenantId: string, policy: WitnessPolicy): Promise<void> {
  await tx.execute(sql`delete from log_cosignature c where c.tenant_id = ${tenantId}
    and c.size < greatest(coalesce((${quorumSize(tenantId, policy)}), 0), coalesce((
      select size from (select distinct size from log_cosignature where tenant_id = ${tenantId}) s
      order by size desc offset ${sql.raw(String(WAITING_SIZES - 1))} limit 1), 0))
    and exists (select 1 from log_cosignature n where n.tenant_id = c.tenant_id and n.witness_key = c.witness_key and n.size > c.size)`)
}

/** The newest checkpoint that enough have signed. */
export async function readQuorumSize(tx: Tx, tenantId: string, policy: WitnessPolicy): Promise<number | null> {
  const [row] = await queryRows<{ size: string }>(tx, quorumSize(tenantId, policy))
  return row === undefined ? null : Number(row.size)
}

function quorumSize(tenantId: string, { witnesses, needed }: WitnessPolicy) {
  return sql`select size::text::bigint as size from log_cosignature where tenant_id = ${tenantId} and witness_key in (${keysOf(witnesses)})
    group by size having count(*) >= ${String(needed)}::text::int order by size desc limit 1`
}

function keysOf(witnesses: WitnessPolicy['witnesses']) {
  return sql.join(
    witnesses.map(({ key }) => sql`${key}`),
    sql`, `,
  )
}

/** A checkpoint and the lines that witnesses have added to it, in the order in which the company names them. */
export interface WitnessedCheckpoint {
  readonly note: string
  readonly lines: readonly string[]
}

export async function readWitnessed(tx: Tx, tenantId: string, size: number, policy: WitnessPolicy): Promise<WitnessedCheckpoint | null> {
  const rows = await queryRows<{ checkpoint: string; witness_key: string; line: string }>(
    tx,
    sql`select checkpoint, witness_key, line from log_cosignature where tenant_id = ${tenantId} and size = ${String(size)}::text::bigint`,
  )
  const note = rows[0]?.checkpoint
  if (note === undefined) return null
  const lines = policy.witnesses.flatMap(({ key }) => rows.find((row) => row.witness_key === key)?.line ?? [])
  return { note, lines }
}
