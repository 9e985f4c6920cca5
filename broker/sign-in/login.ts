/**
 * Signing in with a password.
 *
 * Invariant: an account that does not exist, one of another company and a wrong password are one answer in one time. What is wrong
 * with an account (frozen, a second code is missing) is told only to who knows its password.
 */
import { and, eq } from 'drizzle-orm'
import type { login } from '../../contract/users'
import { done, forTenant, type Handler, type Outcome, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import { verifyPassword } from '../secrets/password-hash'
import { frozenRefusal } from '../traders/frozen'
import { lockTrader } from '../traders/trader-lock'
import type { TraderRow } from '../traders/trader-row'
import { completeSignIn, type SignIn } from './complete-sign-in'
import { newChallenge } from './login-two-step'
import { signInName } from './sign-in-name'
import type { UserServices } from './user-services'

export function loginHandler(services: UserServices): Handler<typeof login> {
  const { database } = services
  return forTenant(async ({ tenant, input, now, client, tokenHash, language }) => {
    const account = signInName(input.account, input.login_type)
    if (input.account.trim() === '') return refused('ACCOUNT_REQUIRED')
    if (input.password === '') return refused('PASSWORD_REQUIRED')
    const isAccount = eq(input.login_type === 'email' ? trader.email : trader.mobile, account)
    let row: TraderRow | undefined
    // Outside any transaction: the hash takes longer than a transaction may be held open.
    const verdict = await verifyPassword(input.password, async () => {
      row = await database.withTenant(tenant.id, async (tx) => {
        const found = await tx
          .select()
          .from(trader)
          .where(and(isAccount, eq(trader.isDemo, false)))
        return found[0]
      })
      return row?.passwordHash ?? null
    })
    if (verdict === 'busy') return refused('TOO_MANY_REQUESTS')
    if (verdict === 'mismatch' || row === undefined) return refused('LOGIN_FAILED')
    const signIn = { tenant, row, client, device: input.device, tokenHash, language, now }
    return database.withTenant(tenant.id, (tx) => afterPassword(tx, services, signIn))
  })
}

/** The account may have changed while the password was being judged: it is looked at again, and held, before anything is given. */
async function afterPassword(tx: Tx, services: UserServices, signIn: SignIn): Promise<Outcome<Awaited<ReturnType<typeof completeSignIn>>>> {
  const { tenant, row: judged, now } = signIn
  const row = await lockTrader(tx, judged.id)
  if (row === undefined || row.passwordHash !== judged.passwordHash) return refused('LOGIN_FAILED')
  const frozen = frozenRefusal(row, tenant)
  if (frozen !== undefined) return frozen
  if (row.twoStepSince !== null) return refused('TWO_STEP_CODE_REQUIRED', { challenge: await newChallenge(tx, tenant.id, row.id, now) })
  return done(await completeSignIn(tx, services, { ...signIn, row }))
}
