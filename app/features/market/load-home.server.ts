/** Reads everything that the home screen shows at first: the market, the trader's account, two news heads. */

import { listAnnouncements, listNews } from '../../../contract/news'
import { DAY_MS } from '../../../rules/durations'
import { askCategories, askInstruments } from '../../broker-client/ask-market.server'
import { askOrders } from '../../broker-client/ask-orders.server'
import { fixedT } from '../../language/i18n.server'
import type { Category, Instrument, ToldInstrument } from '../../terms/instrument'
import { shortTime, weekdayTime } from '../../time/london-time.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { nextChange } from './category-session'
import { listInstrument } from './drawn-instrument'
import { asksForWhole, ROWS_AT_FIRST } from './first-rows.server'
import type { CategorySession, HomeAccount, HomeData, MarketsData, WholeMarket } from './home-data'
import { ALL_CATEGORIES, matchInstruments } from './match-instruments'
import { readSearch } from './search-data'
import { FIRST_LIST, isWatchlistId } from './watchlist/watchlists'

type ReadyMarkets = Extract<MarketsData, { ok: true }>

const WEEK_MS = 7 * DAY_MS
const NEWS_SHOWN = 2
const FOR_ALL = { initial: true, shared: true } as const

export async function loadHome(context: SiteContext, url: URL): Promise<HomeData> {
  const search = readSearch(url.searchParams)
  const [t, markets, account, news, announcements] = await Promise.all([
    fixedT(context),
    loadMarkets(context, search, url.searchParams),
    loadAccount(context),
    context.tenant?.features.news === false ? null : context.broker.call(listNews, { category_id: '1', page: '1' }, FOR_ALL),
    context.broker.call(listAnnouncements, {}, FOR_ALL),
  ])
  const announcement = announcements.ok ? announcements.data[0] : undefined
  return {
    title: t('product:title'),
    markets,
    account,
    search,
    announcement:
      announcement === undefined ? null : { title: announcement.title, language: announcement.language, languages: announcement.languages },
    // News is an extra: without it the screen is whole.
    news: news?.ok
      ? news.data.data.slice(0, NEWS_SHOWN).map(({ id, title, created_at, language, languages }) => ({
          id,
          title,
          time: shortTime(created_at, context.now(), context.language),
          language,
          languages,
        }))
      : [],
  }
}

async function loadMarkets(context: SiteContext, search: string, wishes: URLSearchParams): Promise<MarketsData> {
  const read = await readMarket(context, search)
  if (!read.ok) return { ok: false, code: read.error.name, message: read.error.msg }
  const { whole } = read
  const isWhole = search !== '' || asksForWhole(context, wishes)
  return isWhole ? whole.markets : firstRows(whole, wishes.get('category') ?? ALL_CATEGORIES)
}

/** Every instrument of the company, for the page that was sent the first ones. */
export async function loadWholeMarket(context: SiteContext): Promise<WholeMarket> {
  const read = await readMarket(context, '')
  return { instruments: read.ok ? read.whole.markets.instruments : null }
}

async function readMarket(context: SiteContext, search: string) {
  const [instruments, categories] = await Promise.all([
    askInstruments(context.broker, search === '' ? FOR_ALL : { initial: true }, search),
    askCategories(context.broker, FOR_ALL),
  ])
  if (!instruments.ok) return instruments
  return { ok: true, whole: marketsOf(instruments.data, categories.ok ? categories.data : [], context) } as const
}

/** One answer of the broker is one market for all pages that are made of it, in its language. */
const made = new WeakMap<readonly ToldInstrument[], ReadMarket>()

interface ReadMarket {
  readonly markets: ReadyMarkets
  /** By category: what a document of it has. */
  readonly firstRows: Map<string, ReadyMarkets>
}

function marketsOf(instruments: readonly ToldInstrument[], categories: readonly Category[], context: SiteContext): ReadMarket {
  const known = made.get(instruments)
  if (known?.markets.categories === categories) return known
  const markets: ReadyMarkets = {
    ok: true,
    instruments: instruments.map(listInstrument),
    isWhole: true,
    counts: {
      ...Object.fromEntries(categories.map(({ id }) => [id, membersOf(id, instruments).length])),
      [ALL_CATEGORIES]: instruments.length,
    },
    categories,
    sessions: Object.fromEntries(categories.map(({ id }) => [id, sessionOf(membersOf(id, instruments), context)])),
    mainCategoryId: mainCategory(categories, instruments)?.id ?? null,
    readAt: context.now(),
  }
  const read: ReadMarket = { markets, firstRows: new Map() }
  made.set(instruments, read)
  return read
}

function firstRows({ markets, firstRows: known }: ReadMarket, wanted: string): ReadyMarkets {
  // Of a watchlist, which only the browser knows, a document has no rows.
  const category = isWatchlistId(wanted) ? FIRST_LIST : markets.categories.some(({ id }) => id === wanted) ? wanted : ALL_CATEGORIES
  const before = known.get(category)
  if (before !== undefined) return before
  const shown = matchInstruments(markets.instruments, { query: '', categoryId: category }, () => '')
  const first = { ...markets, instruments: shown.slice(0, ROWS_AT_FIRST), isWhole: markets.instruments.length <= ROWS_AT_FIRST }
  known.set(category, first)
  return first
}

const membersOf = (categoryId: string, instruments: readonly Instrument[]) => instruments.filter((each) => each.categoryId === categoryId)

/** The first category whose trading has hours: its session is what a visitor wants to know. */
function mainCategory(categories: readonly Category[], instruments: readonly Instrument[]): Category | undefined {
  return categories.find(({ id }) => membersOf(id, instruments).some((each) => each.nextClose !== null || each.nextOpen !== null))
}

function sessionOf(members: readonly Instrument[], context: SiteContext): CategorySession {
  const { state, atMs } = nextChange(members)
  if (atMs === null) return { state, at: null, atMs }
  // A closing more than a week away (a holiday) would be misread as this week's.
  if (state === 'open' && atMs - context.now() > WEEK_MS) return { state: 'always', at: null, atMs: null }
  return { state, at: weekdayTime(atMs, context.language), atMs }
}

async function loadAccount(context: SiteContext): Promise<HomeAccount | null> {
  if (context.session.token === null) return null
  const [trader, holding] = await Promise.all([context.trader(), askOrders(context.broker, 'open', { page: '1' }, { initial: true })])
  if (trader === null || !holding.ok) return null
  const { figures, orders: positions, total } = holding.data
  return { figures, positions, total }
}
