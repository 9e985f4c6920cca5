/** What the desk is shown of covering, as it is now. */
import type { Fixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import type { ExecutionTerms } from '../market/execution-terms'

/** Quantities are units of the base asset (lots × contract size). */
export interface CoverRow {
  readonly code: string
  readonly model: ExecutionTerms['model']
  /** Null for an instrument that is internal now and of which nothing is held anywhere. */
  readonly provider: string | null
  readonly contractSize: Fixed
  /** Open positions of real accounts. */
  readonly long: Fixed
  readonly short: Fixed
  readonly net: Fixed
  /** At all providers together. */
  readonly covered: Fixed
  /** net − covered: what the house carries itself; above 0 it lacks what its traders have bought. */
  readonly difference: Fixed
  readonly differenceLots: Fixed
  /** At the price of now; null while there is none. */
  readonly differenceUsdt: Amount | null
  /** Since when there has been a difference without a break; null while there is none. */
  readonly differenceSince: number | null
  /** What is held, valued at the price of now against what it was bought for; null while there is none. */
  readonly openResult: Amount | null
  /** Of the fills since 00:00 London. */
  readonly resultToday: Amount
  readonly result: Amount
  readonly ordersUnderWay: number
  readonly lastReportAt: number | null
  /** Why the last cover order was not filled whole; empty where it was. */
  readonly refusal: string
}

/** What is remembered of a difference while it stands. */
export interface DifferenceState {
  /** Of the broker's clock, and of the one for ages; null while there is none. */
  since: { readonly wall: number; readonly monotonic: number } | null
  /** Cover orders in a row that brought nothing, and when the next may be tried. */
  failures: number
  retryAt: number
  refusal: string
  lastReportAt: number | null
}
