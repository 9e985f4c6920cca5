/**
 * The news calls: articles of the company's folder and of its desk as one list by date, and the announcements of the desk. An article
 * shows in the caller's language, else in the company's own, which is its original.
 */
import { type Language, PAGE_SIZE } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { Article } from '../brands/load-news'
import { done, forTenant, refused, type SomeHandlers } from '../calls/handler'
import type { Database } from '../db/open-database'
import { offsetOf } from '../db/read-page'
import { readableArticle, shownArticles, shownIds } from './shown-articles'

interface NewsServices {
  readonly database: Database
  /** Those of the company's folder, newest first. */
  readonly articlesOf: (tenantId: string) => readonly Article[]
}

const ANNOUNCEMENTS_SHOWN = 20

export function newsHandlers({ database, articlesOf }: NewsServices) {
  return {
    listNews: forTenant(async ({ tenant, input, language, now }) => {
      const ofFolder = articlesOf(tenant.id)
      const start = offsetOf(input.page)
      return database.withTenant(tenant.id, async (tx) => {
        const asked = { kind: 'news', now, offset: start, limit: PAGE_SIZE, others: ofFolder } as const
        const { ids, total } = await shownIds(tx, tenant.id, asked)
        const ofDesk = await shownArticles(tx, tenant.id, 'news', ids, now)
        const articles = ids.flatMap((id) => ofDesk.get(id) ?? ofFolder.find((article) => article.id === id) ?? [])
        return done({ data: articles.map((article) => headOf(article, language, tenant)), total })
      })
    }),
    getNews: forTenant(async ({ tenant, input: { id }, language, now }) => {
      const article =
        articlesOf(tenant.id).find((known) => known.id === id) ??
        (await database.withTenant(tenant.id, (tx) => shownArticles(tx, tenant.id, 'news', [id], now))).get(id)
      if (article === undefined) return refused('NEWS_NOT_FOUND')
      return done({ ...headOf(article, language, tenant), content: readableArticle(article, language, tenant.defaultLanguage).content })
    }),
    listAnnouncements: forTenant(async ({ tenant, language, now }) =>
      database.withTenant(tenant.id, async (tx) => {
        const { ids } = await shownIds(tx, tenant.id, { kind: 'announcement', now, offset: 0, limit: ANNOUNCEMENTS_SHOWN })
        const articles = await shownArticles(tx, tenant.id, 'announcement', ids, now)
        return done(
          ids.flatMap((id) => {
            const article = articles.get(id)
            if (article === undefined) return []
            const { logo: _logo, ...head } = headOf(article, language, tenant)
            return [{ ...head, content: readableArticle(article, language, tenant.defaultLanguage).content }]
          }),
        )
      }),
    ),
  } satisfies SomeHandlers
}

function headOf(article: Article, reader: Language, { defaultLanguage }: Tenant) {
  const { title, desc, language, languages } = readableArticle(article, reader, defaultLanguage)
  return { id: article.id, title, desc, logo: article.logo, created_at: article.createdAt, language, languages: [...languages] }
}
