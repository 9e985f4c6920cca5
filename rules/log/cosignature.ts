/**
 * What witnesses sign (C2SP tlog-cosignature, Ed25519): that at a second the longest tree they had seen of a log was this one, and had
 * grown out of all they saw before. A cosignature is one more line of the checkpoint's note.
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isOfKey, isSigned, keyIdOf, type Note, type NoteKey, type NoteSignature, SIGNATURE_KIND, writeNoteKey } from './note'

const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

/** @param timeSeconds Unix seconds */
function message(text: string, timeSeconds: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${timeSeconds}\n${text}`)
}

/** The line that a witness adds. @param sign Ed25519 over bytes, 64 bytes */
export function cosign(text: string, key: NoteKey, timeSeconds: number, sign: (message: Uint8Array) => Uint8Array): NoteSignature {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(timeSeconds))
  return { name: key.name, keyId: keyIdOf(key), bytes: concatBytes(time, sign(message(text, timeSeconds))) }
}

interface Witnessed {
  readonly key: NoteKey
  /** `none`: it has not signed; `wrong`: what stands there as its signature is not. */
  readonly outcome: 'signed' | 'none' | 'wrong'
  /** Unix seconds by the witness's clock, of what it signed. */
  readonly timeSeconds: number | null
}

type Cosigned = Omit<Witnessed, 'key'>

/** By note and key: very many receipts stand under one checkpoint, and a signature costs more than all else of a proof. */
const known = new WeakMap<Note, Map<string, Cosigned>>()

/** Which of the witnesses have signed a checkpoint, in their order. Keys that are not of a witness have signed nothing. */
export function cosignaturesOf(note: Note, witnesses: readonly NoteKey[]): Witnessed[] {
  const ofNote = known.get(note) ?? new Map<string, Cosigned>()
  known.set(note, ofNote)
  return witnesses.map((key) => {
    const name = writeNoteKey(key)
    const found = ofNote.get(name) ?? cosignedBy(note, key)
    ofNote.set(name, found)
    return { key, ...found }
  })
}

function cosignedBy({ text, signatures }: Note, key: NoteKey): Cosigned {
  const own = key.kind === SIGNATURE_KIND.cosignature ? signatures.filter((one) => isOfKey(one, key)) : []
  const times = own.map(({ bytes }) => timeSigned(text, bytes, key.publicKey))
  if (times.includes(null)) return { outcome: 'wrong', timeSeconds: null }
  const latest = times.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null)
  return { outcome: latest === null ? 'none' : 'signed', timeSeconds: latest }
}

function timeSigned(text: string, bytes: Uint8Array, publicKey: Uint8Array): number | null {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  if (!Number.isSafeInteger(time)) return null
  return isSigned(message(text, time), bytes.subarray(TIME_BYTES), publicKey) ? time : null
}
