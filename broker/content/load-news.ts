/**
 * A tenant's articles from `tenants/<id>/news.json`: written by the broker's own people, in the languages they have.
 *
 * Invariant: no markup leaves this module that is not on the short list below, whatever the file holds. A broker without a
 * file has no news; nothing is made up for it.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import { Id, LANGUAGES, type Language } from '../../contract/primitives'
import type { TenantProblem } from '../companies/load-tenants'

const Translated = (max: number) =>
  z.partialRecord(z.enum(LANGUAGES), z.string().min(1).max(max)).refine((texts) => texts.en !== undefined, 'an English text is needed')

/** `a<id>`: an article of the desk; a file may not use such ids. */
export const DESK_ARTICLE_ID = /^a(\d{1,18})$/

const NewsFile = z
  .array(
    z.strictObject({
      id: Id.refine((id) => !DESK_ARTICLE_ID.test(id), 'such ids are those of articles written at the desk'),
      createdAt: z.iso.datetime({ offset: true }),
      logo: z
        .string()
        .regex(/^(?:\/[\w./-]{1,200})?$/, 'a picture is a path on the site')
        .default(''),
      title: Translated(200),
      desc: Translated(400),
      content: Translated(40_000),
    }),
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

export interface LoadedNews {
  /** Newest first. */
  readonly articles: readonly Article[]
  readonly problems: readonly TenantProblem[]
}

export function loadNews(tenantsDir: string, tenantId: string): LoadedNews {
  const file = path.join(tenantsDir, tenantId, 'news.json')
  if (!existsSync(file)) return { articles: [], problems: [] }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return {
      articles: [],
      problems: [{ file, path: '', reason: `not readable as JSON: ${error instanceof Error ? error.message : String(error)}` }],
    }
  }
  const parsed = NewsFile.safeParse(content)
  if (!parsed.success) {
    return { articles: [], problems: parsed.error.issues.map((issue) => ({ file, path: issue.path.join('.'), reason: issue.message })) }
  }
  const articles = parsed.data.map((article) => ({
    ...article,
    createdAt: Date.parse(article.createdAt),
    content: Object.fromEntries(Object.entries(article.content).map(([language, html]) => [language, sanitizeArticle(html)])),
  }))
  return { articles: articles.sort((one, other) => other.createdAt - one.createdAt || one.id.localeCompare(other.id)), problems: [] }
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
