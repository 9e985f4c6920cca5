/**
 * Sessions: who holds which token, for how long.
 *
 * Invariant: only the SHA-256 of a token is stored. A session ends 7 days after it was last seen, 30 days after it began, or
 * when it is revoked; a revoked session never comes back. Rows are visible only inside their own company's transaction.
 */
import { and, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { type Database, queryText, type Tx } from '../db/open-database'
import { session, socketTicket } from '../db/schema'
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
  readonly hasTwoStep: boolean
  /** Unix milliseconds until which a code given again counts; 0 = none was given. */
  readonly stepUpUntil: number
}

const LIVING_SESSION = `select s.tenant_id, s.trader_id, s.last_seen_at, s.expires_at, s.step_up_until, t.uid, t.is_demo, t.two_step_since
  from session s join trader t on t.tenant_id = s.tenant_id and t.id = s.trader_id
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2::bigint and s.last_seen_at > $3::bigint`

export async function findSession(tx: Tx, tokenHash: string, now: number): Promise<Session | null> {
  const [row] = await queryText(tx, LIVING_SESSION, [tokenHash, now, now - IDLE_LIMIT_MS])
  if (row === undefined) return null
  let lastSeenAt = Number(row.last_seen_at)
  if (now - lastSeenAt > SEEN_EVERY_MS) {
    lastSeenAt = now
    await tx
      .update(session)
      .set({ lastSeenAt })
      .where(and(eq(session.tokenHash, tokenHash), lt(session.lastSeenAt, now)))
  }
  return {
    id: String(row.trader_id),
    uid: row.uid as string,
    isDemo: row.is_demo as boolean,
    sessionHash: tokenHash,
    tenantId: row.tenant_id as string,
    endsAt: Math.min(Number(row.expires_at), lastSeenAt + IDLE_LIMIT_MS),
    hasTwoStep: row.two_step_since !== null,
    stepUpUntil: Number(row.step_up_until),
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
