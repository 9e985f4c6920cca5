/**
 * Profit of an order (contract §4): `(exit − entry) × lots × contract size × side`, converted to USDT at the rate of the
 * moment. Rounded half-even at 10⁻⁸.
 */
import { RATE_ONE, type Rate } from './conversion'
import { divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'
import { type OrderSide, sideSign } from './price'

export interface ProfitTerms {
  readonly side: OrderSide
  readonly lots: Fixed
  readonly contractSize: Fixed
  readonly entryPrice: Fixed
}

export function orderProfit(terms: ProfitTerms, exitPrice: Fixed, rate: Rate): Amount {
  const moved = (exitPrice - terms.entryPrice) * sideSign(terms.side)
  return divide(moved * terms.lots * terms.contractSize * rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
}
