/** A provider's statement of a day as an operator sees it. */
import type { ReconciliationView } from '../../contract/desk/reconciliation'
import { formatAmount } from '../../rules/money'
import { CATALOGUE } from '../market/catalogue'
import type { DifferenceRow } from '../reconciliation/difference-rows'
import type { StatementRow } from '../reconciliation/keep-statement'
import type { StatementStanding } from '../reconciliation/statement-desk'

type ProviderState = ReconciliationView['providers'][number]
type MoneyLine = ProviderState['money'][number]

/** @param rows what was found of the provider on the day and still stands */
export function shownStatement(
  { state, due, file, problem, row }: StatementStanding,
  rows: readonly DifferenceRow[],
): Pick<ProviderState, 'statement' | 'money' | 'held'> {
  return {
    statement: { state, due, file, line: problem?.line ?? null, problem: problem?.problem ?? null, found: problem?.found ?? '' },
    money: row === null ? [] : moneyOf(row, rows),
    held:
      row === null
        ? []
        : row.positions.map((one) => ({ code: one.code, show_code: showCodeOf(one.code), ours: one.ours, theirs: one.theirs })),
  }
}

const BECAUSE: Readonly<Record<MoneyLine['line'], readonly DifferenceRow['kind'][]>> = {
  opening: [],
  result: ['price', 'quantity', 'not_in_book', 'not_in_theirs', 'not_explained'],
  swap: ['swap'],
  commission: ['commission'],
  transfers: ['transfer'],
  closing: [],
}

function moneyOf(row: StatementRow, rows: readonly DifferenceRow[]): MoneyLine[] {
  const line = (name: MoneyLine['line'], ours: bigint | null, theirs: bigint): MoneyLine => ({
    ...{ line: name, ours: ours === null ? null : formatAmount(ours), theirs: formatAmount(theirs) },
    difference: ours === null ? null : formatAmount(theirs - ours),
    because: rows.flatMap(({ id, kind }) => (BECAUSE[name].includes(kind) ? [id.toString()] : [])),
  })
  const { oursOpening, oursResult, oursSwap, oursCommission } = row
  const oursClosing = oursOpening === null || oursResult === null ? null : oursOpening + oursResult + oursSwap + oursCommission
  return [
    line('opening', oursOpening, row.theirsOpening),
    line('result', oursResult, row.theirsResult),
    line('swap', oursSwap, row.theirsSwap),
    line('commission', oursCommission, row.theirsCommission),
    ...(row.theirsTransfers === 0n ? [] : [line('transfers', 0n, row.theirsTransfers)]),
    line('closing', oursClosing, row.theirsClosing),
  ]
}

function showCodeOf(code: string): string {
  return CATALOGUE.find((one) => one.code === code)?.showCode ?? code
}
