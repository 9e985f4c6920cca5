/**
 * A tenant's articles from `tenants/<id>/news.json`: written by the broker's own people, in the languages they have.
 *
 * Invariant: no markup leaves this module that is not on the short list below, whatever the file holds. A broker without a
 * file has no news; nothing is made up for it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import { Id, LANGUAGES, type Language } from '../../contract/primitives'
import type { TenantProblem } from '../../contract/tenant/problem'

const Translated = (max: number) => z.partialRecord(z.enum(LANGUAGES), z.string().min(1).max(max))

/** `a<id>`: an article of the desk; a file may not use such ids. */
export const DESK_ARTICLE_ID = /^a(\d{1,18})$/

const NewsFile = z
  .array(
    z
      .strictObject({
        id: Id.refine((id) => !DESK_ARTICLE_ID.test(id), 'such ids are those of articles written at the desk'),
        createdAt: z.iso.datetime({ offset: true }),
        logo: z
          .string()
          .regex(/^(?:\/[\w./-]{1,200})?$/, 'a picture is a path on the site')
          .default(''),
        title: Translated(200),
        desc: Translated(400),
        content: Translated(40_000),
      })
      .refine(
        ({ title, content }) => LANGUAGES.some((language) => title[language] !== undefined && content[language] !== undefined),
        'a title and a content in the same language are needed, best in the company’s own',
      ),
  )
  .max(1000)

export interface Article {
  readonly id: string
  readonly createdAt: number
  readonly logo: string
  readonly title: Readonly<Partial<Record<Language, string>>>
  readonly desc: Readonly<Partial<Record<Language, string>>>
  readonly content: Readonly<Partial<Record<Language, string>>>
}

interface LoadedNews {
  /** Newest first. */
  readonly articles: readonly Article[]
  readonly problems: readonly TenantProblem[]
}

/** The articles of a company's folder as they are now, or everything that is wrong with them. */
export function loadNews(tenantsDir: string, tenantId: string): LoadedNews {
  const file = newsFile(tenantsDir, tenantId)
  return articlesIn(readNews(file), file)
}

const MAX_JUDGED = 500
/** Digests of files without a fault: a platform's brands often begin with the same articles. */
const judgedGood = new Set<string>()

/** What is wrong with them. Nothing is made ready to be shown, which is most of the work. @param file for what is said about it. */
export function newsProblems(bytes: Buffer | null, file: string): readonly TenantProblem[] {
  const digest = bytes === null ? null : createHash('sha256').update(bytes).digest('base64')
  if (digest === null || judgedGood.has(digest)) return []
  const parsed = parseNews(bytes, file)
  if (!parsed.ok) return parsed.problems
  if (judgedGood.size >= MAX_JUDGED) judgedGood.clear()
  judgedGood.add(digest)
  return []
}

export function newsFile(tenantsDir: string, tenantId: string): string {
  return path.join(tenantsDir, tenantId, 'news.json')
}

/** The file as it lies there; null where there is none. */
export function readNews(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null
}

/** @param file for what is said about it. */
export function articlesIn(bytes: Buffer | null, file: string): LoadedNews {
  const parsed = parseNews(bytes, file)
  if (!parsed.ok) return { articles: [], problems: parsed.problems }
  const articles = parsed.news.map((article) => ({
    ...article,
    createdAt: Date.parse(article.createdAt),
    content: Object.fromEntries(Object.entries(article.content).map(([language, html]) => [language, sanitizeArticle(html)])),
  }))
  return { articles: articles.sort((one, other) => other.createdAt - one.createdAt || one.id.localeCompare(other.id)), problems: [] }
}

type ParsedNews = { ok: true; news: z.output<typeof NewsFile> } | { ok: false; problems: TenantProblem[] }

function parseNews(bytes: Buffer | null, file: string): ParsedNews {
  if (bytes === null) return { ok: true, news: [] }
  let content: unknown
  try {
    content = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    const reason = `not readable as JSON: ${error instanceof Error ? error.message : String(error)}`
    return { ok: false, problems: [{ file, path: '', reason }] }
  }
  const parsed = NewsFile.safeParse(content)
  if (parsed.success) return { ok: true, news: parsed.data }
  return { ok: false, problems: parsed.error.issues.map((issue) => ({ file, path: issue.path.join('.'), reason: issue.message })) }
}

/** Text, lists and links; no styles, classes, pictures or frames, so an article can neither imitate the site nor call home. */
export function sanitizeArticle(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'p',
      'br',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'strong',
      'em',
      'b',
      'i',
      'blockquote',
      'code',
      'a',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'hr',
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
  })
}
