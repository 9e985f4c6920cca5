/**
 * That an operator looked at something is written down, of each object not more often than once an hour: a page that is drawn anew
 * is one visit.
 *
 * Invariant: the hour is counted by what stands in the trail, so a restart and a second process do not write it again; what is
 * remembered here only spares the question.
 */

import { sql } from 'drizzle-orm'
import { HOUR_MS } from '../../rules/durations'
import { queryRows } from '../db/open-database'
import { type DeskCall, operatorActor } from './desk-handler'
import { type DeskEvent, recordDeskEvent } from './record-desk-event'

const REMEMBERED = 10_000

type LookCall = Pick<DeskCall<never>, 'tx' | 'tenant' | 'operator' | 'client' | 'now' | 'afterCommit'>
export type RecordLook = (call: LookCall, look: Pick<DeskEvent, 'action' | 'object' | 'traderId'>) => Promise<void>

export function rememberLooks(): RecordLook {
  const looks = new Map<string, number>()
  return async (call, look) => {
    const { tx, tenant, operator, now, afterCommit } = call
    const { action, object } = look
    const key = `${tenant.id}/${operator.name}/${action}/${object}`
    const since = now - HOUR_MS
    const isRecent = (at: number | undefined) => at !== undefined && at > since && at <= now
    if (isRecent(looks.get(key))) return
    // Two looks at once must not both find that there was none.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`look/${key}`}, 0))`)
    const [last] = await queryRows<{ at: string }>(
      tx,
      sql`select created_at::text as at from audit_event
          where tenant_id = ${tenant.id} and actor = ${operatorActor(operator)} and action = ${action} and object = ${object}
            and created_at > ${since}
          order by id desc limit 1`,
    )
    const before = last === undefined ? undefined : Number(last.at)
    if (!isRecent(before)) await recordDeskEvent(call, look)
    afterCommit(() => {
      if (looks.size >= REMEMBERED) looks.clear()
      looks.set(key, before !== undefined && isRecent(before) ? before : now)
    })
  }
}
