/**
 * Sessions: who holds which token, for how long.
 *
 * Invariant: only the SHA-256 of a token is stored. A session ends 7 days after it was last seen, 30 days after it began, or
 * when it is revoked; a revoked session never comes back. Rows are visible only inside their own company's transaction.
 */
import { and, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Database, Tx } from '../db/open-database'
import { session, socketTicket, trader } from '../db/schema'
import type { CallTrader } from '../http/handler'
import { hashSecret, newSecret } from './session-token'

const IDLE_LIMIT_MS = 7 * 24 * 60 * 60_000
const ABSOLUTE_LIMIT_MS = 30 * 24 * 60 * 60_000
/** Being seen is written down this often at most: a busy session must not turn every read into a write. */
const SEEN_EVERY_MS = 5 * 60_000

export interface Session extends CallTrader {
  readonly tenantId: string
  /** Unix milliseconds at which the session ends if it is not seen again. */
  readonly endsAt: number
}

export async function findSession(tx: Tx, tokenHash: string, now: number): Promise<Session | null> {
  const [row] = await tx
    .select({
      tenantId: session.tenantId,
      traderId: session.traderId,
      uid: trader.uid,
      isDemo: trader.isDemo,
      lastSeenAt: session.lastSeenAt,
      expiresAt: session.expiresAt,
    })
    .from(session)
    .innerJoin(trader, and(eq(trader.tenantId, session.tenantId), eq(trader.id, session.traderId)))
    .where(and(eq(session.tokenHash, tokenHash), isAlive(now)))
  if (row === undefined) return null
  let lastSeenAt = row.lastSeenAt
  if (now - lastSeenAt > SEEN_EVERY_MS) {
    lastSeenAt = now
    await tx
      .update(session)
      .set({ lastSeenAt })
      .where(and(eq(session.tokenHash, tokenHash), lt(session.lastSeenAt, now)))
  }
  return {
    id: String(row.traderId),
    uid: row.uid,
    isDemo: row.isDemo,
    sessionHash: tokenHash,
    tenantId: row.tenantId,
    endsAt: Math.min(row.expiresAt, lastSeenAt + IDLE_LIMIT_MS),
  }
}

/** Company of a living session, looked up by the hash alone: for the shared API host, where the session decides the company. */
export async function companyOfSession(database: Database, tokenHash: string, now: number): Promise<string | undefined> {
  const rows = await database.withSessionHash(tokenHash, (tx) =>
    tx
      .select({ tenantId: session.tenantId })
      .from(session)
      .where(and(eq(session.tokenHash, tokenHash), isAlive(now))),
  )
  return rows[0]?.tenantId
}

/** Begins a session with a token that was never used before; the token is returned once and not kept. */
export async function beginSession(tx: Tx, owner: { readonly tenantId: string; readonly traderId: bigint }, now: number): Promise<string> {
  const token = newSecret()
  const tokenHash = hashSecret(token)
  if (tokenHash === undefined) throw new Error('a new token is not in the form of a token')
  await tx.insert(session).values({ ...owner, tokenHash, createdAt: now, lastSeenAt: now, expiresAt: now + ABSOLUTE_LIMIT_MS })
  return token
}

export async function revokeSession(tx: Tx, tokenHash: string, now: number): Promise<void> {
  await tx
    .update(session)
    .set({ revokedAt: now })
    .where(and(eq(session.tokenHash, tokenHash), isNull(session.revokedAt)))
  await tx.delete(socketTicket).where(eq(socketTicket.sessionHash, tokenHash))
}

/** Removes sessions and tickets that have ended. Runs as the owner, over all companies. */
export async function forgetEndedSessions(database: Database, now: number): Promise<void> {
  await database.system(async (tx) => {
    await tx.delete(socketTicket).where(lt(socketTicket.expiresAt, now))
    const ended = tx
      .select({ tokenHash: session.tokenHash })
      .from(session)
      .where(or(lt(session.expiresAt, now), lt(session.lastSeenAt, now - IDLE_LIMIT_MS), lt(session.revokedAt, now - IDLE_LIMIT_MS)))
      .limit(1_000)
    await tx.delete(session).where(inArray(session.tokenHash, ended))
  })
}

function isAlive(now: number) {
  return and(isNull(session.revokedAt), gt(session.expiresAt, now), gt(session.lastSeenAt, now - IDLE_LIMIT_MS))
}
