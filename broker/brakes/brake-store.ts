/** The brakes of a company as the store has them. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { BRAKE_ASK_MINUTES } from '../../contract/desk/brake-terms'
import { MINUTE_MS } from '../../rules/durations'
import type { Tx } from '../db/open-database'
import { riskControl } from '../db/schema'

export type BrakeRow = typeof riskControl.$inferSelect

/** Those that nobody has ended; the time of one may be over all the same. */
export function standingBrakes(tx: Tx, tenantId?: string): Promise<BrakeRow[]> {
  return tx
    .select()
    .from(riskControl)
    .where(and(isNull(riskControl.endedAt), tenantId === undefined ? undefined : eq(riskControl.tenantId, tenantId)))
    .orderBy(riskControl.id)
}

export function isOver({ until, endedAt }: Pick<BrakeRow, 'until' | 'endedAt'>, now: number): boolean {
  return endedAt !== null || (until !== null && until <= now)
}

/** When what is asked of a second operator falls away by itself. */
export function askEnd({ askAt, until }: Pick<BrakeRow, 'askAt' | 'until'>): number {
  const end = (askAt ?? 0) + BRAKE_ASK_MINUTES * MINUTE_MS
  return until === null ? end : Math.min(end, until)
}

export function isAsking(row: BrakeRow, now: number): boolean {
  return row.askStatus === 'waiting' && !isOver(row, now) && askEnd(row) > now
}

/** The same as a condition over `risk_control`. */
export function asksOf(now: number): SQL {
  return sql`ended_at is null and ask_status = 'waiting' and (until is null or until > ${now}::bigint) and ask_at > ${now - BRAKE_ASK_MINUTES * MINUTE_MS}::bigint`
}
