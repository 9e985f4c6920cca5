/**
 * The second half of a sign-in: the key of the first half and a code.
 *
 * Invariant: a challenge lives five minutes and has five tries; a try is counted whatever becomes of it, so the call runs in
 * transactions of its own, which a refusal does not undo.
 */
import type { loginTwoStep } from '../../contract/two-step'
import type { SignedIn } from '../../contract/users'
import { done, forTenant, type Handler, type Outcome, refused } from '../calls/handler'
import type { Database, Tx } from '../db/open-database'
import { countTry, findKey, newKey, spendKey } from '../sessions/account-keys'
import { frozenRefusal } from '../traders/frozen'
import { lockTrader } from '../traders/trader-lock'
import { completeSignIn } from './complete-sign-in'
import { plainCode, takeCode } from './two-step-code'
import type { UserServices } from './user-services'

const CHALLENGE_LIFE_MS = 5 * 60_000
const MAX_TRIES = 5

/** What the first half of a sign-in is answered with instead of a session. */
export function newChallenge(tx: Tx, tenantId: string, traderId: bigint, now: number): Promise<string> {
  return newKey(tx, { tenantId, traderId, purpose: 'two-step', lifeMs: CHALLENGE_LIFE_MS }, now)
}

/** Whose sign-in the challenge is, for counting the tries. */
export async function traderOfChallenge(database: Database, tenantId: string, challenge: string, now: number): Promise<string | undefined> {
  const key = await database.withTenant(tenantId, (tx) => findKey(tx, 'two-step', challenge, now))
  return key?.traderId.toString()
}

export function loginTwoStepHandler(services: UserServices): Handler<typeof loginTwoStep> {
  return forTenant((call) => {
    const { tenant, input, client, tokenHash, language, now } = call
    if (plainCode(input.code) === '') return Promise.resolve(refused('CODE_REQUIRED'))
    return services.database.withTenant(tenant.id, async (tx): Promise<Outcome<SignedIn>> => {
      const key = await findKey(tx, 'two-step', input.challenge, now)
      const row = key === undefined ? undefined : await lockTrader(tx, key.traderId)
      if (key === undefined || row === undefined || row.twoStepSince === null) return refused('TWO_STEP_CHALLENGE_INVALID')
      if (!(await countTry(tx, key.keyHash, MAX_TRIES))) return refused('TWO_STEP_CHALLENGE_INVALID')
      const frozen = frozenRefusal(row, tenant)
      if (frozen !== undefined) return frozen
      if (!(await takeCode(tx, services, row, input.code, now))) return refused('TWO_STEP_CODE_WRONG')
      await spendKey(tx, key.keyHash)
      return done(await completeSignIn(tx, services, { tenant, row, client, device: input.device, tokenHash, language, now }))
    })
  })
}
