/**
 * Recovery codes: what opens an account when the authenticator is lost.
 *
 * Invariant: each has 60 random bits, works once, and is stored only as a keyed hash in its trader's name; new ones make the old
 * worthless.
 */
import { randomInt } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { recoveryCode } from '../db/schema'
import type { KeyedHash } from '../secrets/keyed-hash'
import type { TraderRow } from '../traders/trader-row'

const CODES = 10
/** Crockford's base 32: without letters that are taken for digits or for each other. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
const GROUP_LETTERS = 4

type Owner = Pick<TraderRow, 'id' | 'tenantId'>

/** Replaces a trader's codes; the new ones are returned once, in groups that can be read aloud, and not kept. */
export async function renewCodes(tx: Tx, hash: KeyedHash, owner: Owner): Promise<string[]> {
  await forgetCodes(tx, owner)
  const codes = Array.from({ length: CODES }, newCode)
  await tx
    .insert(recoveryCode)
    .values(
      codes.map((code) => ({ tenantId: owner.tenantId, traderId: owner.id, codeHash: codeHash(hash, owner, code.replaceAll('-', '')) })),
    )
  return codes
}

export async function forgetCodes(tx: Tx, owner: Owner): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.traderId, owner.id))
}

export async function codesLeft(tx: Tx, traderId: string): Promise<number> {
  const [left] = await tx
    .select({ codes: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.traderId, BigInt(traderId)), isNull(recoveryCode.usedAt)))
  return left?.codes ?? 0
}

/** Uses a code up. @param plain in capitals, without spaces and dashes */
export async function takeRecoveryCode(tx: Tx, hash: KeyedHash, owner: Owner, plain: string, now: number): Promise<boolean> {
  if (plain.length !== GROUPS * GROUP_LETTERS) return false
  const read = plain.replaceAll('O', '0').replace(/[IL]/g, '1')
  const taken = await tx
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(eq(recoveryCode.traderId, owner.id), eq(recoveryCode.codeHash, codeHash(hash, owner, read)), isNull(recoveryCode.usedAt)))
    .returning({ codeHash: recoveryCode.codeHash })
  return taken.length > 0
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

function codeHash(hash: KeyedHash, { tenantId, id }: Owner, plain: string): string {
  return hash('recovery-code', `${tenantId}\0${id}\0${plain}`)
}
