/** What a withdrawal would cost and bring, by the rules the broker decides with; and what is free at the prices of now. */
import { useMemo } from 'react'
import { formatFixedShort, isFixedText, parseFixed } from '../../../../rules/decimal'
import { formatAmount, parseAmount } from '../../../../rules/money'
import { receivableAmount, withdrawalFee } from '../../../../rules/receivable'
import { openLossesOf, withdrawableOf } from '../../../../rules/withdrawable'
import { useAccountFigures } from '../../../realtime'
import { typedDecimal } from '../../../ui/decimal-text'
import type { CurrencyChoice, WithdrawTerms } from './withdraw-data'

export interface WithdrawPreview {
  readonly amount: string
  readonly fee: string
  /** 2 decimals, never below 0. */
  readonly receives: string
  readonly isBelowFee: boolean
}

const NOTHING: WithdrawPreview = { amount: '0', fee: '0', receives: '0.00', isBelowFee: false }

/** Of an amount as it is typed; nothing while it is empty, negative or unreadable. */
export function previewOf(typed: string, currency: Pick<CurrencyChoice, 'feeType' | 'rate' | 'usdPrice'>): WithdrawPreview {
  const text = typedDecimal(typed)
  const amount = isFixedText(text) ? parseAmount(text) : 0n
  const fixedFee = currency.feeType === 'fixed' ? currency.rate : '0'
  if (amount <= 0n) return { ...NOTHING, fee: fixedFee }
  const fee = withdrawalFee(currency.feeType, parseFixed(currency.rate), amount)
  const receives = receivableAmount(amount, fee, parseFixed(currency.usdPrice))
  return {
    amount: formatFixedShort(amount),
    fee: formatFixedShort(fee),
    receives: formatFixedShort(receives),
    isBelowFee: receives === 0n,
  }
}

/** True when more is asked for than is free; what cannot be read is not judged here. */
export function isTooMuch(typed: string, withdrawable: string): boolean {
  const text = typedDecimal(typed)
  return isFixedText(text) && parseAmount(text) > parseAmount(withdrawable)
}

/**
 * The terms at the prices of now. The live figures count only while they are of the same balance as what was read: after a
 * movement the page is read anew, and until then the server's word stands.
 */
export function useLiveTerms(read: WithdrawTerms): WithdrawTerms {
  const live = useAccountFigures()
  return useMemo(() => {
    if (live === null || read.limitedBy === 'prices_missing' || parseAmount(live.balance) !== parseAmount(read.balance)) return read
    const state = { balance: parseAmount(live.balance), floatingProfit: parseAmount(live.all_fact_profits) }
    const free = withdrawableOf(state)
    return {
      balance: read.balance,
      withdrawable: formatAmount(free),
      limitedBy: free < state.balance ? 'open_losses' : 'nothing',
      openLosses: formatAmount(openLossesOf(state)),
    }
  }, [live, read])
}

/** As many decimals as an amount has, and at least two. */
export function decimalsOf(text: string): number {
  return Math.max(2, text.split('.')[1]?.length ?? 0)
}
