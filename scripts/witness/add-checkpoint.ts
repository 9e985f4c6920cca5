/**
 * What a witness makes of a checkpoint that somebody shows it (C2SP tlog-witness).
 *
 * Invariant: a checkpoint is signed only when its log's key has signed it and it has grown out of the newest one that was signed before.
 */
import { fromBase64 } from '../../rules/log/base64'
import { type Checkpoint, openCheckpoint } from '../../rules/log/checkpoint'
import { HASH_BYTES, type Hash, isConsistent, isCount, isSameHash, provenRoots, type Tree } from '../../rules/log/merkle'
import { isOfKey, type Note, type NoteKey, parseNote, writeNote } from '../../rules/log/note'

interface CheckpointRequest {
  readonly oldSize: number
  readonly proof: readonly Hash[]
  readonly note: string
}

const MAX_PROOF = 63

/** Null for what is no request. */
export function parseRequest(body: string): CheckpointRequest | null {
  const end = body.indexOf('\n\n')
  if (end < 0) return null
  const [head = '', ...lines] = body.slice(0, end).split('\n')
  const [, digits] = /^old (0|[1-9]\d{0,15})$/.exec(head) ?? []
  if (digits === undefined || !isCount(Number(digits)) || lines.length > MAX_PROOF) return null
  const proof = lines.map(fromBase64)
  if (!proof.every((hash) => hash?.length === HASH_BYTES)) return null
  return { oldSize: Number(digits), proof: proof as Hash[], note: body.slice(end + 2) }
}

/** The log that a note says it is of; nothing of it is believed yet. Null for what is no note. */
export function claimedOrigin(note: string): string | null {
  return parseNote(note)?.text.split('\n')[0] ?? null
}

type Judgement =
  | { readonly status: 200; readonly checkpoint: Checkpoint; readonly note: Note }
  | { readonly status: 400 }
  | { readonly status: 403 }
  | { readonly status: 409; readonly fork: Fork | null }
  | { readonly status: 422; readonly fork: Fork | null }

/** Signed by the log, and not of one history with what was signed before. */
export interface Fork {
  /** The log's own note, without what others added. */
  readonly shown: string
  /** True where both notes and the proof show to anybody that the log has two histories; else its proof was wrong or left out. */
  readonly isProven: boolean
}

/** @param keys of the log that the request claims to be of */
export function judgeRequest({ oldSize, proof, note }: CheckpointRequest, keys: readonly NoteKey[], newest: Tree): Judgement {
  const opened = openCheckpoint(note, keys)
  if (!opened.ok) return opened.problem === 'not_signed' || opened.problem === 'signature_wrong' ? { status: 403 } : { status: 400 }
  const { checkpoint } = opened
  if (oldSize > checkpoint.size) return { status: 400 }
  const shown = ownNote(opened.note, keys)
  const isOther = checkpoint.size === newest.size && !isSameHash(checkpoint.root, newest.root)
  if (oldSize !== newest.size || isOther) return { status: 409, fork: isOther ? { shown, isProven: true } : null }
  if (isConsistent(newest, checkpoint, proof))
    return { status: 200, checkpoint, note: { ...opened.note, signatures: signaturesOf(opened.note, keys) } }
  // A proof that leads to the new root from another old one leaves no doubt; any other may be an honest mistake, or anybody's.
  const proven = provenRoots(newest, checkpoint, proof)
  const isProven = proven !== null && isSameHash(proven.now, checkpoint.root) && !isSameHash(proven.before, newest.root)
  return { status: 422, fork: { shown, isProven } }
}

function ownNote(note: Note, keys: readonly NoteKey[]): string {
  return writeNote({ text: note.text, signatures: signaturesOf(note, keys) })
}

function signaturesOf({ signatures }: Note, keys: readonly NoteKey[]): Note['signatures'] {
  return signatures.filter((one) => keys.some((key) => isOfKey(one, key)))
}
