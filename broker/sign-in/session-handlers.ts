/** Signing in and out, the list of sessions, and the link "this was not me". */
import type { logout } from '../../contract/sessions'
import { done, forTrader, type Handler, inOwnTransactions, type SomeHandlers } from '../calls/handler'
import { endSession } from '../sessions/session-store'
import { createSocketTicketHandler } from '../sessions/socket-ticket'
import { freezeHandler } from './freeze-account'
import { listHandler, revokeSessionHandler, revokeSessionsHandler } from './list-sessions'
import { loginHandler } from './login'
import type { UserServices } from './user-services'

export function sessionHandlers(services: UserServices) {
  return {
    login: inOwnTransactions(loginHandler(services)),
    logout: logoutHandler,
    createSocketTicket: createSocketTicketHandler,
    listSessions: listHandler(services),
    revokeSession: revokeSessionHandler,
    revokeSessions: revokeSessionsHandler,
    freezeAccount: freezeHandler(services),
  } satisfies SomeHandlers
}

const logoutHandler: Handler<typeof logout> = forTrader(async ({ tx, tenant, trader: caller, now }) => {
  await endSession(tx, tenant.id, caller.sessionHash, now)
  return done(null)
})
