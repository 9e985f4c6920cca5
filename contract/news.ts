/** News list and detail, and the company's announcements. `content` is HTML that the broker has already sanitised. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Id, Language, Milliseconds, Page } from './primitives'

/** Told where it is known: an article that is not in the reader's language says so. */
const WrittenIn = Language.optional().describe('The language that the words are in, which may not be the one that was asked for')

/** Told where it is known, for search engines: an article has no address in a language that it is not written in. */
const WrittenLanguages = z.array(Language).optional().describe('All languages that it is written in')

export const NewsItem = z.object({
  id: Id,
  title: z.string(),
  desc: z.string(),
  logo: z.string(),
  created_at: Milliseconds,
  language: WrittenIn,
  languages: WrittenLanguages,
})
export type NewsItem = z.infer<typeof NewsItem>

export const listNews = endpoint({
  method: 'GET',
  path: '/api/news/list',
  actor: 'anonymous',
  input: z.object({ category_id: z.enum(['1']), page: Page.optional() }),
  output: z.object({ data: z.array(NewsItem), total: z.number().int() }),
  errors: [],
})

export const getNews = endpoint({
  method: 'GET',
  path: '/api/news/info',
  actor: 'anonymous',
  input: z.object({ id: Id }),
  output: NewsItem.extend({ content: z.string() }),
  errors: ['NEWS_NOT_FOUND'],
})

/** What the company has to tell everybody now, newest first; the newest 20. */
export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/news/announcements',
  actor: 'anonymous',
  input: z.object({}),
  output: z.array(
    z.object({
      id: Id,
      title: z.string(),
      desc: z.string(),
      content: z.string(),
      created_at: Milliseconds,
      language: WrittenIn,
      languages: WrittenLanguages,
    }),
  ),
  errors: [],
})
