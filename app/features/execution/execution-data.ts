/** What the page of execution figures shows, as its loader writes it: dates and lengths of time are words already. */
import type { ExecutionDocument } from '../../../contract/execution'
import type { InOwnNames } from '../../terms/own-names'

export type DayFigures = InOwnNames<ExecutionDocument>
export type OrderClass = DayFigures['classes'][number]

export interface ExecutionFilter {
  /** `2026-11-20`; empty where the newest is asked for. */
  readonly day: string
  /** Code, or empty. */
  readonly instrument: string
  /** Empty: all. */
  readonly type: string
}

export interface NamedInstrument {
  readonly code: string
  readonly symbol: string
}

interface OverdueWords {
  readonly key: string
  readonly band: number
  readonly askedAt: string
  readonly age: string
}

/** The stages of the withdrawal clock in words; null where too few were paid. */
export interface ClockWords {
  readonly decided: readonly [p50: string, p95: string] | null
  readonly paid: readonly [p50: string, p95: string] | null
  readonly total: readonly [p50: string, p95: string] | null
  readonly overdue: readonly OverdueWords[]
}

export interface ExecutionData {
  readonly title: string
  readonly filter: ExecutionFilter
  readonly days: readonly { readonly value: string; readonly text: string }[]
  readonly instruments: readonly NamedInstrument[]
  /** Null where the address asks for what there is not. */
  readonly shown: {
    readonly day: string
    readonly isFinal: boolean
    readonly untilText: string
    readonly computedText: string
    readonly sha256: string | null
    /** In the company's log; null until it is in it. */
    readonly entry: number | null
    readonly differs: string | null
    readonly figures: DayFigures
    readonly view: OrderClass
    readonly clock: ClockWords
  } | null
}

/** Percent of a whole, rounded down at one more decimal than is said: the counts stand beside it. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '0.00' : `${Math.floor((part * 100) / whole)}.${String(Math.floor((part * 10_000) / whole) % 100).padStart(2, '0')}`
}
