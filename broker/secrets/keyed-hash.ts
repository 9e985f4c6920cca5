/**
 * Keyed hashes of what could be guessed: codes of six digits, addresses, answers of an image. Without the master key nobody who
 * holds a copy of the store can try them out.
 */
import { createHmac, hkdfSync } from 'node:crypto'

/** `place` keeps equal texts of different purposes apart; hex. */
export type KeyedHash = (place: string, text: string) => string

export function keyedHash(masterKey: Uint8Array): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'candor', 'keyed hash', 32))
  return (place, text) => createHmac('sha256', key).update(`${place}\0${text}`).digest('hex')
}
