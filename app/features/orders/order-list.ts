/**
 * The list of one tab while it grows: pages are added in order, an order that a push has closed leaves at once, and any fresh
 * first page (another tab, a reload after close or cancel) starts the list anew.
 */
import type { Order } from '../../../contract/orders'

export interface OrderList {
  readonly orders: readonly Order[]
  readonly total: number
  /** The last page that is in the list. */
  readonly page: number
  /** Orders that pushes have taken away since the first page was read. */
  readonly gone: ReadonlySet<string>
}

export type OrderListEvent =
  | { readonly type: 'restarted'; readonly orders: readonly Order[]; readonly total: number }
  | { readonly type: 'page-loaded'; readonly page: number; readonly orders: readonly Order[]; readonly total: number }
  | { readonly type: 'order-left'; readonly id: string }

export function startOrderList(orders: readonly Order[], total: number, page = 1): OrderList {
  return { orders, total, page, gone: new Set() }
}

export function orderListReducer(list: OrderList, event: OrderListEvent): OrderList {
  if (event.type === 'restarted') return startOrderList(event.orders, event.total)
  if (event.type === 'order-left') {
    if (list.gone.has(event.id) || !list.orders.some((order) => order.Id === event.id)) return list
    return {
      ...list,
      orders: list.orders.filter((order) => order.Id !== event.id),
      total: Math.max(0, list.total - 1),
      gone: new Set([...list.gone, event.id]),
    }
  }
  // A page that was asked for before the list started anew, or twice.
  if (event.page !== list.page + 1) return list
  const known = new Set(list.orders.map((order) => order.Id))
  // New orders push older ones to the next page, so a page may repeat what is already shown.
  const added = event.orders.filter((order) => !known.has(order.Id) && !list.gone.has(order.Id))
  return {
    ...list,
    orders: [...list.orders, ...added],
    total: event.orders.length === 0 ? list.orders.length : event.total,
    page: event.page,
  }
}

/** Finished when all are loaded, or when what is left has moved out of reach. */
export function isComplete(list: OrderList): boolean {
  return list.orders.length >= list.total
}
