/**
 * What the numbers of an order mean on the screen: side, profit at a price, risk of the account. All of it by `rules/`,
 * exactly as the broker reckons; nothing here rounds by itself.
 */
import type { AccountFigures, Order } from '../../../contract/orders'
import { riskOf } from '../../../rules/account'
import { conversionPair, conversionRate, parseRate, RATE_ONE, type Rate } from '../../../rules/conversion'
import { divide, FIXED_ONE, type Fixed, formatFixed, isFixedText, parseFixed, roundToGrid } from '../../../rules/decimal'
import { formatAmount } from '../../../rules/money'
import { closingPrice, type OrderSide } from '../../../rules/price'
import { orderProfit } from '../../../rules/profit'
import { type ProtectionProblem, protectionProblem } from '../../../rules/protection'

/** The part of a live quote that an estimate needs. */
export interface QuoteForEstimate {
  readonly bid: string
  readonly ask: string
  readonly quoteToUsdt: string
}

export function sideOf(order: Pick<Order, 'OrderType'>): OrderSide {
  return order.OrderType === 1 ? 'buy' : 'sell'
}

export const isSet = (price: string): boolean => isFixedText(price) && parseFixed(price) !== 0n

/** Price at which the order would close now, as decimal text with the instrument's decimals. */
export function closingPriceOf(order: Order, quote: QuoteForEstimate): string {
  const price = closingPrice(sideOf(order), { bid: parseFixed(quote.bid), ask: parseFixed(quote.ask) })
  return formatFixed(price, order.ForexTradeLists.PricePrecision)
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
    side: sideOf(order),
    lots: parseFixed(order.Quantity),
    contractSize: parseFixed(order.ContractSize),
    entryPrice: parseFixed(order.Price),
  }
  return formatAmount(orderProfit(terms, exit, rate))
}

function rateAt(order: Order, exit: Fixed, quoteToUsdt: string | undefined): Rate | null {
  const pair = conversionPair(order.QuoteCurrency)
  if (pair === null) return RATE_ONE
  if (pair.code === order.ForexTradeLists.Code) return conversionRate(pair, exit)
  if (quoteToUsdt === undefined) return null
  try {
    return parseRate(quoteToUsdt)
  } catch {
    return null
  }
}

/** Which of the two edited stops stands on the wrong side of the present price; texts must be plain decimals or empty. */
export function stopsProblem(
  order: Order,
  stops: { readonly stopLoss: string; readonly takeProfit: string },
  quote: QuoteForEstimate,
): ProtectionProblem | null {
  const fixed = (text: string) => (isFixedText(text) ? parseFixed(text) : 0n)
  return protectionProblem(
    sideOf(order),
    { stopLoss: fixed(stops.stopLoss), takeProfit: fixed(stops.takeProfit) },
    { bid: fixed(quote.bid), ask: fixed(quote.ask) },
  )
}

/** Risk in percent with one decimal, never shown safer than it is; null when no margin is used. */
export function riskText(figures: AccountFigures, stopOutLevel: string | undefined): string | null {
  if (stopOutLevel === undefined || !isFixedText(stopOutLevel)) return null
  const risk = riskOf(
    {
      balance: parseFixed(figures.balance),
      usedMargin: parseFixed(figures.total_margin),
      floatingProfit: parseFixed(figures.all_fact_profits),
    },
    parseFixed(stopOutLevel),
  )
  return risk === null ? null : formatFixed(roundToGrid(risk, 1, 'up'), 1)
}

/** Lots with at least two decimals: 0.20, 0.125. */
export function lotsText(lots: string): string {
  const [whole = '0', fraction = ''] = lots.split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** How far a pending order's target is from the present price, percent with sign and 2 decimals. */
export function distanceText(target: string, now: string): string | null {
  if (!isSet(target) || !isSet(now)) return null
  const from = parseFixed(now)
  const hundredths = divide((parseFixed(target) - from) * 10_000n * FIXED_ONE, from, 'half-even')
  return formatFixed(hundredths / 100n, 2)
}
