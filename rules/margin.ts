/**
 * Margin of an order (contract §4): fixed per lot, or `lots × contract size × price ÷ leverage`, in the quote currency,
 * converted to USDT at the rate of the fill. Rounded up at 10⁻⁸, once.
 */

import { RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'

export type MarginMode = 'fixed' | 'leveraged'

export interface MarginTerms {
  readonly mode: MarginMode
  /** Units per lot; with a fixed margin the margin of one lot. */
  readonly contractSize: Fixed
}

/** @param leverage a positive whole number; not read when the margin is fixed per lot */
export function orderMargin(terms: MarginTerms, lots: Fixed, price: Fixed, leverage: bigint, rate: Rate): Amount {
  if (terms.mode === 'fixed') return divide(lots * terms.contractSize * rate, FIXED_ONE * RATE_ONE, 'up')
  if (leverage <= 0n) throw new RangeError('leverage must be positive')
  return divide(lots * terms.contractSize * price * rate, FIXED_ONE * FIXED_ONE * RATE_ONE * leverage, 'up')
}

/** What the order controls in USDT: lots × contract size × price at the rate. Rounded half-even; for showing only. */
export function contractValue(contractSize: Fixed, lots: Fixed, price: Fixed, rate: Rate): Amount {
  return divide(lots * contractSize * price * rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
}
