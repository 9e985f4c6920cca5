import type { CheckedAgainst } from '../../receipts/load-verify.server'

/** What the statements show. Moments are in UTC, amounts decimal text with their sign. */

export interface StatementLink {
  readonly period: string
  readonly name: string
  readonly state: 'running' | 'closed' | 'signed'
  /** Of one that runs: when it closes. */
  readonly closes: string
}

export interface StatementLine {
  readonly n: number
  readonly at: string
  readonly kind: string
  readonly what: string
  readonly number: string
  readonly amount: string
  readonly balance: string
}

export interface ShownSummary {
  readonly opening: string
  readonly closing: string
  /** What all movements come to. */
  readonly moved: string
  readonly kinds: readonly { readonly kind: string; readonly name: string; readonly count: number; readonly sum: string }[]
  readonly rows: number
}

export interface ShownSignature {
  readonly by: string
  readonly at: string
  readonly hash: string
  readonly keyId: string
  readonly rowsHash: string
  /** Place of its entry in the company's log; null until it is there. */
  readonly entry: number | null
  /** What was signed, with its signature and the proof of its place in the log, as `/verify` takes it. */
  readonly text: string
  readonly against: CheckedAgainst
  /** Where it is checked, without the scheme. */
  readonly checkedAt: string
}

export interface ShownStatement {
  readonly period: string
  readonly name: string
  readonly state: 'running' | 'preparing' | 'signed' | 'wrong'
  readonly from: string
  readonly until: string
  readonly progress: { readonly done: number; readonly of: number }
  readonly summary: ShownSummary | null
  readonly lines: readonly StatementLine[]
  /** How many pages of lines are shown, and whether there are more that can be. */
  readonly pages: number
  readonly hasMore: boolean
  readonly signed: ShownSignature | null
}

export interface StatementsData {
  readonly title: string
  readonly account: string
  readonly isDemo: boolean
  /** Newest first. */
  readonly list: readonly StatementLink[]
  /** Null where the list is shown. */
  readonly shown: ShownStatement | null
}
