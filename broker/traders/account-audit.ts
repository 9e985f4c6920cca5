/** What happened to the way into an account, for the company's audit chain: facts without secrets and without whole addresses. */

import type { AuditAction } from '../audit-trail/audit-actions'
import { writeAudit } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'

export type AccountAction = Extract<AuditAction, `account.${string}`>

export async function auditAccount(
  tx: Tx,
  { tenantId, traderId }: { readonly tenantId: string; readonly traderId: string | bigint },
  action: AccountAction,
  detail: Readonly<Record<string, string | number>>,
  now: number,
): Promise<void> {
  const trader = `trader:${traderId}` as const
  await writeAudit(tx, { tenantId, actor: trader, action, object: trader, detail, now })
}
