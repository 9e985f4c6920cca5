/** What arrives of a withdrawal (contract §4): `max(0, (amount − fee) × usd_price)`, down to 2 decimals. */
import { divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'

/** `fixed` is fee_type 1 on the wire: the rate is the fee itself; else the rate is percent of the amount. */
export type WithdrawFeeType = 'fixed' | 'percent'

export function withdrawalFee(type: WithdrawFeeType, rate: Fixed, amount: Amount): Amount {
  return type === 'fixed' ? rate : divide(amount * rate, 100n * FIXED_ONE, 'up')
}

/** 0 for an amount that is not positive or does not cover the fee. `usdPrice` converts USDT into the payout currency. */
export function receivableAmount(amount: Amount, fee: Amount, usdPrice: Fixed): Amount {
  if (amount <= 0n || amount <= fee) return 0n
  const cent = FIXED_ONE / 100n
  return divide((amount - fee) * usdPrice, FIXED_ONE * cent, 'down') * cent
}
