/** Whether an account has room for a credit. Its books are held from here on, so that they have it when it is posted. */
import { CREDITED_BALANCE_MAX } from '../../contract/money-places'
import { type Amount, parseAmount } from '../../rules/money'
import { done, type Outcome, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { lockAccount } from '../ledger/open-account'
import { heldBy } from '../ledger/recorded-books'

export async function creditRoom(
  tx: Tx,
  { tenantId, traderId }: { readonly tenantId: string; readonly traderId: bigint },
  amount: Amount,
): Promise<Outcome<Amount>> {
  const account = await lockAccount(tx, tenantId, traderId)
  const hasRoom = heldBy(account) + amount <= parseAmount(CREDITED_BALANCE_MAX)
  return hasRoom ? done(amount) : refused('BALANCE_TOO_LARGE', { max: CREDITED_BALANCE_MAX })
}
