/** The private event of an order that has reached another status; the socket writes its time in the listener's language. */
import type { ClosedPush } from '../../contract/socket'
import { formatFixed } from '../../rules/decimal'
import { formatAmount } from '../../rules/money'
import { ORDER_STATUS } from '../db/statuses'
import type { OrderRow } from './order-store'

export type OrderEventPayload = Omit<ClosedPush, 'CompleteTimeHandler'> & { readonly CompletedAt: number | null }

export function orderEvent(order: OrderRow): OrderEventPayload {
  const price = order.status === ORDER_STATUS.holding ? order.fillPrice : (order.closePrice ?? order.requestedPrice)
  return {
    Id: order.id.toString(),
    Status: order.status as ClosedPush['Status'],
    CloseReason: order.closeReason,
    CancelReason: order.cancelReason,
    UpdatePrice: formatFixed(price, order.pricePrecision),
    FactProfits: formatAmount(order.profit ?? 0n),
    CompletedAt: order.completedAt,
  }
}
