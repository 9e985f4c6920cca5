/**
 * Codes of two-step sign-in: RFC 6238 with SHA-1, six digits and steps of 30 seconds, or a recovery code in their place.
 *
 * Invariant: a code works once. One step before and after the broker's clock is accepted, and a step never again after it, or a
 * later one, was used. The secret is in the store only sealed, for this trader alone.
 */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { generateSecret, verifySync } from 'otplib'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import { seal, unseal } from '../secrets/seal'
import { auditAccount } from '../traders/account-audit'
import { latinDigits } from '../traders/latin-digits'
import type { TraderRow } from '../traders/trader-row'
import { takeRecoveryCode } from './recovery-codes'
import type { UserServices } from './user-services'

const STEP_SECONDS = 30
/** As long as the hash it feeds (RFC 4226, section 4). */
const SECRET_BYTES = 20

type Owner = Pick<TraderRow, 'id' | 'tenantId' | 'twoStepSecret'>

export function newTwoStepSecret(): string {
  return generateSecret({ length: SECRET_BYTES })
}

export function sealTwoStepSecret(masterKey: Uint8Array, { tenantId, id }: Pick<Owner, 'tenantId' | 'id'>, secret: string): string {
  return seal(masterKey, placeOf(tenantId, id), Buffer.from(secret))
}

/** A code as it is compared: without spaces and dashes, digits of any script in Latin. */
export function plainCode(typed: string): string {
  return latinDigits(typed)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
}

/** Uses a code of the authenticator up; false when it is wrong, too old, or was used. */
export async function takeAuthenticatorCode(
  tx: Tx,
  { masterKey }: Pick<UserServices, 'masterKey'>,
  owner: Owner,
  typed: string,
  now: number,
): Promise<boolean> {
  const token = plainCode(typed)
  if (owner.twoStepSecret === null || !/^\d{6}$/.test(token)) return false
  const secret = unseal(masterKey, placeOf(owner.tenantId, owner.id), owner.twoStepSecret)
  if (secret === null) throw new Error('the secret of an authenticator could not be unsealed')
  const epoch = Math.floor(now / 1000)
  const verdict = verifySync({ secret: secret.toString(), token, epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS })
  if (!verdict.valid || !('timeStep' in verdict)) return false
  const isLater = or(isNull(trader.twoStepLastStep), lt(trader.twoStepLastStep, verdict.timeStep))
  const taken = await tx
    .update(trader)
    .set({ twoStepLastStep: verdict.timeStep })
    .where(and(eq(trader.id, owner.id), isLater))
    .returning({ id: trader.id })
  return taken.length > 0
}

/** Uses up a code of the authenticator or a recovery code. */
export async function takeCode(tx: Tx, services: UserServices, owner: Owner, typed: string, now: number): Promise<boolean> {
  if (await takeAuthenticatorCode(tx, services, owner, typed, now)) return true
  if (!(await takeRecoveryCode(tx, services.keyedHash, owner, plainCode(typed), now))) return false
  await auditAccount(tx, { tenantId: owner.tenantId, traderId: owner.id }, 'account.recovery-code-used', {}, now)
  return true
}

function placeOf(tenantId: string, traderId: bigint): string {
  return `two-step/${tenantId}/${traderId}`
}
