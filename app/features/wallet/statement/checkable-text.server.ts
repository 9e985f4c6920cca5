import canonicalize from 'canonicalize'
import type { StatementSignature } from '../../../terms/period-statement'

/** A signed statement as `/verify` takes it: alone, or with the proof of its place in the log once it is there. */
export function checkableText({ whole, hash, proof }: Pick<StatementSignature, 'whole' | 'hash' | 'proof'>): string {
  const text = canonicalize(proof === null ? whole : { receipts: [whole], proofs: [{ hash, proof }] })
  if (text === undefined) throw new Error('a statement has a canonical form')
  return text
}
