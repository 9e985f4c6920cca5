/** Charges of funding as rows: written in the unit of work that posts them, added up for whoever looks at an order. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { fundingCharge } from '../db/schema'
import type { ChargeRecord, LockedAccount } from './account-books'

export async function keepCharges(tx: Tx, { tenantId, traderId }: LockedAccount, charges: readonly ChargeRecord[]): Promise<void> {
  await tx.insert(fundingCharge).values(charges.map((charge) => ({ ...charge, tenantId, traderId })))
}

/** By the id of each order that was ever charged: what its balance changed by so far. */
export async function fundingOf(tx: Tx, tenantId: string, orderIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Amount>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx
    .select({ orderId: fundingCharge.orderId, sum: sql<string>`sum(${fundingCharge.amount})::text` })
    .from(fundingCharge)
    .where(and(eq(fundingCharge.tenantId, tenantId), inArray(fundingCharge.orderId, [...orderIds])))
    .groupBy(fundingCharge.orderId)
  return new Map(rows.map(({ orderId, sum }) => [orderId, BigInt(sum)]))
}
