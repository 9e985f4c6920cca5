/** Profit of stored orders at a quote, by the one formula of rules/profit. */
import type { Rate } from '../../rules/conversion'
import type { Amount } from '../../rules/money'
import { closingPrice, type QuotePrices } from '../../rules/price'
import { orderProfit, type ProfitTerms } from '../../rules/profit'
import type { OrderRow } from '../ledger/order-store'

export function profitTerms(order: Pick<OrderRow, 'side' | 'lots' | 'contractSize' | 'fillPrice'>): ProfitTerms {
  return { side: order.side, lots: order.lots, contractSize: order.contractSize, entryPrice: order.fillPrice }
}

export function profitAt(order: Pick<OrderRow, 'side' | 'lots' | 'contractSize' | 'fillPrice'>, quote: QuotePrices, rate: Rate): Amount {
  return orderProfit(profitTerms(order), closingPrice(order.side, quote), rate)
}
