/**
 * Movements between accounts of the house alone: no trader's balance and no receipt hangs on them; the row that they belong to names them.
 *
 * Invariant: written in the transaction of what they follow from; entries sum to 0, as everywhere.
 */
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { ledgerEntry, ledgerTransaction } from '../db/schema'
import type { HouseAccount, HouseKind } from './entries'

interface HouseMovement {
  readonly tenantId: string
  readonly kind: HouseKind
  /** Both sides of it: what one account gains the other gives. */
  readonly to: HouseAccount
  readonly from: HouseAccount
  /** Below 0 it goes the other way; not 0. */
  readonly amount: Amount
  readonly now: number
}

/** @returns the id of the ledger transaction */
export async function postHouse(tx: Tx, { tenantId, kind, to, from, amount, now }: HouseMovement): Promise<bigint> {
  const [movement] = await tx
    .insert(ledgerTransaction)
    .values({ tenantId, traderId: null, isDemo: false, kind, orderId: null, createdAt: now })
    .returning({ id: ledgerTransaction.id })
  if (movement === undefined) throw new Error('an insert returns its row')
  await tx.insert(ledgerEntry).values([
    { tenantId, transactionId: movement.id, account: to, traderId: null, amount },
    { tenantId, transactionId: movement.id, account: from, traderId: null, amount: -amount },
  ])
  return movement.id
}
