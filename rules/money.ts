/** Amounts of USDT in 10⁻⁸ units: how they travel on the wire and how they are shown. */
import { type Fixed, formatFixed, parseFixed, roundToGrid } from './decimal'

/** An amount of USDT, counted in 10⁻⁸. The books keep amounts in this unit (BIGINT). */
export type Amount = Fixed

export const BALANCE_DECIMALS = 2
const PROFIT_DECIMALS = 6

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

/**
 * `own`: a figure of one order, wherever it stands (form, row, card, detail, question, message).
 * `glance`: a sum over orders or the account, and what a price that is not reached would bring.
 */
export type MoneyForm = 'own' | 'glance'
const DECIMALS_OF = { own: PROFIT_DECIMALS, glance: BALANCE_DECIMALS } as const satisfies Record<MoneyForm, number>

/** Shown profit, to the nearest digit in either form. */
export function formatProfit(amount: Amount, form: MoneyForm = 'own'): string {
  return formatFixed(roundToGrid(amount, DECIMALS_OF[form], 'half-even'), DECIMALS_OF[form])
}

/** Margin, fee, and what is missing or can be lost, rounded up in either form: whoever has what is shown has enough. */
export function formatCost(amount: Amount, form: MoneyForm = 'own'): string {
  return formatFixed(roundToGrid(amount, DECIMALS_OF[form], 'up'), DECIMALS_OF[form])
}
