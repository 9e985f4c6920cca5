/**
 * "This was not me": the link in the mail about a new device freezes the account until a new password is set.
 *
 * Invariant: a link works once, for seven days, and only by POST: programs that look through mail open links. Trading goes on for a
 * frozen account: its stops protect its owner.
 */
import { eq } from 'drizzle-orm'
import type { freezeAccount } from '../../contract/sessions'
import { nextStanding, standingOf } from '../../rules/account-standing'
import { done, type Handler, inTransaction, refused } from '../calls/handler'
import { trader } from '../db/schema'
import { findKey, forgetKeys, spendKey } from '../sessions/account-keys'
import { endSessions } from '../sessions/session-store'
import { auditAccount } from '../traders/account-audit'
import { lockTrader } from '../traders/trader-lock'
import { forgetDevicesSince } from './known-devices'
import { tellOwner } from './tell-owner'
import type { UserServices } from './user-services'

export function freezeHandler(services: UserServices): Handler<typeof freezeAccount> {
  return inTransaction(async ({ tx, tenant, input, language, now }) => {
    const key = await findKey(tx, 'not-me', input.token, now)
    const row = key === undefined ? undefined : await lockTrader(tx, key.traderId)
    if (key === undefined || row === undefined || nextStanding(standingOf(row), 'owner-reports') === null) return refused('LINK_INVALID')
    if (!(await spendKey(tx, key.keyHash))) return refused('LINK_INVALID')
    const owner = { tenantId: tenant.id, traderId: row.id }
    await tx.update(trader).set({ frozenAt: now }).where(eq(trader.id, row.id))
    const ended = await endSessions(tx, owner, now)
    await forgetKeys(tx, row.id)
    // The stranger's device would otherwise be an old acquaintance the next time.
    await forgetDevicesSince(tx, row.id, key.createdAt)
    await auditAccount(tx, owner, 'account.frozen', { ended }, now)
    await tellOwner(tx, services, { tenant, row, language, kind: 'account-frozen', values: { time: String(now) } }, now)
    return done(null)
  })
}
