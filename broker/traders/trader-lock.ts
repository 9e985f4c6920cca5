/**
 * Holds a trader's row for the rest of the transaction, against everything else that changes the way into the account.
 * It is taken before any of the trader's sessions and keys are changed, so that two such changes wait for each other and never cross.
 * Rows that refer to the trader can still be written meanwhile: trading does not wait.
 */
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import type { TraderRow } from './trader-row'

export async function lockTrader(tx: Tx, id: string | bigint): Promise<TraderRow | undefined> {
  const [row] = await tx
    .select()
    .from(trader)
    .where(eq(trader.id, BigInt(id)))
    .for('no key update')
  return row
}
