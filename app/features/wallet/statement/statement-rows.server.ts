/**
 * All rows of a statement, a thousand at a time, for its files.
 *
 * Invariant: of a signed statement they are the rows that were signed: their hash is counted as they go by, and one digit that differs
 * ends the file with an error instead of its last line.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { listStatementRows } from '../../../../contract/statements'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import type { PeriodStatement, StatementRow } from '../../../terms/period-statement'
import type { SiteContext } from '../../../visitor/load-context.server'

export async function* statementRows(
  { broker, report }: Pick<SiteContext, 'broker' | 'report'>,
  { period, signature, summary }: PeriodStatement,
): AsyncGenerator<readonly StatementRow[]> {
  const hash = createHash('sha256')
  let after: string | undefined
  do {
    if (summary === null || summary.rows === 0) break
    const answer = requireAnswer(await broker.call(listStatementRows, { period, size: '1000', ...(after === undefined ? {} : { after }) }))
    for (const row of answer.rows) hash.update(`${canonicalize(row)}\n`)
    yield answer.rows
    after = answer.next || undefined
  } while (after !== undefined)
  if (signature === null || hash.digest('hex') === signature.rowsHash) return
  const error = new Error('the rows of a statement are not the ones that were signed')
  report(error, `statement ${signature.number}`)
  throw error
}
