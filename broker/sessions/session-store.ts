/**
 * Sessions: who holds which token, for how long.
 *
 * Invariant: only the SHA-256 of a token is stored. A session ends 7 days after it was last seen, 30 days after it began, or
 * when it is revoked; a revoked session never comes back. Rows are visible only inside their own company's transaction.
 */

import { and, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { DAY_MS } from '../../rules/durations'
import { SESSION_ENDED } from '../bus/bus'
import type { CallClient, CallTrader } from '../calls/handler'
import { deleteInBatches } from '../db/delete-in-batches'
import { type Database, queryText, type Tx } from '../db/open-database'
import { outbox, session, socketTicket, trader } from '../db/schema'
import { hashSecret, newSecret } from '../secrets/session-token'
import { forgetKeys } from './account-keys'

const IDLE_LIMIT_MS = 7 * DAY_MS
const ABSOLUTE_LIMIT_MS = 30 * DAY_MS
/** Being seen is written down this often at most: a busy session must not turn every read into a write. */
const SEEN_EVERY_MS = 5 * 60_000
const USED_EVERY_MS = DAY_MS

export interface Session extends CallTrader {
  readonly tenantId: string
  /** Unix milliseconds at which the session ends if it is not seen again. */
  readonly endsAt: number
  readonly hasTwoStep: boolean
  /** Unix milliseconds until which a code given again counts; 0 = none was given. */
  readonly stepUpUntil: number
}

const LIVING_SESSION = `select s.tenant_id, s.trader_id, s.last_seen_at, s.expires_at, s.step_up_until, t.uid, t.is_demo, t.two_step_since, t.last_used_at
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
    // A demo account that nobody uses goes one day: to the day is exact enough.
    if (row.is_demo === true && now - Number(row.last_used_at) > USED_EVERY_MS)
      await tx
        .update(trader)
        .set({ lastUsedAt: now })
        .where(and(eq(trader.id, BigInt(row.trader_id as string)), lt(trader.lastUsedAt, now)))
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

/** Who a living session belongs to, before any company is known to be meant: for counting, never for letting anybody in. */
export async function traderOfSession(database: Database, tokenHash: string, now: number): Promise<string | undefined> {
  const [row] = await database.withSessionHash(tokenHash, (tx) =>
    tx
      .select({ traderId: session.traderId })
      .from(session)
      .where(and(eq(session.tokenHash, tokenHash), isAlive(now))),
  )
  return row?.traderId.toString()
}

/** Begins a session with a token that was never used before; the token is returned once and not kept. */
export async function beginSession(
  tx: Tx,
  owner: { readonly tenantId: string; readonly traderId: bigint; readonly client: CallClient },
  now: number,
): Promise<string> {
  const { tenantId, traderId, client } = owner
  const token = newSecret()
  const tokenHash = hashSecret(token)
  if (tokenHash === undefined) throw new Error('a new token is not in the form of a token')
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now + ABSOLUTE_LIMIT_MS }
  await tx.insert(session).values({ tenantId, traderId, tokenHash, userAgent: client.userAgent, address: client.address, ...times })
  return token
}

type SessionRow = typeof session.$inferSelect

/** Of these sessions of the company, the hashes of those that live. */
export async function stillLiving(tx: Tx, hashes: readonly string[], now: number): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ tokenHash: session.tokenHash })
    .from(session)
    .where(and(inArray(session.tokenHash, [...hashes]), isAlive(now)))
  return new Set(rows.map(({ tokenHash }) => tokenHash))
}

/** The living sessions of a trader, the one seen last first. */
export async function livingSessions(
  tx: Tx,
  traderId: string,
  now: number,
): Promise<readonly (SessionRow & { readonly endsAt: number })[]> {
  const rows = await tx
    .select()
    .from(session)
    .where(and(eq(session.traderId, BigInt(traderId)), isAlive(now)))
  return rows
    .map((row) => ({ ...row, endsAt: Math.min(row.expiresAt, row.lastSeenAt + IDLE_LIMIT_MS) }))
    .sort((one, other) => other.lastSeenAt - one.lastSeenAt || other.createdAt - one.createdAt)
}

/** Ends one session of the company, whoever's it is, with its sockets; nothing happens where none of that name lives. */
export async function endSession(tx: Tx, tenantId: string, tokenHash: string, now: number): Promise<void> {
  const ended = await tx
    .update(session)
    .set({ revokedAt: now })
    .where(and(eq(session.tokenHash, tokenHash), isAlive(now)))
    .returning({ tokenHash: session.tokenHash, traderId: session.traderId })
  await tellEnded(tx, tenantId, ended, now)
}

/**
 * Ends the living sessions of a trader, with their sockets; all but `except` (the hash of a token) where it is given. When all
 * end, a sign-in that waits for its second code ends as well. Returns how many ended.
 */
export async function endSessions(
  tx: Tx,
  { tenantId, traderId, except }: { readonly tenantId: string; readonly traderId: string | bigint; readonly except?: string },
  now: number,
): Promise<number> {
  const isMeant = and(eq(session.traderId, BigInt(traderId)), except === undefined ? undefined : ne(session.tokenHash, except))
  const ended = await tx
    .update(session)
    .set({ revokedAt: now })
    .where(and(isMeant, isAlive(now)))
    .returning({ tokenHash: session.tokenHash, traderId: session.traderId })
  await tellEnded(tx, tenantId, ended, now)
  if (except === undefined) await forgetKeys(tx, BigInt(traderId), 'two-step')
  return ended.length
}

/** Tickets go with the session they open a socket for, and its open sockets hear of it when this is committed. */
async function tellEnded(
  tx: Tx,
  tenantId: string,
  ended: readonly { readonly tokenHash: string; readonly traderId: bigint }[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return
  const hashes = ended.map(({ tokenHash }) => tokenHash)
  await tx.delete(socketTicket).where(inArray(socketTicket.sessionHash, hashes))
  await tx.insert(outbox).values(
    ended.map(({ tokenHash, traderId }) => ({
      tenantId,
      traderId,
      topic: SESSION_ENDED,
      payload: { sessionHash: tokenHash },
      createdAt: now,
    })),
  )
}

/** Removes sessions and tickets that have ended. Runs as the owner, over all companies. */
export async function forgetEndedSessions(database: Database, now: number): Promise<void> {
  await deleteInBatches(database, socketTicket, lt(socketTicket.expiresAt, now))
  const hasEnded = or(lt(session.expiresAt, now), lt(session.lastSeenAt, now - IDLE_LIMIT_MS), lt(session.revokedAt, now - IDLE_LIMIT_MS))
  await deleteInBatches(database, session, hasEnded)
}

function isAlive(now: number) {
  return and(isNull(session.revokedAt), gt(session.expiresAt, now), gt(session.lastSeenAt, now - IDLE_LIMIT_MS))
}
