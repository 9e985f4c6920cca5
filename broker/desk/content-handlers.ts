/** Calls of the desk about news and announcements. */
import type { SomeDeskHandlers } from './desk-handler'
import { getArticleHandler, listArticlesHandler } from './read-articles'
import { publishArticleHandler, saveArticleHandler, withdrawArticleHandler } from './write-articles'

export function contentHandlers() {
  return {
    listArticles: listArticlesHandler,
    getArticle: getArticleHandler,
    saveArticle: saveArticleHandler,
    publishArticle: publishArticleHandler,
    withdrawArticle: withdrawArticleHandler,
  } satisfies SomeDeskHandlers
}
