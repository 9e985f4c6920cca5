/**
 * Whether an operator may still do what they began, looked at in the transaction in which it counts.
 *
 * Invariants: a decision and a command that shuts its operator out wait for each other, so that neither is lost between two looks.
 * The first of two pairs of eyes counts only while it could still decide: `disable`, `reset` and the loss of the role void what waits
 * of it, and who gives the second looks again.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { permissionsOf } from '../../contract/desk/roles'
import type { AuditAction, AuditActor } from '../audit-trail/audit-actions'
import { writeAudits } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'
import { deposit, operator, operatorSession, reconciliationDifference, riskControl, settingChange, trader, withdrawal } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { NOBODY_ASKS } from '../sign-in/drop-two-step'
import type { CallOperator } from './desk-handler'
import { rolesIn } from './operators'

/** Any number; with an operator's own it keeps their decisions and the commands about them apart. */
const STANDING_LOCK = 7_236_119

type Access = DeskEndpoint['access']

/**
 * Waits for a command about the operator and keeps the next one waiting; false when they may no longer make the call. `reset`
 * leaves the roles: whose call waited for it is known by having no session left.
 */
export async function holdPermission(
  tx: Tx,
  { tenantId, operator: { id, name }, access }: { readonly tenantId: string; readonly operator: CallOperator; readonly access: Access },
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${STANDING_LOCK}, hashtext(${id}))`)
  const signedIn = await tx
    .select({ id: operatorSession.operatorId })
    .from(operatorSession)
    .where(eq(operatorSession.operatorId, BigInt(id)))
    .limit(1)
  return signedIn.length > 0 && (await mayStill(tx, tenantId, access, `operator:${name}`))
}

/** Held by a command until what it changes is committed. */
export async function lockStanding(tx: Tx, id: bigint): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STANDING_LOCK}, hashtext(${id.toString()}))`)
}

export async function mayStill(tx: Tx, tenantId: string, access: Access, actor: string | null): Promise<boolean> {
  if (actor === null) return false
  const [row] = await tx
    .select({ roles: operator.roles })
    .from(operator)
    .where(and(eq(operator.name, actor.replace(/^operator:/, '')), isNull(operator.disabledAt)))
  if (row === undefined) return false
  const roles = rolesIn(row, tenantId)
  return access === 'operator' || access === 'anyone' ? roles.length > 0 : permissionsOf(roles).has(access)
}

/** Takes back what waits of an operator for a second: approvals are as if never given, wishes are refused. */
export async function voidFirstSteps(
  tx: Tx,
  { tenantId, actor, by, now }: { readonly tenantId: string; readonly actor: AuditActor; readonly by: AuditActor; readonly now: number },
): Promise<void> {
  const approval = { firstApprovedBy: null, firstApprovedAt: null }
  const deposits = await tx
    .update(deposit)
    .set({ ...approval, firstApprovedAmount: null })
    .where(and(eq(deposit.tenantId, tenantId), eq(deposit.status, PAYMENT_STATUS.unchecked), eq(deposit.firstApprovedBy, actor)))
    .returning({ id: deposit.id })
  const withdrawals = await tx
    .update(withdrawal)
    .set(approval)
    .where(and(eq(withdrawal.tenantId, tenantId), eq(withdrawal.status, PAYMENT_STATUS.unchecked), eq(withdrawal.firstApprovedBy, actor)))
    .returning({ id: withdrawal.id })
  const wishes = await tx
    .update(settingChange)
    .set({ status: 'refused', decidedBy: by, decidedAt: now })
    .where(and(eq(settingChange.tenantId, tenantId), eq(settingChange.status, 'waiting'), eq(settingChange.requestedBy, actor)))
    .returning({ id: settingChange.id })
  const asked = await tx
    .update(trader)
    .set(NOBODY_ASKS)
    .where(and(eq(trader.tenantId, tenantId), eq(trader.twoStepOffBy, actor)))
    .returning({ id: trader.id })
  const brakes = await tx
    .update(riskControl)
    .set({ askStatus: 'refused', decidedBy: by, decidedAt: now })
    .where(
      and(
        eq(riskControl.tenantId, tenantId),
        isNull(riskControl.endedAt),
        eq(riskControl.askStatus, 'waiting'),
        eq(riskControl.askBy, actor),
      ),
    )
    .returning({ id: riskControl.id })
  const differences = await tx
    .update(reconciliationDifference)
    .set({
      status: sql`case when asked_by is null then 'open' else 'awaiting_provider' end`,
      ...{ resolveKind: null, note: null, proposedBy: null, proposedAt: null },
    })
    .where(
      and(
        eq(reconciliationDifference.tenantId, tenantId),
        eq(reconciliationDifference.status, 'waiting'),
        eq(reconciliationDifference.proposedBy, actor),
      ),
    )
    .returning({ id: reconciliationDifference.id })
  const detail = { before: { by: actor } }
  const line = (action: AuditAction, object: string) => ({ tenantId, actor: by, action, object, detail, now })
  await writeAudits(tx, [
    ...deposits.map(({ id }) => line('deposit.approval_void', `deposit:${id}`)),
    ...withdrawals.map(({ id }) => line('withdrawal.approval_void', `withdrawal:${id}`)),
    ...asked.map(({ id }) => line('trader.two-step-kept', `trader:${id}`)),
    ...wishes.map(({ id }) => line('setting.refused', `setting_change:${id}`)),
    ...brakes.map(({ id }) => line('risk.brake_ask_refused', `risk_control:${id}`)),
    ...differences.map(({ id }) => line('reconciliation.refused', `reconciliation_difference:${id}`)),
  ])
}
