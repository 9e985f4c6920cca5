/**
 * A period of an account read from its first movement to its last, a part at a time: sums by kind, the hash of the rows, and whether
 * opening and movements make the closing balance.
 *
 * Invariant: the rows are summed by the house's side of the books and the closing balance by the account's own, so a statement that adds
 * up says that both sides agree.
 */
import { createHash } from 'node:crypto'
import { STATEMENT_KINDS, type StatementBody, type StatementKind } from '../../contract/statements'
import { type Amount, formatAmount, parseAmount } from '../../rules/money'
import type { StatementPeriod } from '../../rules/statement-period'
import type { Database } from '../db/open-database'
import { canonicalText } from '../receipts/canonical-json'
import { type Owner, type Place, readBounds, readPart } from './read-rows'

export interface Progress {
  readonly done: number
  readonly of: number
}

export interface Reading {
  readonly summary: Pick<StatementBody, 'opening' | 'closing' | 'kinds' | 'rows'>
  readonly rowsHash: string
  readonly parts: readonly Place[]
  readonly addsUp: boolean
}

/** In short transactions: a period that is over does not change, and one that runs is as new as its last row. */
export async function readStatement(
  database: Database,
  owner: Owner,
  period: StatementPeriod,
  tell: (progress: Progress) => void,
): Promise<Reading> {
  const bounds = await database.withTenant(owner.tenantId, (tx) => readBounds(tx, owner, period))
  const hash = createHash('sha256')
  const sums = new Map<StatementKind, { count: number; sum: Amount }>()
  const parts: Place[] = []
  let place: Place = { from: bounds.first, rows: 0, balance: bounds.opening }
  let done = 0
  while (done < bounds.count) {
    const part = await database.withTenant(owner.tenantId, (tx) => readPart(tx, owner, period, place))
    if (part.movements === 0) break
    if (part.rows.length > 0) parts.push(place)
    for (const row of part.rows) {
      hash.update(canonicalText(row)).update('\n')
      const { count, sum } = sums.get(row.kind) ?? { count: 0, sum: 0n }
      sums.set(row.kind, { count: count + 1, sum: sum + parseAmount(row.amount) })
    }
    done += part.movements
    place = part.next
    tell({ done: Math.min(done, bounds.count), of: bounds.count })
  }
  const kinds = STATEMENT_KINDS.flatMap((kind) => {
    const of = sums.get(kind)
    return of === undefined ? [] : [{ kind, count: of.count, sum: formatAmount(of.sum) }]
  })
  const moved = [...sums.values()].reduce((sum, one) => sum + one.sum, 0n)
  return {
    summary: { opening: formatAmount(bounds.opening), closing: formatAmount(place.balance), kinds, rows: place.rows },
    rowsHash: hash.digest('hex'),
    parts,
    addsUp: bounds.opening + moved === bounds.closing && place.balance === bounds.closing,
  }
}
