/**
 * What names a repeated call: the client's key in its scope, and a fingerprint of the parameters.
 *
 * The stored reply is sealed with the client's own key. A reply may hold a session token, and the database must not: whoever
 * reads the table has the reply's hash-named row but not the key that opens it.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const KEY = /^[\x21-\x7e]{1,64}$/

export function isIdempotencyKey(value: string): boolean {
  return KEY.test(value)
}

/** Lower-case hex of the key in its scope; the key itself is not kept. */
export function keyHash(key: string, call: string): string {
  return createHash('sha256').update(`idempotency\0${call}\0${key}`).digest('hex')
}

/** What people call a sending by: eight hexadecimal letters, with or without a dash in their middle. */
const REFERENCE = /^([0-9a-f]{4})-?([0-9a-f]{4})$/i

/** As it is stored; null for what is none. */
export function readReference(typed: string): string | null {
  const [, first, second] = REFERENCE.exec(typed.trim()) ?? []
  return first === undefined || second === undefined ? null : `${first}${second}`.toLowerCase()
}

/** The reference of a key; 32 bits of it, with which no reply can be opened. Null for a key that has none. */
export function referenceOfKey(key: string): string | null {
  return key.length < 32 ? null : readReference(key.slice(0, 8))
}

/** Equal for equal parameters in any order; independent of parameters the call does not know. */
export function parametersHash(input: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

function sealingKey(key: string, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, nonce, 'candor idempotent reply', 32))
}

export function sealReply(body: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key, nonce), nonce)
  return Buffer.concat([nonce, cipher.update(body, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function openReply(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key, nonce), nonce)
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
