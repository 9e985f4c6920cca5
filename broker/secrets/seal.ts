/**
 * Seals a small secret under the master key: AES-256-GCM with a key of its own, derived by HKDF from the master key and the
 * place the secret belongs to.
 *
 * Invariant: a sealed secret opens only under the same master key and in the same place, so a row copied to another tenant
 * or another key id is worthless.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `place` says what the secret is for, such as `receipt-key/aurora/3f…`. */
export function seal(masterKey: Uint8Array, place: string, secret: Uint8Array): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(masterKey, place), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return [VERSION, iv.toString('base64url'), sealed.toString('base64url'), cipher.getAuthTag().toString('base64url')].join('.')
}

/** `null` when the master key or the place is another one, or the sealed text was changed. */
export function unseal(masterKey: Uint8Array, place: string, text: string): Buffer | null {
  const [version, iv, sealed, tag, ...rest] = text.split('.')
  if (version !== VERSION || iv === undefined || sealed === undefined || tag === undefined || rest.length > 0) return null
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(masterKey, place), Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()])
  } catch {
    return null
  }
}

function keyFor(masterKey: Uint8Array, place: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, 'candor', place, 32))
}
