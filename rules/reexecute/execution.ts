/** What executing a receipt again may come to, and what kind of receipt asks for what. */
import { MINUTE_MS, minuteOf } from '../durations'
import type { ReceiptFacts } from './receipt-facts'

const EXECUTED_KINDS = ['placed', 'open', 'pending_fill', 'close', 'stop_loss', 'take_profit', 'stop_out', 'funding', 'protection'] as const
export type ExecutedKind = (typeof EXECUTED_KINDS)[number]

/** Why a receipt was not executed again. */
const NOT_EXECUTED = [
  /** Nothing was traded or charged by it. */
  'nothing_traded',
  /** A provider holds it, and nothing says at what price it would fill: the stop-out of an account with such a position. */
  'provider',
  /** No prices of its moment were committed, or they are not at hand. */
  'no_prices',
  /** No terms of its moment say what it is worked out by. */
  'no_terms',
  /** The receipt of its opening, or of another position of the account, is not at hand. */
  'no_opening',
  /** It was filled at a price remembered from before. */
  'old_price',
] as const
export type NotExecuted = (typeof NOT_EXECUTED)[number]

/** What of a receipt differs. */
export type DifferingFact =
  | 'tick'
  | 'ticks_hash'
  | 'bid'
  | 'ask'
  | 'last'
  | 'time'
  | 'source_time'
  | 'arrived_at'
  | 'price'
  | 'conversion_rate'
  | 'margin'
  | 'fee'
  | 'profit'
  | 'kind'
  | 'trigger'
  | 'stop_loss'
  | 'margin_level'
  | 'next_to_close'
  | 'rollover'
  | 'nights'
  | 'yearly_rate'
  | 'day_count'
  | 'contract_size'
  | 'terms'
  | 'first_tick'
  | 'exec_ids'
  | 'mark_up'
  | 'slippage'

export interface Difference {
  readonly fact: DifferingFact
  /** As it is executed again. */
  readonly expected: string
  /** As the receipt says. */
  readonly stated: string
}

export type Execution =
  | { readonly outcome: 'same'; readonly kind: ExecutedKind }
  | { readonly outcome: 'differs'; readonly kind: ExecutedKind; readonly difference: Difference }
  | { readonly outcome: 'not_executed'; readonly reason: NotExecuted }

/** A price that arrived longer ago than this is one from before, as a demo account is started over at. */
export const OLD_MS = 10 * MINUTE_MS

/** The minutes of prices that executing a receipt again asks for, ascending; none where it asks for no prices. */
export function minutesOf(facts: ReceiptFacts): number[] {
  const { quote, at, funding } = facts
  if (funding !== null) return funding.price_time === null ? [] : [minuteOf(funding.price_time)]
  if (kindOf(facts) === null || quote?.arrived_at === undefined || at - quote.arrived_at > OLD_MS) return []
  const minutes: number[] = []
  for (let minute = minuteOf(quote.arrived_at) - MINUTE_MS; minute <= minuteOf(at) + MINUTE_MS; minute += MINUTE_MS) minutes.push(minute)
  return minutes
}

export function kindOf({ event, reason, funding, profit }: ReceiptFacts): ExecutedKind | null {
  if (event === 'order_placed') return 'placed'
  if (event === 'order_opened') return reason === 'limit' || reason === 'stop' ? 'pending_fill' : 'open'
  if (event === 'order_closed') {
    return reason === 'stop_loss' || reason === 'take_profit' || reason === 'stop_out' ? reason : 'close'
  }
  if (event !== 'adjustment' || profit === null) return null
  if (reason === 'funding' && funding !== null) return 'funding'
  return reason === 'negative_balance_protection' ? 'protection' : null
}

export const notExecuted = (reason: NotExecuted): Execution => ({ outcome: 'not_executed', reason })
export const verdictOf = (kind: ExecutedKind, difference: Difference | null): Execution =>
  difference === null ? { outcome: 'same', kind } : { outcome: 'differs', kind, difference }
export const differs = (kind: ExecutedKind, fact: DifferingFact, expected: string, stated: string): Execution =>
  verdictOf(kind, { fact, expected, stated })
