/**
 * Which withdrawals under way pay a debt before the company bears it: those that nobody has approved, then those with a first
 * approval; of each the newest first, so that whoever has waited longest goes on waiting for as little as must be.
 */
export interface WaitingWithdrawal {
  readonly id: bigint
  readonly isHalfApproved: boolean
}

export function inCoveringOrder<Withdrawal extends WaitingWithdrawal>(waiting: readonly Withdrawal[]): Withdrawal[] {
  return [...waiting].sort((a, b) => Number(a.isHalfApproved) - Number(b.isHalfApproved) || (a.id > b.id ? -1 : 1))
}
