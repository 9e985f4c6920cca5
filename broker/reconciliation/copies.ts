/** Copies as rows, and those of orders that are in nobody's books. */
import { and, asc, eq, gt, inArray, isNull, lte, max, or } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { providerCopy, providerCopyLine, providerOrder, reconciliationDifference } from '../db/schema'
import type { CopiedReport } from '../providers/copy-line'

export type CopyRow = typeof providerCopy.$inferSelect

export interface Window {
  /** After it. */
  readonly from: number
  /** Up to it. */
  readonly to: number
}

/** A second time it is not kept. */
export async function keepCopy(tx: Tx, provider: string, { report, now }: { report: CopiedReport; now: number }): Promise<void> {
  const { orderId, execId, code, side, kind, lastQuantity, lastPrice, referredExecId, reason, time } = report
  const [order] = await tx
    .select({ tenantId: providerOrder.tenantId })
    .from(providerOrder)
    .where(and(eq(providerOrder.id, orderId), eq(providerOrder.provider, provider)))
  await tx
    .insert(providerCopy)
    .values({
      ...{ provider, execId, providerOrderId: orderId, tenantId: order?.tenantId ?? null, instrumentCode: code, side, kind },
      ...{ lastQuantity, lastPrice, referredExecId, reason: reason.slice(0, 500), providerTime: time, receivedAt: now },
    })
    .onConflictDoNothing()
}

/** The first time counts. */
export async function beginCopies(tx: Tx, provider: string, now: number): Promise<void> {
  await tx.insert(providerCopyLine).values({ provider, since: now }).onConflictDoNothing()
}

/** Null where copies never came. */
export async function copiesSince(tx: Tx, provider: string): Promise<number | null> {
  const [row] = await tx.select().from(providerCopyLine).where(eq(providerCopyLine.provider, provider))
  return row?.since ?? null
}

/** All copies of each order that is in nobody's books and of which one came in the window, or differs since before. */
export async function strayCopies(tx: Tx, provider: string, { from, to }: Window): Promise<CopyRow[]> {
  const isStray = and(eq(providerCopy.provider, provider), isNull(providerCopy.tenantId))
  const standing = tx
    .select({ id: reconciliationDifference.providerOrderId })
    .from(reconciliationDifference)
    .where(and(eq(reconciliationDifference.provider, provider), eq(reconciliationDifference.stands, true)))
  const recent = tx
    .select({ id: providerCopy.providerOrderId })
    .from(providerCopy)
    .where(and(isStray, gt(providerCopy.receivedAt, from), lte(providerCopy.receivedAt, to)))
  return tx
    .select()
    .from(providerCopy)
    .where(and(isStray, or(inArray(providerCopy.providerOrderId, recent), inArray(providerCopy.providerOrderId, standing))))
    .orderBy(asc(providerCopy.seq))
}

/** When each provider copied something last. */
export async function lastCopies(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ provider: providerCopy.provider, at: max(providerCopy.receivedAt) })
    .from(providerCopy)
    .groupBy(providerCopy.provider)
  return new Map(rows.flatMap(({ provider, at }) => (at === null ? [] : [[provider, Number(at)] as const])))
}
