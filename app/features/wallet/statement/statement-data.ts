/** What the statement shows. */
import type { Period } from './statement-period'

export interface StatementLine {
  readonly id: string
  /** In UTC, as the days of the period. */
  readonly at: string
  readonly text: string
  /** Decimal text with its sign. */
  readonly value: string
  readonly balanceAfter: string
}

export interface Statement {
  readonly opening: string
  readonly closing: string
  /** Oldest first. */
  readonly lines: readonly StatementLine[]
  readonly isComplete: boolean
}

export interface StatementData {
  readonly title: string
  readonly uid: string
  readonly account: string
  readonly madeAt: string
  readonly period: Period
  /** The last day that can be chosen. */
  readonly today: string
  /** Null where the period cannot be shown; `problem` says why. */
  readonly statement: Statement | null
  readonly problem: string
}
