/** The one check that keeps a node which was away from acting: inside the transaction, on the row of the lease. */
import { queryText, type Tx } from '../db/open-database'

/** What a node holds, and since which change of hands. */
export interface HeldLease {
  readonly name: string
  readonly epoch: bigint
}

/** Another node may hold it by now: nothing of the transaction is kept. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor({ name, epoch }: HeldLease) {
    super(`epoch ${epoch} of ${name} is over`)
  }
}

/**
 * Resolves when the lease is still held under this epoch, and keeps it so until the transaction ends: whoever takes it next waits for
 * that. Does not look at any clock. @throws LeaseLost
 */
export async function holdEpoch(tx: Tx, held: HeldLease): Promise<void> {
  const [row] = await queryText(tx, 'select hold_epoch($1, $2::bigint) as held', [held.name, held.epoch.toString()])
  if (row?.held !== true) throw new LeaseLost(held)
}
