/**
 * Recomputes the sums of the books from their rows and names what does not agree: the quick part of the audit, used after every
 * crash and race in the tests. The whole of it is broker/audit/audit-books.ts.
 */
import { checkSums } from '../audit/check-sums'
import { Findings, type InvariantName } from '../audit/findings'
import type { Database } from '../db/open-database'

export interface BookProblem {
  /** The invariant of docs/invariants.md that is broken. */
  readonly invariant: InvariantName
  readonly row: string
}

export async function checkBooks(database: Database): Promise<BookProblem[]> {
  const findings = new Findings()
  await database.system((tx) => checkSums(tx, findings))
  return findings
    .results()
    .flatMap((result) => result.findings)
    .map(({ invariant, table, tenantId, id, expected, found }) => ({
      invariant,
      row: `${table} ${tenantId}/${id} expected ${expected}, found ${found}`,
    }))
}
