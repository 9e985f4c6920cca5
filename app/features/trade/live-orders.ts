/**
 * The loaded orders with what the pushes have told since: a filled order moves from pending to holding, an ended one to
 * history, at once and without waiting for the next load. Pure.
 *
 * Invariant: an event counts only against lists that were asked for before it; a later load knows better.
 */
import type { Order } from '../../../contract/orders'
import { formatFixed, parseFixed } from '../../../rules/decimal'
import { trailedStop } from '../../../rules/trailing'
import type { LiveQuote, OrderEvent } from '../../realtime'
import { isSet, sideOf } from '../orders/order-facts'
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
  const order = [...orders.pending.orders, ...orders.holding.orders].find(({ Id }) => Id === event.Id)
  if (order === undefined || (event.Status === 1 && order.Status === 1)) return orders
  const pending = without(orders.pending, event.Id)
  if (event.Status === 1) return { ...orders, pending, holding: withFirst(orders.holding, filled(order, event, at)) }
  return { ...orders, pending, holding: without(orders.holding, event.Id), history: withFirst(orders.history, ended(order, event, at)) }
}

const filled = (order: Order, event: OrderEvent, at: number): Order => ({
  ...order,
  Status: 1,
  Price: event.UpdatePrice,
  UpdatePrice: event.UpdatePrice,
  FactProfits: event.FactProfits,
  OpenedAt: at,
})

const ended = (order: Order, event: OrderEvent, at: number): Order => ({
  ...order,
  Status: 3,
  CloseReason: event.CloseReason,
  CancelReason: event.CancelReason,
  UpdatePrice: event.UpdatePrice,
  FactProfits: event.FactProfits,
  CompleteTimeHandler: event.CompleteTimeHandler,
  CompletedAt: at,
})

function without(page: OrderPage, id: string): OrderPage {
  if (!page.orders.some((order) => order.Id === id)) return page
  return { orders: page.orders.filter((order) => order.Id !== id), total: Math.max(0, page.total - 1) }
}

function withFirst(page: OrderPage, order: Order): OrderPage {
  if (page.orders.some(({ Id }) => Id === order.Id)) return page
  return { orders: [order, ...page.orders], total: page.total + 1 }
}

/**
 * Where a trailing stop loss stands after this quote; null where it stays. The broker moves it by the same rule at every
 * price; a page that was shown fewer prices is never ahead of it.
 * @param followed where the quotes before have taken it
 */
export function followedStop(order: Order, followed: string | undefined, quote: Pick<LiveQuote, 'bid' | 'ask'>): string | null {
  const stands = followed ?? (isSet(order.TargetLossPrice) ? order.TargetLossPrice : '0')
  const stop = trailedStop(
    { side: sideOf(order), stopLoss: parseFixed(stands), trailingDistance: parseFixed(order.TrailingDistance) },
    { bid: parseFixed(quote.bid), ask: parseFixed(quote.ask) },
  )
  return stop === null ? null : formatFixed(stop, order.ForexTradeLists.PricePrecision)
}

/** @param stops by order id, of positions whose stop has moved since the load */
export function withTrailedStops(data: TradeData, stops: ReadonlyMap<string, string>): TradeData {
  if (data.orders === null || stops.size === 0) return data
  const { holding } = data.orders
  const orders = holding.orders.map((order) => {
    const stop = stops.get(order.Id)
    return stop === undefined || !isBetterStop(order, stop) ? order : { ...order, TargetLossPrice: stop }
  })
  if (orders.every((order, index) => order === holding.orders[index])) return data
  return { ...data, orders: { ...data.orders, holding: { ...holding, orders } } }
}

/** A fresh load may be ahead of what the page has followed. */
function isBetterStop(order: Order, stop: string): boolean {
  if (!isSet(order.TrailingDistance)) return false
  const [now, followed] = [parseFixed(order.TargetLossPrice), parseFixed(stop)]
  return now === 0n || (sideOf(order) === 'buy' ? followed > now : followed < now)
}
