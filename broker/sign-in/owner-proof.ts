/**
 * The owner's proof inside a running session: the password, or a code sent to the address that signs in.
 *
 * Invariant: a stolen session proves nothing, and who asks without a proof learns nothing. An account whose address was never proven
 * is proven by the code alone: who opened it with somebody else's address knows the password, too.
 */
import { eq } from 'drizzle-orm'
import type { Endpoint } from '../../contract/endpoint'
import { done, type Outcome, type Preparing, refused, type TraderCall } from '../calls/handler'
import { trader } from '../db/schema'
import { verifyPassword } from '../secrets/password-hash'
import { findSession } from '../sessions/session-store'
import { findTrader, type TraderRow } from '../traders/trader-row'
import { recipientOf } from './tell-owner'
import type { UserServices } from './user-services'
import { type CodeTarget, redeemCode, traderAsker, tryCode } from './verification-codes'

interface GivenProof {
  readonly password?: string | undefined
  readonly auth_code?: string | undefined
}

/** What was proven before the transaction; in it a code is used up, and the password must still be the one that was judged. */
export type OwnerProof =
  | { readonly by: 'code'; readonly target: CodeTarget; readonly code: string }
  | { readonly by: 'password'; readonly passwordHash: string | null }

/** Outside the call's transaction: a password's hash takes longer than one may be held open, and a code's try must stay counted. */
export async function judgeOwner<E extends Endpoint>(services: UserServices, call: Preparing<E>): Promise<Outcome<OwnerProof>> {
  const { tenant, tokenHash, now } = call
  const { password = '', auth_code: code = '' } = call.input as GivenProof
  const row = await services.database.withTenant(tenant.id, async (tx) => {
    const session = tokenHash === undefined ? null : await findSession(tx, tokenHash, now)
    return session === null ? undefined : findTrader(tx, session.id)
  })
  // Only real accounts have an address; the others are told what they are before this is heard.
  const recipient = row && recipientOf(row)
  if (row === undefined || recipient === undefined) return refused('SESSION_INVALID')
  if (code.trim() !== '') {
    const target: CodeTarget = { tenantId: tenant.id, purpose: 'reset', recipient }
    const fits = await tryCode(services.database, services.keyedHash, { target, asker: traderAsker(row.id) }, code, now)
    return fits ? done({ by: 'code', target, code }) : refused('CODE_WRONG')
  }
  if (password === '') return refused('OWNER_PROOF_REQUIRED')
  const verdict = await verifyPassword(password, row.passwordHash)
  if (verdict === 'busy') return refused('TOO_MANY_REQUESTS')
  if (verdict === 'mismatch') return refused('PASSWORD_WRONG')
  return row.contactProvenAt === null ? refused('CONTACT_UNPROVEN') : done({ by: 'password', passwordHash: row.passwordHash })
}

/** In the call's transaction, with the trader's row held: the proof is taken, or what has become of it is said. */
export async function takeOwnerProof(
  services: UserServices,
  { tx, now }: Pick<TraderCall<Endpoint>, 'tx' | 'now'>,
  row: TraderRow,
  proof: OwnerProof,
): Promise<Outcome<null>> {
  if (proof.by === 'password') return proof.passwordHash === row.passwordHash ? done(null) : refused('PASSWORD_WRONG')
  if (!(await redeemCode(tx, services.keyedHash, proof.target, proof.code, now))) return refused('CODE_WRONG')
  if (row.contactProvenAt === null) await tx.update(trader).set({ contactProvenAt: now }).where(eq(trader.id, row.id))
  return done(null)
}
