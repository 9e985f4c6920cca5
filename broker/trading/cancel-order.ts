/** A pending order ends without a fill. */
import { done, type Outcome, refused } from '../calls/handler'
import { ORDER_STATUS } from '../db/statuses'
import { orderEvent } from '../ledger/order-event'
import { writeReceipt } from '../ledger/order-receipt'
import type { OrderRow } from '../ledger/order-store'
import { ENGINE, type TradeUnit } from '../ledger/trade-unit'

type CancelCause = NonNullable<OrderRow['cancelReason']>

/** Needs no price: also in a closed market. */
export function cancelPending(unit: TradeUnit, id: bigint): Outcome<OrderRow> {
  const pending = unit.books.orders.find((order) => order.id === id)
  if (pending === undefined) return refused('ORDER_NOT_FOUND')
  if (pending.underWay !== null) return refused('ORDER_UNDER_WAY')
  return pending.status === ORDER_STATUS.pending ? done(endPending(unit, pending, 'trader')) : refused('ORDER_NOT_PENDING')
}

export function endPending(unit: TradeUnit, pending: OrderRow, cause: CancelCause): OrderRow {
  const { books, actor } = unit
  const order = books.changeOrder(pending, {
    status: ORDER_STATUS.completed,
    closeReason: cause === 'demo_reset' ? 'demo_reset' : 'cancelled',
    cancelReason: cause,
    completedAt: books.now,
  })
  books.record({ actor, action: 'order.cancel', object: `order:${order.id}`, detail: { cause } })
  writeReceipt(unit, { event: 'order_cancelled', order, reason: cause })
  // A trader who cancels sees it in the answer; what the engine cancels must be told.
  if (actor === ENGINE) books.announce({ topic: 'FOREX_CLOSED', payload: orderEvent(order) })
  return order
}
