/** The trader's own sessions: where the trader is signed in, and the way to end that. */
import type { listSessions, revokeSession, revokeSessions } from '../../contract/sessions'
import { done, forTrader, type Handler, refused } from '../calls/handler'
import { maskedAddress } from '../calls/ip-address'
import { endSession, endSessions, livingSessions } from '../sessions/session-store'
import { auditAccount } from '../traders/account-audit'
import { deviceName } from '../traders/device-name'
import { lockTrader } from '../traders/trader-lock'
import type { UserServices } from './user-services'

export function listHandler({ countryOf }: UserServices): Handler<typeof listSessions> {
  return forTrader(async ({ tx, trader: caller, now }) => {
    const rows = await livingSessions(tx, caller.id, now)
    const listed = rows.map((row) => {
      const { name, kind } = deviceName(row.userAgent)
      const isCurrent = row.tokenHash === caller.sessionHash
      return {
        id: row.publicId,
        device: name,
        device_kind: kind,
        address: maskedAddress(row.address),
        country: countryOf(row.address),
        created_at: row.createdAt,
        last_seen_at: row.lastSeenAt,
        ends_at: row.endsAt,
        is_current: isCurrent ? (1 as const) : (0 as const),
      }
    })
    return done(listed.sort((one, other) => other.is_current - one.is_current))
  })
}

/** Another trader's session is answered like one that does not exist. */
export const revokeSessionHandler: Handler<typeof revokeSession> = forTrader(async ({ tx, tenant, trader: caller, input, now }) => {
  const meant = (await livingSessions(tx, caller.id, now)).find(({ publicId }) => publicId === input.id)
  if (meant === undefined) return refused('NOT_FOUND')
  await endSession(tx, tenant.id, meant.tokenHash, now)
  return done(null)
})

export const revokeSessionsHandler: Handler<typeof revokeSessions> = forTrader(async ({ tx, tenant, trader: caller, input, now }) => {
  await lockTrader(tx, caller.id)
  const owner = { tenantId: tenant.id, traderId: caller.id }
  const ended = await endSessions(tx, input.scope === 'all' ? owner : { ...owner, except: caller.sessionHash }, now)
  await auditAccount(tx, owner, 'account.sessions-ended', { scope: input.scope, ended }, now)
  return done({ ended })
})
