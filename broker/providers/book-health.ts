/** How a provider's own book comes to us: its copies of reports, and its statement of a day. */
export type CopyState = 'none' | 'down' | 'live'
/** `shared`: several companies are on its account, and it is compared for none. */
export type StatementState = 'none' | 'shared' | 'expected' | 'late' | 'unreadable' | 'read'

export interface BookHealth {
  readonly provider: string
  readonly copies: CopyState
  /** When the last report was copied; null: none ever. */
  readonly lastCopyAt: number | null
  /** Holes in the numbers of its copies since the server started; each was asked for again. */
  readonly gaps: number
  /** Of the day that ended last; null where it writes none. */
  readonly statement: StatementState | null
}
