/**
 * The key of a witness, in a file of one line in the form of signed notes: `PRIVATE+KEY+name+id+key`.
 *
 * Invariants: the file is readable by its owner alone and is written once, whole; a key belongs to one name for ever, because whoever
 * trusts it has both.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { writeDurably } from '../../broker/ground/write-durably'
import { seedOf, signingKeyOf } from '../../broker/receipts/signing-key'
import { fromBase64, toBase64 } from '../../rules/log/base64'
import { keyIdOf, type NoteKey, parseNoteKey, SIGNATURE_KIND, writeNoteKey } from '../../rules/log/note'

export interface WitnessKey {
  readonly noteKey: NoteKey
  /** As companies' files want it: name+id+key. */
  readonly text: string
  sign(message: Uint8Array): Uint8Array
}

const HEAD = 'PRIVATE+KEY+'
const SEED_BYTES = 32
const OTHERS = 0o077

/** Makes one where there is none, under the name or, without it, one made of the key. @throws Error with the file when it is no key, or of another name */
export async function openWitnessKey(file: string, name: string | undefined): Promise<WitnessKey> {
  if (!existsSync(file)) await writeDurably(file, makeKey(name))
  if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0)
    throw new Error(`${file}: others on this machine can read the key; chmod 600 it, or make a new one if somebody may have`)
  const key = readKey(readFileSync(file, 'utf8'))
  if (key === null) throw new Error(`${file}: is no key of a witness; put back the one that was there`)
  if (name !== undefined && name !== key.noteKey.name)
    throw new Error(`${file}: is the key of ${key.noteKey.name}, not of ${name}; another name is another witness, with a folder of its own`)
  return key
}

function makeKey(name: string | undefined): string {
  const signing = signingKeyOf(seedOf({ privateKey: generateKeyPairSync('ed25519').privateKey, keyId: '', publicKey: '' }))
  const publicKey = Buffer.from(signing.publicKey, 'base64url')
  const noteKey: NoteKey = { name: name ?? `witness-${signing.keyId.slice(0, 8)}`, kind: SIGNATURE_KIND.cosignature, publicKey }
  if (parseNoteKey(writeNoteKey(noteKey)) === null)
    throw new Error(`${noteKey.name} cannot be the name of a witness: no spaces and no +; take one like example.org/witness`)
  const secret = Buffer.concat([Uint8Array.of(noteKey.kind), seedOf(signing)])
  return `${HEAD}${noteKey.name}+${keyIdOf(noteKey)}+${toBase64(secret)}\n`
}

function readKey(text: string): WitnessKey | null {
  const [, name, id, encoded] = /^PRIVATE\+KEY\+([^+\n]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)\n?$/.exec(text) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (name === undefined || bytes?.length !== 1 + SEED_BYTES || bytes[0] !== SIGNATURE_KIND.cosignature) return null
  const { publicKey, privateKey } = signingKeyOf(bytes.subarray(1))
  const noteKey: NoteKey = { name, kind: SIGNATURE_KIND.cosignature, publicKey: Buffer.from(publicKey, 'base64url') }
  if (keyIdOf(noteKey) !== id) return null
  return { noteKey, text: writeNoteKey(noteKey), sign: (message) => sign(null, message, privateKey) }
}
