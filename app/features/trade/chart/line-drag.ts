/**
 * A line on its way to another price: held, dropped, confirmed or given up. Pure.
 *
 * Invariants: the price is what the hand or the keyboard has chosen; no tick and no push changes it. Whatever is asked about
 * exists: when the order has ended meanwhile, the move is lost and says why, and nothing is sent.
 */
import type { Order } from '../../../terms/order'
import { isPending, type LinePart, partPrice } from './chart-lines'
import { isSamePrice } from './line-reading'

export interface Move {
  readonly orderId: string
  readonly part: LinePart
  /** What stands in the field: a price on the grid from a drag or a step, any text once it is typed. */
  readonly price: string
  /** What the order had when the move began; '' where it had none. */
  readonly before: string
  /** Of the order, for words about it after it is gone. */
  readonly name: string
}

/** `lost`: the order has closed, or was filled while its target was moved. */
export type LineDrag =
  | { readonly phase: 'idle' }
  | { readonly phase: 'held'; readonly move: Move; readonly origin: LinePart | 'entry'; readonly hasMoved: boolean }
  | { readonly phase: 'asking'; readonly move: Move }
  | { readonly phase: 'lost'; readonly move: Move; readonly why: 'ended' | 'filled' }

export type LineDragEvent =
  | { readonly type: 'held'; readonly order: Order; readonly origin: LinePart | 'entry'; readonly price: string }
  | { readonly type: 'moved'; readonly part: LinePart; readonly price: string; readonly order: Order }
  | { readonly type: 'dropped' }
  | { readonly type: 'asked'; readonly order: Order; readonly part: LinePart; readonly price: string }
  | { readonly type: 'typed'; readonly price: string }
  | { readonly type: 'orders-changed'; readonly orders: readonly Order[] }
  | { readonly type: 'given-up' }

export const IDLE: LineDrag = { phase: 'idle' }

export function lineDragReducer(drag: LineDrag, event: LineDragEvent): LineDrag {
  switch (event.type) {
    case 'held': {
      if (drag.phase !== 'idle') return drag
      const part = event.origin === 'entry' ? 'takeProfit' : event.origin
      return { phase: 'held', origin: event.origin, hasMoved: false, move: startMove(event.order, part, event.price) }
    }
    case 'moved': {
      if (drag.phase !== 'held') return drag
      const part = drag.origin === 'entry' ? event.part : drag.origin
      const before = part === drag.move.part ? drag.move.before : partPrice(event.order, part)
      return { ...drag, hasMoved: true, move: { ...drag.move, part, before, price: event.price } }
    }
    case 'dropped':
      if (drag.phase !== 'held') return drag
      return drag.hasMoved ? { phase: 'asking', move: drag.move } : IDLE
    case 'asked':
      return drag.phase === 'idle' ? { phase: 'asking', move: startMove(event.order, event.part, event.price) } : drag
    case 'typed':
      return drag.phase === 'asking' ? { ...drag, move: { ...drag.move, price: event.price } } : drag
    case 'orders-changed':
      return afterOrders(drag, event.orders)
    case 'given-up':
      return IDLE
  }
}

function startMove(order: Order, part: LinePart, price: string): Move {
  return { orderId: order.id, part, price, before: partPrice(order, part), name: order.instrument.symbol }
}

function afterOrders(drag: LineDrag, orders: readonly Order[]): LineDrag {
  if (drag.phase !== 'held' && drag.phase !== 'asking') return drag
  const order = orders.find(({ id }) => id === drag.move.orderId)
  if (order === undefined) return { phase: 'lost', move: drag.move, why: 'ended' }
  if (drag.move.part === 'target' && !isPending(order)) return { phase: 'lost', move: drag.move, why: 'filled' }
  return drag
}

/** The order's price for the part was changed elsewhere since the move began. */
export function isMovedElsewhere(move: Move, order: Order): boolean {
  return !isSamePrice(move.before, partPrice(order, move.part))
}
