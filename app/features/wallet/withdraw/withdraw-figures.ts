/** What a withdrawal would cost and bring, by the rules the broker decides with; and what is free at the prices of now. */
import { useMemo } from 'react'
import { formatFixedShort, parseFixed } from '../../../../rules/decimal'
import { formatAmount, formatBalance, parseAmount } from '../../../../rules/money'
import { leastWithdrawal, receivableAmount, withdrawalFee } from '../../../../rules/receivable'
import { openLossesOf, withdrawableOf } from '../../../../rules/withdrawable'
import { useAccountFigures } from '../../../realtime'
import type { CurrencyChoice, WithdrawTerms } from './withdraw-data'

/** Figures that do not exist for the amount are null. */
interface WithdrawPreview {
  readonly amount: string | null
  readonly fee: string | null
  readonly receives: string | null
}

type Terms = Pick<CurrencyChoice, 'feeType' | 'rate' | 'usdPrice'>

const receivedOf = (amount: bigint, fee: bigint, { usdPrice }: Terms) => receivableAmount(amount, fee, parseFixed(usdPrice))
const feeOf = (amount: bigint, { feeType, rate }: Terms) => withdrawalFee(feeType, parseFixed(rate), amount)

/**
 * @param amount plain decimal; '' while there is none
 * @param isRight whether it can be paid: of an amount that cannot, nothing arrives and nothing is said to
 */
export function previewOf(amount: string, isRight: boolean, terms: Terms): WithdrawPreview {
  if (amount === '' || !isRight) {
    const fee = terms.feeType === 'fixed' ? formatFixedShort(feeOf(0n, terms)) : null
    return { amount: amount === '' ? null : amount, fee, receives: null }
  }
  const fee = feeOf(parseAmount(amount), terms)
  const receives = formatFixedShort(receivedOf(parseAmount(amount), fee, terms))
  return { amount, fee: formatFixedShort(fee), receives }
}

/** The smallest amount of which something arrives, and the fee of `amount`, where nothing arrives of it; else null. */
export function belowFee(amount: string, terms: Terms): { readonly min: string; readonly fee: string } | null {
  const fee = feeOf(parseAmount(amount), terms)
  if (receivedOf(parseAmount(amount), fee, terms) > 0n) return null
  const least = leastWithdrawal(terms.feeType, parseFixed(terms.rate), parseFixed(terms.usdPrice))
  return { min: formatBalance(least), fee: formatBalance(fee) }
}

export function isTooMuch(amount: string, withdrawable: string): boolean {
  return parseAmount(amount) > parseAmount(withdrawable)
}

/**
 * The terms at the prices of now. The live figures count only while they are of the same balance as what was read: after a
 * movement the page is read anew, and until then the server's word stands.
 */
export function useLiveTerms(read: WithdrawTerms): WithdrawTerms {
  const live = useAccountFigures()
  return useMemo(() => {
    if (live === null || read.limitedBy === 'prices-missing' || parseAmount(live.balance) !== parseAmount(read.balance)) return read
    const state = { balance: parseAmount(live.balance), floatingProfit: parseAmount(live.floatingProfit) }
    const free = withdrawableOf(state)
    return {
      balance: read.balance,
      withdrawable: formatAmount(free),
      limitedBy: free < state.balance ? 'open-losses' : 'nothing',
      openLosses: formatAmount(openLossesOf(state)),
    }
  }, [live, read])
}

/** As many decimals as an amount has, and at least two. */
export function decimalsOf(text: string): number {
  return Math.max(2, text.split('.')[1]?.length ?? 0)
}
