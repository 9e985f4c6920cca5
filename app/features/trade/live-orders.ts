/**
 * The loaded orders with what the pushes have told since: a filled order moves from pending to holding, an ended one to
 * history, at once and without waiting for the next load. Pure.
 *
 * Invariant: an event counts only against lists that were asked for before it; a later load knows better.
 */

import { formatFixed, parseFixed } from '../../../rules/decimal'
import { trailedStop } from '../../../rules/trailing'
import type { LiveQuote } from '../../realtime'
import type { Order } from '../../terms/order'
import type { OrderEvent } from '../../terms/pushes'
import { isSet } from '../orders/order-facts'
import type { OrderPage, TradeData, TradeOrders } from './scene/trade-data'

export interface HeardEvent {
  readonly event: OrderEvent
  /** The broker's clock, Unix milliseconds, as far as the page knows it. */
  readonly at: number
}

/** The events that the data cannot know yet. */
export function newerEvents(data: TradeData, heard: readonly HeardEvent[]): readonly HeardEvent[] {
  const newer = heard.filter(({ at }) => at > data.readAt)
  return newer.length === heard.length ? heard : newer
}

export function withEvents(data: TradeData, heard: readonly HeardEvent[]): TradeData {
  if (data.orders === null) return data
  const orders = newerEvents(data, heard).reduce(applyEvent, data.orders)
  return orders === data.orders ? data : { ...data, orders }
}

function applyEvent(orders: TradeOrders, { event, at }: HeardEvent): TradeOrders {
  const order = [...orders.pending.orders, ...orders.holding.orders].find(({ id }) => id === event.id)
  if (order === undefined || (event.status === 'open' && order.status === 'open')) return orders
  const pending = without(orders.pending, event.id)
  if (event.status === 'open') return { ...orders, pending, holding: withFirst(orders.holding, fillOrder(order, event, at)) }
  return { ...orders, pending, holding: without(orders.holding, event.id), history: withFirst(orders.history, endOrder(order, event, at)) }
}

const fillOrder = (order: Order, event: OrderEvent, at: number): Order => ({
  ...order,
  status: 'open',
  entryPrice: event.price,
  price: event.price,
  profit: event.profit,
  openedAt: at,
})

const endOrder = (order: Order, event: OrderEvent, at: number): Order => ({
  ...order,
  status: 'closed',
  closeReason: event.closeReason,
  cancelReason: event.cancelReason,
  price: event.price,
  profit: event.profit,
  closedTime: event.closedTime,
  closedAt: at,
})

function without(page: OrderPage, id: string): OrderPage {
  if (!page.orders.some((order) => order.id === id)) return page
  return { orders: page.orders.filter((order) => order.id !== id), total: Math.max(0, page.total - 1) }
}

function withFirst(page: OrderPage, order: Order): OrderPage {
  if (page.orders.some(({ id }) => id === order.id)) return page
  return { orders: [order, ...page.orders], total: page.total + 1 }
}

/**
 * Where a trailing stop loss stands after this quote; null where it stays. The broker moves it by the same rule at every
 * price; a page that was shown fewer prices is never ahead of it.
 * @param followed where the quotes before have taken it
 */
export function followedStop(order: Order, followed: string | undefined, quote: Pick<LiveQuote, 'bid' | 'ask'>): string | null {
  const stands = followed ?? (isSet(order.stopLoss) ? order.stopLoss : '0')
  const stop = trailedStop(
    { side: order.side, stopLoss: parseFixed(stands), trailingDistance: parseFixed(order.trailingDistance) },
    { bid: parseFixed(quote.bid), ask: parseFixed(quote.ask) },
  )
  return stop === null ? null : formatFixed(stop, order.instrument.pricePrecision)
}

/** @param stops by order id, of positions whose stop has moved since the load */
export function withTrailedStops(data: TradeData, stops: ReadonlyMap<string, string>): TradeData {
  if (data.orders === null || stops.size === 0) return data
  const { holding } = data.orders
  const orders = holding.orders.map((order) => {
    const stop = stops.get(order.id)
    return stop === undefined || !isBetterStop(order, stop) ? order : { ...order, stopLoss: stop }
  })
  if (orders.every((order, index) => order === holding.orders[index])) return data
  return { ...data, orders: { ...data.orders, holding: { ...holding, orders } } }
}

/** A fresh load may be ahead of what the page has followed. */
function isBetterStop(order: Order, stop: string): boolean {
  if (!isSet(order.trailingDistance)) return false
  const [now, followed] = [parseFixed(order.stopLoss), parseFixed(stop)]
  return now === 0n || (order.side === 'buy' ? followed > now : followed < now)
}
