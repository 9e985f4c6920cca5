/** What happened to the way into an account, for the company's audit chain: facts without secrets and without whole addresses. */
import type { Tx } from '../db/open-database'
import { auditEvent } from '../db/schema'

export type AccountAction =
  | 'account.opened'
  | 'account.password-reset'
  | 'account.password-changed'
  | 'account.new-device'
  | 'account.sessions-ended'
  | 'account.frozen'
  | 'account.two-step-on'
  | 'account.two-step-off'
  | 'account.recovery-codes-renewed'
  | 'account.recovery-code-used'

export async function auditAccount(
  tx: Tx,
  { tenantId, traderId }: { readonly tenantId: string; readonly traderId: string | bigint },
  action: AccountAction,
  detail: Readonly<Record<string, string | number>>,
  now: number,
): Promise<void> {
  const trader = `trader:${traderId}`
  await tx.insert(auditEvent).values({ tenantId, actor: trader, action, object: trader, detail, createdAt: now })
}
