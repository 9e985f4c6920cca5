/** Which sizes an instrument takes: from the minimum, in whole steps, to the maximum. */
import { type Fixed, formatFixedShort } from './decimal'

export interface LotTerms {
  readonly minLots: Fixed
  readonly maxLots: Fixed
  readonly lotStep: Fixed
}

export type LotProblem = 'LOTS_TOO_SMALL' | 'LOTS_TOO_LARGE' | 'LOTS_OFF_STEP'

export function lotProblem(terms: LotTerms, lots: Fixed): LotProblem | null {
  if (lots < terms.minLots) return 'LOTS_TOO_SMALL'
  if (lots > terms.maxLots) return 'LOTS_TOO_LARGE'
  return (lots - terms.minLots) % terms.lotStep === 0n ? null : 'LOTS_OFF_STEP'
}

/** Lots with at least two decimals and without further zeros: 0.20, 1.00, 0.125. So a size is never one of something. */
export function formatLots(lots: Fixed): string {
  const [whole = '0', fraction = ''] = formatFixedShort(lots).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
