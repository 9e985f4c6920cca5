/** Questions about a trader's orders, answered in the site's own terms. */
import { listOrders, listOrderTicks, listPositions, listReceiptProofs } from '../../contract/orders'
import {
  type EventTicks,
  type LoggedReceipt,
  type OrderList,
  type OrderStatus,
  type Positions,
  readClosedList,
  readEventTicks,
  readOrderList,
  readPositions,
  readReceiptProofs,
} from '../terms/order'
import type { BoundBroker, BrokerResult, CallOptions } from './broker.server'
import { inTerms } from './in-terms.server'

const TAB_OF = { pending: '0', open: '1', closed: '3' } as const satisfies Record<OrderStatus, string>

const listOf = inTerms(readOrderList)
const closedListOf = inTerms(readClosedList)
const positionsOf = inTerms(readPositions)
const ticksOf = inTerms(readEventTicks)
const proofsOf = inTerms(readReceiptProofs)

/** @param page the first one unless another is asked for */
export async function askOrders(
  broker: BoundBroker,
  status: OrderStatus,
  page: { readonly page?: string; readonly after?: string } = { page: '1' },
  options: CallOptions = {},
): Promise<BrokerResult<OrderList>> {
  const answer = await broker.call(listOrders, { status: TAB_OF[status], ...page }, options)
  return status === 'closed' ? closedListOf(answer) : listOf(answer)
}

export async function askPositions(broker: BoundBroker, options: CallOptions): Promise<BrokerResult<Positions>> {
  return positionsOf(await broker.call(listPositions, {}, options))
}

export async function askReceiptProofs(
  broker: BoundBroker,
  id: string,
  options: CallOptions,
): Promise<BrokerResult<readonly LoggedReceipt[]>> {
  return proofsOf(await broker.call(listReceiptProofs, { id }, options))
}

export async function askEventTicks(broker: BoundBroker, id: string, options: CallOptions): Promise<BrokerResult<readonly EventTicks[]>> {
  return ticksOf(await broker.call(listOrderTicks, { id }, options))
}
