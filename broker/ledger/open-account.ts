/** A trader's account: the row that every movement locks, opened with its first ledger transaction. */
import { and, eq } from 'drizzle-orm'
import type { Amount } from '../../rules/money'
import type { Tx } from '../db/open-database'
import { tradingAccount } from '../db/schema'
import { type AccountSums, postEntries } from './post-entries'

export interface AccountHolder {
  readonly tenantId: string
  readonly traderId: bigint
  readonly isDemo: boolean
}

/** Opens the account of a new trader; a demo account is funded by the house's demo account. */
export async function openAccount(tx: Tx, holder: AccountHolder, demoBalance: Amount, now: number): Promise<void> {
  await tx.insert(tradingAccount).values({ ...holder, balance: 0n, lockedMargin: 0n, lockedWithdrawal: 0n })
  if (!holder.isDemo || demoBalance === 0n) return
  await postEntries(tx, {
    ...holder,
    kind: 'demo_grant',
    now,
    entries: [
      { account: 'trader:available', amount: demoBalance },
      { account: 'house:demo-funding', amount: -demoBalance },
    ],
  })
}

/** Reads the account without locking it; a unit of work opens its books instead. */
export async function getAccount(tx: Tx, tenantId: string, traderId: bigint): Promise<(AccountSums & { readonly isDemo: boolean }) | null> {
  const [row] = await tx
    .select()
    .from(tradingAccount)
    .where(and(eq(tradingAccount.tenantId, tenantId), eq(tradingAccount.traderId, traderId)))
  return row ?? null
}
