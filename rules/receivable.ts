/**
 * What arrives of a withdrawal (contract §4): `max(0, (amount − fee) × usd_price)`, down to 2 decimals. The fee is rounded up to
 * 2 decimals, so that amount = fee + what is left to the last digit for every amount that can be typed.
 */
import { divide, FIXED_ONE, type Fixed, MAX_FIXED } from './decimal'
import type { Amount } from './money'

/** `fixed` is fee_type 1 on the wire: the rate is the fee itself; else the rate is percent of the amount. */
export type WithdrawFeeType = 'fixed' | 'percent'

const CENT = FIXED_ONE / 100n

export function withdrawalFee(type: WithdrawFeeType, rate: Fixed, amount: Amount): Amount {
  return (type === 'fixed' ? divide(rate, CENT, 'up') : divide(amount * rate, 100n * FIXED_ONE * CENT, 'up')) * CENT
}

/** 0 for an amount that is not positive or does not cover the fee. `usdPrice` converts USDT into the payout currency. */
export function receivableAmount(amount: Amount, fee: Amount, usdPrice: Fixed): Amount {
  if (amount <= 0n || amount <= fee) return 0n
  return divide((amount - fee) * usdPrice, FIXED_ONE * CENT, 'down') * CENT
}

/** The largest amount of 2 decimals whose equivalent in the payout currency can be kept, before its fee. */
export function largestWithdrawal(usdPrice: Fixed): Amount {
  return divide(MAX_FIXED * FIXED_ONE, usdPrice * CENT, 'down') * CENT
}

/** The smallest amount of 2 decimals of which something arrives. The percentage is below 100, so a larger amount never leaves less. */
export function leastWithdrawal(type: WithdrawFeeType, rate: Fixed, usdPrice: Fixed): Amount {
  const arrives = (cents: bigint) => receivableAmount(cents * CENT, withdrawalFee(type, rate, cents * CENT), usdPrice) > 0n
  let enough = 1n
  while (!arrives(enough)) enough *= 2n
  let tooLittle = enough / 2n
  while (enough - tooLittle > 1n) {
    const middle = (enough + tooLittle) / 2n
    if (arrives(middle)) enough = middle
    else tooLittle = middle
  }
  return enough * CENT
}
