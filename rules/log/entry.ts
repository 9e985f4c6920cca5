/**
 * What a company's log holds of a receipt, and of a fact of the company: a hash under a salt of its own. Whoever holds the salt and the
 * receipt or fact finds it in the log; whoever holds the log alone learns nothing, not even by guessing what either may have said.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { HASH_BYTES, type Hash } from './merkle'

export const SALT_BYTES = 32

/** @param hash SHA-256 of the receipt's body, 32 bytes. @returns 32 bytes. @throws RangeError for another length */
export function receiptEntry(salt: Uint8Array, hash: Hash): Uint8Array {
  return entryOf('receipt', salt, hash)
}

/** @param hash SHA-256 of the fact's document, 32 bytes. @returns 32 bytes. @throws RangeError for another length */
export function factEntry(salt: Uint8Array, hash: Hash): Uint8Array {
  return entryOf('fact', salt, hash)
}

/** What each begins with is in no other's place, so that a receipt is never taken for a fact. */
function entryOf(what: 'receipt' | 'fact', salt: Uint8Array, hash: Hash): Uint8Array {
  if (salt.length !== SALT_BYTES || hash.length !== HASH_BYTES) throw new RangeError('a salt and a hash of 32 bytes each')
  return sha256(concatBytes(utf8ToBytes(`candor log entry v1\n${what}\n`), salt, hash))
}
