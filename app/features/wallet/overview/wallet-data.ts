/** What the wallet shows. */

import type { MoneyStatus } from '../../../terms/review'
import type { Moment } from '../../../time/local-time'

/** A deposit or a withdrawal. */
export interface Activity {
  readonly key: string
  readonly direction: 'in' | 'out'
  readonly isCoin: boolean
  /** `USDT · TRC20`, `EUR`. */
  readonly currency: string
  readonly at: Moment
  /** Decimal text without a sign. */
  readonly amount: string
  /** 0 unchecked, 1 completed, 2 rejected, 3 invalid or cancelled. */
  readonly status: MoneyStatus
  /** The broker's word for it; empty where the page has its own. */
  readonly statusName: string
}

export interface WalletData {
  readonly title: string
  /** Decimal texts, USDT. */
  readonly balance: string
  readonly frozen: string
  /** Newest first. */
  readonly activity: readonly Activity[]
  readonly counts: { readonly records: number; readonly coinAddresses: number; readonly bankCards: number }
}
