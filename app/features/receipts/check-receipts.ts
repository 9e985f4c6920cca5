/**
 * Checks receipts in the browser, with nothing but their text and public keys.
 *
 * Invariant: a text passes only as a whole. It has to be, byte for byte, the canonical JSON of receipts whose hash and signature
 * fit, so one changed byte anywhere makes it fail; a line end after it, which editors add, is the only exception.
 */
import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Receipt } from '../../../contract/orders'
import { bytesOfBase64url } from './base64url'
import { isSignedNatively } from './native-signature'
import { BROKEN_LINKS, type ChainLink, chainLinks } from './receipt-chain'
import { keyBytes, type TrustedKey } from './trusted-keys'

hashes.sha512 = sha512

/** Why there is nothing to check. */
export type InputProblem = 'empty' | 'too_large' | 'not_json' | 'not_receipt' | 'statement_too_large' | 'statement_unsigned'

/** What is wrong with a receipt, the gravest first. */
export type ReceiptFault = 'body_changed' | 'key_changed' | 'signature_wrong' | 'broker_wrong' | 'key_unknown'

export interface CheckedReceipt {
  /** From 0, in the order of the text. */
  readonly place: number
  readonly receipt: Receipt
  /** `null`: genuine. */
  readonly fault: ReceiptFault | null
  /** The key that signed it; null where none of the known ones did. */
  readonly key: TrustedKey | null
  readonly link: ChainLink
}

export interface CheckReport {
  readonly ok: true
  /** `unknown`: nothing speaks against it, but the key that signed is not among the known ones. */
  readonly verdict: 'genuine' | 'unknown' | 'false'
  /** The text is the exact form in which receipts are issued. */
  readonly isExact: boolean
  readonly receipts: readonly CheckedReceipt[]
  /** Proofs of the log by the hash of their receipt; null where the text carries none at all. */
  readonly proofs: ReadonlyMap<string, string> | null
}

type CheckResult = CheckReport | { readonly ok: false; readonly problem: InputProblem }

export const MAX_RECEIPTS = 1_000
export const MAX_CHARACTERS = 4_000_000
const LIMITS = { receipts: MAX_RECEIPTS, characters: MAX_CHARACTERS }
/** Receipts between two breaths of the page. */
export const AT_ONCE = 20

const FIELDS = 'body,hash,key_id,signature'

export async function checkReceipts(
  text: string,
  keys: readonly TrustedKey[],
  breathe: () => Promise<void> = async () => {},
  limits: typeof LIMITS = LIMITS,
): Promise<CheckResult> {
  if (text.trim() === '') return { ok: false, problem: 'empty' }
  if (text.length > limits.characters) return { ok: false, problem: 'too_large' }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'not_json' }
  }
  const bundle = bundleOf(parsed)
  const receipts = receiptsOf(bundle === null ? parsed : bundle.receipts)
  if (receipts === null) return { ok: false, problem: 'not_receipt' }
  if (receipts.length > limits.receipts) return { ok: false, problem: 'too_large' }
  const links = chainLinks(receipts)
  const checked: CheckedReceipt[] = []
  for (let from = 0; from < receipts.length; from += AT_ONCE) {
    if (from > 0) await breathe()
    const some = receipts.slice(from, from + AT_ONCE)
    const found = await Promise.all(
      some.map(async (receipt) => ({ receipt, ...checkReceipt(receipt, keys, await askBrowser(receipt, keys)) })),
    )
    checked.push(...found.map((one, at) => ({ ...one, place: from + at, link: links[from + at] ?? 'begins' })))
  }
  const isExact = formsOf(parsed, bundle !== null).includes(text.replace(/\r?\n$/, ''))
  return { ok: true, verdict: verdictOf(checked, isExact), isExact, receipts: checked, proofs: bundle?.proofs ?? null }
}

function verdictOf(checked: readonly CheckedReceipt[], isExact: boolean): CheckReport['verdict'] {
  const isFalse = checked.some(({ fault, link }) => (fault !== null && fault !== 'key_unknown') || BROKEN_LINKS.has(link))
  if (isFalse || !isExact) return 'false'
  return checked.some(({ fault }) => fault !== null) ? 'unknown' : 'genuine'
}

/**
 * One receipt against these keys, whatever stands beside it.
 * @param signed what the browser itself said of its signature; null: nothing, so it is worked out here
 */
export function checkReceipt(
  { body, hash, key_id: keyId, signature }: Receipt,
  keys: readonly TrustedKey[],
  signed: boolean | null = null,
): Pick<CheckedReceipt, 'fault' | 'key'> {
  const text = canonicalOrNull(body)
  if (text === null) return { fault: 'body_changed', key: null }
  const bytes = utf8ToBytes(text)
  if (bytesToHex(sha256(bytes)) !== hash) return { fault: 'body_changed', key: null }
  if (body.key_id !== keyId) return { fault: 'key_changed', key: null }
  const key = keys.find((one) => one.keyId === keyId)
  if (key === undefined) return { fault: 'key_unknown', key: null }
  if (!(signed ?? isSigned(bytes, signature, key))) return { fault: 'signature_wrong', key: null }
  // A broker's key speaks for that broker alone.
  if (key.broker !== null && key.broker !== body.broker) return { fault: 'broker_wrong', key }
  return { fault: null, key }
}

/** Null where the browser cannot say, or there is nothing to ask. */
async function askBrowser({ body, key_id: keyId, signature }: Receipt, keys: readonly TrustedKey[]): Promise<boolean | null> {
  const text = canonicalOrNull(body)
  const key = keys.find((one) => one.keyId === keyId)
  const signed = bytesOfBase64url(signature)
  const publicKey = key === undefined ? null : keyBytes(key.publicKey)
  if (text === null || publicKey === null || signed?.length !== 64) return null
  return isSignedNatively(utf8ToBytes(text), signed, publicKey)
}

function isSigned(message: Uint8Array, signature: string, { publicKey }: TrustedKey): boolean {
  const signed = bytesOfBase64url(signature)
  const key = keyBytes(publicKey)
  if (signed?.length !== 64 || key === null) return false
  try {
    return verify(signed, message, key, { zip215: false })
  } catch {
    return false
  }
}

interface Bundle {
  readonly receipts: unknown
  readonly proofs: ReadonlyMap<string, string>
}

/** Receipts with the proofs of where they stand in the log; null for any other form. */
function bundleOf(parsed: unknown): Bundle | null {
  if (typeof parsed !== 'object' || parsed === null || Object.keys(parsed).sort().join() !== 'proofs,receipts') return null
  const { receipts, proofs } = parsed as Record<string, unknown>
  if (!Array.isArray(receipts) || !Array.isArray(proofs)) return null
  const pairs = (proofs as unknown[]).map((one) => {
    const { hash, proof } = (one ?? {}) as Record<string, unknown>
    return typeof hash === 'string' && typeof proof === 'string' ? ([hash, proof] as const) : null
  })
  return pairs.every((pair) => pair !== null) ? { receipts, proofs: new Map(pairs) } : null
}

/** How a text may be written. What stands round receipts and proofs nobody signs, but no part may be there twice. */
function formsOf(parsed: unknown, isBundle: boolean): (string | null)[] {
  const canonical = canonicalOrNull(parsed)
  return isBundle ? [canonical, JSON.stringify(parsed), JSON.stringify(parsed, null, 2)] : [canonical]
}

function receiptsOf(parsed: unknown): Receipt[] | null {
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  return list.length > 0 && list.every(isReceipt) ? list : null
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (Object.keys(value).sort().join() !== FIELDS) return false
  const { body, hash, key_id: keyId, signature } = value as Record<string, unknown>
  const isBody = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isBody && [hash, keyId, signature].every((field) => typeof field === 'string')
}

/** Canonical JSON (RFC 8785); null for what has none, such as half a surrogate pair. */
export function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalize(value) ?? null
  } catch {
    return null
  }
}
