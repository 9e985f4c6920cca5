/**
 * How long payouts wait when the way in or out of an account has changed.
 *
 * Invariant: two-step sign-in shortens the wait only where it was on for as long as the wait itself before the payout method came:
 * who turns it on to be rid of the hold waits all the same.
 */

import type { Tenant } from '../../contract/tenant'
import { HOUR_MS } from '../../rules/durations'
import type { payoutMethod } from '../db/schema'
import type { TraderRow } from './trader-row'

type Method = Pick<typeof payoutMethod.$inferSelect, 'usableFrom' | 'createdAt'>

export function payoutHoldEnd({ wallet }: Tenant, now: number): number {
  return now + wallet.methodHoldHours * HOUR_MS
}

/** Until when the account's payouts wait after its way in has changed now, Unix milliseconds; a hold that ends later stays. */
export function heldFromNow(tenant: Tenant, { payoutsHeldUntil }: Pick<TraderRow, 'payoutsHeldUntil'>, now: number): number {
  return Math.max(payoutsHeldUntil ?? 0, payoutHoldEnd(tenant, now))
}

/** Unix milliseconds from which on money is paid to the method. */
export function usableFrom(tenant: Tenant, method: Method, owner: Pick<TraderRow, 'twoStepSince' | 'payoutsHeldUntil'>): number {
  const { twoStepSince, payoutsHeldUntil } = owner
  const isGuarded = twoStepSince !== null && tenant.wallet.twoStepEndsHold && method.createdAt >= payoutHoldEnd(tenant, twoStepSince)
  return Math.max(isGuarded ? method.createdAt : method.usableFrom, payoutsHeldUntil ?? 0)
}
