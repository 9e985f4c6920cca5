/** What a declared deposit is worth, and how much more than that one person may credit. */
import { divide, FIXED_ONE, type Fixed, roundToGrid } from './decimal'
import type { Amount } from './money'

/** Rates move and banks round; whoever credits more than this above what was declared has made a mistake, or has not. */
const ABOVE_DECLARED_PERCENT = 1n

/** The declared amount in USDT, at the rate that was shown; down to the cent, as an operator can type it. */
export function declaredInUsdt(amount: Fixed, usdtRate: Fixed): Amount {
  return roundToGrid(divide(amount * usdtRate, FIXED_ONE, 'down'), 2, 'down')
}

/** True where a credit is above the declared amount by more than the bound. */
export function isAboveDeclared(credited: Amount, declared: Amount): boolean {
  return credited * 100n > declared * (100n + ABOVE_DECLARED_PERCENT)
}
