/**
 * The list of one tab while it grows: pages are added in order, an order that a push has closed leaves at once, and any fresh
 * first page (another tab, a reload after close or cancel) starts the list anew.
 */

import type { NextPage } from '../../page/list-page.server'
import type { Order } from '../../terms/order'

interface OrderList {
  readonly orders: readonly Order[]
  readonly total: number
  /** The last page that is in the list. */
  readonly page: number
  /** Where the page behind it is; null where there is none. */
  readonly next: NextPage | null
  /** Orders that pushes have taken away since the first page was read. */
  readonly gone: ReadonlySet<string>
}

type OrderListEvent =
  | ({ readonly type: 'restarted' } & LoadedPage)
  | ({ readonly type: 'page-loaded' } & LoadedPage)
  | { readonly type: 'order-left'; readonly id: string }

type LoadedPage = Pick<OrderList, 'orders' | 'total' | 'page' | 'next'>

export function startOrderList({ orders, total, page, next }: LoadedPage): OrderList {
  return { orders, total, page, next, gone: new Set() }
}

export function orderListReducer(list: OrderList, event: OrderListEvent): OrderList {
  if (event.type === 'restarted') return startOrderList(event)
  if (event.type === 'order-left') {
    if (list.gone.has(event.id) || !list.orders.some((order) => order.id === event.id)) return list
    return {
      ...list,
      orders: list.orders.filter((order) => order.id !== event.id),
      total: Math.max(0, list.total - 1),
      gone: new Set([...list.gone, event.id]),
    }
  }
  // A page that was asked for before the list started anew, or twice.
  if (event.page !== list.page + 1) return list
  const known = new Set(list.orders.map((order) => order.id))
  // By number a page may repeat what is already shown: new orders push older ones to the next.
  const added = event.orders.filter((order) => !known.has(order.id) && !list.gone.has(order.id))
  return {
    ...list,
    orders: [...list.orders, ...added],
    total: event.orders.length === 0 ? list.orders.length : event.total,
    page: event.page,
    next: event.next,
  }
}

/** Finished when all are loaded, when nothing is behind them, or when what is left has moved out of reach. */
export function isComplete(list: OrderList): boolean {
  return list.next === null || list.orders.length >= list.total
}
