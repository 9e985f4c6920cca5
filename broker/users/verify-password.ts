/**
 * Judges a password against its stored hash, in the same time whether the account exists or not.
 *
 * Invariant: at most two hashes are computed at once and few wait, so a storm of sign-ins cannot starve the rest of the process.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 2^15 × 8 × 128 bytes = 32 MiB a hash, the cost OWASP gives for scrypt with three lanes on one lane less. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
const KEY_BYTES = 32
const AT_ONCE = 2
const WAITING = 20

let running = 0
const queue: (() => void)[] = []

/** Stands in for the hash of an account that does not exist. No password matches it: the key is random and thrown away. */
const NOBODY = { salt: randomBytes(16), key: randomBytes(KEY_BYTES) }

export type Verdict = 'match' | 'mismatch' | 'busy'

/** `stored` is `scrypt$<salt>$<key>` in base64url, or null where there is no such account. */
export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  const expected = stored === null ? NOBODY : readHash(stored)
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) return 'busy'
    await new Promise<void>((resolve) => queue.push(resolve))
  } else {
    running += 1
  }
  try {
    const key = await deriveKey(password, expected.salt)
    return timingSafeEqual(key, expected.key) && stored !== null ? 'match' : 'mismatch'
  } finally {
    // The place goes to the next in line as it is; freeing it first would let a newcomer take it as well.
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function readHash(stored: string): { salt: Buffer; key: Buffer } {
  const [scheme, salt, key] = stored.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new Error('a stored password hash is not in the known form')
  return { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
