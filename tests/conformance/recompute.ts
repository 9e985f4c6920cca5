/** What an order and an account must say, worked out anew by rules/ from the facts that the broker itself states. */
import type { Instrument } from '../../contract/market'
import type { AccountFigures, Order } from '../../contract/orders'
import { type AccountState, equityOf, formatMarginLevel, freeMarginOf } from '../../rules/account'
import { parseRate, type Rate } from '../../rules/conversion'
import { type Fixed, formatFixed, parseFixed } from '../../rules/decimal'
import { orderFee } from '../../rules/fee'
import { orderMargin } from '../../rules/margin'
import { type Amount, parseAmount } from '../../rules/money'
import type { OrderSide } from '../../rules/price'
import { orderProfit } from '../../rules/profit'
import { same } from './check'

const sideOf = (order: Pick<Order, 'OrderType'>): OrderSide => (order.OrderType === 1 ? 'buy' : 'sell')

/** As texts of 8 decimals, so that `1.5` and `1.50000000` are one amount. */
export const amountText = (text: string): string => formatFixed(parseAmount(text))

/** From the fill price and the rate of the fill, which stand on the order. */
export function marginOf(instrument: Pick<Instrument, 'MarginMode'>, order: Order, lots: Fixed = parseFixed(order.Quantity)): Amount {
  const terms = { mode: instrument.MarginMode === 1 ? 'fixed' : 'leveraged', contractSize: parseFixed(order.ContractSize) } as const
  return orderMargin(terms, lots, parseFixed(order.Price), BigInt(order.Multiple || '1'), parseRate(order.ConversionRate))
}

/** @param tradeFeeType as `getBasicInfo` says: 1 per lot, any other a share of the margin */
export function feeOf(instrument: Pick<Instrument, 'ForexFeeRate'>, order: Order, tradeFeeType: number, margin: Amount): Amount {
  return orderFee(
    tradeFeeType === 1 ? 'per-lot' : 'share-of-margin',
    parseFixed(instrument.ForexFeeRate),
    parseFixed(order.Quantity),
    margin,
  )
}

/** At `UpdatePrice` and the given rate to USDT. */
export function profitOf(order: Order, rate: Rate): Amount {
  const terms = {
    side: sideOf(order),
    lots: parseFixed(order.Quantity),
    contractSize: parseFixed(order.ContractSize),
    entryPrice: parseFixed(order.Price),
  }
  return orderProfit(terms, parseFixed(order.UpdatePrice), rate)
}

/** Equity, free margin and margin level must follow from balance, margin and floating profit of the same answer. */
export function checkFigures(what: string, figures: AccountFigures, floatingProfit: Amount): void {
  const state: AccountState = {
    balance: parseAmount(figures.balance),
    usedMargin: parseAmount(figures.total_margin),
    floatingProfit,
  }
  same(`net_value of ${what}`, amountText(figures.net_value), formatFixed(equityOf(state)))
  same(`free_margin of ${what}`, amountText(figures.free_margin), formatFixed(freeMarginOf(state)))
  same(`risk_rate of ${what}`, figures.risk_rate, formatMarginLevel(state))
}
