/**
 * Stop loss and take profit: which side of the price they must stand on, and when a quote reaches them.
 * Both are judged on the price at which the order would close (bid for a buy, ask for a sell). 0 means none.
 */
import type { Fixed } from './decimal'
import { closingPrice, type OrderSide, type QuotePrices } from './price'

export interface ProtectionPrices {
  readonly stopLoss: Fixed
  readonly takeProfit: Fixed
}

export type ProtectionProblem = 'STOP_LOSS_WRONG_SIDE' | 'TAKE_PROFIT_WRONG_SIDE'

/** A stop that the present price has already passed is refused: an edit must never close an order by surprise. */
export function protectionProblem(side: OrderSide, wanted: ProtectionPrices, quote: QuotePrices): ProtectionProblem | null {
  const now = closingPrice(side, quote)
  const { stopLoss, takeProfit } = wanted
  if (stopLoss !== 0n && (side === 'buy' ? stopLoss >= now : stopLoss <= now)) return 'STOP_LOSS_WRONG_SIDE'
  if (takeProfit !== 0n && (side === 'buy' ? takeProfit <= now : takeProfit >= now)) return 'TAKE_PROFIT_WRONG_SIDE'
  return null
}

export type TriggerName = 'stop_loss' | 'take_profit'

/** Which of the two a quote reaches; the stop loss wins when a gap has passed both. */
export function reachedTrigger(side: OrderSide, set: ProtectionPrices, quote: QuotePrices): TriggerName | null {
  const now = closingPrice(side, quote)
  if (set.stopLoss !== 0n && (side === 'buy' ? now <= set.stopLoss : now >= set.stopLoss)) return 'stop_loss'
  if (set.takeProfit !== 0n && (side === 'buy' ? now >= set.takeProfit : now <= set.takeProfit)) return 'take_profit'
  return null
}
