/**
 * News and announcements written at the desk: drafts, publishing now or at a time, withdrawing.
 *
 * Invariant: the markup of an article is what the site's one short list allows, whatever was sent. What somebody else has changed
 * meanwhile is not written over: every change names the version it was made to.
 */
import { z } from 'zod'
import { Id, Language, Milliseconds, Next, PAGE_ASKED, RowId } from '../primitives'
import { deskEndpoint } from './desk-endpoint'

const Version = z.string().regex(/^\d{1,9}$/)

export const ARTICLE_KINDS = ['news', 'announcement'] as const
export type ArticleKind = (typeof ARTICLE_KINDS)[number]
export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

/** One language of an article. All three empty: it has none in that language. */
export const ArticleText = z.strictObject({
  title: z.string().trim().max(200),
  desc: z.string().trim().max(400),
  content: z.string().max(20_000).describe('HTML'),
})
export type ArticleText = z.infer<typeof ArticleText>
export const ArticleTexts = z.partialRecord(Language, ArticleText)
export type ArticleTexts = z.infer<typeof ArticleTexts>

export const DeskArticleHead = z.object({
  id: Id,
  kind: z.enum(ARTICLE_KINDS),
  status: z.enum(ARTICLE_STATUSES).describe('scheduled: published, and its time has not come'),
  title: z.string().describe("In the caller's language, else the company's own, else any"),
  languages: z.array(Language).describe('Those with a title and a text'),
  older: z.array(Language).describe('Translations that the original was changed after'),
  publish_at: Milliseconds.nullable(),
  version: z.number().int(),
  created_at: Milliseconds,
  updated_at: Milliseconds,
})
export type DeskArticleHead = z.infer<typeof DeskArticleHead>

export const listArticles = deskEndpoint({
  method: 'GET',
  path: 'articles',
  access: 'content.read',
  input: { kind: z.enum(ARTICLE_KINDS).optional(), status: z.enum(ARTICLE_STATUSES).optional(), ...PAGE_ASKED },
  output: z.object({
    data: z.array(DeskArticleHead),
    total: z.number().int(),
    next: Next,
    offered: z.array(Language).describe("The company's languages, its own first"),
  }),
  errors: [],
})

export const getArticle = deskEndpoint({
  method: 'GET',
  path: 'article',
  access: 'content.read',
  input: { id: RowId },
  output: DeskArticleHead.extend({ texts: ArticleTexts }),
  errors: ['NOT_FOUND'],
})

/**
 * The company's own language is the original; the others are translations of it, and are optional. Languages that `texts` does not name
 * stay as they are. A published article is changed where it stands, and stays what it is.
 */
export const saveArticle = deskEndpoint({
  method: 'POST',
  path: 'save_article',
  access: 'content.write',
  input: {
    id: RowId.optional().describe('Left out for a new article'),
    kind: z.enum(ARTICLE_KINDS),
    texts: z.string().max(48_000).describe('JSON: {<language>: {title, desc, content}}'),
    matching: z
      .string()
      .max(128)
      .regex(/^(?:[a-z]{2,3}(?:,[a-z]{2,3})*)?$/)
      .optional()
      .describe('Codes with commas between: translations that match the original as it is saved, although their words stay'),
    version: Version.optional().describe('Of the article as it was opened; needed with `id`'),
  },
  output: z.object({ id: Id, version: z.number().int() }),
  errors: ['NOT_FOUND', 'ARTICLE_CHANGED', 'ARTICLE_TEXT_REQUIRED'],
})

/** Of an article that is not shown yet: one that is shown is withdrawn first. */
export const publishArticle = deskEndpoint({
  method: 'POST',
  path: 'publish_article',
  access: 'content.write',
  input: {
    id: RowId,
    version: Version,
    publish_at: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .describe('Unix milliseconds from when it is shown; left out, or past: from now on'),
  },
  output: z.object({ version: z.number().int(), publish_at: Milliseconds }),
  errors: ['NOT_FOUND', 'ARTICLE_CHANGED', 'ARTICLE_TEXT_REQUIRED'],
})

/** It vanishes from the site at once; it can be published again. */
export const withdrawArticle = deskEndpoint({
  method: 'POST',
  path: 'withdraw_article',
  access: 'content.write',
  input: { id: RowId, version: Version, reason: z.string().max(2000) },
  output: z.object({ version: z.number().int() }),
  errors: ['DESK_REASON_REQUIRED', 'NOT_FOUND', 'ARTICLE_CHANGED'],
})

export const CONTENT_CALLS = { listArticles, getArticle, saveArticle, publishArticle, withdrawArticle }
