/** Reads a tab of the orders screen: the list, the account's figures, the counts of the tabs, and quotes for the estimates. */

import { askInstruments } from '../../broker-client/ask-market.server'
import { askOrders } from '../../broker-client/ask-orders.server'
import { newFormKey } from '../../forms/keyed-form.server'
import { fixedT } from '../../language/i18n.server'
import { askedPage, type ListPage, nextPage, readListPage } from '../../page/list-page.server'
import type { Order } from '../../terms/order'
import { shortTime } from '../../time/london-time.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { type OrdersData, type OrdersPageData, type OrderTabId, readTab, TAB_STATUS } from './orders-data'

const FIRST: ListPage = { page: 1, after: undefined }

export async function loadOrders(context: SiteContext, url: URL): Promise<OrdersData> {
  const tab = readTab(url.searchParams.get('type'))
  const asked = readListPage(url.searchParams)
  const list = (id: OrderTabId, wanted: ListPage) => askOrders(context.broker, TAB_STATUS[id], askedPage(wanted))
  const [t, shown, holding, pending, instruments] = await Promise.all([
    fixedT(context),
    list(tab, asked),
    tab === '1' ? null : list('1', FIRST),
    tab === '0' ? null : list('0', FIRST),
    tab === '3' ? null : askInstruments(context.broker, { initial: true, shared: true }),
  ])
  const totalOf = (answer: typeof holding, id: OrderTabId) =>
    id === tab ? (shown.ok ? shown.data.total : null) : answer?.ok ? answer.data.total : null
  const shared = {
    title: t('order:title'),
    tab,
    holdingTotal: totalOf(holding, '1'),
    pendingTotal: totalOf(pending, '0'),
    quotes: instruments?.ok
      ? instruments.data.map(({ id, symbol, logo, isOpen, quoteToUsdt, quote, lotStep, minLots, maxLots, minStopDistance }) => {
          return { id, symbol, logo, isOpen, quoteToUsdt, quote, lotStep, minLots, maxLots, minStopDistance }
        })
      : [],
    formKey: newFormKey(),
  }
  if (!shown.ok) return { ...shared, ok: false, code: shown.error.name, message: shown.error.msg }
  const { figures, realised, orders, total, next } = shown.data
  return {
    ...shared,
    ok: true,
    figures,
    realised,
    list: { ...pageOf(orders, context), total, page: asked.page, next: nextPage(asked, { total, next }) },
  }
}

function pageOf(orders: readonly Order[], context: SiteContext): Pick<OrdersPageData, 'orders' | 'times'> {
  const write = (timeMs: number | null) => (timeMs === null ? '' : shortTime(timeMs, context.now(), context.language))
  return {
    orders,
    times: Object.fromEntries(orders.map((order) => [order.id, { opened: write(order.placedAt), closed: write(order.closedAt) }])),
  }
}
