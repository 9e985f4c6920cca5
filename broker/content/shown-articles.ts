/**
 * Articles written at the desk as visitors see them: published, and their time has come.
 *
 * Invariant: the markup is held against the site's short list once more when it is read, whoever wrote the row. A language whose
 * title or text is missing counts as not written.
 */
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { ArticleKind, ArticleText, ArticleTexts } from '../../contract/desk/content'
import { LANGUAGES, type Language } from '../../contract/primitives'
import { type Article, DESK_ARTICLE_ID, sanitizeArticle } from '../brands/load-news'
import { queryRows, type Tx } from '../db/open-database'
import { countRows } from '../db/read-page'
import { article } from '../db/schema'

interface ArticleKey {
  readonly id: string
  readonly createdAt: number
}

const publicId = (id: bigint) => `a${id}`

const isShown = (tenantId: string, kind: ArticleKind, now: number) =>
  and(eq(article.tenantId, tenantId), eq(article.kind, kind), eq(article.status, 'published'), lte(article.publishAt, now))

interface KeysAsked {
  readonly kind: ArticleKind
  readonly now: number
  readonly offset: number
  readonly limit: number
  /** Articles that stand beside those of the desk. */
  readonly others?: readonly ArticleKey[]
}

/** Ids of one page of a list, newest first, before any text is read, and how many the list has. */
export async function shownIds(
  tx: Tx,
  tenantId: string,
  { kind, now, offset, limit, others = [] }: KeysAsked,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const where = isShown(tenantId, kind, now)
  const beside = JSON.stringify(others.map(({ id, createdAt }) => ({ id, at: createdAt })))
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select id from (
          select 'a' || ${article.id} as id, ${article.publishAt} as at from ${article} where ${where}
          union all select o.id, o.at from jsonb_to_recordset(${beside}::text::jsonb) as o (id text, at bigint)
        ) listed order by at desc, id collate "C" limit ${limit}::bigint offset ${offset}::bigint`,
  )
  return { ids: rows.map(({ id }) => id), total: others.length + (await countRows(tx, { from: article, where })) }
}

/** The shown ones among these ids, by id. */
export async function shownArticles(
  tx: Tx,
  tenantId: string,
  kind: ArticleKind,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Article>> {
  const wanted = ids.flatMap((id) => DESK_ARTICLE_ID.exec(id)?.[1] ?? []).map(BigInt)
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(article)
    .where(and(isShown(tenantId, kind, now), inArray(article.id, wanted)))
  return new Map(rows.map((row) => [publicId(row.id), shownArticle(row)]))
}

function shownArticle({ id, publishAt, texts }: typeof article.$inferSelect): Article {
  const written = Object.entries(readTexts(texts)).filter(([, text]) => isWritten(text))
  const part = (name: keyof ArticleText) => Object.fromEntries(written.map(([language, text]) => [language, text[name]]))
  return { id: publicId(id), createdAt: publishAt ?? 0, logo: '', title: part('title'), desc: part('desc'), content: part('content') }
}

/** A text as it is kept: `at` when its words were last written, or found to match the original; none before that was noted. */
export type StoredText = ArticleText & { readonly at?: number }
export type StoredTexts = { readonly [Code in Language]?: StoredText }

/** The texts of a row, their markup sanitised. */
export function readStored(texts: unknown): StoredTexts {
  const stored = texts as StoredTexts
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = stored[language]
      return text === undefined ? [] : [[language, { ...text, content: sanitizeArticle(text.content) }]]
    }),
  )
}

/** Their words alone. */
export function readTexts(texts: unknown): ArticleTexts {
  return Object.fromEntries(
    Object.entries(readStored(texts)).map(([language, { title, desc, content }]) => [language, { title, desc, content }]),
  )
}

/** Markup without a word is no text: an editor leaves an empty paragraph behind. */
export function isWritten(text: ArticleText | undefined): boolean {
  return text !== undefined && text.title !== '' && text.content.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}

/** Those with a title and a text, in the order of the site. */
function languagesOf({ title, content }: Pick<Article, 'title' | 'content'>): Language[] {
  return LANGUAGES.filter((language) => title[language] !== undefined && content[language] !== undefined)
}

interface ReadableArticle {
  readonly language: Language
  readonly languages: readonly Language[]
  readonly title: string
  readonly desc: string
  readonly content: string
}

/**
 * An article for one reader, all of it in one language: the reader's where it is written, else the original's, which is the company's
 * own; one without its original, any that it has. What is said of the language says it to the reader as well.
 */
export function readableArticle(article: Article, reader: Language, own: Language): ReadableArticle {
  const languages = languagesOf(article)
  const language = [reader, own].find((each) => languages.includes(each)) ?? languages[0] ?? own
  const part = (texts: Article['title']) => texts[language] ?? ''
  return { language, languages, title: part(article.title), desc: part(article.desc), content: part(article.content) }
}
