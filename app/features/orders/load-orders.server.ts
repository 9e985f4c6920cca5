/** Reads a tab of the orders screen: the list, the account's figures, the counts of the tabs, and quotes for the estimates. */

import { listInstruments } from '../../../contract/market'
import { type AccountFigures, listOrders, type Order } from '../../../contract/orders'
import { formatAmount, parseAmount } from '../../../rules/money'
import { newFormKey } from '../../forms/keyed-form.server'
import { fixedT } from '../../language/i18n.server'
import { askedPage, type ListPage, nextPage, readListPage } from '../../page/list-page.server'
import { shortTime } from '../../time/london-time.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { type OrdersData, type OrdersPageData, type OrderTabId, readTab } from './orders-data'

const FIRST: ListPage = { page: 1, after: undefined }

export async function loadOrders(context: SiteContext, url: URL): Promise<OrdersData> {
  const tab = readTab(url.searchParams.get('type'))
  const asked = readListPage(url.searchParams)
  const list = (status: OrderTabId, wanted: ListPage) => context.broker.call(listOrders, { status, ...askedPage(wanted) })
  const [t, shown, holding, pending, instruments] = await Promise.all([
    fixedT(context),
    list(tab, asked),
    tab === '1' ? null : list('1', FIRST),
    tab === '0' ? null : list('0', FIRST),
    tab === '3' ? null : context.broker.call(listInstruments, {}, { initial: true, shared: true }),
  ])
  const totalOf = (answer: typeof holding, id: OrderTabId) =>
    id === tab ? (shown.ok ? shown.data.total : null) : answer?.ok ? answer.data.total : null
  const shared = {
    title: t('order:title'),
    tab,
    holdingTotal: totalOf(holding, '1'),
    pendingTotal: totalOf(pending, '0'),
    quotes: instruments?.ok
      ? instruments.data.map(
          ({ Id, ShowCode, Logo, MarketStatus, QuoteToUsdt, ForexQuotations, Pip, ForexMinCont, MaxLots, MinStopDistance }) => {
            return { Id, ShowCode, Logo, MarketStatus, QuoteToUsdt, ForexQuotations, Pip, ForexMinCont, MaxLots, MinStopDistance }
          },
        )
      : [],
    formKey: newFormKey(),
  }
  if (!shown.ok) return { ...shared, ok: false, code: shown.error.name, message: shown.error.msg }
  const { data: orders, total, next, ...figures } = shown.data
  const isHistory = tab === '3'
  return {
    ...shared,
    ok: true,
    figures: isHistory ? { ...figures, all_fact_profits: floatingProfit(figures) } : figures,
    realised: isHistory ? figures.all_fact_profits : null,
    list: { ...pageOf(orders, context), total, page: asked.page, next: nextPage(asked, { total, next }) },
  }
}

/** With a list of completed orders the broker tells their result in `all_fact_profits`; what floats follows from the rest. */
function floatingProfit({ net_value, balance, total_margin }: AccountFigures): string {
  return formatAmount(parseAmount(net_value) - parseAmount(balance) - parseAmount(total_margin))
}

function pageOf(orders: readonly Order[], context: SiteContext): Pick<OrdersPageData, 'orders' | 'times'> {
  const write = (timeMs: number | null) => (timeMs === null ? '' : shortTime(timeMs, context.now(), context.language))
  return {
    orders,
    times: Object.fromEntries(orders.map((order) => [order.Id, { opened: write(order.CreatedAt), closed: write(order.CompletedAt) }])),
  }
}
