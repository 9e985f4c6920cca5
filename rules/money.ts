/** Amounts of USDT in 10⁻⁸ units: how they travel on the wire and how they are shown. */
import { type Fixed, formatFixed, parseFixed } from './decimal'

/** An amount of USDT, counted in 10⁻⁸. The books keep amounts in this unit (BIGINT). */
export type Amount = Fixed

export const BALANCE_DECIMALS = 2
export const PROFIT_DECIMALS = 6

export const parseAmount: (text: string) => Amount = parseFixed

/** Wire text with all 8 decimals: nothing is lost. */
export function formatAmount(amount: Amount): string {
  return formatFixed(amount)
}

/** Shown balances have 2 decimals and are rounded down (towards minus infinity), so they never show more than can be withdrawn. */
export function formatBalance(amount: Amount): string {
  const cent = 10n ** 6n
  const floored = amount >= 0n ? amount / cent : -((-amount + cent - 1n) / cent)
  return formatFixed(floored * cent, BALANCE_DECIMALS)
}

/** Shown profit, margin and fee have 6 decimals; what lies behind is cut. */
export function formatProfit(amount: Amount): string {
  return formatFixed(amount, PROFIT_DECIMALS)
}
