/**
 * That an operator looked at the audit trail is written into it, not more often than once an hour.
 *
 * Invariant: the hour is counted by what stands in the trail, so a restart and a second process do not write it again; what is
 * remembered here only spares the question.
 */
import { sql } from 'drizzle-orm'
import type { listAuditEvents } from '../../contract/desk/audit'
import { queryRows } from '../db/open-database'
import { type DeskCall, operatorActor } from './desk-handler'
import { recordDeskEvent } from './record-desk-event'

const ACTION = 'audit.viewed'
const HOUR_MS = 3_600_000

export function rememberLooks(): (call: DeskCall<typeof listAuditEvents>) => Promise<void> {
  const looks = new Map<string, number>()
  return async (call) => {
    const { tx, tenant, operator, now, afterCommit } = call
    const key = `${tenant.id}/${operator.name}`
    const since = now - HOUR_MS
    const isRecent = (at: number | undefined) => at !== undefined && at > since && at <= now
    if (isRecent(looks.get(key))) return
    // Two looks at once must not both find that there was none.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit-look/${key}`}, 0))`)
    const [last] = await queryRows<{ at: string }>(
      tx,
      sql`select created_at::text as at from audit_event
          where tenant_id = ${tenant.id} and actor = ${operatorActor(operator)} and action = ${ACTION} and created_at > ${since}
          order by id desc limit 1`,
    )
    const before = last === undefined ? undefined : Number(last.at)
    if (!isRecent(before)) await recordDeskEvent(call, { action: ACTION, object: `audit:${tenant.id}` })
    afterCommit(() => looks.set(key, before !== undefined && isRecent(before) ? before : now))
  }
}
