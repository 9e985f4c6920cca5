/**
 * Fills of the house's orders come into the cover book: position by average cost, the result in USDT at the rate of the moment, and the
 * posting of it (docs/decisions/067-the-cover-book.md).
 *
 * Invariants: in the transaction that keeps the report, so a fill is booked exactly when it is known; a fill that is taken back is booked the
 * other way round at its own price; positions of one provider are locked while they change.
 */
import { and, desc, eq } from 'drizzle-orm'
import { formatRate, parseRate, type Rate } from '../../rules/conversion'
import { afterFill, type HeldPosition, inUsdt } from '../../rules/cover'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { coverFill, coverPosition } from '../db/schema'
import type { Fill, KeptReport, ProviderOrderRow } from '../execution/provider-orders'
import { postHouse } from '../ledger/house-postings'

export interface CoverKey {
  readonly tenantId: string
  readonly provider: string
  readonly code: string
}

export interface CoverPosition extends HeldPosition {
  readonly result: Amount
  readonly fills: number
}

interface Change {
  readonly fill: Fill
  readonly change: 'added' | 'removed'
}

interface BookedReport {
  readonly order: ProviderOrderRow
  readonly report: KeptReport
  /** USDT for one unit of the instrument's quote currency now; null while it is not known. */
  readonly rate: Rate | null
  readonly now: number
}

/** @returns the position after it; null where the report changed no fill */
export async function bookFills(tx: Tx, { order, report, rate, now }: BookedReport): Promise<CoverPosition | null> {
  const changes: Change[] = [
    ...report.removed.map((fill) => ({ fill, change: 'removed' as const })),
    ...report.added.map((fill) => ({ fill, change: 'added' as const })),
  ]
  if (changes.length === 0) return null
  const key = { tenantId: order.tenantId, provider: order.provider, code: order.instrumentCode }
  let position = await lockPosition(tx, key)
  const known = rate ?? (await lastRate(tx, key))
  for (const one of changes) {
    position = await bookChange(tx, { ...one, key, position, order, rate: known, execId: report.execId, now })
  }
  await tx
    .update(coverPosition)
    .set({ quantity: position.quantity, cost: position.cost.toString(), result: position.result, fills: position.fills })
    .where(isPosition(key))
  return position
}

interface Booking extends Change {
  readonly key: CoverKey
  readonly position: CoverPosition
  readonly order: ProviderOrderRow
  readonly rate: Rate | null
  readonly execId: string
  readonly now: number
}

async function bookChange(tx: Tx, { fill, change, key, position, order, rate, execId, now }: Booking): Promise<CoverPosition> {
  const bought = order.side === 'buy' ? fill.quantity : -fill.quantity
  const quantity = change === 'added' ? bought : -bought
  const { held, quoteResult } = afterFill(position, quantity, fill.price)
  if (rate === null && quoteResult !== 0n) throw new Error(`the rate of ${key.code} into USDT is not known yet: its result waits for it`)
  const result = inUsdt(quoteResult, rate ?? 0n)
  const { tenantId, provider, code } = key
  const transactionId =
    result === 0n
      ? null
      : await postHouse(tx, { tenantId, kind: 'cover_result', to: 'house:cover', from: 'house:provider', amount: result, now })
  const fills = position.fills + 1
  await tx.insert(coverFill).values({
    ...{
      tenantId,
      provider,
      instrumentCode: code,
      seq: fills,
      providerOrderId: order.id,
      execId,
      fillExecId: fill.execId,
      change,
      quantity,
      price: fill.price,
    },
    ...{ heldQuantity: held.quantity, heldCost: held.cost.toString(), quoteResult: quoteResult.toString() },
    ...{ conversionRate: formatRate(rate ?? 0n), result, transactionId, createdAt: now },
  })
  return { ...held, result: position.result + result, fills }
}

async function lockPosition(tx: Tx, key: CoverKey): Promise<CoverPosition> {
  const { tenantId, provider, code } = key
  const empty = { tenantId, provider, instrumentCode: code, quantity: 0n, cost: '0', result: 0n, fills: 0 }
  await tx.insert(coverPosition).values(empty).onConflictDoNothing()
  const [row] = await tx.select().from(coverPosition).where(isPosition(key)).for('update')
  if (row === undefined) throw new Error('a position is there once it was written')
  return { quantity: row.quantity, cost: BigInt(row.cost), result: row.result, fills: row.fills }
}

/** Of the fill before: while the pair that converts has no price. */
async function lastRate(tx: Tx, { tenantId, provider, code }: CoverKey): Promise<Rate | null> {
  const [row] = await tx
    .select({ rate: coverFill.conversionRate })
    .from(coverFill)
    .where(and(eq(coverFill.tenantId, tenantId), eq(coverFill.provider, provider), eq(coverFill.instrumentCode, code)))
    .orderBy(desc(coverFill.seq))
    .limit(1)
  const rate = row === undefined ? 0n : parseRate(row.rate)
  return rate === 0n ? null : rate
}

function isPosition({ tenantId, provider, code }: CoverKey) {
  return and(eq(coverPosition.tenantId, tenantId), eq(coverPosition.provider, provider), eq(coverPosition.instrumentCode, code))
}
