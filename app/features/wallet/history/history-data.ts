/** What the account detail shows. */
import type { AccountLine } from '../../../terms/account-line'
import type { Moment } from '../../../time/local-time'
import { signOf } from '../../../ui/decimal-text'

export interface HistoryLine {
  readonly id: string
  readonly text: string
  readonly at: Moment
  /** Decimal text with its sign. */
  readonly value: string
  /** Where the value is a sum of margin and something else: what it is the sum of, for nobody takes a margin for a gain. */
  readonly parts: readonly HistoryPart[]
}

export interface HistoryPart {
  /** Key of its name, `wallet:part.<name>`. */
  readonly name: 'marginReturned' | 'marginTaken' | 'fee' | 'profit'
  readonly value: string
}

export const partsOf = ({ parts }: Pick<AccountLine, 'parts'>): HistoryPart[] =>
  parts.map(({ name, value }) => ({ name: name === 'margin' ? (signOf(value) < 0 ? 'marginTaken' : 'marginReturned') : name, value }))

export interface HistoryData {
  readonly title: string
  /** Decimal texts, USDT. */
  readonly balance: string
  readonly frozen: string
  /** Newest first. */
  readonly lines: readonly HistoryLine[]
  readonly total: number
  /** How many pages of lines are shown. */
  readonly pages: number
  /** False where no more pages are shown here: the rest is in the statements. */
  readonly canShowMore: boolean
}
