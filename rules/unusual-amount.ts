/**
 * When an amount is so far above what an account holds that a slip of the keyboard is likelier than a wish: such an amount is asked
 * for once more. A question and no bound: whoever confirms it goes on.
 */
import { FIXED_ONE } from './decimal'
import type { Amount } from './money'

export const UNUSUAL_TIMES = 100n
/** USDT. An account with less counts as one with so much: a first deposit is no slip. */
const UNUSUAL_FLOOR: Amount = 1000n * FIXED_ONE

export function isUnusualAmount(amount: Amount, balance: Amount): boolean {
  return amount >= UNUSUAL_TIMES * (balance > UNUSUAL_FLOOR ? balance : UNUSUAL_FLOOR)
}
