/**
 * A new password, in the transaction that uses up the code for it.
 *
 * Invariant: with the password everything that the old one opened ends: sessions with their sockets, and sign-ins that wait for
 * their second code. The owner is told. An account that its owner froze opens again; what the company froze stays frozen. After a
 * reset without a second step payouts wait. Where the address is proven by this for the first time, whoever set the account up may
 * have been somebody else: their second step and payout methods go.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { done, type Outcome, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { payoutMethod, trader } from '../db/schema'
import { forgetKeys } from '../sessions/account-keys'
import { endSessions } from '../sessions/session-store'
import { type AccountAction, auditAccount } from '../traders/account-audit'
import { heldFromNow } from '../traders/payout-hold'
import type { TraderRow } from '../traders/trader-row'
import { dropTwoStep } from './drop-two-step'
import { judgePassword, type PasswordOwner } from './password-policy'
import { tellOwner } from './tell-owner'
import type { UserServices } from './user-services'

interface WantedPassword {
  readonly new_password: string
  readonly secondary_password: string
  readonly auth_code: string
}

/** What can be said about a new password and its code before either is looked up. */
export async function judgeNewPassword(input: WantedPassword, owner: PasswordOwner): Promise<Outcome<null>> {
  if (input.new_password === '') return refused('PASSWORD_REQUIRED')
  if (input.auth_code.trim() === '') return refused('CODE_REQUIRED')
  if (input.new_password !== input.secondary_password) return refused('PASSWORD_MISMATCH')
  return judgePassword(input.new_password, owner)
}

interface NewPassword {
  readonly tenant: Tenant
  readonly row: TraderRow
  readonly passwordHash: string
  readonly action: Extract<AccountAction, 'account.password-reset' | 'account.password-changed'>
  /** The session that stays; all end without it. */
  readonly keeps?: string
}

/** Read in the update itself: the row the caller holds may be older than a freeze of the desk. */
const OWN_FREEZE_ENDS = sql<number | null>`case when ${trader.frozenBy} is null then null else ${trader.frozenAt} end`

export async function setPassword(tx: Tx, services: UserServices, wanted: NewPassword, now: number): Promise<Outcome<null>> {
  const { tenant, row, passwordHash, action, keeps } = wanted
  const owner = { tenantId: tenant.id, traderId: row.id }
  await tx
    .update(trader)
    // The code came to the address that signs in: it is proven by that.
    .set({
      passwordHash,
      passwordChangedAt: now,
      frozenAt: OWN_FREEZE_ENDS,
      contactProvenAt: row.contactProvenAt ?? now,
      ...(action === 'account.password-reset' && !isGuarded(tenant, row) && { payoutsHeldUntil: heldFromNow(tenant, row, now) }),
    })
    .where(eq(trader.id, row.id))
  if (row.contactProvenAt === null) await dropWhatWasSetUp(tx, row, now)
  const ended = await endSessions(tx, { ...owner, ...(keeps !== undefined && { except: keeps }) }, now)
  await forgetKeys(tx, row.id, 'two-step')
  await auditAccount(tx, owner, action, { sessions_ended: ended }, now)
  const values = { time: String(now) }
  await tellOwner(tx, services, { tenant, row, language: row.language as Language, kind: 'password-changed', values }, now)
  return done(null)
}

/** Who resets a password with a mailbox alone has given no second step yet. */
function isGuarded(tenant: Tenant, row: TraderRow): boolean {
  return row.twoStepSince !== null && tenant.wallet.twoStepEndsHold
}

async function dropWhatWasSetUp(tx: Tx, row: TraderRow, now: number): Promise<void> {
  await dropTwoStep(tx, row)
  await tx
    .update(payoutMethod)
    .set({ deletedAt: now })
    .where(and(eq(payoutMethod.traderId, row.id), isNull(payoutMethod.deletedAt)))
}
