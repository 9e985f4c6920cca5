/**
 * Signed notes (C2SP signed-note): a text, an empty line, and lines of signatures, each by a key that has a name and a short id.
 *
 * Invariant: what a note says is handed out only once a known key has signed it, and never when a known key's signature is wrong.
 */
import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './base64'

hashes.sha512 = sha512

/** Which message a key signs: the note as it is, or a witness's statement about it (cosignature.ts). */
export const SIGNATURE_KIND = { note: 1, cosignature: 4 } as const
export type SignatureKind = (typeof SIGNATURE_KIND)[keyof typeof SIGNATURE_KIND]
const KINDS: readonly number[] = Object.values(SIGNATURE_KIND)

/** A public key as it is written down: `name+id+key`. */
export interface NoteKey {
  readonly name: string
  readonly kind: SignatureKind
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array
}

export interface NoteSignature {
  readonly name: string
  /** 8 hex digits. */
  readonly keyId: string
  /** What follows the id; its form is the key's affair. */
  readonly bytes: Uint8Array
}

export interface Note {
  /** With the line end that closes it. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

const ID_BYTES = 4
const KEY_BYTES = 32
const MAX_NOTE_CHARACTERS = 1_000_000
const MAX_SIGNATURES = 100

function isKeyName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a note must not hold
  return name !== '' && !/[\p{White_Space}+\u0000-\u001f]/u.test(name) && isWellFormed(name)
}

/** Half a surrogate pair has no UTF-8. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** 8 hex digits: it tells keys apart and proves nothing. */
export function keyIdOf({ name, kind, publicKey }: NoteKey): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(kind), publicKey))).slice(0, 2 * ID_BYTES)
}

export function writeNoteKey(key: NoteKey): string {
  return `${key.name}+${keyIdOf(key)}+${toBase64(concatBytes(Uint8Array.of(key.kind), key.publicKey))}`
}

/** Null for what is no key, has another's id, or is of a kind that is not known here. */
export function parseNoteKey(text: string): NoteKey | null {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? []
  if (name === undefined || id === undefined || encoded === undefined || !isKeyName(name)) return null
  const bytes = fromBase64(encoded)
  const kind = bytes?.[0]
  if (bytes?.length !== 1 + KEY_BYTES || kind === undefined || !KINDS.includes(kind)) return null
  const key: NoteKey = { name, kind: kind as SignatureKind, publicKey: bytes.subarray(1) }
  return keyIdOf(key) === id ? key : null
}

/** Reads the form alone: nothing of it may be believed before `openNote` has. Null for what is no note. */
export function parseNote(note: string): Note | null {
  if (note.length > MAX_NOTE_CHARACTERS || !isWellFormed(note)) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a note must not hold
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) return null
  const blank = note.lastIndexOf('\n\n')
  if (blank < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(blank + 2).split('\n')
  lines.pop()
  if (lines.length === 0 || lines.length > MAX_SIGNATURES) return null
  const signatures = lines.map(parseSignature)
  if (!signatures.every((one) => one !== null)) return null
  return { text: note.slice(0, blank + 1), signatures }
}

function parseSignature(line: string): NoteSignature | null {
  const [, name, encoded] = /^— ([^ ]+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? []
  if (name === undefined || encoded === undefined || !isKeyName(name)) return null
  const bytes = fromBase64(encoded)
  if (bytes === null || bytes.length <= ID_BYTES) return null
  return { name, keyId: bytesToHex(bytes.subarray(0, ID_BYTES)), bytes: bytes.subarray(ID_BYTES) }
}

export function signatureLine({ name, keyId, bytes }: NoteSignature): string {
  return `— ${name} ${toBase64(concatBytes(bytesOfId(keyId), bytes))}\n`
}

function bytesOfId(keyId: string): Uint8Array {
  return Uint8Array.from(keyId.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

/** A note with these signatures. @throws RangeError for a text that a note cannot hold */
export function writeNote({ text, signatures }: Note): string {
  const note = `${text}\n${signatures.map(signatureLine).join('')}`
  if (parseNote(note)?.text !== text) throw new RangeError('not the text of a note')
  return note
}

/** Signs a text with a key that stays where it is. @param sign Ed25519 over bytes, 64 bytes */
export function signNote(text: string, key: NoteKey, sign: (message: Uint8Array) => Uint8Array): string {
  return writeNote({ text, signatures: [{ name: key.name, keyId: keyIdOf(key), bytes: sign(utf8ToBytes(text)) }] })
}

/** Ed25519 by RFC 8032, no looser. */
export function isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}

export type OpenedNote =
  | { readonly ok: true; readonly note: Note; readonly signers: readonly NoteKey[] }
  /** `not_a_note`: its form; `not_signed`: by none of the keys; `signature_wrong`: a known key's signature does not fit. */
  | { readonly ok: false; readonly problem: 'not_a_note' | 'not_signed' | 'signature_wrong' }

/** Opens a note with keys of kind `note`; signatures of others are passed over. */
export function openNote(text: string, keys: readonly NoteKey[]): OpenedNote {
  const note = parseNote(text)
  if (note === null) return { ok: false, problem: 'not_a_note' }
  const message = utf8ToBytes(note.text)
  const signers: NoteKey[] = []
  for (const key of keys) {
    if (key.kind !== SIGNATURE_KIND.note) continue
    const own = note.signatures.filter((one) => isOfKey(one, key))
    if (!own.every(({ bytes }) => isSigned(message, bytes, key.publicKey))) return { ok: false, problem: 'signature_wrong' }
    if (own.length > 0) signers.push(key)
  }
  return signers.length === 0 ? { ok: false, problem: 'not_signed' } : { ok: true, note, signers }
}

export function isOfKey(signature: NoteSignature, key: NoteKey): boolean {
  return signature.name === key.name && signature.keyId === keyIdOf(key)
}
