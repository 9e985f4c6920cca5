/** `manifest.json` of a backup: what is in it, by its hash, so that nothing half or altered is ever put back. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

export const MANIFEST = 'manifest.json'
/** What the store is in the backup: a folder of the built-in one, a file of a server's, and what versions before kept (`pglite`). */
export const STORE_COPY = { 'built-in': 'store', postgres: 'store.dump', pglite: 'store.tar' } as const

const Manifest = z.strictObject({
  format: z.literal('candor-backup-1'),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  store: z.enum(['built-in', 'postgres', 'pglite']),
  /** SHA-256 by path inside the backup. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})
export type Manifest = z.infer<typeof Manifest>

export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** How far a copy has come: what is being done, and bytes that were added to it. */
export type OnBytes = (doing: 'copied' | 'hashed' | 'put back', bytes: number) => void
export const UNHEARD: OnBytes = () => {}

/** Hash of every file of the folder by its path, `manifest.json` left out. */
export async function hashFolder(folder: string, onBytes = UNHEARD): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const file of await filesIn(folder)) if (file !== MANIFEST) hashes[file] = await hashFile(path.join(folder, file), onBytes)
  return hashes
}

/** Paths with `/`, sorted. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

async function hashFile(file: string, onBytes: OnBytes): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), counting('hashed', onBytes), hash)
  return hash.digest('hex')
}

/** Hands every piece on as it came. */
export function counting(doing: Parameters<OnBytes>[0], onBytes: OnBytes) {
  return async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      onBytes(doing, piece.byteLength)
      yield piece
    }
  }
}

/** The manifest of a backup whose every file is as it was written. @throws BackupProblem with the first file that is not. */
export async function checkedManifest(folder: string, onBytes = UNHEARD): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new BackupProblem(`${folder} is no backup, or one that was not finished: it has no ${MANIFEST}`)
  const read = Manifest.safeParse(parseManifest(text))
  if (!read.success) throw new BackupProblem(`${MANIFEST} of ${folder} cannot be read by this version`)
  const found = await hashFolder(folder, onBytes)
  for (const [file, hash] of Object.entries(read.data.files)) {
    if (found[file] === undefined) throw new BackupProblem(`${file} is missing in the backup`)
    if (found[file] !== hash) throw new BackupProblem(`${file} is not as it was written`)
  }
  const strange = Object.keys(found).find((file) => read.data.files[file] === undefined)
  if (strange !== undefined) throw new BackupProblem(`${strange} does not belong to the backup`)
  return read.data
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @throws BackupProblem when the folder holds anything. */
export async function requireEmpty(folder: string): Promise<void> {
  const there = await stat(folder).catch(() => null)
  if (there === null) return
  if (!there.isDirectory() || (await readdir(folder)).length > 0)
    throw new BackupProblem(`${folder} is not empty: nothing is ever put over it`)
}
