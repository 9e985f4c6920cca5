/** What the account detail shows. */
import type { Moment } from '../../security/local-time'

export interface HistoryLine {
  readonly id: string
  readonly text: string
  readonly at: Moment
  /** Decimal text with its sign. */
  readonly value: string
}

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

/** A line with words of its own has them in `Memo`; every other one is told in the reader's language. */
const OWN_WORDS = 10
export const wordsOf = (record: { readonly Type: number; readonly Memo: string; readonly MemoTran: string }): string =>
  record.Type === OWN_WORDS ? record.Memo : record.MemoTran
