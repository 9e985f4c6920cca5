/** One Ed25519 key that signs receipts. The private half is a seed of 32 bytes; the key's id is taken from the public half. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalText, sha256Hex } from './canonical-json'
import type { SignedReceipt } from './receipt-signer'

export interface SigningKey {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string
  /** 32 bytes, base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const SEED_BYTES = 32

export function makeSigningKey(): SigningKey {
  return describeKey(generateKeyPairSync('ed25519').privateKey)
}

/** @throws RangeError when the seed is not 32 bytes. */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  if (seed.length !== SEED_BYTES) throw new RangeError(`an Ed25519 seed has ${SEED_BYTES} bytes`)
  // A key of thousands opened at every start: as JWK a tenth of the time of PKCS#8. The public half is worked out from `d`, never from `x`.
  const d = Buffer.from(seed).toString('base64url')
  return describeKey(createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: '', d }, format: 'jwk' }))
}

export function seedOf({ privateKey }: SigningKey): Buffer {
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SEED_BYTES)
}

export function signBody({ keyId, privateKey }: SigningKey, body: Readonly<Record<string, unknown>>): SignedReceipt {
  const text = canonicalText({ ...body, key_id: keyId })
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
  return { body: text, hash: sha256Hex(text), signature, keyId }
}

function describeKey(privateKey: KeyObject): SigningKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKey = x ?? ''
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)
  return { keyId, publicKey, privateKey }
}
