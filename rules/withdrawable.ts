/**
 * What may be withdrawn (architecture, money): free margin without unrealised profit, and never more than the balance.
 *   withdrawable = max(0, min(balance, balance + floating profit))
 * `balance` is what is free of locks, so that free margin is the balance and the floating profit (account.ts).
 */
import type { AccountState } from './account'
import type { Amount } from './money'

/** Exact; who shows it cuts it to 2 decimals (formatBalance), never rounds it up. */
export function withdrawableOf({ balance, floatingProfit }: Pick<AccountState, 'balance' | 'floatingProfit'>): Amount {
  const free = floatingProfit < 0n ? balance + floatingProfit : balance
  return free > 0n ? free : 0n
}

/** What the open positions together would lose; 0 where they gain. */
export function openLossesOf({ floatingProfit }: Pick<AccountState, 'floatingProfit'>): Amount {
  return floatingProfit < 0n ? -floatingProfit : 0n
}
