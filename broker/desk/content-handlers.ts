/** Calls of the desk about news and announcements. */
import type { DeskHandlers } from './desk-handler'
import { getArticleHandler, listArticlesHandler } from './read-articles'
import { publishArticleHandler, saveArticleHandler, withdrawArticleHandler } from './write-articles'

export function contentHandlers(): DeskHandlers {
  return {
    listArticles: listArticlesHandler,
    getArticle: getArticleHandler,
    saveArticle: saveArticleHandler,
    publishArticle: publishArticleHandler,
    withdrawArticle: withdrawArticleHandler,
  }
}
