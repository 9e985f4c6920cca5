/** Fee of an order, in USDT, taken at open (contract §4): per lot, or a share of the margin. Rounded up at 10⁻⁸. */
import { divide, FIXED_ONE, type Fixed } from './decimal'
import type { Amount } from './money'

/** `per-lot` is trade_fee_type 1 on the wire, `share-of-margin` any other. */
export type FeeType = 'per-lot' | 'share-of-margin'

export function orderFee(type: FeeType, feeRate: Fixed, lots: Fixed, margin: Amount): Amount {
  return divide((type === 'per-lot' ? lots : margin) * feeRate, FIXED_ONE, 'up')
}
