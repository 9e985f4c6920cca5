/**
 * Secrets that the broker hands out: session tokens, socket tickets, demo ids.
 *
 * Invariant: each has 256 random bits, and the broker keeps only its SHA-256. A fast hash is right here: there is nothing to
 * guess in 256 random bits, unlike in a password.
 */
import { createHash, randomBytes } from 'node:crypto'

const SECRET = /^[A-Za-z0-9_-]{43}$/

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Lower-case hex; undefined for a text that cannot be one of our secrets, so that it never reaches the database. */
export function hashSecret(secret: string): string | undefined {
  return SECRET.test(secret) ? createHash('sha256').update(secret).digest('hex') : undefined
}

/** The session token of a request: the header holds it bare or after `Bearer`. A cookie is never looked at. */
export function tokenHashOf(headers: Headers): string | undefined {
  const value = headers.get('authorization')?.trim()
  return value === undefined ? undefined : hashSecret(value.replace(/^bearer +/i, ''))
}
