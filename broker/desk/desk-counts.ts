/** How much waits in each queue of a company, and how much of it longer than the company promised. */

import { sql } from 'drizzle-orm'
import type { DeskCounts } from '../../contract/desk/counts'
import type { Permission } from '../../contract/desk/roles'
import type { Tenant } from '../../contract/tenant'
import { HOUR_MS } from '../../rules/durations'
import { asksOf } from '../brakes/brake-store'
import { queryRows, type Tx } from '../db/open-database'
import { CASE_STATUS, CHALLENGE_STATUS, literal, PAYMENT_STATUS } from '../db/statuses'

/** Everything that waits; `visibleCounts` leaves what one operator may see. */
interface AllCounts {
  readonly deposits: number
  readonly withdrawals: number
  readonly identity: number
  readonly disputes: number
  readonly risk: number
  readonly reconciliation: number
  readonly approvals: number
  readonly feedback: number
  readonly late: { readonly deposits: number; readonly withdrawals: number; readonly identity: number; readonly disputes: number }
}

export async function countWaiting(tx: Tx, tenant: Tenant, now: number): Promise<AllCounts> {
  const lateBefore = now - tenant.wallet.promisedHours * HOUR_MS
  const waiting = (table: string, since: string, where: string) =>
    sql.raw(
      `(select count(*) from ${table} where ${where}) as all_${table}, (select count(*) from ${table} where ${where} and ${since} < ${lateBefore}) as late_${table}`,
    )
  const isUnchecked = `status = ${PAYMENT_STATUS.unchecked}`
  const [row = {}] = await queryRows<Record<string, unknown>>(
    tx,
    sql`select ${waiting('deposit', 'created_at', isUnchecked)}, ${waiting('withdrawal', 'created_at', isUnchecked)},
      ${waiting('identity_case', 'submitted_at', `status = ${CASE_STATUS.waiting}`)}, ${waiting('setting_change', 'requested_at', `status = 'waiting'`)},
      ${waiting('feedback', 'created_at', `status = 'open'`)},
      (select count(*) from challenge where status = ${literal(CHALLENGE_STATUS.open)}) as disputes,
      (select count(*) from challenge where status = ${literal(CHALLENGE_STATUS.open)}
        and (due_at < ${now} or verdict = 'different')) as late_disputes,
      (select count(*) from risk_control where ${asksOf(now)}) as risk,
      (select count(*) from reconciliation_difference where status <> 'resolved') as reconciliation`,
  )
  const count = (name: string) => Number(row[name])
  return {
    deposits: count('all_deposit'),
    withdrawals: count('all_withdrawal'),
    identity: count('all_identity_case'),
    disputes: count('disputes'),
    risk: count('risk'),
    reconciliation: count('reconciliation'),
    approvals: count('all_setting_change'),
    feedback: count('all_feedback'),
    late: {
      deposits: count('late_deposit'),
      withdrawals: count('late_withdrawal'),
      identity: count('late_identity_case'),
      disputes: count('late_disputes'),
    },
  }
}

export function visibleCounts(counts: AllCounts, permissions: ReadonlySet<Permission>): DeskCounts {
  const { late } = counts
  return {
    ...(permissions.has('deposits.read') && { deposits: counts.deposits }),
    ...(permissions.has('withdrawals.read') && { withdrawals: counts.withdrawals }),
    ...(permissions.has('identity.read') && { identity: counts.identity }),
    ...(permissions.has('disputes.read') && { disputes: counts.disputes }),
    ...(permissions.has('risk.read') && { risk: counts.risk }),
    ...(permissions.has('reconciliation.read') && { reconciliation: counts.reconciliation }),
    ...(permissions.has('settings.read') && { approvals: counts.approvals }),
    ...(permissions.has('feedback.read') && { feedback: counts.feedback }),
    late: {
      ...(permissions.has('deposits.read') && { deposits: late.deposits }),
      ...(permissions.has('withdrawals.read') && { withdrawals: late.withdrawals }),
      ...(permissions.has('identity.read') && { identity: late.identity }),
      ...(permissions.has('disputes.read') && { disputes: late.disputes }),
    },
  }
}
