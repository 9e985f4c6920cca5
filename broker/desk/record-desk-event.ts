/** Writes down what an operator did, in the transaction that does it: who, what, to which object, why, and what it was before. */

import type { AuditAction } from '../audit-trail/audit-actions'
import { writeAudit } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'
import { operatorActor } from './desk-handler'

export interface DeskEvent {
  readonly action: AuditAction
  /** `<table>:<id>`. */
  readonly object: string
  readonly reason?: string | undefined
  /** What changed, as flat values that may be shown; never a secret, never the contents of somebody's papers. */
  readonly before?: Readonly<Record<string, unknown>> | undefined
  readonly after?: Readonly<Record<string, unknown>> | undefined
  /** Whose history shows it. */
  readonly traderId?: bigint | undefined
}

interface Acting {
  readonly tx: Tx
  readonly tenant: { readonly id: string }
  readonly operator: { readonly name: string }
  readonly client: { readonly address: string }
  readonly now: number
}

export async function recordDeskEvent({ tx, tenant, operator, client, now }: Acting, event: DeskEvent): Promise<void> {
  const { action, object, reason, before, after, traderId } = event
  const detail = {
    address: client.address,
    ...(reason === undefined ? {} : { reason }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(traderId === undefined ? {} : { trader: traderId.toString() }),
  }
  await writeAudit(tx, { tenantId: tenant.id, actor: operatorActor(operator), action, object, detail, now })
}
