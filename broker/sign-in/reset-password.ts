/**
 * A new password for who has forgotten the old one, with a code sent to the account's address.
 *
 * Invariant: an address without an account is answered like a wrong code, in the same time. An account that the company froze keeps its
 * password, and its owner is told where to turn: a success here would promise a login that is refused.
 */
import type { resetPassword } from '../../contract/users'
import { nextStanding, standingOf } from '../../rules/account-standing'
import { done, type Handler, inTransaction, type Outcome, type Preparing, refused, withPreparation } from '../calls/handler'
import { hashPassword } from '../secrets/password-hash'
import { accountRecipient, findAccount } from '../traders/contact'
import { frozenRefusal } from '../traders/frozen'
import { lockTrader } from '../traders/trader-lock'
import { judgeNewPassword, setPassword } from './set-password'
import type { UserServices } from './user-services'
import { type CodeTarget, redeemCode, strangeAsker, tryCode } from './verification-codes'

type ResetPassword = typeof resetPassword

interface ProvenReset {
  readonly target: CodeTarget
  readonly passwordHash: string
}

export function resetPasswordHandler(services: UserServices): Handler<ResetPassword> {
  return withPreparation(
    async (call: Preparing<ResetPassword>) => done(await prove(services, call)),
    (judged: Outcome<ProvenReset>) =>
      inTransaction<ResetPassword>(async ({ tx, tenant, input, now }) => {
        if (!judged.ok) return judged
        const { target, passwordHash } = judged.data
        if (!(await redeemCode(tx, services.keyedHash, target, input.auth_code, now))) return refused('CODE_WRONG')
        const found = await findAccount(tx, target.recipient)
        const row = found && (await lockTrader(tx, found.id))
        if (row === undefined) return refused('CODE_WRONG')
        // Only who reads the account's mail gets here, and a new password would open nothing.
        const frozen = nextStanding(standingOf(row), 'password-reset') === null ? frozenRefusal(row, tenant) : undefined
        if (frozen !== undefined) return frozen
        return setPassword(tx, services, { tenant, row, passwordHash, action: 'account.password-reset' }, now)
      }),
  )
}

async function prove(services: UserServices, { tenant, input, now, client }: Preparing<ResetPassword>): Promise<Outcome<ProvenReset>> {
  const account = input.account.trim()
  if (account === '') return refused('ACCOUNT_REQUIRED')
  const judged = await judgeNewPassword(input, { accounts: [account.toLowerCase()], brand: tenant })
  if (!judged.ok) return judged
  const recipient = accountRecipient(input.type, account)
  if (recipient === undefined) return refused('CODE_WRONG')
  const target: CodeTarget = { tenantId: tenant.id, purpose: 'reset', recipient }
  if (!(await tryCode(services.database, services.keyedHash, { target, asker: strangeAsker(client) }, input.auth_code, now)))
    return refused('CODE_WRONG')
  // Behind the code, so that nobody makes us hash for nothing.
  const passwordHash = await hashPassword(input.new_password)
  return passwordHash === 'busy' ? refused('TOO_MANY_REQUESTS') : done({ target, passwordHash })
}
