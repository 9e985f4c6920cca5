/**
 * Reads one JSON file of a folder that somebody else wrote.
 *
 * Invariant: nothing outside the folder is ever read, nothing is read that is larger than it may be or no plain file (a pipe would
 * hold the process for ever), and no key that means something to JavaScript itself gets as far as a schema.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { brokenFile, type Reading, type TenantProblem } from '../../contract/tenant/problem'
import { adviseOn } from './mend-problem.server'

const KILOBYTE = 1024
const DEEPEST = 16
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

interface FileInFolder {
  readonly folder: string
  /** Name inside the folder. */
  readonly name: string
  readonly maxBytes: number
  /** Plain files of the folder that were read already, by name: they are not read again. */
  readonly known?: ReadonlyMap<string, Buffer> | undefined
}

/** The bytes of a plain file that really lies in the folder. */
export function readFolderFile({ folder, name, maxBytes, known }: FileInFolder): Reading<Buffer> {
  const file = path.join(folder, name)
  const bytes = known?.get(name)
  if (bytes !== undefined) return bytes.length > maxBytes ? tooLarge(file, bytes.length, maxBytes) : { ok: true, value: bytes }
  if (!existsSync(file)) return brokenFile(file, 'the file does not exist')
  try {
    if (!realpathSync(file).startsWith(realpathSync(folder) + path.sep)) {
      return brokenFile(file, 'is a link that leads out of its folder', 'put the file itself into the folder')
    }
    const facts = statSync(file)
    if (!facts.isFile()) return brokenFile(file, 'is no plain file')
    if (facts.size > maxBytes) return tooLarge(file, facts.size, maxBytes)
    return { ok: true, value: readFileSync(file) }
  } catch (error) {
    return brokenFile(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function tooLarge(file: string, size: number, maxBytes: number): Reading<never> {
  return brokenFile(file, `has ${Math.ceil(size / KILOBYTE)} KB`, `at most ${Math.floor(maxBytes / KILOBYTE)} KB are read`)
}

/** The file as its schema gives it, or everything that is wrong with it. */
export function readJsonFile<Schema extends z.ZodType>(source: FileInFolder, schema: Schema): Reading<z.output<Schema>> {
  const content = readJson(source)
  return content.ok ? judgeContent(path.join(source.folder, source.name), content.value, schema) : content
}

export function judgeContent<Schema extends z.ZodType>(file: string, content: unknown, schema: Schema): Reading<z.output<Schema>> {
  const parsed = schema.safeParse(content, { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => adviseOn(issue).map((advice) => ({ file, ...advice }))) }
}

/** What the file says, before any schema has judged it. */
export function readJson(source: FileInFolder): Reading<unknown> {
  const file = path.join(source.folder, source.name)
  const bytes = readFolderFile(source)
  if (!bytes.ok) return bytes
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.value)
  } catch {
    return brokenFile(file, 'not readable as JSON: it is not UTF-8 text', 'save it as UTF-8')
  }
  if (text.startsWith('\uFEFF'))
    return brokenFile(file, 'not readable as JSON: it begins with a byte order mark', 'save it as UTF-8 without BOM')
  try {
    const value: unknown = JSON.parse(text)
    const keys = keyProblems(file, value)
    return keys.length > 0 ? { ok: false, problems: keys } : { ok: true, value }
  } catch (error) {
    return brokenFile(
      file,
      `not readable as JSON${placeOf(text, error)}`,
      'look for a comma that is missing or too many, an open quote, or a comment: JSON has none',
    )
  }
}

/** The parser's own message quotes the file; only the place is taken from it. */
function placeOf(text: string, error: unknown): string {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  if (position === undefined) return ''
  const before = text.slice(0, Number(position)).split('\n')
  return `: line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** Walks without recursion: a file may be nested as deep as it is long. */
function keyProblems(file: string, content: unknown): TenantProblem[] {
  const problems: TenantProblem[] = []
  const open: { readonly value: unknown; readonly place: readonly string[] }[] = [{ value: content, place: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place } = next
    if (typeof value !== 'object' || value === null) continue
    if (place.length >= DEEPEST) return [{ file, path: '', reason: `is nested deeper than ${DEEPEST} levels` }]
    for (const key of Object.keys(value)) {
      if (REFUSED_KEYS.has(key)) {
        problems.push({ file, path: place.join('.'), reason: `the key "${key}" is never read`, mend: 'take it out' })
      } else open.push({ value: (value as Record<string, unknown>)[key], place: [...place, key] })
    }
  }
  return problems
}
