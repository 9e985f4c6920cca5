/**
 * Which fills of an order stand, by everything that was reported of it: pure, and the same whatever order the reports came in.
 *
 * Invariant: a fill counts once, with its last figures, and not at all once it was busted, also when the bust came first.
 */
import { divide, type Fixed } from '../../rules/decimal'
import type { providerReport } from '../db/schema'
import type { Fill } from './provider-orders'

export type ReportFacts = Pick<
  typeof providerReport.$inferSelect,
  'execId' | 'kind' | 'lastQuantity' | 'lastPrice' | 'referredExecId' | 'providerTime'
>

/** @param reports in the order of arrival */
export function fillsOf(reports: readonly ReportFacts[]): Fill[] {
  const byExecId = new Map(reports.map((report) => [report.execId, report]))
  const groups = new Map<string, ReportFacts[]>()
  for (const report of reports) {
    if (!['filled', 'corrected', 'busted'].includes(report.kind)) continue
    const root = rootOf(report, byExecId)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [report])
    else group.push(report)
  }
  return [...groups.values()].flatMap((group) => standing(group) ?? [])
}

/** Those of `one` that are not in `other` with the same figures. */
export function fillsWithout(one: readonly Fill[], other: readonly Fill[]): Fill[] {
  return one.filter(
    (fill) => !other.some(({ execId, quantity, price }) => execId === fill.execId && quantity === fill.quantity && price === fill.price),
  )
}

export function quantityOf(fills: readonly Fill[]): Fixed {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0n)
}

/** 0 without fills. */
export function averageOf(fills: readonly Fill[]): Fixed {
  const quantity = quantityOf(fills)
  return quantity === 0n
    ? 0n
    : divide(
        fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0n),
        quantity,
        'half-even',
      )
}

/** A correction may refer to the fill or to an earlier correction of it; what it refers to may not have come yet. */
export function rootOf(
  report: Pick<ReportFacts, 'execId' | 'referredExecId'>,
  byExecId: ReadonlyMap<string, Pick<ReportFacts, 'referredExecId'>>,
): string {
  const seen = new Set([report.execId])
  let { execId: root, referredExecId: next } = report
  while (next !== null && !seen.has(next)) {
    seen.add(next)
    root = next
    next = byExecId.get(next)?.referredExecId ?? null
  }
  return root
}

function standing(group: readonly ReportFacts[]): Fill | null {
  if (group.some(({ kind }) => kind === 'busted')) return null
  const corrections = group.filter(({ kind }) => kind === 'corrected')
  // Of two with the same time the one that came later.
  const last = corrections.reduce<ReportFacts | undefined>(
    (newest, one) => (newest === undefined || one.providerTime >= newest.providerTime ? one : newest),
    group.find(({ kind }) => kind === 'filled' && corrections.length === 0),
  )
  return last === undefined ? null : { execId: last.execId, quantity: last.lastQuantity, price: last.lastPrice }
}
