/** One comparison of a company with a provider at a time, whichever node and whichever kind of it. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/open-database'

/** Any number; with a company's and a provider's own it keeps two runs apart. */
const RECONCILIATION_LOCK = 7_236_123

/** Held until the transaction ends. */
export async function lockCompany(tx: Tx, tenantId: string, provider: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RECONCILIATION_LOCK}, hashtext(${`${tenantId} ${provider}`}))`)
}
