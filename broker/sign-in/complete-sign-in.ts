/**
 * What happens when somebody has proven who they are, whichever way: the session it replaces ends, a new one begins, and a device that
 * was never seen before is told to the owner.
 */
import { eq } from 'drizzle-orm'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { SignedIn } from '../../contract/users'
import type { CallClient } from '../calls/handler'
import { maskedAddress } from '../calls/ip-address'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import { beginSession, endSession } from '../sessions/session-store'
import { auditAccount } from '../traders/account-audit'
import { deviceName } from '../traders/device-name'
import { type TraderRow, traderOf } from '../traders/trader-row'
import { deviceHash, rememberDevice } from './known-devices'
import { NOT_ME_LIFE_MS, notMeLink } from './not-me-link'
import { tellOwner } from './tell-owner'
import type { UserServices } from './user-services'

export interface SignIn {
  readonly tenant: Tenant
  readonly row: TraderRow
  readonly client: CallClient
  /** The browser's own secret, where it keeps one. */
  readonly device: string | undefined
  /** Token that came with the call: its session is replaced. */
  readonly tokenHash: string | undefined
  readonly language: Language
  readonly now: number
  /** True for the sign-in that comes with opening the account: its device is known from then on and nobody is told. */
  readonly isFirst?: boolean
}

export async function completeSignIn(tx: Tx, services: UserServices, signIn: SignIn): Promise<SignedIn> {
  const { tenant, row, client, tokenHash, language, now } = signIn
  // A token that was known before the sign-in must not be worth anything after it.
  if (tokenHash !== undefined) await endSession(tx, tenant.id, tokenHash, now)
  if (row.language !== language) await tx.update(trader).set({ language }).where(eq(trader.id, row.id))
  const token = await beginSession(tx, { tenantId: tenant.id, traderId: row.id, client }, now)
  if (!row.isDemo) await noticeDevice(tx, services, signIn)
  return { ...traderOf(row), token }
}

async function noticeDevice(tx: Tx, services: UserServices, signIn: SignIn): Promise<void> {
  const { tenant, row, client, device, language, now, isFirst = false } = signIn
  const owner = { tenantId: tenant.id, traderId: row.id }
  const hash = deviceHash(services.keyedHash, device, client)
  const seen = await rememberDevice(tx, { ...owner, deviceHash: hash }, now)
  if (seen !== 'new' || isFirst) return
  const { name } = deviceName(client.userAgent)
  const country = services.countryOf(client.address)
  await auditAccount(tx, owner, 'account.new-device', { device: name, address: maskedAddress(client.address), country }, now)
  const values = { device: name, time: String(now), country, link: await notMeLink(tx, tenant, row, now) }
  await tellOwner(tx, services, { tenant, row, language, kind: 'new-device', values, expiresAt: now + NOT_ME_LIFE_MS }, now)
}
