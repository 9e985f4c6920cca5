/** A trader's account: the row that every movement locks. A demo account gets its first money from the house's demo account. */
import { and, eq } from 'drizzle-orm'
import type { Amount } from '../../rules/money'
import { done } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { tradingAccount } from '../db/schema'
import { invariant } from '../ground/invariant'
import { runOnBooks } from './sql-books'

interface AccountHolder {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
}

export async function openAccount(tx: Tx, holder: AccountHolder, demoBalance: Amount, now: number): Promise<void> {
  await tx.insert(tradingAccount).values({ ...holder, balance: 0n, lockedMargin: 0n, lockedWithdrawal: 0n })
  if (!holder.isDemo || demoBalance === 0n) return
  const granted = await runOnBooks(tx, holder.tenantId, holder.traderId, now, (books) => {
    books.post({
      kind: 'demo_grant',
      entries: [
        { account: 'trader:available', amount: demoBalance },
        { account: 'house:demo-funding', amount: -demoBalance },
      ],
    })
    return done(null)
  })
  await granted?.written
}

export type AccountRow = typeof tradingAccount.$inferSelect

/**
 * Holds the account for the rest of the transaction. Whoever decides about a withdrawal takes it before the withdrawal's row: a unit
 * of work that has opened the books may end withdrawals.
 */
export async function lockAccount(tx: Tx, tenantId: string, traderId: bigint): Promise<AccountRow> {
  const [row] = await tx
    .select()
    .from(tradingAccount)
    .where(and(eq(tradingAccount.tenantId, tenantId), eq(tradingAccount.traderId, traderId)))
    .for('update')
  invariant(row !== undefined, 'every trader has an account')
  return row
}

/** Reads the account without locking it; a unit of work opens its books instead. */
export async function getAccount(tx: Tx, tenantId: string, traderId: bigint): Promise<AccountRow | null> {
  const [row] = await tx
    .select()
    .from(tradingAccount)
    .where(and(eq(tradingAccount.tenantId, tenantId), eq(tradingAccount.traderId, traderId)))
  return row ?? null
}
