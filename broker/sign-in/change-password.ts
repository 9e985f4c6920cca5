/**
 * A new password for who is signed in, with a code sent to the address that signs in and, where it is given, the old password.
 *
 * Invariant: a stolen session alone cannot change the password, nor try out the old one: that is looked at only behind a right code.
 */
import type { changePassword } from '../../contract/users'
import { done, forTrader, type Handler, type Outcome, type Preparing, refused, withPreparation } from '../calls/handler'
import { hashPassword, verifyPassword } from '../secrets/password-hash'
import { findSession } from '../sessions/session-store'
import { findTrader } from '../traders/trader-row'
import { judgeNewPassword, setPassword } from './set-password'
import { recipientOf } from './tell-owner'
import type { UserServices } from './user-services'
import { type CodeTarget, redeemCode, traderAsker, tryCode } from './verification-codes'

type ChangePassword = typeof changePassword

interface ProvenChange {
  readonly target: CodeTarget
  readonly passwordHash: string
}

export function changePasswordHandler(services: UserServices): Handler<ChangePassword> {
  return withPreparation(
    async (call: Preparing<ChangePassword>) => done(await prove(services, call)),
    (judged: Outcome<ProvenChange>) =>
      forTrader<ChangePassword>(async ({ tx, tenant, trader: caller, input, now }) => {
        if (!judged.ok) return judged
        const { target, passwordHash } = judged.data
        if (!(await redeemCode(tx, services.keyedHash, target, input.auth_code, now))) return refused('CODE_WRONG')
        const row = await findTrader(tx, caller.id)
        if (row === undefined) throw new Error('a session without its trader')
        const action = 'account.password-changed'
        return setPassword(tx, services, { tenant, row, passwordHash, action, keeps: caller.sessionHash }, now)
      }),
  )
}

async function prove(services: UserServices, call: Preparing<ChangePassword>): Promise<Outcome<ProvenChange>> {
  const { database, keyedHash } = services
  const { tenant, input, tokenHash, now } = call
  const row = await database.withTenant(tenant.id, async (tx) => {
    const session = tokenHash === undefined ? null : await findSession(tx, tokenHash, now)
    return session === null ? undefined : findTrader(tx, session.id)
  })
  // Only real accounts have an address; the others are told what they are before this is heard.
  const recipient = row && recipientOf(row)
  if (row === undefined || recipient === undefined) return refused('SESSION_INVALID')
  const judged = await judgeNewPassword(input, { accounts: [recipient.to], brand: tenant })
  if (!judged.ok) return judged
  const target: CodeTarget = { tenantId: tenant.id, purpose: 'reset', recipient }
  if (!(await tryCode(database, keyedHash, { target, asker: traderAsker(row.id) }, input.auth_code, now))) return refused('CODE_WRONG')
  if (input.old_password !== undefined && input.old_password !== '') {
    const verdict = await verifyPassword(input.old_password, row.passwordHash)
    if (verdict === 'busy') return refused('TOO_MANY_REQUESTS')
    if (verdict === 'mismatch') return refused('OLD_PASSWORD_WRONG')
  }
  const passwordHash = await hashPassword(input.new_password)
  return passwordHash === 'busy' ? refused('TOO_MANY_REQUESTS') : done({ target, passwordHash })
}
