/** A movement of an account, as its history and its statements tell it. */
import type { OutputOf } from '../../contract/endpoint'
import type { AccountRecord, getStatement } from '../../contract/wallet'

export interface AccountLine {
  readonly id: string
  /** Unix milliseconds. */
  readonly at: number
  /** USDT with its sign. */
  readonly value: string
  /** In the words of whoever made it, or in the reader's language. */
  readonly text: string
  /** What the value is the sum of, where it is a sum. */
  readonly parts: readonly { readonly name: 'margin' | 'fee' | 'profit'; readonly value: string }[]
}

/** A line with words of its own has them in `Memo`; every other one is told in the reader's language. */
const OWN_WORDS = 10

export const readAccountLine = (wire: AccountRecord): AccountLine => ({
  id: wire.Id,
  at: wire.CreatedAt,
  value: wire.Value,
  text: wire.Type === OWN_WORDS ? wire.Memo : wire.MemoTran,
  parts: (wire.Parts ?? []).map(({ Name: name, Value: value }) => ({ name, value })),
})

/** What there was at the beginning of a period, every movement of it, oldest first, and what there was after it. */
export interface Statement {
  readonly opening: string
  readonly closing: string
  readonly lines: readonly (AccountLine & { readonly balanceAfter: string })[]
  /** False where the period has more movements than one statement holds. */
  readonly isComplete: boolean
}

export const readStatement = (wire: OutputOf<typeof getStatement>): Statement => ({
  opening: wire.opening,
  closing: wire.closing,
  lines: wire.entries.map((entry) => ({ ...readAccountLine(entry), balanceAfter: entry.balance_after })),
  isComplete: wire.is_complete,
})
