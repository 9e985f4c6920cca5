/** A day of reconciliation in the columns of its page, for spreadsheets: what differs, those that wait first, then what is equal. */
import type { TFunction } from 'i18next'
import { exportReconciliation } from '../../../../contract/desk/reconciliation'
import { RECONCILIATION_ROWS_MAX } from '../../../../contract/desk/reconciliation-terms'
import { utcToWall } from '../../../../rules/wall-time'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { type Difference, type EqualFill, readDifferences, readEqualFills } from '../../../terms/reconciliation'
import { decimalText } from '../../../ui'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { dayOf } from './reconcile.server'
import { exact } from './reconcile-data'

export async function exportedReconciliation(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'reconciliation.read')
  const day = dayOf(request)
  const asked = { company: company.id, ...(day === undefined ? {} : { day }) }
  const [answer, t] = await Promise.all([context.desk.broker.call(exportReconciliation, asked), fixedT(context)])
  const file = requireAnswer(answer)
  const rows = [
    ...readDifferences(file.rows).map((row) => differenceCells(row, t)),
    ...readEqualFills(file.equal).map((fill) => equalCells(fill, file.day, t)),
  ]
  const most = t('desk:audit.fileLimit', { most: decimalText(String(RECONCILIATION_ROWS_MAX)) })
  const columns = columnsOf(t)
  return {
    name: `${company.id}-reconciliation-${file.day}`,
    columns,
    rows: file.is_more ? [...rows, [most, ...columns.slice(1).map(() => '')]] : rows,
  }
}

function columnsOf(t: TFunction): string[] {
  const side = (name: 'ours' | 'theirs') =>
    (['kind.quantity', 'kind.price', 'field.time', 'field.amount'] as const).map(
      (field) => `${t(`desk:reconcile.column.${name}`)}: ${t(`desk:reconcile.${field}`)}`,
    )
  return [
    ...[t('desk:reconcile.day'), t('desk:risk.column.source'), t('desk:reconcile.column.row'), t('desk:reconcile.field.id')],
    ...[t('desk:settings.field.instrument'), t('desk:reconcile.column.what'), ...side('ours'), ...side('theirs')],
    ...['USDT', t('desk:reconcile.column.status'), t('desk:reconcile.resolveAs'), t('desk:reconcile.note')],
    ...[t('desk:audit.who'), t('desk:audit.time')],
  ]
}

function differenceCells(row: Difference, t: TFunction): string[] {
  const { day, provider, kind, trade, showCode, status, resolvedAs, note, proposedBy, approvedBy, resolvedAt } = row
  return [
    ...[day, provider, t(`desk:reconcile.kind.${kind}`), trade, showCode, whatOf(row.side, row.theirs ?? row.ours, t)],
    ...[...sideCells(row.ours), row.oursAmount ?? '', ...sideCells(row.theirs), row.theirsAmount ?? ''],
    ...[row.usdt ?? '', t(`desk:reconcile.status.${status}`), resolvedAs === null ? '' : t(`desk:reconcile.as.${resolvedAs}`), note],
    ...[[proposedBy, approvedBy].filter(Boolean).join(', '), resolvedAt === null ? '' : londonTime(resolvedAt)],
  ]
}

function equalCells(fill: EqualFill, day: string, t: TFunction): string[] {
  const { provider, trade, showCode, quantity, price, oursTime, theirsTime } = fill
  return [
    ...[day, provider, t('desk:reconcile.fact.equal'), trade, showCode, whatOf(fill.side, { quantity }, t)],
    ...[...sideCells({ quantity, price, time: oursTime }), '', ...sideCells({ quantity, price, time: theirsTime }), ''],
    ...['0', t('desk:reconcile.fact.equal'), '', '', '', ''],
  ]
}

function whatOf(side: Difference['side'], values: { readonly quantity: string } | null, t: TFunction): string {
  return side === null || values === null ? '' : t(`desk:reconcile.side.${side}`, { quantity: exact(values.quantity) })
}

function sideCells(values: Difference['ours']): string[] {
  return values === null ? ['', '', ''] : [values.quantity, values.price ?? '', values.time === null ? '' : londonTime(values.time)]
}

/** The same in every language, so that a column sorts: 2026-11-23 15:41:07.402. */
function londonTime(at: number): string {
  return new Date(utcToWall('Europe/London', at)).toISOString().slice(0, 23).replace('T', ' ')
}
