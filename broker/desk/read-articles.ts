/** The company's articles as the desk sees them: drafts, what is scheduled, what is shown and what was withdrawn. */
import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import type { ArticleStatus, ArticleTexts, DeskArticleHead, getArticle, listArticles } from '../../contract/desk/content'
import { LANGUAGES, type Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { badCursor, done, refused } from '../calls/handler'
import { isWritten, readStored, readTexts, type StoredTexts } from '../content/shown-articles'
import { countRows, readPage } from '../db/read-page'
import { article } from '../db/schema'
import type { DeskHandler } from './desk-handler'

export type ArticleRow = typeof article.$inferSelect

export const listArticlesHandler: DeskHandler<typeof listArticles> = async ({ tx, tenant, language, input, now }) => {
  const wanted = and(
    eq(article.tenantId, tenant.id),
    input.kind === undefined ? undefined : eq(article.kind, input.kind),
    input.status === undefined ? undefined : hasStatus(input.status, now),
  )
  const page = await readPage(tx, article, { list: 'articles', where: wanted, by: [article.updatedAt, article.id] }, input)
  if (page === undefined) return badCursor()
  const { languages, defaultLanguage } = tenant
  return done({
    data: page.rows.map((row) => headOf(row, language, tenant, now)),
    total: await countRows(tx, { from: article, where: wanted }),
    next: page.next,
    offered: [defaultLanguage, ...languages.filter((offered) => offered !== defaultLanguage)],
  })
}

export const getArticleHandler: DeskHandler<typeof getArticle> = async ({ tx, tenant, language, input, now }) => {
  const [row] = await tx
    .select()
    .from(article)
    .where(and(eq(article.tenantId, tenant.id), eq(article.id, BigInt(input.id))))
  if (row === undefined) return refused('NOT_FOUND')
  return done({ ...headOf(row, language, tenant, now), texts: readTexts(row.texts) })
}

function hasStatus(status: ArticleStatus, now: number): SQL | undefined {
  if (status === 'scheduled') return and(eq(article.status, 'published'), gt(article.publishAt, now))
  if (status === 'published') return and(eq(article.status, 'published'), lte(article.publishAt, now))
  return eq(article.status, status)
}

/** A published article whose time has not come is scheduled. */
export function statusOf({ status, publishAt }: Pick<ArticleRow, 'status' | 'publishAt'>, now: number): ArticleStatus {
  return status === 'published' && publishAt !== null && publishAt > now ? 'scheduled' : status
}

export function writtenLanguages(texts: ArticleTexts): Language[] {
  return LANGUAGES.filter((language) => isWritten(texts[language]))
}

/** Translations that were neither written nor found to match since the original was changed. */
function olderLanguages(texts: StoredTexts, own: Language): Language[] {
  const changedAt = texts[own]?.at ?? 0
  return writtenLanguages(texts).filter((language) => language !== own && (texts[language]?.at ?? 0) < changedAt)
}

function headOf(row: ArticleRow, language: Language, { defaultLanguage }: Tenant, now: number): DeskArticleHead {
  const texts = readTexts(row.texts)
  const titles = [texts[language], texts[defaultLanguage], ...Object.values(texts)].map((text) => text?.title ?? '')
  return {
    id: row.id.toString(),
    kind: row.kind,
    status: statusOf(row, now),
    title: titles.find((title) => title !== '') ?? '',
    languages: writtenLanguages(texts),
    older: olderLanguages(readStored(row.texts), defaultLanguage),
    publish_at: row.publishAt,
    version: row.version,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
