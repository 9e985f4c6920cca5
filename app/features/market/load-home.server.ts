/** Reads everything that the home screen shows at first: the market, the trader's account, two news heads. */
import { type Category, getCategories, type Instrument, listInstruments } from '../../../contract/market'
import { listAnnouncements, listNews } from '../../../contract/news'
import { listOrders } from '../../../contract/orders'
import { fixedT } from '../../platform/i18n.server'
import type { SiteContext } from '../../platform/load-context.server'
import { nextChange } from './category-session'
import { drawn } from './drawn-instrument'
import type { CategorySession, HomeAccount, HomeData, MarketsData } from './home-data'
import { shortTime, weekdayTime } from './london-time.server'
import { readSearch } from './search-data'

const WEEK_MS = 7 * 24 * 3_600_000
const NEWS_SHOWN = 2

export async function loadHome(context: SiteContext, url: URL): Promise<HomeData> {
  const search = readSearch(url.searchParams)
  const [t, markets, account, news, announcements] = await Promise.all([
    fixedT(context),
    loadMarkets(context, search),
    loadAccount(context),
    context.tenant?.features.news === false ? null : context.broker.call(listNews, { category_id: '1', page: '1' }, { initial: true }),
    context.broker.call(listAnnouncements, {}, { initial: true }),
  ])
  const announcement = announcements.ok ? announcements.data[0] : undefined
  return {
    title: t('product:title'),
    markets,
    account,
    search,
    announcement: announcement === undefined ? null : { title: announcement.title, language: announcement.language },
    // News is an extra: without it the screen is whole.
    news: news?.ok
      ? news.data.data.slice(0, NEWS_SHOWN).map(({ id, title, created_at, language }) => ({
          id,
          title,
          time: shortTime(created_at, context.now(), context.language),
          language,
        }))
      : [],
  }
}

async function loadMarkets(context: SiteContext, search: string): Promise<MarketsData> {
  const [instruments, categories] = await Promise.all([
    context.broker.call(listInstruments, search === '' ? {} : { searchCurrency: search }, { initial: true }),
    context.broker.call(getCategories, {}, { initial: true }),
  ])
  if (!instruments.ok) return { ok: false, code: instruments.error.name, message: instruments.error.msg }
  const named = categories.ok ? categories.data : []
  return {
    ok: true,
    instruments: instruments.data.map(drawn),
    categories: named,
    sessions: Object.fromEntries(named.map(({ Id }) => [Id, sessionOf(membersOf(Id, instruments.data), context)])),
    mainCategoryId: mainCategory(named, instruments.data)?.Id ?? null,
  }
}

const membersOf = (categoryId: string, instruments: readonly Instrument[]) => instruments.filter((each) => each.CategoryId === categoryId)

/** The first category whose trading has hours: its session is what a visitor wants to know. */
function mainCategory(categories: readonly Category[], instruments: readonly Instrument[]): Category | undefined {
  return categories.find(({ Id }) => membersOf(Id, instruments).some((each) => each.NextClose !== null || each.NextOpen !== null))
}

function sessionOf(members: readonly Instrument[], context: SiteContext): CategorySession {
  const { state, atMs } = nextChange(members)
  if (atMs === null) return { state, at: null, atMs }
  // A closing more than a week away (a holiday) would be misread as this week's.
  if (state === 'open' && atMs - context.now() > WEEK_MS) return { state: 'always', at: null, atMs: null }
  return { state, at: weekdayTime(atMs, context.language), atMs }
}

async function loadAccount(context: SiteContext): Promise<HomeAccount | null> {
  if ((await context.trader()) === null) return null
  const holding = await context.broker.call(listOrders, { status: '1', page: '1' }, { initial: true })
  if (!holding.ok) return null
  const { data: positions, total, ...figures } = holding.data
  return { figures, positions, total }
}
