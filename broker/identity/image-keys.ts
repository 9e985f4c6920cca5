/**
 * The keys under which pictures and what people say about themselves are encrypted: one a tenant, random, kept sealed under the
 * master key.
 *
 * Invariant: nothing is ever encrypted under a key that a rollback could take away: a key is made in a transaction of its own and
 * used only when that is committed. Of two nodes that make one together, one wins and both use it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '../db/open-database'
import { tenantKey } from '../db/schema'
import type { FilePlace } from '../files/file-store'
import type { Clock } from '../ground/clock'
import { seal, unseal } from '../secrets/seal'

const PURPOSE = 'images'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES

export interface ImageKeys {
  /** Makes the tenant's key if it has none. Outside any transaction. */
  make(tenantId: string): Promise<void>
  /** @throws when the master key is not the one that sealed it. */
  open(tx: Tx, tenantId: string): Promise<Buffer>
}

interface KeyServices {
  readonly database: Database
  readonly masterKey: Uint8Array
  readonly clock: Clock
}

export function imageKeys({ database, masterKey, clock }: KeyServices): ImageKeys {
  const opened = new Map<string, Buffer>()
  const keys: ImageKeys = {
    async make(tenantId) {
      if (opened.has(tenantId)) return
      await database.withTenant(tenantId, (tx) => {
        const sealedKey = seal(masterKey, placeOf(tenantId), randomBytes(KEY_BYTES))
        return tx.insert(tenantKey).values({ tenantId, purpose: PURPOSE, sealedKey, createdAt: clock.now() }).onConflictDoNothing()
      })
    },
    async open(tx, tenantId) {
      const known = opened.get(tenantId)
      if (known !== undefined) return known
      const [row] = await tx
        .select()
        .from(tenantKey)
        .where(and(eq(tenantKey.tenantId, tenantId), eq(tenantKey.purpose, PURPOSE)))
      if (row === undefined) throw new Error(`${tenantId} has no key for pictures`)
      const key = unseal(masterKey, placeOf(tenantId), row.sealedKey)
      if (key === null) {
        throw new Error(
          `the key for pictures of ${tenantId} cannot be opened: the master key is not the one that sealed it. Set MASTER_KEY as it was, or put the demo's key file back`,
        )
      }
      opened.set(tenantId, key)
      return key
    },
  }
  return keys
}

function placeOf(tenantId: string): string {
  return `tenant-key/${tenantId}/${PURPOSE}`
}

/** One byte for the format, then initialisation vector, tag and what is encrypted. Bound to its place: moved elsewhere it does not open. */
export function encryptImage(key: Buffer, place: FilePlace, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(`${place.tenantId}/${place.storeKey}`))
  const encrypted = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), ...encrypted])
}

/** Null when the bytes were changed, or belong to another place or key. */
export function decryptImage(key: Buffer, place: FilePlace, stored: Buffer): Buffer | null {
  if (stored.byteLength < HEAD_BYTES || stored[0] !== FORMAT) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, stored.subarray(1, 1 + IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(`${place.tenantId}/${place.storeKey}`))
    decipher.setAuthTag(stored.subarray(1 + IV_BYTES, HEAD_BYTES))
    return Buffer.concat([decipher.update(stored.subarray(HEAD_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
