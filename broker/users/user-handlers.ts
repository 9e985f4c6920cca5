/**
 * Accounts and sessions: demo accounts, signing in and out, the trader's own record.
 *
 * Invariant: a demo account is found again only by its server-issued id of 256 random bits; an account that does not exist and
 * a wrong password are the same answer after the same work.
 */
import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import type { createDemoAccount, createSocketTicket, getTrader, login, logout, Trader } from '../../contract/users'
import { SESSION_ENDED } from '../bus/bus'
import { writeEvent } from '../bus/outbox'
import type { Database, Tx } from '../db/open-database'
import { trader } from '../db/schema'
import { done, forTenant, forTrader, type Handler, inTransaction, refused } from '../http/handler'
import { beginSession, revokeSession } from './session-store'
import { hashSecret, newSecret } from './session-token'
import { createSocketTicketHandler } from './socket-ticket'
import { verifyPassword } from './verify-password'

export interface UserServices {
  readonly database: Database
  /** Opens the trader's books with the demo balance, in the same transaction as the trader's row. */
  openDemoAccount(tx: Tx, tenant: Tenant, traderId: bigint, now: number): Promise<void>
}

export interface UserHandlers {
  readonly login: Handler<typeof login>
  readonly createDemoAccount: Handler<typeof createDemoAccount>
  readonly getTrader: Handler<typeof getTrader>
  readonly logout: Handler<typeof logout>
  readonly createSocketTicket: Handler<typeof createSocketTicket>
}

type TraderRow = typeof trader.$inferSelect

export function userHandlers(services: UserServices): UserHandlers {
  return {
    login: loginHandler(services.database),
    createDemoAccount: inTransaction(async ({ tx, tenant, input, now }) => {
      const known = await findDemoTrader(tx, input.demo_id)
      const demoId = known === undefined ? newSecret() : (input.demo_id ?? '')
      const row = known ?? (await insertDemoTrader(tx, tenant, demoId, now))
      if (known === undefined) await services.openDemoAccount(tx, tenant, row.id, now)
      const token = await beginSession(tx, { tenantId: tenant.id, traderId: row.id }, now)
      return done({ ...traderOf(row), token, demo_id: demoId })
    }),
    getTrader: forTrader(async ({ tx, trader: caller }) => {
      const [row] = await tx
        .select()
        .from(trader)
        .where(eq(trader.id, BigInt(caller.id)))
      if (row === undefined) throw new Error('a session without its trader')
      return done({ ...traderOf(row), created_at: row.createdAt })
    }),
    logout: forTrader(async ({ tx, tenant, trader: caller, now }) => {
      await revokeSession(tx, caller.sessionHash, now)
      await writeEvent(
        tx,
        { tenantId: tenant.id, traderId: caller.id, topic: SESSION_ENDED, payload: { sessionHash: caller.sessionHash } },
        now,
      )
      return done(null)
    }),
    createSocketTicket: createSocketTicketHandler,
  }
}

function loginHandler(database: Database): Handler<typeof login> {
  return forTenant(async ({ tenant, input, now }) => {
    const account = input.account.trim()
    if (account === '') return refused('ACCOUNT_REQUIRED')
    if (input.password === '') return refused('PASSWORD_REQUIRED')
    const isAccount = input.login_type === 'email' ? eq(trader.email, account.toLowerCase()) : eq(trader.mobile, account)
    const [row] = await database.withTenant(tenant.id, (tx) =>
      tx
        .select()
        .from(trader)
        .where(and(isAccount, eq(trader.isDemo, false))),
    )
    // Outside any transaction: the hash takes longer than a transaction may be held open.
    const verdict = await verifyPassword(input.password, row?.passwordHash ?? null)
    if (verdict === 'busy') return refused('TOO_MANY_REQUESTS')
    if (verdict === 'mismatch' || row === undefined) return refused('LOGIN_FAILED')
    const token = await database.withTenant(tenant.id, (tx) => beginSession(tx, { tenantId: tenant.id, traderId: row.id }, now))
    return done({ ...traderOf(row), token })
  })
}

async function findDemoTrader(tx: Tx, demoId: string | undefined): Promise<TraderRow | undefined> {
  const demoIdHash = demoId === undefined ? undefined : hashSecret(demoId)
  if (demoIdHash === undefined) return undefined
  const [row] = await tx
    .select()
    .from(trader)
    .where(and(eq(trader.demoIdHash, demoIdHash), eq(trader.isDemo, true)))
  return row
}

async function insertDemoTrader(tx: Tx, tenant: Tenant, demoId: string, now: number): Promise<TraderRow> {
  const demoIdHash = hashSecret(demoId)
  for (let attempt = 0; attempt < 20; attempt++) {
    const [row] = await tx
      .insert(trader)
      .values({ tenantId: tenant.id, uid: newUid(), isDemo: true, demoIdHash, inviteCode: newInviteCode(), createdAt: now })
      // The short numbers are drawn by chance: one that is taken is simply drawn again.
      .onConflictDoNothing()
      .returning()
    if (row !== undefined) return row
  }
  throw new Error('no free account number was found')
}

/** What people read aloud to support: 8 digits, not in sequence, so that it tells nothing about how many accounts there are. */
function newUid(): string {
  return String(randomInt(10_000_000, 100_000_000))
}

/** Without letters and digits that are mistaken for each other. */
const INVITE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

function newInviteCode(): string {
  return Array.from({ length: 8 }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('')
}

function traderOf(row: TraderRow): Trader {
  return {
    id: String(row.id),
    uid: row.uid,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    is_demo: row.isDemo ? 1 : 0,
    invite_code: row.inviteCode,
  }
}
