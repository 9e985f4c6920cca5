/** What contract §4 says an order costs and brings, worked out again from the wire by the rules. */

import type { getBasicInfo } from '../../contract/companies'
import type { OutputOf } from '../../contract/endpoint'
import type { Instrument } from '../../contract/market'
import type { Order } from '../../contract/orders'
import { parseRate } from '../../rules/conversion'
import { parseFixed } from '../../rules/decimal'
import { orderFee } from '../../rules/fee'
import { orderMargin } from '../../rules/margin'
import { type Amount, formatAmount } from '../../rules/money'
import { orderProfit } from '../../rules/profit'

export function expectedCost(order: Order, instrument: Instrument, basics: OutputOf<typeof getBasicInfo>) {
  const lots = parseFixed(order.Quantity)
  const margin = orderMargin(
    { mode: instrument.MarginMode === 1 ? 'fixed' : 'leveraged', contractSize: parseFixed(instrument.ForexContNum) },
    lots,
    parseFixed(order.Price),
    BigInt(order.Multiple === '' ? '1' : order.Multiple),
    parseRate(order.ConversionRate),
  )
  const feeType = basics.trade_fee_type === 1 ? 'per-lot' : 'share-of-margin'
  const fee = orderFee(feeType, parseFixed(instrument.ForexFeeRate), lots, margin)
  return { margin: formatAmount(margin), fee: formatAmount(fee) }
}

/** Result of a closed order; the broker keeps the rate of the close beside that of the fill. */
export function expectedProfit(order: Order): string {
  const terms = {
    side: order.OrderType === 1 ? ('buy' as const) : ('sell' as const),
    lots: parseFixed(order.Quantity),
    contractSize: parseFixed(order.ContractSize),
    entryPrice: parseFixed(order.Price),
  }
  return formatAmount(orderProfit(terms, parseFixed(order.UpdatePrice), parseRate(order.CloseConversionRate)))
}

export const sum = (texts: readonly string[]): Amount => texts.reduce((total, text) => total + parseFixed(text), 0n)
