/**
 * What every brand's folder held, revision by revision, beside the store: `tenants-history/<id>/revisions.jsonl` and the contents by
 * their hash in `tenants-history/objects/` (docs/decisions/021-brands-while-they-run.md).
 *
 * Invariants: a revision is written after everything it names, so what is listed can be put back byte for byte; lines are only ever
 * added; equal contents are kept once. Works with and without a running server.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type BrandFolder, hashOf, hashOfFiles } from './brand-folder.server'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Line = z.object({
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** Of the whole folder. */
  hash: Hash,
  /** Of the revision before it; null for the first. */
  previous: Hash.nullable(),
  /** `file`: somebody edited the folder; `machine:<user>`: the command. */
  by: z.union([z.literal('file'), z.templateLiteral(['machine:', z.string()])]),
  note: z.string().optional(),
  /** Hash of each file by name. */
  files: z.record(z.string(), Hash),
})

export interface Revision extends z.infer<typeof Line> {
  /** 1, 2, 3 … in the order of writing. */
  readonly number: number
}

export interface BrandChange {
  /** Unix milliseconds. */
  readonly at: number
  readonly by: Revision['by']
  readonly note?: string
}

export interface BrandHistory {
  /** Oldest first; empty for a brand that nobody has seen. */
  list(id: string): readonly Revision[]
  newest(id: string): Revision | undefined
  /** Writes a revision down unless the newest one is the same; that newest one either way. @throws what the file system says. */
  record(id: string, folder: BrandFolder, change: BrandChange): Revision
  /** The bytes of a revision by name. @throws Error when an object is missing or is not what its name says. */
  contentOf(revision: Revision): ReadonlyMap<string, Buffer>
  /** Ids with a history. */
  ids(): readonly string[]
}

const HISTORY_DIR = 'tenants-history'

/** @param dataDir absolute path of DATA_DIR. */
export function openBrandHistory(dataDir: string): BrandHistory {
  const root = path.join(dataDir, HISTORY_DIR)
  const fileOf = (id: string) => path.join(root, id, 'revisions.jsonl')
  const objectOf = (hash: string) => path.join(root, 'objects', hash.slice(0, 2), hash)
  const list = (id: string): Revision[] => readLines(fileOf(id)).map((line, index) => ({ ...line, number: index + 1 }))
  return {
    list,
    newest: (id) => list(id).at(-1),
    record(id, folder, { at, by, note }) {
      const known = list(id)
      const newest = known.at(-1)
      if (newest?.hash === folder.hash) return newest
      const files = Object.fromEntries([...folder.files].map(([name, content]) => [name, keepObject(objectOf, content)]))
      const line: z.infer<typeof Line> = {
        at: new Date(at).toISOString(),
        hash: folder.hash,
        previous: newest?.hash ?? null,
        by,
        ...(note === undefined ? {} : { note }),
        files,
      }
      appendLine(fileOf(id), JSON.stringify(line))
      return { ...line, number: known.length + 1 }
    },
    contentOf({ files, hash }) {
      if (hashOfFiles(Object.entries(files)) !== hash) throw new Error(`the revision ${hash.slice(0, 12)} is not what its hash says`)
      return new Map(Object.entries(files).map(([name, of]) => [name, readObject(objectOf(of), of)]))
    },
    ids: () => (existsSync(root) ? readdirSync(root).filter((name) => existsSync(fileOf(name))) : []),
  }
}

/** By number (`3`, counted from the first; `-1` is the one before the newest) or the beginning of its hash. @throws Error when there is none or more than one. */
export function findRevision(revisions: readonly Revision[], named: string): Revision {
  const number = /^-?[1-9]\d{0,5}$/.test(named) ? Number(named) : Number.NaN
  if (!Number.isNaN(number)) {
    const found = number > 0 ? revisions[number - 1] : revisions.at(number - 1)
    if (found !== undefined) return found
  }
  // The same content may have been live more than once: the last time counts.
  const found = /^[0-9a-f]{6,64}$/.test(named) ? revisions.filter(({ hash }) => hash.startsWith(named)) : []
  const last = found.at(-1)
  if (last === undefined) throw new Error(`there is no revision ${named}: there are 1 to ${revisions.length}`)
  if (new Set(found.map(({ hash }) => hash)).size > 1) throw new Error(`${named} begins more than one revision: write more of it`)
  return last
}

function readLines(file: string): z.infer<typeof Line>[] {
  if (!existsSync(file)) return []
  // The last line may be cut off by a power cut: it names nothing that was ever confirmed.
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const parsed = Line.safeParse(readJson(text))
      return parsed.success ? [parsed.data] : []
    })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function appendLine(file: string, line: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const isCutOff = existsSync(file) && !readFileSync(file, 'utf8').endsWith('\n')
  writeFileSync(file, `${isCutOff ? '\n' : ''}${line}\n`, { flag: 'a', flush: true })
}

function keepObject(objectOf: (hash: string) => string, content: Buffer): string {
  const hash = hashOf(content)
  const file = objectOf(hash)
  if (existsSync(file)) return hash
  mkdirSync(path.dirname(file), { recursive: true })
  // Under another name first: an object that is there is whole.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { flush: true })
  renameSync(draft, file)
  return hash
}

function readObject(file: string, hash: string): Buffer {
  const content = readFileSync(file)
  if (hashOf(content) !== hash) throw new Error(`${file} is not what its name says`)
  return content
}
