/**
 * Single-use keys that lead to an account and are no session: the second half of a sign-in, and the link "this was not me".
 *
 * Invariant: a key has 256 random bits and only its SHA-256 is stored; a row goes when the key is used.
 */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/open-database'
import { accountKey } from '../db/schema'
import { hashSecret, newSecret } from '../secrets/session-token'

type KeyPurpose = (typeof accountKey.$inferSelect)['purpose']
type KeyRow = typeof accountKey.$inferSelect

export async function newKey(
  tx: Tx,
  owner: { readonly tenantId: string; readonly traderId: bigint; readonly purpose: KeyPurpose; readonly lifeMs: number },
  now: number,
): Promise<string> {
  const { lifeMs, ...row } = owner
  const key = newSecret()
  const keyHash = hashSecret(key)
  if (keyHash === undefined) throw new Error('a new key is not in the form of a key')
  await tx.insert(accountKey).values({ ...row, keyHash, createdAt: now, expiresAt: now + lifeMs })
  return key
}

/** The row behind a key that is neither used nor too old. It may be gone by the time somebody holds the trader's row. */
export async function findKey(tx: Tx, purpose: KeyPurpose, key: string, now: number): Promise<KeyRow | undefined> {
  const keyHash = hashSecret(key)
  if (keyHash === undefined) return undefined
  const [row] = await tx
    .select()
    .from(accountKey)
    .where(and(eq(accountKey.keyHash, keyHash), eq(accountKey.purpose, purpose), gt(accountKey.expiresAt, now)))
  return row
}

/** Counts one more try with the key; false when it is gone or has had its tries. */
export async function countTry(tx: Tx, keyHash: string, maxTries: number): Promise<boolean> {
  const counted = await tx
    .update(accountKey)
    .set({ attempts: sql`${accountKey.attempts} + 1` })
    .where(and(eq(accountKey.keyHash, keyHash), lt(accountKey.attempts, maxTries)))
    .returning({ attempts: accountKey.attempts })
  return counted.length > 0
}

/** Uses a key up; false when somebody else just did. */
export async function spendKey(tx: Tx, keyHash: string): Promise<boolean> {
  const used = await tx.delete(accountKey).where(eq(accountKey.keyHash, keyHash)).returning({ keyHash: accountKey.keyHash })
  return used.length > 0
}

/** Makes a trader's keys worthless, all of them or those of one purpose. */
export async function forgetKeys(tx: Tx, traderId: bigint, purpose?: KeyPurpose): Promise<void> {
  const isMeant = purpose === undefined ? undefined : eq(accountKey.purpose, purpose)
  await tx.delete(accountKey).where(and(eq(accountKey.traderId, traderId), isMeant))
}

/** Removes keys that are too old. Runs as the owner, over all companies. */
export async function forgetOldAccountKeys(database: Database, now: number): Promise<void> {
  await database.system((tx) => tx.delete(accountKey).where(lt(accountKey.expiresAt, now)))
}
