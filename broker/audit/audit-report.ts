/** The audit in words: a line an invariant, then `clean` or the first broken row by name. */
import { type Finding, firstFinding, INVARIANTS, type InvariantResult } from './findings'

/** Rows of one invariant that are named in the report; the rest is counted. */
const NAMED = 5

export interface AuditReport {
  readonly lines: readonly string[]
  readonly isClean: boolean
}

export function auditReport(results: readonly InvariantResult[]): AuditReport {
  const lines = results.flatMap(({ invariant, checked, findings }) => {
    const counts = [...checked].map(([what, count]) => `${count.toLocaleString('en')} ${what}`).join(', ')
    const verdict = findings.length === 0 ? 'holds ' : 'BROKEN'
    return [
      `${invariant.padEnd(4)} ${verdict} ${INVARIANTS[invariant]} (${counts || 'nothing to look at'})`,
      ...findings.slice(0, NAMED).map((finding) => `       ${describe(finding)}`),
      ...(findings.length > NAMED ? [`       … ${findings.length - NAMED} more`] : []),
    ]
  })
  const first = firstFinding(results)
  return { lines: [...lines, first === null ? 'clean' : `first broken row: ${describe(first)}`], isClean: first === null }
}

export function describe({ invariant, table, tenantId, id, expected, found }: Finding): string {
  return `${table} ${tenantId}/${id} (${invariant}): expected ${expected}; found ${found}`
}
