/**
 * A brand's folder as bytes: what its content is, by name, and one hash over all of it.
 *
 * Invariant: the hash is that of the content and of nothing else (names and bytes; no times, no owners), so equal hashes mean equal
 * folders. Names that begin with a dot or end with `~` belong to editors and tools, not to the brand.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

export interface BrandFolder {
  /** Bytes by name, with forward slashes below sub-folders, in the order of the names. */
  readonly files: ReadonlyMap<string, Buffer>
  /** SHA-256 of each of them in hexadecimal digits, by name. */
  readonly hashes: ReadonlyMap<string, string>
  /** Of all of it. */
  readonly hash: string
  /** How the folder looked from outside before its files were read. */
  readonly looks: FolderLooks
}

interface FolderLooks {
  /** Two contents in a row differ in it. */
  readonly text: string
  /** The youngest of its times, in Unix milliseconds. */
  readonly youngest: number
}

/** A brand is a few texts and pictures: whatever is larger was put there by mistake. */
const MAX_FOLDER_BYTES = 32 * 1024 * 1024
const MAX_FILES = 500
/** Times are kept coarsely, on some drives in seconds: what is younger may have been written again within the same one. */
const TELLING_AGE_MS = 2_500

export class FolderTooLarge extends Error {}

/** The content of a folder; null when it is not there. @throws FolderTooLarge, or what the file system says. */
export function readBrandFolder(dir: string): BrandFolder | null {
  const files = new Map<string, Buffer>()
  let looks: FolderLooks
  try {
    const seen = lookAt(dir)
    looks = seen.looks
    if (seen.names.length > MAX_FILES || seen.bytes > MAX_FOLDER_BYTES) {
      throw new FolderTooLarge(`a brand's folder holds at most ${MAX_FILES} files and ${MAX_FOLDER_BYTES / 1024 / 1024} MB`)
    }
    for (const name of seen.names) files.set(name, readFileSync(path.join(dir, name)))
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
  const hashes = new Map([...files].map(([name, content]) => [name, hashOf(content)]))
  return { files, hashes, hash: hashOfFiles([...hashes]), looks }
}

/** True when the folder is as it was when it was read: by its looks where they are old enough to tell, else by its bytes. */
export function isAsRead(dir: string, { hash, looks }: BrandFolder, now: number): boolean {
  return now - looks.youngest > TELLING_AGE_MS ? looksOf(dir) === looks.text : readBrandFolder(dir)?.hash === hash
}

/** How a folder and its files look from outside. */
export function looksOf(dir: string): string {
  try {
    return lookAt(dir).looks.text
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable'
  }
}

function lookAt(dir: string): { readonly names: readonly string[]; readonly bytes: number; readonly looks: FolderLooks } {
  const folder = statSync(dir)
  const names = contentNames(dir)
  let text = looksOfStats(folder)
  let youngest = Math.max(folder.mtimeMs, folder.ctimeMs)
  let bytes = 0
  for (const name of names) {
    const stats = statSync(path.join(dir, name))
    text += `|${name} ${looksOfStats(stats)}`
    youngest = Math.max(youngest, stats.mtimeMs, stats.ctimeMs)
    bytes += stats.size
  }
  return { names, bytes, looks: { text, youngest } }
}

export function looksOfStats({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
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
