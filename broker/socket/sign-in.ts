/**
 * Who stands behind a socket's login: the holder of a session token, or of a single-use ticket that the site fetched.
 *
 * Invariant: on a company's host only that company's sessions count; a ticket is used up by the attempt, right or wrong host.
 */
import type { Tenant } from '../../contract/tenant'
import type { Database } from '../db/open-database'
import type { TenantDirectory } from '../directory/tenant-directory'
import { hashSecret } from '../secrets/session-token'
import { companyOfSession, findSession, stillLiving } from '../sessions/session-store'
import { useTicket } from '../sessions/socket-ticket'

export interface SocketTrader {
  readonly tenant: Tenant
  readonly traderId: string
  readonly sessionHash: string
  /** Unix milliseconds at which the session ends by itself. */
  readonly expiresAt: number
}

/** `host` is the company of the socket's host; null on a shared host, where the session decides. */
export async function signIn(
  parts: { readonly database: Database; readonly directory: TenantDirectory },
  secret: string,
  host: Tenant | null,
  now: number,
): Promise<SocketTrader | null> {
  const hash = hashSecret(secret)
  if (hash === undefined) return null
  const sessionHash = (await parts.database.system((tx) => useTicket(tx, hash, now))) ?? hash
  const tenant = host ?? parts.directory.byId((await companyOfSession(parts.database, sessionHash, now)) ?? '')
  if (tenant === undefined || tenant.status === 'closed') return null
  const session = await parts.database.withTenant(tenant.id, (tx) => findSession(tx, sessionHash, now))
  return session === null ? null : { tenant, traderId: session.id, sessionHash, expiresAt: session.endsAt }
}

/** Of these, the sessions that live no longer, by their hashes. */
export async function signedOut(database: Database, traders: readonly SocketTrader[], now: number): Promise<ReadonlySet<string>> {
  const ended = new Set(traders.map(({ sessionHash }) => sessionHash))
  for (const tenantId of new Set(traders.map(({ tenant }) => tenant.id))) {
    const hashes = traders.filter(({ tenant }) => tenant.id === tenantId).map(({ sessionHash }) => sessionHash)
    const living = await database.withTenant(tenantId, (tx) => stillLiving(tx, [...new Set(hashes)], now))
    for (const hash of living) ended.delete(hash)
  }
  return ended
}
