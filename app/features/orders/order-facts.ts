/**
 * What the numbers of an order mean on the screen: side, profit at a price, risk of the account. All of it by `rules/`,
 * exactly as the broker reckons; nothing here rounds by itself.
 */

import { riskOf } from '../../../rules/account'
import { conversionPair, conversionRate, parseRate, RATE_ONE, type Rate } from '../../../rules/conversion'
import { divide, FIXED_ONE, type Fixed, formatFixed, isFixedText, parseFixed, roundToGrid } from '../../../rules/decimal'
import { formatLots } from '../../../rules/lots'
import { orderMargin } from '../../../rules/margin'
import { formatAmount } from '../../../rules/money'
import { closingPrice, type OrderSide } from '../../../rules/price'
import { orderProfit } from '../../../rules/profit'
import type { AccountFigures } from '../../terms/account'
import type { Order } from '../../terms/order'
import { DASH, decimalText } from '../../ui/decimal-text'

/** The part of a live quote that an estimate needs. */
export interface QuoteForEstimate {
  readonly bid: string
  readonly ask: string
  readonly quoteToUsdt: string
}

export const isSet = (price: string): boolean => isFixedText(price) && parseFixed(price) !== 0n

/** Price at which the order would close now, as decimal text with the instrument's decimals. */
export function closingPriceOf(order: Order, quote: QuoteForEstimate): string {
  const price = closingPrice(order.side, { bid: parseFixed(quote.bid), ask: parseFixed(quote.ask) })
  return formatFixed(price, order.instrument.pricePrecision)
}

/**
 * Profit in USDT (8 decimals) if the order closed at `price`. The quote currency counts at the rate of now, except where
 * the instrument itself is that rate (USD/JPY): there the rate moves with the price. Null while the rate is not known.
 */
export function profitAt(order: Order, price: string, quoteToUsdt: string | undefined): string | null {
  if (!isFixedText(price) || !isSet(price)) return null
  const exit = parseFixed(price)
  const rate = rateAt(order, exit, quoteToUsdt)
  if (rate === null) return null
  const terms = {
    side: order.side,
    lots: parseFixed(order.lots),
    contractSize: parseFixed(order.contractSize),
    entryPrice: parseFixed(order.entryPrice),
  }
  return formatAmount(orderProfit(terms, exit, rate))
}

function rateAt(order: Order, exit: Fixed, quoteToUsdt: string | undefined): Rate | null {
  const pair = conversionPair(order.quoteCurrency)
  if (pair === null) return RATE_ONE
  if (pair.code === order.instrument.code) return conversionRate(pair, exit)
  if (quoteToUsdt === undefined) return null
  try {
    return parseRate(quoteToUsdt)
  } catch {
    return null
  }
}

/** Closed or cancelled before it was ever filled: it has a reason, and no profit. */
export function wasNeverFilled(order: Pick<Order, 'status' | 'closeReason' | 'cancelReason'>): boolean {
  return order.status === 'closed' && (order.closeReason === 'cancelled' || order.cancelReason !== null)
}

/** Key of the words for how an order ended: why it was cancelled where that is known, else why it was closed. */
export function endReasonKey(order: Pick<Order, 'closeReason' | 'cancelReason'>): string | null {
  if (order.cancelReason !== null) return `cancelReason.${order.cancelReason}`
  return order.closeReason === null ? null : `reason.${order.closeReason}`
}

/** Key of the words for a pending order's kind, frozen when it was placed; null for a market order. */
export function kindKey(order: Pick<Order, 'side' | 'kind'>): string | null {
  return order.kind === 'market' ? null : `kind.${order.side}.${order.kind}`
}

export interface Slippage {
  readonly requested: string
  /** How far the fill was from it, unsigned, with the instrument's decimals. */
  readonly distance: string
  readonly isWorse: boolean
}

/** How far a fill was from what was asked for; null where it was exactly that, or where nothing was asked for. */
export function slippageOf(requested: string, filled: string, way: OrderSide, precision: number): Slippage | null {
  if (!isSet(requested) || !isSet(filled)) return null
  const difference = parseFixed(filled) - parseFixed(requested)
  if (difference === 0n) return null
  return {
    requested,
    distance: formatFixed(difference < 0n ? -difference : difference, precision),
    isWorse: difference > 0n === (way === 'buy'),
  }
}

export function openingSlippage(order: Order): Slippage | null {
  return slippageOf(order.askedPrice, order.entryPrice, order.side, order.instrument.pricePrecision)
}

/** Only a stop loss and a take profit ask for a price; everything else closes at what there is. */
export function closingSlippage(order: Order): Slippage | null {
  const asked = { stop_loss: order.stopLoss, take_profit: order.takeProfit }[order.closeReason as string]
  const way = order.side === 'buy' ? 'sell' : 'buy'
  return asked === undefined ? null : slippageOf(asked, order.price, way, order.instrument.pricePrecision)
}

/** Risk in percent with one decimal, never shown safer than it is; null when no margin is used. */
export function riskText(figures: AccountFigures, stopOutLevel: string | undefined): string | null {
  if (stopOutLevel === undefined || !isFixedText(stopOutLevel)) return null
  const risk = riskOf(
    {
      balance: parseFixed(figures.balance),
      usedMargin: parseFixed(figures.usedMargin),
      floatingProfit: parseFixed(figures.floatingProfit),
    },
    parseFixed(stopOutLevel),
  )
  return risk === null ? null : formatFixed(roundToGrid(risk, 1, 'up'), 1)
}

/** Lots as every sentence and table writes them: 0.20, 0.125, 1,000.00. */
export function lotsText(lots: string): string {
  return isFixedText(lots) ? decimalText(formatLots(parseFixed(lots))) : DASH
}

/** How far a pending order's target is from the present price, percent with sign and 2 decimals. */
export function distanceText(target: string, now: string): string | null {
  if (!isSet(target) || !isSet(now)) return null
  const from = parseFixed(now)
  const hundredths = divide((parseFixed(target) - from) * 10_000n * FIXED_ONE, from, 'half-even')
  return formatFixed(hundredths / 100n, 2)
}

/** Profit of a part of a position: its share of what the whole would bring at the price of now, by the same formula. */
export function partProfit(order: Order, lots: string, price: string, quoteToUsdt: string | undefined): string | null {
  return isFixedText(lots) ? profitAt({ ...order, lots }, price, quoteToUsdt) : null
}

/** A share of an order's lots in quarters, cut to the step; '' when that is less than the smallest order or all of it. */
export function lotsShare(
  order: Pick<Order, 'lots'>,
  quarters: 1 | 2 | 3,
  lots: { readonly step: string; readonly least: string },
): string {
  const all = parseFixed(order.lots)
  const step = parseFixed(lots.step)
  const least = parseFixed(lots.least)
  const share = (all * BigInt(quarters)) / 4n
  const part = share < least ? 0n : least + ((share - least) / step) * step
  return part === 0n || all - part < least ? '' : lotsText(formatFixed(part))
}

/** Margin of an order of this size at a price, USDT; null while the rate of the quote currency is not known. */
export function marginAt(order: Order, price: string, quoteToUsdt: string | undefined): string | null {
  if (!isSet(price)) return null
  const rate = rateAt(order, parseFixed(price), quoteToUsdt)
  if (rate === null) return null
  const terms = { mode: order.leverage === '' ? 'fixed' : 'leveraged', contractSize: parseFixed(order.contractSize) } as const
  return formatAmount(orderMargin(terms, parseFixed(order.lots), parseFixed(price), BigInt(order.leverage || 1), rate))
}
