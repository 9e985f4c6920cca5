/** The news calls. An article shows in the caller's language, else in English. */
import type { getNews, listNews } from '../../contract/news'
import { type Language, PAGE_SIZE } from '../../contract/primitives'
import { done, forTenant, type Handler, refused } from '../http/handler'
import type { Article } from './load-news'

export interface NewsHandlers {
  readonly listNews: Handler<typeof listNews>
  readonly getNews: Handler<typeof getNews>
}

export function newsHandlers(articlesOf: (tenantId: string) => readonly Article[]): NewsHandlers {
  return {
    listNews: forTenant(async ({ tenant, input, language }) => {
      const articles = articlesOf(tenant.id)
      const start = (Number(input.page ?? '1') - 1) * PAGE_SIZE
      return done({ data: articles.slice(start, start + PAGE_SIZE).map((article) => headOf(article, language)), total: articles.length })
    }),
    getNews: forTenant(async ({ tenant, input, language }) => {
      const article = articlesOf(tenant.id).find(({ id }) => id === input.id)
      return article === undefined
        ? refused('NEWS_NOT_FOUND')
        : done({ ...headOf(article, language), content: inLanguage(article.content, language) })
    }),
  }
}

function headOf(article: Article, language: Language) {
  return {
    id: article.id,
    title: inLanguage(article.title, language),
    desc: inLanguage(article.desc, language),
    logo: article.logo,
    created_at: article.createdAt,
  }
}

function inLanguage(texts: Readonly<Partial<Record<Language, string>>>, language: Language): string {
  return texts[language] ?? texts.en ?? ''
}
