/** Reads the news for visitors: the list, as many pages of it as the address says, and one article with what it speaks of. */
import { data } from '@remix-run/node'
import { getNews, listNews } from '../../../contract/news'
import { DAY_TIME_ZONE } from '../../../rules/candles'
import { askInstruments } from '../../broker-client/ask-market.server'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { fixedT } from '../../language/i18n.server'
import { dateTimeFormat } from '../../language/intl'
import { type Instrument, lineOf } from '../../terms/instrument'
import type { SiteContext } from '../../visitor/load-context.server'
import { requireTenant } from '../../visitor/require-tenant.server'
import type { NewsArticle, NewsListData } from './news-data'

const MOST_PAGES = 25

const TIME: Intl.DateTimeFormatOptions = {
  timeZone: DAY_TIME_ZONE,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

export async function loadNewsList(context: SiteContext, url: URL): Promise<NewsListData> {
  requireTenant(context)
  const { broker, language } = context
  const pages = pagesOf(url.searchParams.get('page'))
  const [t, ...answers] = await Promise.all([
    fixedT(context),
    ...Array.from({ length: pages }, (_, index) =>
      broker.call(listNews, { category_id: '1', page: String(index + 1) }, { initial: index === 0 }),
    ),
  ])
  const title = t('tabbar:news')
  const failed = answers.find((answer) => !answer.ok)
  if (failed !== undefined && !failed.ok) return { title, ok: false, code: failed.error.name, message: failed.error.msg }
  const lists = answers.map(requireAnswer)
  // An article that moved to the next page between two reads is shown once.
  const items = [...new Map(lists.flatMap(({ data: list }) => list).map((item) => [item.id, item])).values()]
  return {
    title,
    ok: true,
    items: items.map(({ id, title: head, desc, logo, created_at, language: written, languages }) => ({
      id,
      title: head,
      desc,
      logo,
      at: { iso: new Date(created_at).toISOString(), text: dateTimeFormat(language, TIME).format(created_at) },
      language: written,
      languages,
    })),
    total: lists[0]?.total ?? 0,
    pages,
    canShowMore: pages < MOST_PAGES,
  }
}

function pagesOf(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(MOST_PAGES, Math.max(1, Number(text))) : 1
}

export async function loadNewsArticle(context: SiteContext, url: URL): Promise<NewsArticle | ReturnType<typeof data<NewsArticle>>> {
  requireTenant(context)
  const { broker, language } = context
  const id = url.searchParams.get('id') ?? ''
  const [t, answer, instruments] = await Promise.all([
    fixedT(context),
    broker.call(getNews, { id }, { initial: true }),
    askInstruments(broker, { initial: true }),
  ])
  if (!answer.ok && (answer.error.name === 'NEWS_NOT_FOUND' || answer.error.name === 'PARAMETER_INVALID')) {
    return data<NewsArticle>({ title: t('tabbar:news'), article: null, instrument: null }, { status: 404 })
  }
  const { title, content, logo, created_at, language: written, languages } = requireAnswer(answer)
  const time = dateTimeFormat(language, { ...TIME, year: 'numeric' }).format(created_at)
  const named = instruments.ok ? instruments.data.find((each) => isNamed(each, title)) : undefined
  return {
    title,
    article: { title, content, logo, at: { iso: new Date(created_at).toISOString(), text: t('news:london', { time }) }, language: written },
    writtenIn: languages,
    instrument: named === undefined ? null : lineOf(named),
  }
}

/** The title says "EUR/USD" or "EURUSD"; a currency alone is in too many pairs. */
function isNamed({ symbol, code }: Instrument, title: string): boolean {
  const words = title.toUpperCase().split(/[^\p{L}\p{N}/]+/u)
  return words.includes(symbol.toUpperCase()) || words.includes(code.toUpperCase())
}
