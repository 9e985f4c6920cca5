/** Canonical JSON (RFC 8785): one value, one text, so that a hash or a signature over the text speaks for the value. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** @throws for what JSON cannot say: a bigint, NaN, half a surrogate pair, nothing at all. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('nothing to write as canonical JSON')
  return text
}

/** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
