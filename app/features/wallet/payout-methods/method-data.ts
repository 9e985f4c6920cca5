/** What the pages about payout methods show, and how the form of a new one answers. */
import type { KeyedAnswer } from '../../../forms/keyed-answer'
import type { Moment } from '../../../time/local-time'
import type { CurrencyChoice, PayoutKind } from '../withdraw/withdraw-data'

export interface MethodRow {
  readonly id: string
  readonly code: string
  readonly protocol: string
  /** Shortened address, or the holder. */
  readonly detail: string
  /** Last digits of a bank account; empty for a coin. */
  readonly ending: string
  /** Empty for a coin. */
  readonly bankName: string
  /** Set while nothing is paid to it yet. */
  readonly usableFrom: Moment | null
}

export interface MethodsData {
  readonly title: string
  readonly type: PayoutKind
  readonly rows: readonly MethodRow[]
}

export const BANK_FIELDS = ['payee_name', 'payee_account', 'bank_name', 'bank_swift', 'bank_address'] as const
export type BindField = 'draw_id' | 'dc_address' | (typeof BANK_FIELDS)[number]
export type BindValues = Readonly<Partial<Record<BindField, string>>>

export interface BindData {
  readonly title: string
  readonly titleKey: string
  readonly backTo: string
  readonly type: PayoutKind
  readonly currencies: readonly CurrencyChoice[]
  /** The one that is asked for, else the first. */
  readonly currency: string
  /** From the verified name; empty while it is not verified. */
  readonly holder: string
  /** Where the page leads when it is done. */
  readonly from: 'withdraw' | null
  readonly formKey: string
}

export interface BindAnswer extends KeyedAnswer<BindField> {
  readonly values: BindValues
}
