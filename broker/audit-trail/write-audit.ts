/**
 * The only writer of the log, in the transaction that does what it says. The unit of work (ledger/written-books.ts) writes its own
 * events in its one statement, from the same actions and actors.
 */
import { insertMany } from '../db/insert-many'
import type { Tx } from '../db/open-database'
import { auditEvent } from '../db/schema'
import type { AuditAction, AuditActor } from './audit-actions'

export interface AuditLine {
  readonly tenantId: string
  readonly actor: AuditActor
  readonly action: AuditAction
  /** `<table>:<id>`. */
  readonly object: string
  /** Facts that may be shown: never a secret, and nothing that somebody's papers say. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly now: number
}

/** @returns the event's id. */
export async function writeAudit(tx: Tx, event: AuditLine): Promise<bigint> {
  const [row] = await tx.insert(auditEvent).values(rowOf(event)).returning({ id: auditEvent.id })
  if (row === undefined) throw new Error('an insert returns its row')
  return row.id
}

/** Of any number, in their order. */
export async function writeAudits(tx: Tx, events: readonly AuditLine[]): Promise<void> {
  await insertMany(tx, auditEvent, events.map(rowOf))
}

function rowOf({ now, detail = {}, ...event }: AuditLine) {
  return { ...event, detail, createdAt: now }
}
