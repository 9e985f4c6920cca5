/** A statement as it is drawn on paper: every word and figure is ready, and only their places are missing. Can be sent to a thread. */

export interface SheetLine {
  readonly label: string
  readonly note: string
  readonly value: string
}

export interface StatementSheet {
  /** Whose letters come first where two languages share them. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly brand: string
  /** A PNG; null where the brand has none that can be drawn. */
  readonly mark: Uint8Array | null
  /** Who the company is, and that it is the counterparty. */
  readonly company: readonly string[]
  readonly title: string
  readonly period: string
  /** `Demo account`, or empty. */
  readonly stamp: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly opening: SheetLine
  readonly kinds: readonly SheetLine[]
  readonly closing: SheetLine
  readonly sum: string
  /** Time, transaction, details, amount, balance. */
  readonly columns: readonly [string, string, string, string, string]
  readonly empty: string
  readonly carried: string
  /** How many rows will come. */
  readonly rows: number
  readonly signed: {
    readonly by: string
    readonly hashLabel: string
    readonly hash: string
    readonly signatureLabel: string
    readonly signature: string
    readonly checkTitle: string
    readonly check: string
  }
  readonly number: string
  /** With `{{page}}` and `{{pages}}`. */
  readonly pageOf: string
  /** Unix milliseconds. */
  readonly at: number
}

export interface SheetRow {
  readonly time: string
  readonly kind: string
  /** What is traded, in few different forms; and its number. */
  readonly what: string
  readonly number: string
  readonly amount: string
  readonly balance: string
}
