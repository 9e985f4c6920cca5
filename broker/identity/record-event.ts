/** Writes down who did what to whose papers. Never what they say: an event names the object and nothing of its content. */
import type { Tx } from '../db/open-database'
import { auditEvent } from '../db/schema'

export interface IdentityEvent {
  readonly tenantId: string
  /** `trader:<id>`, `operator:<name>` or `system`. */
  readonly actor: string
  readonly action:
    | 'identity.submitted'
    | 'identity.approved'
    | 'identity.rejected'
    | 'identity.image_viewed'
    | 'deposit.proof_viewed'
    | 'feedback.picture_viewed'
    | 'identity.case_viewed'
    | 'identity.number_viewed'
  /** `image:<id>` or `identity_case:<id>`. */
  readonly object: string
  /** Who decided from where, and what he says of it; nothing that the papers say. */
  readonly detail?: Readonly<Record<string, string>>
  readonly now: number
}

export async function recordEvent(tx: Tx, { now, detail = {}, ...event }: IdentityEvent): Promise<void> {
  await tx.insert(auditEvent).values({ ...event, detail, createdAt: now })
}
