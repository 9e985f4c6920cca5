/** Reads a tab of the orders screen: the list, the account's figures, the counts of the tabs, and quotes for the estimates. */
import { listInstruments } from '../../../contract/market'
import { type AccountFigures, listOrders, type Order } from '../../../contract/orders'
import { formatAmount, parseAmount } from '../../../rules/money'
import { fixedT } from '../../platform/i18n.server'
import type { SiteContext } from '../../platform/load-context.server'
import { shortTime } from '../market/london-time.server'
import { type OrdersData, type OrdersPageData, type OrderTabId, readTab } from './orders-data'

const MAX_PAGE = 1000

export async function loadOrders(context: SiteContext, url: URL): Promise<OrdersData> {
  const tab = readTab(url.searchParams.get('type'))
  const page = readPage(url.searchParams.get('page'))
  const list = (status: OrderTabId, wanted: number) => context.broker.call(listOrders, { status, page: String(wanted) })
  const [t, shown, holding, pending, instruments] = await Promise.all([
    fixedT(context),
    list(tab, page),
    tab === '1' ? null : list('1', 1),
    tab === '0' ? null : list('0', 1),
    tab === '3' ? null : context.broker.call(listInstruments, {}, { initial: true }),
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
    formKey: crypto.randomUUID(),
  }
  if (!shown.ok) return { ...shared, ok: false, code: shown.error.name, message: shown.error.msg }
  const { data: orders, total, ...figures } = shown.data
  const isHistory = tab === '3'
  return {
    ...shared,
    ok: true,
    figures: isHistory ? { ...figures, all_fact_profits: floatingProfit(figures) } : figures,
    realised: isHistory ? figures.all_fact_profits : null,
    list: pageOf(orders, total, page, context),
  }
}

/** With a list of completed orders the broker tells their result in `all_fact_profits`; what floats follows from the rest. */
function floatingProfit({ net_value, balance, total_margin }: AccountFigures): string {
  return formatAmount(parseAmount(net_value) - parseAmount(balance) - parseAmount(total_margin))
}

function pageOf(orders: readonly Order[], total: number, page: number, context: SiteContext): OrdersPageData {
  const write = (timeMs: number | null) => (timeMs === null ? '' : shortTime(timeMs, context.now(), context.language))
  return {
    orders,
    total,
    page,
    times: Object.fromEntries(orders.map((order) => [order.Id, { opened: write(order.CreatedAt), closed: write(order.CompletedAt) }])),
  }
}

function readPage(text: string | null): number {
  const page = text !== null && /^\d{1,4}$/.test(text) ? Number(text) : 1
  return page >= 1 && page <= MAX_PAGE ? page : 1
}
