/** Differences between a provider's book and ours as one operator sees them. */
import type { Difference, DifferenceDetail } from '../../contract/desk/reconciliation'
import type { Tenant } from '../../contract/tenant'
import { formatFixedShort } from '../../rules/decimal'
import { type Amount, formatAmount, parseAmount } from '../../rules/money'
import type { providerCopy, providerReport } from '../db/schema'
import { CATALOGUE } from '../market/catalogue'
import type { DifferenceRow } from '../reconciliation/difference-rows'
import { nameOf } from './brakes-shown'

type ReportRow = typeof providerReport.$inferSelect | typeof providerCopy.$inferSelect
type ShownReport = DifferenceDetail['reports'][number]

/** USDT: up to it one person resolves a difference of the company. */
export function limitOf({ wallet }: Pick<Tenant, 'wallet'>): Amount {
  return parseAmount(wallet.secondApproval.differencesAbove)
}

export function needsSecond({ atStake }: Pick<DifferenceRow, 'atStake'>, limit: Amount): boolean {
  return atStake === null || atStake > limit
}

interface Viewer {
  /** As the log names the operator. */
  readonly actor: string
  readonly limit: Amount
}

export function shownDifference(row: DifferenceRow, { actor, limit }: Viewer): Difference {
  const { oursQuantity, oursPrice, oursTime, theirsQuantity, theirsPrice, theirsTime, amount, atStake } = row
  return {
    id: row.id.toString(),
    day: row.day,
    provider: row.provider,
    kind: row.kind,
    code: row.instrumentCode,
    show_code: CATALOGUE.find(({ code }) => code === row.instrumentCode)?.showCode ?? row.instrumentCode,
    side: row.side,
    trade: row.execId ?? '',
    ours: valuesOf(oursQuantity, oursPrice, oursTime),
    theirs: valuesOf(theirsQuantity, theirsPrice, theirsTime),
    ours_amount: row.oursAmount === null ? null : formatAmount(row.oursAmount),
    theirs_amount: row.theirsAmount === null ? null : formatAmount(row.theirsAmount),
    usdt: amount === null ? null : formatAmount(amount),
    at_stake: atStake === null ? null : formatAmount(atStake),
    // Once somebody has proposed, by the limit of then.
    needs_second: needsSecond(row, row.proposedBy === null ? limit : row.singleLimit),
    stands: row.stands,
    status: row.status,
    found_at: row.foundAt,
    asked_by: nameOf(row.askedBy),
    asked_at: row.askedAt,
    resolved_as: row.resolveKind,
    note: row.note ?? '',
    proposed_by: nameOf(row.proposedBy),
    proposed_at: row.proposedAt,
    approved_by: nameOf(row.approvedBy),
    resolved_at: row.resolvedAt,
    is_own: row.proposedBy === actor,
  }
}

function valuesOf(quantity: bigint | null, price: bigint | null, time: number | null): Difference['ours'] {
  return quantity === null ? null : { quantity: formatFixedShort(quantity), price: price === null ? null : formatFixedShort(price), time }
}

export function shownReports(ours: readonly ReportRow[], theirs: readonly ReportRow[]): ShownReport[] {
  const shown = (of: 'ours' | 'theirs') => (row: ReportRow) => ({
    of,
    kind: row.kind,
    exec_id: row.execId,
    refers_to: row.referredExecId ?? '',
    quantity: formatFixedShort(row.lastQuantity),
    price: formatFixedShort(row.lastPrice),
    time: row.providerTime,
    received_at: row.receivedAt,
    reason: row.reason,
  })
  return [...ours.map(shown('ours')), ...theirs.map(shown('theirs'))].sort((one, other) => one.received_at - other.received_at)
}

/** What the reports say of a difference. */
export function explanationOf(row: DifferenceRow, reports: readonly ShownReport[], isOurOrder: boolean): DifferenceDetail['explains'] {
  if (row.kind === 'swap' || row.kind === 'commission' || row.kind === 'transfer') return 'charge'
  if (row.kind === 'position' || row.kind === 'not_explained') return 'unexplained'
  if (!isOurOrder) return 'foreign'
  if (row.kind === 'time') return 'clock'
  const known = (of: 'ours' | 'theirs') => new Set(reports.filter((report) => report.of === of).map(({ exec_id }) => exec_id))
  const [ours, theirs] = [known('ours'), known('theirs')]
  const oneSided = reports.filter(({ exec_id }) => !ours.has(exec_id) || !theirs.has(exec_id))
  if (oneSided.some(({ kind }) => kind === 'busted')) return 'busted'
  if (oneSided.some(({ kind }) => kind === 'corrected')) return 'corrected'
  if (row.kind === 'not_in_book') return 'extra'
  return row.kind === 'not_in_theirs' ? 'missing' : 'unexplained'
}
