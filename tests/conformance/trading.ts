/** What several checks do with orders: open one, and know what it must have cost. */
import { ENDPOINTS } from '../../contract/index'
import type { Order } from '../../contract/orders'
import { formatFixed } from '../../rules/decimal'
import { type Amount, parseAmount } from '../../rules/money'
import { same } from './check'
import type { Tradable } from './pick-instrument'
import { amountText, feeOf, marginOf } from './recompute'
import type { CallOptions, Subject, Trader } from './subject'
import { succeeded } from './subject'

interface OrderWish {
  readonly side?: '1' | '2'
  readonly cont?: string
  readonly stop_loss_price?: string
  readonly target_profit_price?: string
}

export function marketOrder({ instrument, multiple }: Tradable, { side = '1', cont = instrument.ForexMinCont, ...stops }: OrderWish = {}) {
  return { forex_id: instrument.Id, type: side, status: '1', cont, ...(multiple === undefined ? {} : { multiple }), ...stops } as const
}

export function pendingOrder({ instrument, multiple }: Tradable, side: '1' | '2', target_price: string) {
  const cont = instrument.ForexMinCont
  return { forex_id: instrument.Id, type: side, status: '0', cont, target_price, ...(multiple === undefined ? {} : { multiple }) } as const
}

export async function openOrder(trader: Trader, tradable: Tradable, wish: OrderWish = {}, options: CallOptions = {}): Promise<Order> {
  return trader.get(ENDPOINTS.submitOrder, marketOrder(tradable, wish), options)
}

export async function balanceOf(trader: Trader): Promise<Amount> {
  return parseAmount((await trader.get(ENDPOINTS.getBalance, {})).balance)
}

async function tradeFeeType(subject: Subject): Promise<number> {
  return succeeded(ENDPOINTS.getBasicInfo, await subject.call(ENDPOINTS.getBasicInfo, {})).trade_fee_type
}

/** Margin and fee of a filled order, as rules/ has them. @throws Mismatch where the order says something else */
export async function checkCost(subject: Subject, { instrument }: Tradable, order: Order): Promise<Amount> {
  const margin = marginOf(instrument, order)
  const fee = feeOf(instrument, order, await tradeFeeType(subject), margin)
  same(
    `margin (CautionMoney) of ${order.Quantity} lots of ${instrument.Code} at ${order.Price}`,
    amountText(order.CautionMoney),
    formatFixed(margin),
  )
  same(`fee (TradeFee) of the same order`, amountText(order.TradeFee), formatFixed(fee))
  return margin + fee
}
