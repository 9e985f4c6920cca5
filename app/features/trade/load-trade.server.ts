/** Reads everything that the trade screen shows at first: market, categories, and the trader's orders when there is one. */

import { data } from '@remix-run/node'
import { dateTag } from '../../../contract/language-tags'
import { PERIODS, type Period } from '../../../contract/primitives'
import { DAY_TIME_ZONE } from '../../../rules/candles'
import { DAY_MS } from '../../../rules/durations'
import { CALENDARS } from '../../../rules/market-calendars'
import { askCategories, askInstruments } from '../../broker-client/ask-market.server'
import { askOrders } from '../../broker-client/ask-orders.server'
import { readCookie } from '../../cookies/cookies'
import { newFormKey } from '../../forms/keyed-form.server'
import { formatOf } from '../../language/intl'
import { languageFacts } from '../../language/language'
import type { Category, Instrument, ToldInstrument } from '../../terms/instrument'
import type { OrderList } from '../../terms/order'
import { shortTime, weekdayTime } from '../../time/london-time.server'
import { isMobileAgent } from '../../visitor/device-hint.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { requireTenant } from '../../visitor/require-tenant.server'
import { drawInstrument } from '../market/drawn-instrument'
import { asksForWhole, ROWS_AT_FIRST } from '../market/first-rows.server'
import { usedCategories } from '../market/match-instruments'
import { readLeverages, readLots } from './scene/chosen-by-code'
import { readTradeAddress } from './scene/trade-address'
import { type SessionTexts, TRADE_COOKIE, type TradeData, type TradeMarket, type TradeOrders } from './scene/trade-data'
import { nextHolidayHours, weekHours } from './week-hours.server'

const WEEK_MS = 7 * DAY_MS

export async function loadTrade(context: SiteContext, request: Request): Promise<TradeData> {
  requireTenant(context)
  const { broker } = context
  const readAt = context.now()
  const [instruments, categories, orders] = await Promise.all([
    askInstruments(broker, { initial: true, shared: true }),
    askCategories(broker, { initial: true, shared: true }),
    loadOrders(context),
  ])
  if (!instruments.ok) throw data({ reason: 'market', code: instruments.error.name }, { status: 503 })
  const cookies = request.headers.get('cookie')
  const lastCode = readCookie(cookies, TRADE_COOKIE.code)
  const lastPeriod = readCookie(cookies, TRADE_COOKIE.period)
  const list = instruments.data
  const first = list.find(({ code }) => code === lastCode) ?? list.find(({ isOpen }) => isOpen) ?? list[0]
  const whole = marketOf(list, context)
  const asked = new URL(request.url).searchParams
  return {
    ...(asksForWhole(context, asked) ? whole : shownAtFirst(whole, [readTradeAddress(asked).code, first?.code], orders)),
    categories: categories.ok ? usedOf(categories.data, list) : [],
    orders,
    orderTimes: orderTimes(orders, context),
    defaultCode: first?.code ?? '',
    defaultPeriod: PERIODS.includes(lastPeriod as Period) ? (lastPeriod as Period) : '15min',
    leverages: readLeverages(readCookie(cookies, TRADE_COOKIE.leverages)),
    lots: readLots(readCookie(cookies, TRADE_COOKIE.lots)),
    readAt,
    formKey: newFormKey(),
    isMobileAgent: isMobileAgent(request.headers),
  }
}

/** Every instrument of the company, for the page that was sent the first ones; null where the broker did not tell. */
export async function loadTradeMarket(context: SiteContext): Promise<TradeMarket | null> {
  requireTenant(context)
  const instruments = await askInstruments(context.broker, { initial: true, shared: true })
  return instruments.ok ? marketOf(instruments.data, context) : null
}

/** One answer of the broker is one market for all pages that are made of it, in its language. */
const made = new WeakMap<readonly ToldInstrument[], TradeMarket>()

function marketOf(list: readonly ToldInstrument[], context: SiteContext): TradeMarket {
  const market = made.get(list) ?? { instruments: list.map(drawInstrument), sessions: sessionsOf(list, context), isWhole: true }
  made.set(list, market)
  return market
}

/** The same list for the same answers: parts of the page that all readers share depend on it. */
const used = new WeakMap<readonly Category[], { readonly of: readonly Instrument[]; readonly categories: readonly Category[] }>()

function usedOf(all: readonly Category[], list: readonly Instrument[]): readonly Category[] {
  const known = used.get(all)
  if (known?.of === list) return known.categories
  const categories = usedCategories(all, list)
  used.set(all, { of: list, categories })
  return categories
}

/** By what is shown besides the first rows, of one whole market. */
const firstOf = new WeakMap<TradeMarket, Map<string, TradeMarket>>()

/** The first rows of the list, the instrument of the chart, and those of the trader's orders. */
function shownAtFirst(whole: TradeMarket, codes: readonly (string | undefined)[], orders: TradeOrders | null): TradeMarket {
  const traded = orders === null ? [] : [orders.holding, orders.pending, orders.history].flatMap((page) => page.orders)
  const ids = new Set(traded.map(({ instrument }) => instrument.id))
  const isShown = ({ id, code }: Pick<Instrument, 'id' | 'code'>, index: number) =>
    index < ROWS_AT_FIRST || codes.includes(code) || ids.has(id)
  const instruments = whole.instruments.filter(isShown)
  const known = firstOf.get(whole) ?? new Map<string, TradeMarket>()
  firstOf.set(whole, known)
  const key = instruments.map(({ id }) => id).join(' ')
  const first = known.get(key) ?? {
    instruments,
    sessions: Object.fromEntries(instruments.map(({ id }) => [id, whole.sessions[id] ?? { opens: null, closes: null }])),
    isWhole: instruments.length === whole.instruments.length,
  }
  known.set(key, first)
  return first
}

async function loadOrders(context: SiteContext): Promise<TradeOrders | null> {
  if ((await context.trader()) === null) return null
  const [holding, pending, history] = await Promise.all(
    (['open', 'pending', 'closed'] as const).map((status) => askOrders(context.broker, status)),
  )
  if (!holding?.ok || !pending?.ok || !history?.ok) return null
  const page = ({ orders, total }: OrderList) => ({ orders, total })
  return { figures: holding.data.figures, holding: page(holding.data), pending: page(pending.data), history: page(history.data) }
}

function orderTimes(orders: TradeOrders | null, context: SiteContext): TradeData['orderTimes'] {
  if (orders === null) return {}
  const write = (timeMs: number | null) => (timeMs === null ? '' : shortTime(timeMs, context.now(), context.language))
  const all = [orders.holding, orders.pending, orders.history].flatMap((page) => page.orders)
  return Object.fromEntries(all.map((order) => [order.id, { opened: write(order.placedAt), closed: write(order.closedAt) }]))
}

/** By instrument id. Those that keep the same hours have the same list, which is sent once. */
function sessionsOf(instruments: readonly ToldInstrument[], context: SiteContext): TradeData['sessions'] {
  const calendars = CALENDARS.filter((name) => instruments.some(({ calendar }) => calendar === name))
  const hours = new Map<string, Pick<SessionTexts, 'week' | 'holiday'>>(
    calendars.map((name) => {
      const calendar = context.calendarNamed(name)
      const holiday = nextHolidayHours(calendar, context.now(), context.language)
      return [name, { week: weekHours(calendar, context.now(), context.language), ...(holiday === null ? {} : { holiday }) }]
    }),
  )
  return Object.fromEntries(
    instruments.map((instrument) => [instrument.id, { ...sessionTexts(instrument, context), ...hours.get(instrument.calendar ?? '') }]),
  )
}

/** Written on the server only: the words that two runtimes have for a weekday may differ, and the page must not. */
function sessionTexts({ nextOpen, nextClose }: Instrument, context: SiteContext): Pick<SessionTexts, 'opens' | 'closes'> {
  const moment = formatOf(dateTag(languageFacts(context.language).tag), {
    timeZone: DAY_TIME_ZONE,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return {
    opens: nextOpen === null ? null : moment.format(nextOpen),
    closes: nextClose === null || nextClose - context.now() > WEEK_MS ? null : weekdayTime(nextClose, context.language),
  }
}
