/** What a company's broker states about itself. */
import type { BrokerStatement as WireStatement } from '../../contract/companies'
import { readFeeType } from './company'
import { inOwnNames } from './own-names'
import { readPayoutFee } from './payout'

export type BrokerStatement = ReturnType<typeof readBrokerStatement>

export function readBrokerStatement(wire: WireStatement) {
  const { fees, ...stated } = inOwnNames(wire)
  const { tradeFeeType, withdrawals, ...others } = fees
  return {
    ...stated,
    fees: {
      ...others,
      tradeFee: readFeeType(tradeFeeType),
      withdrawals: withdrawals.map(({ code, protocol, rate, feeType }) => ({ code, protocol, rate, fee: readPayoutFee(feeType) })),
    },
  }
}
