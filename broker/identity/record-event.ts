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
    | 'identity.case_viewed'
    | 'identity.number_viewed'
  /** `image:<id>` or `identity_case:<id>`. */
  readonly object: string
  readonly now: number
}

export async function recordEvent(tx: Tx, { now, ...event }: IdentityEvent): Promise<void> {
  await tx.insert(auditEvent).values({ ...event, detail: {}, createdAt: now })
}
