/** What the parts of the risk page share. */
import { EVERY_INSTRUMENT } from '../../../../contract/desk/brake-terms'
import type { Brake, RiskRow, RiskView } from '../../../terms/risk'
import { compareDecimals } from '../../../ui'

export interface BrakeAnswer {
  readonly isDone: boolean
  readonly message: string
}

/** What of the page is open over it. */
export type RiskLayer =
  | { readonly kind: 'brake'; readonly code: string }
  | { readonly kind: 'ask'; readonly id: string; readonly what: 'keep' | 'lift' }
  | { readonly kind: 'quote'; readonly code: string }
  | { readonly kind: 'halt' }
  | { readonly kind: 'thresholds' }

export type ExposureFilter = 'held' | 'near' | 'all'

/** Whether a figure is under its warning, past it, or past its limit. */
export type LimitLevel = 'under' | 'near' | 'over'

export function limitLevel(share: string | null, warnPercent: number): LimitLevel {
  if (share === null || compareDecimals(share, String(warnPercent)) < 0) return 'under'
  return compareDecimals(share, '100') < 0 ? 'near' : 'over'
}

export function filteredRows({ rows, thresholds }: Pick<RiskView, 'rows' | 'thresholds'>, filter: ExposureFilter): readonly RiskRow[] {
  if (filter === 'all') return rows
  if (filter === 'near') return rows.filter(({ share }) => limitLevel(share, thresholds.warnPercent) !== 'under')
  return rows.filter(isBusy)
}

/** Something is held, waits, was made today or is held back. */
function isBusy({ positions, pending, covered, housePl, state }: RiskRow): boolean {
  return positions > 0 || pending > 0 || state !== 'on' || compareDecimals(covered, '0') !== 0 || compareDecimals(housePl, '0') !== 0
}

export function brakeOf(brakes: readonly Brake[], code: string): Brake | undefined {
  return brakes.find(({ target }) => target === code) ?? haltOf(brakes)
}

export function haltOf(brakes: readonly Brake[]): Brake | undefined {
  return brakes.find(({ target }) => target === EVERY_INSTRUMENT)
}

export function showCodeOf(rows: readonly RiskRow[], code: string): string {
  return rows.find((row) => row.code === code)?.showCode ?? code
}
