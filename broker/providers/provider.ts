/**
 * A counterparty that takes orders of the house: a FIX session with a liquidity provider, or an exchange. It carries messages and
 * decides nothing; what was asked for and what came of it is kept by who uses it.
 *
 * Invariants: an id is sent once in the life of a provider, whatever happens; an order whose fate is not known is asked after,
 * never sent again; a report may come twice, late, or out of order, and says everything that is needed to know which.
 */
import type { Fixed } from '../../rules/decimal'

export type Side = 'buy' | 'sell'

export interface ProviderOrder {
  /** 1 to 36 characters of `A-Z a-z 0-9 -`, never used before at this provider. */
  readonly id: string
  /** The instrument's code in our catalogue. */
  readonly code: string
  readonly side: Side
  /** Units of the base asset (lots × contract size); positive. */
  readonly quantity: Fixed
  /** The worst price that is accepted; null: at any price. What cannot be filled at once is cancelled. */
  readonly limit: Fixed | null
}

export type ReportKind =
  | 'accepted'
  /** Filled, in part or whole: `lastQuantity` and `lastPrice` are this fill's. */
  | 'filled'
  | 'canceled'
  | 'rejected'
  | 'expired'
  /** An earlier fill (`referredExecId`) did not happen after all. */
  | 'busted'
  /** An earlier fill (`referredExecId`) has other figures, which are these. */
  | 'corrected'
  /** The answer to a question: the order as it stands. */
  | 'status'
  /** The answer to a question: the provider has never had such an order. */
  | 'unknown'

export interface ProviderReport {
  readonly kind: ReportKind
  readonly orderId: string
  /** The provider's own number of this report; unique per provider; empty for a status. */
  readonly execId: string
  readonly referredExecId: string | null
  readonly lastQuantity: Fixed
  readonly lastPrice: Fixed
  /** Filled so far, and what may still be filled. */
  readonly filledQuantity: Fixed
  readonly leavesQuantity: Fixed
  readonly averagePrice: Fixed
  /** True when the order is over: nothing more will be filled. */
  readonly isFinal: boolean
  /** The provider's words for a refusal; empty where it gives none. */
  readonly reason: string
  /** Unix milliseconds of the provider's clock. */
  readonly time: number
}

/** Of a report that tells of no fill. */
export const NOTHING_FILLED = {
  execId: '',
  referredExecId: null,
  lastQuantity: 0n,
  lastPrice: 0n,
  filledQuantity: 0n,
  leavesQuantity: 0n,
  averagePrice: 0n,
} as const satisfies Partial<ProviderReport>

/** What the provider says that the house holds there; long is positive. */
export interface ProviderPosition {
  readonly code: string
  readonly quantity: Fixed
}

export interface ProviderEvents {
  /**
   * Each report is kept before the promise resolves; when it rejects, or the process dies before, a provider whose wire has numbers
   * sends the report again.
   */
  reported(report: ProviderReport): void | Promise<void>
  /**
   * Orders can be sent again, or cannot. After each `true` whoever listens asks after every order that is under way; one may follow
   * another, when reports were missed in between.
   */
  connected(isConnected: boolean, reason: string): void
}

export interface Provider {
  /** Its name in the market's file. */
  readonly id: string
  readonly isConnected: boolean
  start(events: ProviderEvents): void
  /** Resolves when the order was handed to the connection; rejects when there is none, and then it was not sent. */
  submit(order: ProviderOrder): Promise<void>
  /** The answer is a report of kind `status` or `unknown`. Rejects when there is no connection. */
  askAfter(order: ProviderOrder): Promise<void>
  /** Rejects when there is no connection, or the provider does not answer within ten seconds. */
  positions(): Promise<readonly ProviderPosition[]>
  close(): Promise<void>
}
