/** When an account was opened, in Unix milliseconds. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import { invariant } from '../ground/invariant'
import type { Owner } from './read-rows'

export async function findTraderSince(tx: Tx, { tenantId, traderId }: Owner): Promise<number> {
  const [row] = await tx
    .select({ createdAt: trader.createdAt })
    .from(trader)
    .where(and(eq(trader.tenantId, tenantId), eq(trader.id, BigInt(traderId))))
  invariant(row !== undefined, 'who is signed in has an account')
  return row.createdAt
}
