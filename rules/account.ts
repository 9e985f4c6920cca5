/**
 * The figures of an account (contract §4). `balance` is what is free of locks, as on the wire:
 *   equity = balance + locked margin + floating profit
 *   free margin = equity − used margin
 *   margin level = equity ÷ used margin × 100, in percent
 *   risk = stop-out level ÷ margin level × 100 (100 % is the stop-out)
 */
import { divide, FIXED_ONE, type Fixed, formatFixed } from './decimal'
import type { Amount } from './money'

export interface AccountState {
  readonly balance: Amount
  readonly usedMargin: Amount
  readonly floatingProfit: Amount
}

export function equityOf(account: AccountState): Amount {
  return account.balance + account.usedMargin + account.floatingProfit
}

export function freeMarginOf(account: AccountState): Amount {
  return equityOf(account) - account.usedMargin
}

/** Percent as a Fixed, rounded down at 10⁻⁸; `null` when no margin is used. */
export function marginLevelOf(account: AccountState): Fixed | null {
  if (account.usedMargin === 0n) return null
  return divide(equityOf(account) * 100n * FIXED_ONE, account.usedMargin, 'down')
}

/** Wire text of the margin level: 2 decimals, empty when no margin is used. */
export function formatMarginLevel(account: AccountState): string {
  const level = marginLevelOf(account)
  return level === null ? '' : formatFixed(level, 2)
}

/** The largest risk that is shown: an account without equity is past any figure. */
export const RISK_CEILING: Fixed = 999n * FIXED_ONE

/**
 * Risk in percent as a Fixed, rounded up (never shown safer than it is); `null` when no margin is used.
 * @param stopOutLevel margin level in percent at which positions are closed, as a Fixed
 */
export function riskOf(account: AccountState, stopOutLevel: Fixed): Fixed | null {
  if (account.usedMargin === 0n) return null
  const equity = equityOf(account)
  if (equity <= 0n) return RISK_CEILING
  const risk = divide(stopOutLevel * account.usedMargin, equity, 'up')
  return risk > RISK_CEILING ? RISK_CEILING : risk
}

/** True when the account must be stopped out: margin level at or below the stop-out level. */
export function isStoppedOut(account: AccountState, stopOutLevel: Fixed): boolean {
  if (account.usedMargin === 0n) return false
  return equityOf(account) * 100n * FIXED_ONE <= stopOutLevel * account.usedMargin
}
