/** Money on its way out or in: what it is taken to, what is taken of it, and how far a request has come. */
import type { OutputOf } from '../../contract/endpoint'
import type { getWithdrawTerms } from '../../contract/withdrawals'
import { inOwnNames } from './own-names'

/** To an address on a chain, or to an account at a bank. */
export type PayoutWay = 'coin' | 'bank'

/** The wire counts ways of a deposit from 0, of a withdrawal from 1. */
export const isCoinDeposit = ({ type }: { readonly type: number }): boolean => type === 0
export const isCoinPayout = ({ type }: { readonly type: number }): boolean => type === 1

/** A sum in USDT, or a share of the amount. */
type PayoutFee = 'fixed' | 'percent'
export const readPayoutFee = (wire: number): PayoutFee => (wire === 1 ? 'fixed' : 'percent')

/** Why less than the balance is withdrawable. */
export type WithdrawLimit = 'nothing' | 'open-losses' | 'prices-missing'
type WireTerms = OutputOf<typeof getWithdrawTerms>

const LIMIT = {
  nothing: 'nothing',
  open_losses: 'open-losses',
  prices_missing: 'prices-missing',
} as const satisfies Record<WireTerms['limited_by'], WithdrawLimit>

/** What may be taken out now, and how long it takes. */
export function readWithdrawTerms(wire: WireTerms) {
  const { balance, withdrawable, openLosses, limitedBy, ...clock } = inOwnNames(wire)
  return { terms: { balance, withdrawable, openLosses, limitedBy: LIMIT[limitedBy] }, clock }
}
