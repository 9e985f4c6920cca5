/**
 * The price of the chart's instrument at which the account would be stopped out now: by the same function as the engine's,
 * from the live figures of the account and the positions that are on the page.
 */

import { equityOf } from '../../../../rules/account'
import { type Fixed, isFixedText, parseFixed } from '../../../../rules/decimal'
import { stopOutPrice } from '../../../../rules/stop-out'
import type { AccountFigures } from '../../../terms/account'
import type { Order } from '../../../terms/order'
import type { ExactPrices } from '../../../terms/quote'
import { type BrokerTerms, readAccount, type TicketTerms } from '../scene/ticket-terms'

export interface StopOutFacts {
  readonly figures: AccountFigures
  /** Every position of the account, with its live profit; `isComplete` is false when there are more than were loaded. */
  readonly holding: readonly Order[]
  readonly isComplete: boolean
  readonly terms: Pick<TicketTerms, 'instrumentId' | 'pricePrecision' | 'rateFollowsPrice'>
  readonly broker: Pick<BrokerTerms, 'stopOutLevel'>
  readonly quote: ExactPrices
}

/** Null where there is no position in the instrument, or no price reaches it. */
export function chartStopOutPrice({ figures, holding, isComplete, terms, broker, quote }: StopOutFacts): Fixed | null {
  const account = readAccount(figures, holding, terms.instrumentId)
  if (account.positions.length === 0) return null
  // With positions unseen, the broker's own answer of the last load is nearer than half a sum.
  if (!isComplete) return brokersAnswer(holding, terms.instrumentId)
  return stopOutPrice({
    restEquity: equityOf({ ...account, floatingProfit: account.floatingProfit - account.positionsProfit }),
    usedMargin: account.usedMargin,
    stopOutLevel: broker.stopOutLevel,
    positions: account.positions,
    quote,
    rate: quote.rate,
    rateFollowsPrice: terms.rateFollowsPrice,
    pricePrecision: terms.pricePrecision,
  })
}

function brokersAnswer(holding: readonly Order[], instrumentId: string): Fixed | null {
  const price = holding.find(({ instrument }) => instrument.id === instrumentId)?.stopOutPrice ?? ''
  return isFixedText(price) ? parseFixed(price) : null
}
