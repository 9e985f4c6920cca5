/**
 * A brand's folder as bytes: what its content is, by name, and one hash over all of it.
 *
 * Invariant: the hash is that of the content and of nothing else (names and bytes; no times, no owners), so equal hashes mean equal
 * folders. Names that begin with a dot or end with `~` belong to editors and tools, not to the brand.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

export interface BrandFolder {
  /** Bytes by name, with forward slashes below sub-folders, in the order of the names. */
  readonly files: ReadonlyMap<string, Buffer>
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string
}

/** A brand is a few texts and pictures: whatever is larger was put there by mistake. */
export const MAX_FOLDER_BYTES = 32 * 1024 * 1024
const MAX_FILES = 500

export class FolderTooLarge extends Error {}

/** The content of a folder; null when it is not there. @throws FolderTooLarge, or what the file system says. */
export function readBrandFolder(dir: string): BrandFolder | null {
  const files = new Map<string, Buffer>()
  let bytes = 0
  try {
    for (const name of contentNames(dir)) {
      const file = path.join(dir, name)
      bytes += statSync(file).size
      if (files.size >= MAX_FILES || bytes > MAX_FOLDER_BYTES) {
        throw new FolderTooLarge(`a brand's folder holds at most ${MAX_FILES} files and ${MAX_FOLDER_BYTES / 1024 / 1024} MB`)
      }
      files.set(name, readFileSync(file))
    }
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
  return { files, hash: hashOfFiles([...files].map(([name, content]) => [name, hashOf(content)])) }
}

/** @param files names with the hashes of their contents, in any order. */
export function hashOfFiles(files: readonly (readonly [name: string, hash: string])[]): string {
  const lines = files.map(([name, hash]) => `${hash}  ${name}\n`).sort()
  return hashOf(Buffer.from(lines.join('')))
}

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

export function isContentName(name: string): boolean {
  return !name.startsWith('.') && !name.endsWith('~')
}

/** Names of a folder's files, those in sub-folders with forward slashes, in order. @throws what the file system says. */
export function contentNames(dir: string, prefix = ''): string[] {
  return readdirSync(path.join(dir, prefix), { withFileTypes: true })
    .filter(({ name }) => isContentName(name))
    .flatMap((entry) => {
      const name = `${prefix}${entry.name}`
      if (entry.isDirectory()) return contentNames(dir, `${name}/`)
      return entry.isFile() || (entry.isSymbolicLink() && isFileWithin(dir, path.join(dir, name))) ? [name] : []
    })
    .sort()
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** A link is what it leads to, since some ways of shipping files put links into the folder; what lies elsewhere is nobody's brand. */
function isFileWithin(dir: string, link: string): boolean {
  const target = realpathSync(link)
  return target.startsWith(realpathSync(dir) + path.sep) && statSync(target).isFile()
}
