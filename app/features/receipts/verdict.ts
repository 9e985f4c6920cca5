/** What the checks of a text come to in one word: the gravest that any check of any receipt in it says. */
import type { VerdictTone } from '../../ui'
import type { CheckReport } from './check-receipts'
import type { StatementSum } from './check-statement'
import type { ProofStep } from './log-steps'

/** A report with the five checks of each receipt, in the order of the text. */
export interface FullReport extends CheckReport {
  readonly steps: readonly (readonly ProofStep[])[]
  /** Of the file of a statement, whose signed head is the one receipt of the report. */
  readonly sum?: StatementSum
  readonly ms: number
  /** Unix milliseconds, by the device's clock. */
  readonly at: number
  /** Asked for by the page, not by a person. */
  readonly isByItself: boolean
}

export type Verdict = 'genuine' | 'offline' | 'notInLog' | 'notWitnessed' | 'notCompared' | 'unknown' | 'false' | 'rewritten'

export const TONES: Readonly<Record<Verdict, VerdictTone>> = {
  genuine: 'ok',
  offline: 'ok',
  notInLog: 'warn',
  notWitnessed: 'warn',
  notCompared: 'warn',
  unknown: 'warn',
  false: 'danger',
  rewritten: 'danger',
}

export function verdictOf({ verdict, steps }: Pick<FullReport, 'verdict' | 'steps'>): Verdict {
  const has = (is: (step: ProofStep) => boolean) => steps.some((own) => own.some(is))
  if (verdict === 'false') return 'false'
  if (has(({ name, outcome }) => name === 'history' && outcome === 'failed')) return 'rewritten'
  if (has(({ outcome }) => outcome === 'failed')) return 'false'
  if (verdict === 'unknown') return 'unknown'
  const waits = (what: ProofStep['name']) => has(({ name, outcome }) => name === what && outcome === 'waiting')
  if (waits('log')) return 'notInLog'
  if (waits('witnesses')) return 'notWitnessed'
  if (waits('history')) return 'notCompared'
  return has(({ said }) => said === 'offline') ? 'offline' : 'genuine'
}

/** The receipt whose checks say so: the first that is not like the rest. */
export function gravestPlace({ receipts, steps }: Pick<FullReport, 'receipts' | 'steps'>): number {
  const worst = (...outcomes: readonly ProofStep['outcome'][]) =>
    receipts.findIndex(({ place }) => steps[place]?.some(({ outcome }) => outcomes.includes(outcome)))
  return [worst('failed'), worst('waiting'), 0].find((place) => place >= 0) ?? 0
}
