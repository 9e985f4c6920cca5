/**
 * What is known of the terms that the log has of each company, so that nothing is asked of the store while nothing has changed.
 *
 * Invariant: what is remembered is committed; a company whose terms change in somebody else's transaction is asked about anew.
 */
import { sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { type Database, queryRows, type Tx } from '../db/open-database'
import type { Clock } from '../ground/clock'
import { noteFact } from '../log/note-fact'
import type { Instrument } from '../market/instrument'
import { sha256Hex } from '../receipts/canonical-json'
import { storedOver } from '../settings/tenant-settings'
import { noteTerms } from './change-terms'
import { type TermsHash, termsDocument, termsHashes } from './terms-document'

export interface Terms {
  /** Of a company as it is now: what receipts name. */
  readonly hash: TermsHash
  /** Before these are served as their files say: their terms, with what the desk has laid over them, are in the log. */
  note(files: readonly Tenant[]): Promise<void>
  /** In the transaction of a change at the desk, with the company as it will be. */
  noteChange(tx: Tx, tenant: Tenant, now: number): Promise<void>
  /** That transaction has ended, one way or the other. */
  changed(tenantId: string): void
}

interface TermsParts {
  readonly database: Database
  readonly instruments: readonly Instrument[]
  readonly clock: Clock
  /** Facts, and what traders are told, were committed. */
  committed(): void
}

export async function openTerms({ database, instruments, clock, committed }: TermsParts): Promise<Terms> {
  const known = await database.system(knownHashes)

  /** Of thousands of companies that are new here: in one go, for there is nobody to tell. */
  async function noteFirst(tenants: readonly Tenant[]): Promise<void> {
    if (tenants.length === 0) return
    await database.system(async (tx) => {
      for (const tenant of tenants) {
        const document = termsDocument(tenant, instruments)
        await noteFact(tx, tenant.id, { kind: 'terms', hash: Buffer.from(sha256Hex(document), 'hex'), document, at: clock.now() })
      }
    })
    for (const tenant of tenants) known.set(tenant.id, sha256Hex(termsDocument(tenant, instruments)))
  }

  return {
    hash: termsHashes(instruments),
    async note(files) {
      const stored = await database.system((tx) => storedOver(tx, files, instruments))
      const isNew = stored.filter((tenant) => !known.has(tenant.id))
      const isOther = stored
        .filter(({ id }) => known.has(id))
        .filter((tenant) => known.get(tenant.id) !== sha256Hex(termsDocument(tenant, instruments)))
      await noteFirst(isNew)
      for (const tenant of isOther)
        known.set(tenant.id, await database.withTenant(tenant.id, (tx) => noteTerms(tx, tenant, instruments, clock.now())))
      if (isNew.length + isOther.length > 0) committed()
    },
    async noteChange(tx, tenant, now) {
      await noteTerms(tx, tenant, instruments, now)
    },
    changed(tenantId) {
      if (known.has(tenantId)) known.set(tenantId, '')
    },
  }
}

/** Of every company the hash of its newest terms. */
async function knownHashes(tx: Tx): Promise<Map<string, string>> {
  const rows = await queryRows<{ tenant_id: string; hash: string }>(
    tx,
    sql`select distinct on (tenant_id) tenant_id, hash from log_fact where kind = 'terms' order by tenant_id, id desc`,
  )
  return new Map(rows.map(({ tenant_id: id, hash }) => [id, hash]))
}
