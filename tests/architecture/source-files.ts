/** The project's own source files, for the tests that check the sources themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const ZONES = ['contract', 'rules', 'broker', 'app'] as const

export interface SourceFile {
  /** Path from the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

const NOT_OURS = new Set(['node_modules', 'build', '.data', '.cache', '.git', '.output'])

function walk(folder: string, accepts: (name: string) => boolean): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : walk(place, accepts)
    return accepts(entry.name) ? [place] : []
  })
}

export function filesUnder(
  folders: readonly string[],
  accepts: (name: string) => boolean = (name) => /\.(ts|tsx|mjs|js)$/.test(name),
): SourceFile[] {
  return folders
    .flatMap((folder) => walk(folder, accepts))
    .sort()
    .map((place) => ({ path: place, text: readFileSync(path.join(root, place), 'utf8') }))
}

export const isTest = (file: SourceFile): boolean => /\.test\.tsx?$/.test(file.path)

/** Source without comments and with strings kept, so that a word in a comment is no finding. Line breaks stay where they are. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1')
}

interface ImportFact {
  readonly specifier: string
  readonly isTypeOnly: boolean
}

export function importsOf(file: SourceFile): ImportFact[] {
  const text = withoutComments(file.text)
  const found: ImportFact[] = []
  for (const match of text.matchAll(/(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]/g)) {
    found.push({ specifier: match[3] ?? '', isTypeOnly: match[2] !== undefined })
  }
  for (const match of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) found.push({ specifier: match[1] ?? '', isTypeOnly: false })
  return found
}

/** Path from the root that a relative or `~/` import points to; null for a package. */
export function resolvedImport(file: SourceFile, specifier: string): string | null {
  if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`
  if (!specifier.startsWith('.')) return null
  return path.posix.normalize(path.posix.join(path.posix.dirname(file.path), specifier))
}
