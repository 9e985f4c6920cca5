/**
 * What a witness remembers: of each log the newest tree that it has signed, in a file of its own.
 *
 * Invariant: a file that cannot be read stops the witness. Without its memory it could sign another history of a log.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeDurably } from '../../broker/ground/write-durably'
import { parseCheckpoint } from '../../rules/log/checkpoint'
import { EMPTY_ROOT, type Tree } from '../../rules/log/merkle'
import { parseNote } from '../../rules/log/note'

export interface SignedTree extends Tree {
  /** The checkpoint as the log signed it; empty before the first. */
  readonly note: string
}

export interface SignedTrees {
  /** @throws Error with the file where it cannot be read */
  newest(origin: string): SignedTree
  /** Resolves when it is on the disk. */
  keep(origin: string, tree: SignedTree): Promise<void>
}

const NOTHING: SignedTree = { size: 0, root: EMPTY_ROOT, note: '' }

/** Of the files that belong to a log. */
export function fileNameOf(origin: string): string {
  const readable = origin.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80)
  return `${readable}-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`
}

/** @param hasSigned there is a key: only before it is made may there be no memory. @throws Error where the memory is gone */
export function openSignedTrees(folder: string, hasSigned: boolean): SignedTrees {
  if (hasSigned && !existsSync(folder))
    throw new Error(`${folder}: is gone, and with it what this key has signed; put it back, or begin a new witness in an empty folder`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Map<string, SignedTree>()
  const fileOf = (origin: string) => path.join(folder, `${fileNameOf(origin)}.checkpoint`)
  return {
    newest(origin) {
      const tree = known.get(origin) ?? readTree(fileOf(origin), origin)
      known.set(origin, tree)
      return tree
    },
    async keep(origin, tree) {
      await writeDurably(fileOf(origin), tree.note)
      known.set(origin, tree)
    },
  }
}

function readTree(file: string, origin: string): SignedTree {
  if (!existsSync(file)) return NOTHING
  const note = readFileSync(file, 'utf8')
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '')
  if (checkpoint?.origin !== origin) throw new Error(`${file}: is not the checkpoint of ${origin} that was signed last; put it back`)
  return { size: checkpoint.size, root: checkpoint.root, note }
}
