/**
 * What a fill comes to at a quote, by the rules by which the broker fills: whoever executes a fill again asks here, whether by the prices
 * of a day or by the ticks that were kept round one fill.
 */
import { type Fixed, parseFixed } from '../decimal'
import { isTargetReached } from '../pending-kind'
import { closingPrice, type OrderSide, openingPrice, type QuotePrices, withSpread } from '../price'
import { reachedTrigger } from '../protection'
import { tradersPrice } from '../routed-price'
import type { ReceiptFacts } from './receipt-facts'
import type { InstrumentInForce } from './terms-in-force'

/** A receipt of a fill: of something that was opened or closed. */
export type FillFacts = Pick<ReceiptFacts, 'event' | 'reason' | 'requested_price' | 'stop_loss' | 'take_profit' | 'provider'> & {
  readonly side: OrderSide
}

/** Prices of a tick, as decimal text. */
interface TickPrices {
  readonly bid: string
  readonly ask: string
  readonly last: string
}

/** What a company's traders were quoted at a tick. */
export function quotedAt(
  tick: TickPrices & { readonly isTwoSided: boolean },
  terms: Pick<InstrumentInForce, 'spread' | 'price_precision'>,
): QuotePrices {
  if (tick.isTwoSided) return { bid: parseFixed(tick.bid), ask: parseFixed(tick.ask) }
  return withSpread(parseFixed(tick.last), parseFixed(terms.spread), terms.price_precision)
}

/** Whether a fill that a price set off was due at a quote. */
interface Trigger {
  /** What it was set to. */
  readonly level: string
  /** What the quote sets off; null: nothing. */
  readonly reached: string | null
  /** Whether that is what the receipt says. */
  readonly isReached: boolean
}

/** Null where no price sets it off: somebody asked for it, or an account fell to its level. */
export function triggerAt(fill: FillFacts, quote: QuotePrices): Trigger | null {
  const { event, side, reason, requested_price: target, stop_loss: stopLoss, take_profit: takeProfit } = fill
  if (event === 'order_opened') {
    if (reason !== 'limit' && reason !== 'stop') return null
    const isReached = target !== null && isTargetReached(side, reason, parseFixed(target), quote)
    return { level: target ?? '', reached: isReached ? reason : null, isReached }
  }
  if (reason !== 'stop_loss' && reason !== 'take_profit') return null
  const reached = reachedTrigger(side, { stopLoss: parseFixed(stopLoss ?? '0'), takeProfit: parseFixed(takeProfit ?? '0') }, quote)
  return { level: (reason === 'stop_loss' ? stopLoss : takeProfit) ?? '0', reached, isReached: reached === reason }
}

/** The side of the quote that counts, or the provider's price with its mark-up against the trader. */
export function fillPriceAt({ event, side, provider }: FillFacts, quote: QuotePrices, precision: number): Fixed {
  const isOpening = event === 'order_opened'
  if (provider === undefined) return isOpening ? openingPrice(side, quote) : closingPrice(side, quote)
  const deal = { side: isOpening === (side === 'buy') ? 'buy' : 'sell', pricePrecision: precision } as const
  return tradersPrice(deal, parseFixed(provider.price), parseFixed(provider.mark_up))
}
