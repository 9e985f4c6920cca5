/**
 * Every final day of execution figures once more, from the books: which of them do not come to the bytes that were published.
 *
 * Reads only. A day of a demonstration is left out once the first of its demo accounts may be gone: what is forgotten cannot be counted.
 */
import { and, eq, sql } from 'drizzle-orm'
import { ExecutionDocument } from '../../contract/execution'
import { DAY_MS } from '../../rules/durations'
import type { AuditReport } from '../audit/audit-report'
import { type Database, queryRows } from '../db/open-database'
import { executionDay } from '../db/schema'
import { sha256Hex } from '../receipts/canonical-json'
import { recomputeDocument } from './execution-days'

/** Demo accounts that nobody used for ninety days go. */
const FORGOTTEN_AFTER_DAYS = 89

/** @param only one day of one company; all of all companies where it is left out */
export async function auditExecution(
  database: Pick<Database, 'atOneMoment'>,
  only?: { readonly company: string; readonly day: string },
): Promise<AuditReport> {
  return database.atOneMoment(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const [newest] = await queryRows<{ at: string | null }>(tx, sql`select max(created_at)::text as at from receipt`)
    const named = only === undefined ? undefined : and(eq(executionDay.tenantId, only.company), eq(executionDay.day, only.day))
    const rows = await tx.select().from(executionDay).where(named).orderBy(executionDay.tenantId, executionDay.day)
    const wrong: string[] = []
    let left = 0
    for (const row of rows) {
      const stated = ExecutionDocument.safeParse(JSON.parse(row.document))
      const isForgotten =
        stated.success &&
        stated.data.accounts === 'demonstration' &&
        stated.data.until + FORGOTTEN_AFTER_DAYS * DAY_MS < Number(newest?.at ?? 0)
      if (isForgotten) {
        left += 1
        continue
      }
      const found = sha256Hex(row.document)
      const document = await recomputeDocument(tx, row)
      const again = document === '' ? 'nothing that can be read' : sha256Hex(document)
      if (again !== row.sha256 || found !== row.sha256) {
        const figure = document === '' ? null : otherFigure(JSON.parse(row.document), JSON.parse(document))
        wrong.push(`${row.tenantId} ${row.day}: published ${row.sha256}, the books come to ${again}${figure === null ? '' : `; ${figure}`}`)
      }
    }
    const skipped = left === 0 ? [] : [`${left} days of demonstrations left out: their demo accounts may be gone`]
    const lines = [`${rows.length - left} days of execution figures worked out again, ${wrong.length} wrong`, ...skipped, ...wrong]
    const [first] = wrong
    return { lines: [...lines, first === undefined ? 'clean' : `first wrong day: ${first}`], isClean: first === undefined }
  })
}

/** The first figure that differs, in the order of the document; null where none does. */
function otherFigure(published: unknown, again: unknown, at = ''): string | null {
  const areBoth = [published, again].every((one) => typeof one === 'object' && one !== null)
  if (!areBoth) {
    return published === again ? null : `${at} published ${JSON.stringify(published)}, by the books ${JSON.stringify(again)}`
  }
  const [one, other] = [published as Record<string, unknown>, again as Record<string, unknown>]
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = otherFigure(one[name], other[name], at === '' ? name : `${at}.${name}`)
    if (found !== null) return found
  }
  return null
}
