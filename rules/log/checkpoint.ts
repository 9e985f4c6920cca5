/** Checkpoints (C2SP tlog-checkpoint): a signed note that says how long a log is and what its root is. */
import { fromBase64, toBase64 } from './base64'
import { HASH_BYTES, isCount, type Tree } from './merkle'
import { type Note, type NoteKey, type OpenedNote, openNote, writeNoteKey } from './note'

export interface Checkpoint extends Tree {
  /** Which log: a name that no other log has. */
  readonly origin: string
}

/** The text that is signed. @throws RangeError for a log or a tree that a checkpoint cannot name */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  const text = `${origin}\n${size}\n${toBase64(root)}\n`
  if (parseCheckpoint(text) === null) throw new RangeError('not a checkpoint')
  return text
}

/** Null for what is no checkpoint, also for a tree of more entries than a number is exact for. Lines of extensions are passed over. */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null
  const lines = text.slice(0, -1).split('\n')
  const [origin, count, encoded] = lines
  if (origin === undefined || count === undefined || encoded === undefined || lines.includes('')) return null
  if (!/^(0|[1-9]\d*)$/.test(count) || !isCount(Number(count))) return null
  const root = fromBase64(encoded)
  return root?.length === HASH_BYTES ? { origin, size: Number(count), root } : null
}

type OpenedCheckpoint =
  | { readonly ok: true; readonly checkpoint: Checkpoint; readonly note: Note }
  /** `other_log`: signed as it should be, by a log of another name. */
  | { readonly ok: false; readonly problem: Exclude<OpenedNote, { ok: true }>['problem'] | 'not_a_checkpoint' | 'other_log' }

const MOST_OPENED = 8
/** The last ones, by text and keys: very many receipts stand under one checkpoint, and its signature costs more than all else of a proof. */
const lastOpened = new Map<string, OpenedCheckpoint>()

/** Opens the checkpoint of the log that `keys` belong to: their name is the log's. */
export function openCheckpoint(text: string, keys: readonly NoteKey[]): OpenedCheckpoint {
  const name = JSON.stringify([keys.map(writeNoteKey), text])
  const known = lastOpened.get(name)
  if (known !== undefined) return known
  const opened = openAnew(text, keys)
  for (const [oldest] of lastOpened) {
    if (lastOpened.size < MOST_OPENED) break
    lastOpened.delete(oldest)
  }
  lastOpened.set(name, opened)
  return opened
}

function openAnew(text: string, keys: readonly NoteKey[]): OpenedCheckpoint {
  const opened = openNote(text, keys)
  if (!opened.ok) return opened
  const checkpoint = parseCheckpoint(opened.note.text)
  if (checkpoint === null) return { ok: false, problem: 'not_a_checkpoint' }
  if (!opened.signers.some(({ name }) => name === checkpoint.origin)) return { ok: false, problem: 'other_log' }
  return { ok: true, checkpoint, note: opened.note }
}
