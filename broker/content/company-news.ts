/** The articles of every company's folder, kept while the broker runs. A file that is not right any more leaves its company the articles it had. */
import { describeProblem } from '../companies/load-tenants'
import type { Logger } from '../logger'
import { type Article, loadNews } from './load-news'

export interface CompanyNews {
  /** Newest first. */
  articlesOf(tenantId: string): readonly Article[]
  /** Reads the files of these companies again. */
  reload(tenantIds: readonly string[]): void
}

export function openCompanyNews(tenantsDir: string, tenants: readonly { readonly id: string }[], logger: Logger): CompanyNews {
  const articles = new Map<string, readonly Article[]>()
  const reload: CompanyNews['reload'] = (ids) => {
    for (const id of ids) {
      const news = loadNews(tenantsDir, id)
      for (const problem of news.problems) logger.warn({ tenant: id }, `the news are not shown: ${describeProblem(problem)}`)
      if (news.problems.length === 0 || !articles.has(id)) articles.set(id, news.articles)
    }
  }
  reload(tenants.map(({ id }) => id))
  return { articlesOf: (id) => articles.get(id) ?? [], reload }
}
