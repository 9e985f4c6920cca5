/** One picture and one submission of a trader at a time. Orders and sessions do not wait for it: only the number of their row is held. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'

export async function lockTrader(tx: Tx, traderId: bigint): Promise<void> {
  await tx.select({ id: trader.id }).from(trader).where(eq(trader.id, traderId)).for('no key update')
}
