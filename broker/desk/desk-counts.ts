/** How much waits in each queue of a company, and how much of it longer than the company promised. */

import { sql } from 'drizzle-orm'
import type { DeskCounts } from '../../contract/desk/counts'
import type { Permission } from '../../contract/desk/roles'
import type { Tenant } from '../../contract/tenant'
import { HOUR_MS } from '../../rules/durations'
import { queryRows, type Tx } from '../db/open-database'
import { CASE_STATUS, PAYMENT_STATUS } from '../db/statuses'

/** Everything that waits; `visibleCounts` leaves what one operator may see. */
interface AllCounts {
  readonly deposits: number
  readonly withdrawals: number
  readonly identity: number
  readonly approvals: number
  readonly feedback: number
  readonly late: { readonly deposits: number; readonly withdrawals: number; readonly identity: number }
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
      ${waiting('feedback', 'created_at', `status = 'open'`)}`,
  )
  const count = (name: string) => Number(row[name])
  return {
    deposits: count('all_deposit'),
    withdrawals: count('all_withdrawal'),
    identity: count('all_identity_case'),
    approvals: count('all_setting_change'),
    feedback: count('all_feedback'),
    late: { deposits: count('late_deposit'), withdrawals: count('late_withdrawal'), identity: count('late_identity_case') },
  }
}

export function visibleCounts(counts: AllCounts, permissions: ReadonlySet<Permission>): DeskCounts {
  const { late } = counts
  return {
    ...(permissions.has('deposits.read') && { deposits: counts.deposits }),
    ...(permissions.has('withdrawals.read') && { withdrawals: counts.withdrawals }),
    ...(permissions.has('identity.read') && { identity: counts.identity }),
    ...(permissions.has('settings.read') && { approvals: counts.approvals }),
    ...(permissions.has('feedback.read') && { feedback: counts.feedback }),
    late: {
      ...(permissions.has('deposits.read') && { deposits: late.deposits }),
      ...(permissions.has('withdrawals.read') && { withdrawals: late.withdrawals }),
      ...(permissions.has('identity.read') && { identity: late.identity }),
    },
  }
}
