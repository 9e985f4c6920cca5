/** The public keys a receipt is checked against: those that came with the page, or those that a person gives instead. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { bytesOfBase64url } from './base64url'

/** A key as a broker publishes it. */
export interface TrustedKey {
  readonly keyId: string
  /** 32 bytes, base64url. */
  readonly publicKey: string
  /** The broker whose receipts it signs, as their bodies name it; null where only the key is known. */
  readonly broker: string | null
  /** Who published it, for people. */
  readonly owner: string
}

const KEY_BYTES = 32
const MAX_GIVEN_CHARACTERS = 100_000

/**
 * Reads what a person gave: the text of a `broker.json`, or one public key in hex or base64url. `null` when it is neither.
 * The id of a key that comes alone is worked out from it, as this platform does.
 */
export function readGivenKeys(text: string): TrustedKey[] | null {
  const given = text.trim()
  if (given.length > MAX_GIVEN_CHARACTERS) return null
  const bytes = keyBytes(given)
  if (bytes !== null) return [{ ...loneKey(bytes), broker: null, owner: '' }]
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    return null
  }
  return keysOfStatement(parsed)
}

/** Bytes of a public key, or null when the text is none. */
export function keyBytes(text: string): Uint8Array | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return hexToBytes(text)
  const bytes = bytesOfBase64url(text.replace(/=$/, ''))
  return bytes?.length === KEY_BYTES ? bytes : null
}

function loneKey(bytes: Uint8Array): Pick<TrustedKey, 'keyId' | 'publicKey'> {
  return { keyId: bytesToHex(sha256(bytes)).slice(0, 16), publicKey: bytesToHex(bytes) }
}

function keysOfStatement(statement: unknown): TrustedKey[] | null {
  if (typeof statement !== 'object' || statement === null) return null
  const { receipt_keys: published, legal_name: name } = statement as Record<string, unknown>
  if (!Array.isArray(published) || published.length === 0) return null
  const keys: TrustedKey[] = []
  for (const entry of published as unknown[]) {
    const { key_id: keyId, public_key: publicKey } = (entry ?? {}) as Record<string, unknown>
    if (typeof keyId !== 'string' || typeof publicKey !== 'string' || keyBytes(publicKey) === null) return null
    keys.push({ keyId, publicKey, broker: null, owner: typeof name === 'string' ? name : '' })
  }
  return keys
}
