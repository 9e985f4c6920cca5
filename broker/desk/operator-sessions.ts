/**
 * Sessions of the desk.
 *
 * Invariants: only the SHA-256 of a token is stored. A session ends 30 minutes after the operator last did something, 12 hours after
 * it began, and with the operator's account; what a page does by itself (its socket, its counts) does not keep it alive.
 */

import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { OPERATOR_IDLE_MINUTES } from '../../contract/told-limits'
import { MINUTE_MS } from '../../rules/durations'
import type { CallClient } from '../calls/handler'
import type { Database, Tx } from '../db/open-database'
import { operator, operatorSession } from '../db/schema'
import { hashSecret, newSecret } from '../secrets/session-token'
import type { OperatorRow } from './operators'

const IDLE_LIMIT_MS = OPERATOR_IDLE_MINUTES * MINUTE_MS
const ABSOLUTE_LIMIT_MS = 12 * 60 * MINUTE_MS
/** Being seen is written down this often at most. */
const SEEN_EVERY_MS = MINUTE_MS

export interface OperatorSession {
  readonly tokenHash: string
  readonly operator: OperatorRow
  /** Unix milliseconds at which it ends if nothing is done. */
  readonly endsAt: number
}

/** The token is returned once and not kept. */
export async function beginOperatorSession(tx: Tx, operatorId: bigint, client: CallClient, now: number): Promise<string> {
  const token = newSecret()
  const tokenHash = hashSecret(token)
  if (tokenHash === undefined) throw new Error('a new token is not in the form of a token')
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now + ABSOLUTE_LIMIT_MS }
  await tx.insert(operatorSession).values({ tokenHash, operatorId, ...times, address: client.address, userAgent: client.userAgent })
  return token
}

export async function findOperatorSession(
  tx: Tx,
  tokenHash: string,
  now: number,
  { isSeen }: { readonly isSeen: boolean },
): Promise<OperatorSession | null> {
  const [row] = await tx
    .select({ operator, lastSeenAt: operatorSession.lastSeenAt, expiresAt: operatorSession.expiresAt })
    .from(operatorSession)
    .innerJoin(operator, eq(operator.id, operatorSession.operatorId))
    .where(
      and(
        eq(operatorSession.tokenHash, tokenHash),
        isNull(operator.disabledAt),
        gt(operatorSession.expiresAt, now),
        gt(operatorSession.lastSeenAt, now - IDLE_LIMIT_MS),
      ),
    )
  if (row === undefined) return null
  let { lastSeenAt } = row
  if (isSeen && now - lastSeenAt >= SEEN_EVERY_MS) {
    lastSeenAt = now
    await tx
      .update(operatorSession)
      .set({ lastSeenAt })
      .where(and(eq(operatorSession.tokenHash, tokenHash), lt(operatorSession.lastSeenAt, now)))
  }
  return { tokenHash, operator: row.operator, endsAt: Math.min(row.expiresAt, lastSeenAt + IDLE_LIMIT_MS) }
}

export async function endOperatorSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.delete(operatorSession).where(eq(operatorSession.tokenHash, tokenHash))
}

/** Removes sessions that have ended. */
export async function forgetEndedOperatorSessions(database: Database, now: number): Promise<void> {
  const hasEnded = or(lt(operatorSession.expiresAt, now), lt(operatorSession.lastSeenAt, now - IDLE_LIMIT_MS))
  await database.system((tx) => tx.delete(operatorSession).where(hasEnded))
}
