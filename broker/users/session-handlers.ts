/** Signing in and out, the list of sessions, and the link "this was not me". */
import { and, eq } from 'drizzle-orm'
import type { logout } from '../../contract/sessions'
import type { login } from '../../contract/users'
import { SESSION_ENDED } from '../bus/bus'
import { writeEvent } from '../bus/outbox'
import { trader } from '../db/schema'
import { done, forTenant, forTrader, type Handler, type Handlers, refused } from '../http/handler'
import { completeSignIn } from './complete-sign-in'
import { revokeSession } from './session-store'
import { createSocketTicketHandler } from './socket-ticket'
import type { UserServices } from './user-services'
import { verifyPassword } from './verify-password'

export function sessionHandlers(services: UserServices): Handlers {
  return { login: loginHandler(services), logout: logoutHandler, createSocketTicket: createSocketTicketHandler }
}

const logoutHandler: Handler<typeof logout> = forTrader(async ({ tx, tenant, trader: caller, now }) => {
  await revokeSession(tx, caller.sessionHash, now)
  await writeEvent(
    tx,
    { tenantId: tenant.id, traderId: caller.id, topic: SESSION_ENDED, payload: { sessionHash: caller.sessionHash } },
    now,
  )
  return done(null)
})

function loginHandler(services: UserServices): Handler<typeof login> {
  const { database } = services
  return forTenant(async ({ tenant, input, now, client, tokenHash, language }) => {
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
    return done(
      await database.withTenant(tenant.id, (tx) =>
        completeSignIn(tx, services, { tenant, row, client, device: input.device, tokenHash, language, now }),
      ),
    )
  })
}
