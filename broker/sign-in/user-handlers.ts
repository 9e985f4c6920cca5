/**
 * The calls about accounts, put together; here only demo accounts and the trader's own record.
 *
 * Invariant: a demo account is found again only by its server-issued id of 256 random bits.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { createDemoAccount, getTrader } from '../../contract/users'
import { done, forTrader, type Handler, inTransaction, type SomeHandlers } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { session, trader } from '../db/schema'
import { hashSecret, newSecret } from '../secrets/session-token'
import { findTrader, insertTrader, type TraderRow, traderOf } from '../traders/trader-row'
import { accountHandlers } from './account-handlers'
import { completeSignIn } from './complete-sign-in'
import { sessionHandlers } from './session-handlers'
import { twoStepHandlers } from './two-step-handlers'
import type { UserServices } from './user-services'

export function userHandlers(services: UserServices) {
  return {
    createDemoAccount: demoHandler(services),
    getTrader: traderHandler,
    ...sessionHandlers(services),
    ...accountHandlers(services),
    ...twoStepHandlers(services),
  } satisfies SomeHandlers
}

function demoHandler(services: UserServices): Handler<typeof createDemoAccount> {
  return inTransaction(async ({ tx, tenant, input, now, client, tokenHash, language }) => {
    const known = await useDemoTrader(tx, input.demo_id, now)
    const demoId = known === undefined ? newSecret() : (input.demo_id ?? '')
    const demoIdHash = hashSecret(demoId)
    const row =
      known ?? (await insertTrader(tx, { tenantId: tenant.id, isDemo: true, demoIdHash, language, createdAt: now, lastUsedAt: now }))
    if (row === undefined) throw new Error('a new demo account was not inserted')
    if (known === undefined) await services.openBooks(tx, tenant, row, now)
    const signedIn = await completeSignIn(tx, services, { tenant, row, client, device: undefined, tokenHash, language, now })
    return done({ ...signedIn, demo_id: demoId })
  })
}

const traderHandler: Handler<typeof getTrader> = forTrader(async ({ tx, trader: caller }) => {
  const row = await findTrader(tx, caller.id)
  if (row === undefined) throw new Error('a session without its trader')
  const [current] = await tx.select({ until: session.stepUpUntil }).from(session).where(eq(session.tokenHash, caller.sessionHash))
  return done({
    ...traderOf(row),
    created_at: row.createdAt,
    two_step: row.twoStepSince === null ? 0 : 1,
    step_up_until: current?.until ?? 0,
  })
})

/**
 * The account of a browser, marked as used: that waits for a clean-up which is taking it away, and then finds none.
 */
async function useDemoTrader(tx: Tx, demoId: string | undefined, now: number): Promise<TraderRow | undefined> {
  const demoIdHash = demoId === undefined ? undefined : hashSecret(demoId)
  if (demoIdHash === undefined) return undefined
  const [row] = await tx
    .update(trader)
    .set({ lastUsedAt: sql`greatest(${trader.lastUsedAt}, ${now}::bigint)` })
    .where(and(eq(trader.demoIdHash, demoIdHash), eq(trader.isDemo, true)))
    .returning()
  return row
}
