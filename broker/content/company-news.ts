/**
 * The articles of every company's folder, kept while the broker runs. A file that is not right any more leaves its company the articles
 * it had.
 *
 * Invariant: of a company that nobody reads only the file's bytes are held, packed: most of thousands are asked for never or seldom.
 */
import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describeProblem } from '../../contract/tenant/problem'
import { type Article, articlesIn, newsFile, readNews } from '../brands/load-news'
import type { Logger } from '../ground/logger'

export interface CompanyNews {
  /** Newest first. */
  articlesOf(tenantId: string): readonly Article[]
  /** Reads the files of these companies again. */
  reload(tenantIds: readonly string[]): void
}

/** Companies whose articles lie ready to be shown, those that were asked for last. */
const MAX_READY = 200
const COMPANIES_AT_ONCE = 10
/** Files that are packed once for all who have the same: a platform's brands often begin with the same articles. */
const MAX_SHARED = 100

export function openCompanyNews(tenantsDir: string, tenants: readonly { readonly id: string }[], logger: Logger): CompanyNews {
  const files = new Map<string, Uint8Array>()
  const ready = new Map<string, readonly Article[]>()
  const read = (id: string, bytes: Buffer | null) => {
    const { articles, problems } = articlesIn(bytes, newsFile(tenantsDir, id))
    for (const problem of problems) logger.warn({ tenant: id }, `the news are not shown: ${describeProblem(problem)}`)
    return problems.length === 0 ? articles : null
  }
  const keep = (id: string, bytes: Buffer | null) => {
    if (bytes === null) files.delete(id)
    else files.set(id, packedOnce(bytes))
    ready.delete(id)
  }
  const shared = new Map<string, Uint8Array>()
  const packedOnce = (bytes: Buffer): Uint8Array => {
    const digest = createHash('sha256').update(bytes).digest('base64')
    const same = shared.get(digest)
    if (same !== undefined) return same
    const packed = new Uint8Array(deflateRawSync(bytes, { level: 1 }))
    if (shared.size >= MAX_SHARED) shared.clear()
    shared.set(digest, packed)
    return packed
  }
  // A start does not wait for them: they are packed bit by bit, and at once for whoever asks first.
  const unpacked = new Set(tenants.map(({ id }) => id))
  const pack = (id: string) => {
    if (unpacked.delete(id)) keep(id, readNews(newsFile(tenantsDir, id)))
  }
  const packSome = () => {
    for (const id of [...take(unpacked, COMPANIES_AT_ONCE)]) pack(id)
    if (unpacked.size > 0) setImmediate(packSome).unref()
  }
  setImmediate(packSome).unref()
  return {
    articlesOf(id) {
      pack(id)
      const packed = files.get(id)
      const articles = ready.get(id) ?? read(id, packed === undefined ? null : inflateRawSync(packed)) ?? []
      ready.delete(id)
      ready.set(id, articles)
      const [oldest] = ready.keys()
      if (ready.size > MAX_READY && oldest !== undefined) ready.delete(oldest)
      return articles
    },
    reload(ids) {
      for (const id of ids) {
        pack(id)
        const bytes = readNews(newsFile(tenantsDir, id))
        if (read(id, bytes) !== null) keep(id, bytes)
      }
    },
  }
}

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count
  for (const value of values) {
    if (left-- <= 0) return
    yield value
  }
}
