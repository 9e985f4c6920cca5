/** What the withdraw page shows, and how its form answers. */
import type { KeyedAnswer } from '../../../forms/keyed-answer'
import type { WithdrawLimit } from '../../../terms/payout'
import type { MoneyStatus } from '../../../terms/review'
import type { Moment } from '../../../time/local-time'

/** The wire's numbers: 1 coin, 2 bank. */
export type PayoutKind = '1' | '2'

export interface CurrencyChoice {
  readonly id: string
  readonly code: string
  /** Empty for a bank. */
  readonly protocol: string
  readonly feeType: 'fixed' | 'percent'
  readonly rate: string
  readonly usdPrice: string
}

export interface MethodChoice {
  readonly id: string
  readonly currencyId: string
  /** Shortened, its last characters visible. */
  readonly name: string
  readonly caption: string
  /** Set while nothing is paid to it yet. */
  readonly usableFrom: Moment | null
}

export interface WithdrawTerms {
  readonly balance: string
  readonly withdrawable: string
  readonly limitedBy: WithdrawLimit
  readonly openLosses: string
}

export interface WithdrawClockData {
  readonly promisedHours: number
  readonly p50Minutes: number | null
  readonly p95Minutes: number | null
  readonly measured: number
  readonly waiting: number
}

export interface WithdrawRecord {
  readonly id: string
  readonly isCoin: boolean
  readonly code: string
  readonly protocol: string
  /** The last characters of where it goes. */
  readonly last: string
  readonly at: Moment
  readonly amount: string
  readonly fee: string
  readonly receives: string
  /** 0 unchecked, 1 completed, 2 rejected, 3 invalid or cancelled. */
  readonly status: MoneyStatus
  readonly statusName: string
  readonly notes: string
  readonly remark: string
  readonly canCancel: boolean
  readonly place: number | null
}

export interface WithdrawData {
  readonly title: string
  readonly type: PayoutKind
  readonly currencies: readonly CurrencyChoice[]
  readonly methods: readonly MethodChoice[]
  /** The method that was bound just now. */
  readonly chosenMethod: string | null
  readonly terms: WithdrawTerms
  readonly clock: WithdrawClockData
  readonly records: readonly WithdrawRecord[]
  readonly total: number
  /** How many pages of records are shown. */
  readonly pages: number
  /** Makes sending the form again safe: a new one for every form. */
  readonly formKey: string
}

export type WithdrawField = 'currency' | 'method' | 'amount' | 'memo'

export interface WithdrawAnswer extends KeyedAnswer<WithdrawField> {
  readonly amount: string
  readonly memo: string
  readonly currency: string
  readonly method: string
}
