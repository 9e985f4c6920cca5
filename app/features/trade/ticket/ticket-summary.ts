/**
 * What the order on the ticket would cost and risk, both sides at once. Pure: same draft, quote and account, same figures.
 * The broker works everything out again; this is the preview, not the contract.
 */
import { divide, FIXED_ONE, type Fixed } from '../../../../rules/decimal'
import type { OrderSide } from '../../../../rules/price'
import type { StopName, StopReadings } from '../../../../rules/stop-modes'
import type { TicketTerms } from '../scene/ticket-terms'
import { type SideSummary, summariseSide } from './side-summary'
import { readTyped, type TicketDraft } from './ticket-draft'
import { leverageOf, type TicketQuestion, targetOf } from './ticket-question'

export interface TicketSummary {
  readonly buy: SideSummary
  readonly sell: SideSummary
  /** The side that take profit and stop loss fit; a buy where both do. `null` where neither does. */
  readonly leaning: OrderSide | null
  readonly takeProfit: StopReadings | null
  readonly stopLoss: StopReadings | null
}

/** Margin as a share of the contract value, percent: 1.00 at 100×. `null` where the margin is fixed per lot. */
export function marginPercent(terms: TicketTerms, draft: TicketDraft): Fixed | null {
  const leverage = leverageOf(terms, draft)
  return terms.marginMode === 'fixed' || leverage === 0n ? null : divide(100n * FIXED_ONE, leverage, 'half-even')
}

/** `null` while size or target are not readable or there is no leverage to work with. Lots off the grid still give figures. */
export function summarise(question: TicketQuestion): TicketSummary | null {
  const { terms, draft } = question
  const size = readTyped(draft.sizing === 'lots' ? draft.lots : draft.risk.value)
  if (size === null || size === 0n || (terms.marginMode === 'leveraged' && leverageOf(terms, draft) === 0n)) return null
  if (draft.kind === 'pending' && targetOf(terms, draft) === null) return null
  const buy = summariseSide('buy', question)
  const sell = summariseSide('sell', question)
  const leaning: OrderSide | null = fits(buy) ? 'buy' : fits(sell) ? 'sell' : null
  const summary = { buy, sell, leaning }
  return {
    ...summary,
    takeProfit: readingsOf('takeProfit', summary, question),
    stopLoss: readingsOf('stopLoss', summary, question),
  }
}

/** Whether the stops stand where this side can have them, and a size follows where one must. */
export function fits(side: SideSummary): boolean {
  return side.stopProblem === null && side.lots !== null
}

function readingsOf(
  name: StopName,
  { buy, sell, leaning }: Pick<TicketSummary, 'buy' | 'sell' | 'leaning'>,
  { draft }: TicketQuestion,
): StopReadings | null {
  const summaryOf = (side: OrderSide) => (side === 'buy' ? buy : sell).readings[name]
  if (leaning !== null) return summaryOf(leaning)
  const long = summaryOf('buy')
  // Where two values contradict each other, each is still shown for the side that it would fit alone.
  const isLong = draft[name].unit !== 'price' || long === null || long.price > buy.price === (name === 'takeProfit')
  return summaryOf(isLong ? 'buy' : 'sell')
}
