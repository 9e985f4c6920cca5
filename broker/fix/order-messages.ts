/** What is asked of a provider of liquidity. */

import type { ProviderOrder, Side } from '../providers/provider'
import type { Field } from './fix-message'
import { writeNumber, writeTime } from './fix-values'
import { MsgType, Tag } from './tags'

const BUY = '1'
const SELL = '2'
const MARKET = '1'
const LIMIT = '2'
const IMMEDIATE_OR_CANCEL = '3'

interface OrderInfo {
  readonly order: ProviderOrder
  readonly symbol: string
  /** Empty where the peer needs none. */
  readonly account: string
  readonly time: number
}

const sideOf = (side: Side): string => (side === 'buy' ? BUY : SELL)
const accountOf = (account: string): Field[] => (account === '' ? [] : [[Tag.Account, account]])

export function newOrder({ order, symbol, account, time }: OrderInfo): Field[] {
  const price: Field[] = order.limit === null ? [] : [[Tag.Price, writeNumber(order.limit)]]
  return [
    [Tag.MsgType, MsgType.NewOrderSingle],
    [Tag.ClOrdID, order.id],
    ...accountOf(account),
    [Tag.HandlInst, 1],
    [Tag.Symbol, symbol],
    [Tag.Side, sideOf(order.side)],
    [Tag.TransactTime, writeTime(time)],
    [Tag.OrderQty, writeNumber(order.quantity)],
    [Tag.OrdType, order.limit === null ? MARKET : LIMIT],
    ...price,
    [Tag.TimeInForce, IMMEDIATE_OR_CANCEL],
  ]
}

export function askAfterOrder({ order, symbol, account }: Omit<OrderInfo, 'time'>): Field[] {
  return [
    [Tag.MsgType, MsgType.OrderStatusRequest],
    [Tag.ClOrdID, order.id],
    [Tag.OrdStatusReqID, order.id],
    ...accountOf(account),
    [Tag.Symbol, symbol],
    [Tag.Side, sideOf(order.side)],
  ]
}

export function askForPositions(requestId: string, account: string, time: number): Field[] {
  return [
    [Tag.MsgType, MsgType.RequestForPositions],
    [Tag.PosReqID, requestId],
    [Tag.PosReqType, 0],
    ...accountOf(account),
    [Tag.AccountType, 1],
    [Tag.ClearingBusinessDate, writeTime(time).slice(0, 8)],
    [Tag.TransactTime, writeTime(time)],
  ]
}
