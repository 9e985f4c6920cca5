/**
 * One company's book against its provider's: fills by order, then what is held beyond what the fills explain.
 *
 * Invariants: one transaction behind a lock, so two runs at once write a difference once; whatever is under way or only just reported is looked
 * at the next time.
 */
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Rate } from '../../rules/conversion'
import { type Fixed, formatFixedShort } from '../../rules/decimal'
import { groupBy } from '../audit/account-rows'
import type { AuditActor } from '../audit-trail/audit-actions'
import { writeAudit } from '../audit-trail/write-audit'
import type { PositionDifference } from '../cover/check-positions'
import type { Tx } from '../db/open-database'
import { providerCopy, providerOrder, providerReport, reconciliationRun } from '../db/schema'
import type { Side } from '../providers/provider'
import { type ComparedFill, type ComparedOrder, compareOrder } from './compare-order'
import type { CopyRow, Window } from './copies'
import { type DifferenceRow, type FoundDifference, keepFound, type RunKey, rowsOf } from './difference-rows'
import { lockCompany } from './lock-company'
import { type DifferenceTerms, valueOfFills, valueOfPosition } from './value-difference'

export interface CompanyRun extends RunKey {
  readonly rolloverAt: number | null
  readonly actor: AuditActor
  readonly window: Window
  /** What was reported or copied later than this may not be whole yet. */
  readonly settledBy: number
  /** Since when copies come; null: fills are not compared. */
  readonly since: number | null
  /** Copies of orders in nobody's books that this company answers for. */
  readonly strays: readonly CopyRow[]
  /** Null: positions are not compared. */
  readonly positions: { readonly equal: number; readonly differences: readonly PositionDifference[] } | null
  /** Null where the rate is not known. */
  readonly termsOf: (code: string) => DifferenceTerms | null
}

interface LookedAt extends ComparedOrder {
  readonly orderId: string
  readonly code: string
  readonly side: Side
}

export async function reconcileCompany(tx: Tx, run: CompanyRun): Promise<void> {
  const { tenantId, provider, day, now, rolloverAt, actor, since, positions } = run
  await lockCompany(tx, tenantId, provider)
  const looked = since === null ? null : await lookAtFills(tx, { ...run, since })
  if (positions !== null) await lookAtPositions(tx, run, positions.differences)
  const sum = (count: (order: ComparedOrder) => number) => looked?.reduce((total, order) => total + count(order), 0) ?? null
  const [row] = await tx
    .insert(reconciliationRun)
    .values({
      ...{ tenantId, provider, day, rolloverAt, actor, ranAt: now },
      ...{ theirs: sum(({ theirs }) => theirs), ours: sum(({ ours }) => ours) },
      ...{ equal: sum(({ equal }) => equal), differ: sum(({ differences }) => differences.length) },
      ...{ positionsEqual: positions?.equal ?? null, positionsDiffer: positions?.differences.length ?? null },
    })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) return
  const detail = { provider, day, equal: row.equal, differ: row.differ, positions: row.positionsDiffer }
  await writeAudit(tx, { tenantId, actor, action: 'reconciliation.ran', object: `reconciliation_run:${row.id}`, detail, now })
}

async function lookAtFills(tx: Tx, run: CompanyRun & { readonly since: number }): Promise<LookedAt[]> {
  // What only a statement says is looked at with the statement.
  const known = (await rowsOf(tx, run)).filter(({ subject }) => subject.startsWith('fill '))
  const looked = [...(await ownOrders(tx, run, known)), ...strayOrders(run)]
  const ids = new Set(looked.map(({ orderId }) => orderId))
  const found = looked.flatMap((order) => foundOf(order, run))
  await keepFound(tx, run, { found, known: known.filter(({ providerOrderId }) => ids.has(providerOrderId ?? '')) })
  return looked
}

/** Those that something came of in the window, and those that differ since before. */
async function ownOrders(
  tx: Tx,
  { tenantId, provider, window, settledBy, since }: CompanyRun & { readonly since: number },
  known: readonly DifferenceRow[],
): Promise<LookedAt[]> {
  const touched = (table: typeof providerReport | typeof providerCopy) =>
    tx
      .selectDistinct({ id: table.providerOrderId })
      .from(table)
      .where(
        and(
          ...[eq(table.tenantId, tenantId), eq(table.provider, provider)],
          ...[gt(table.receivedAt, window.from), lte(table.receivedAt, window.to)],
        ),
      )
  const standing = known.flatMap(({ stands, providerOrderId }) => (stands && providerOrderId !== null ? [providerOrderId] : []))
  const ids = [...new Set([...(await touched(providerReport)), ...(await touched(providerCopy))].map(({ id }) => id).concat(standing))]
  if (ids.length === 0) return []
  const orders = await tx.select().from(providerOrder).where(inArray(providerOrder.id, ids))
  const reports = await tx
    .select()
    .from(providerReport)
    .where(inArray(providerReport.providerOrderId, ids))
    .orderBy(asc(providerReport.seq))
  const copies = await tx.select().from(providerCopy).where(inArray(providerCopy.providerOrderId, ids)).orderBy(asc(providerCopy.seq))
  const [reportsOf, copiesOf] = [byOrder(reports), byOrder(copies)]
  return orders.flatMap(({ id, endedAt, createdAt, instrumentCode: code, side }) => {
    const [ours, theirs] = [reportsOf.get(id) ?? [], copiesOf.get(id) ?? []]
    const isSettled = [...ours, ...theirs].every(({ receivedAt }) => receivedAt <= settledBy)
    if (endedAt === null || createdAt < since || !isSettled) return []
    return [{ orderId: id, code, side, ...compareOrder(ours, theirs) }]
  })
}

function strayOrders({ strays, settledBy }: CompanyRun): LookedAt[] {
  return [...byOrder(strays)].flatMap(([orderId, copies]) => {
    const [first] = copies
    if (first === undefined || copies.some(({ receivedAt }) => receivedAt > settledBy)) return []
    return [{ orderId, code: first.instrumentCode, side: first.side, ...compareOrder([], copies) }]
  })
}

function foundOf({ orderId, code, side, differences }: LookedAt, { termsOf }: CompanyRun): FoundDifference[] {
  const terms = termsOf(code)
  return differences.map(({ kind, root, execId, ours, theirs }) => ({
    subject: `fill ${orderId} ${root}`,
    figures: `${kind}: ${textOf(ours)} / ${textOf(theirs)}`,
    ...{ kind, instrumentCode: code, side, providerOrderId: orderId, execId },
    ...{ oursQuantity: ours?.quantity ?? null, oursPrice: ours?.price ?? null, oursTime: ours?.time ?? null },
    ...{ theirsQuantity: theirs?.quantity ?? null, theirsPrice: theirs?.price ?? null, theirsTime: theirs?.time ?? null },
    ...{ oursAmount: null, theirsAmount: null },
    value: terms && { ...valueOfFills(side, { ours, theirs }, terms), rate: terms.rate },
  }))
}

/** What standing differences of fills explain is no difference of its own; nor is what an operator has resolved. */
async function lookAtPositions(tx: Tx, run: CompanyRun, differences: readonly PositionDifference[]): Promise<void> {
  const known = await rowsOf(tx, run)
  const standing = known.filter(({ stands }) => stands)
  const found = differences.flatMap(({ code, ours, theirs }): FoundDifference[] => {
    const ofCode = standing.filter(({ instrumentCode }) => instrumentCode === code)
    const explained = ofCode.reduce((sum, row) => (row.kind === 'position' && row.status !== 'resolved' ? sum : sum + changeOf(row)), 0n)
    const change = theirs - ours - explained
    const again = ofCode.find((row) => row.kind === 'position' && row.status !== 'resolved' && changeOf(row) === change)
    const resolved = ofCode.filter((row) => row.kind === 'position' && row.status === 'resolved').map((row) => ({ ...row, value: null }))
    if (change === 0n) return resolved
    const terms = run.termsOf(code)
    const value = terms && valueOfPosition(change, terms)
    const figures = again?.figures ?? `${formatFixedShort(change)} at ${run.now}`
    // Ours with what is explained already: what is left is the difference of the two.
    const row = { subject: `position ${code}`, figures, kind: 'position', instrumentCode: code, side: null } as const
    const values = {
      oursQuantity: theirs - change,
      oursPrice: null,
      oursTime: null,
      theirsQuantity: theirs,
      theirsPrice: null,
      theirsTime: null,
      oursAmount: null,
      theirsAmount: null,
    }
    return [
      ...resolved,
      { ...row, ...values, providerOrderId: null, execId: null, value: value && terms && { ...value, rate: terms.rate as Rate } },
    ]
  })
  await keepFound(tx, run, { found, known: known.filter(({ kind }) => kind === 'position') })
}

/** By how much more they hold than we do, by this row. */
function changeOf({ side, oursQuantity, theirsQuantity }: DifferenceRow): Fixed {
  const change = (theirsQuantity ?? 0n) - (oursQuantity ?? 0n)
  return side === 'sell' ? -change : change
}

function byOrder<Row extends { readonly providerOrderId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ providerOrderId }) => providerOrderId)
}

function textOf(fill: ComparedFill | null): string {
  return fill === null ? '-' : `${formatFixedShort(fill.quantity)} at ${formatFixedShort(fill.price)}, ${fill.time}`
}
