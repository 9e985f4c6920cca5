/**
 * The two ways in which an account is frozen, each refused with the way out that leads out: what its owner reported ends with a new
 * password, what the company froze only when the company unfreezes it.
 */
import type { Tenant } from '../../contract/tenant'
import { type StandingFacts, standingOf } from '../../rules/account-standing'
import { refused } from '../calls/handler'

/** Where both have happened the company's is told: a new password would not help. */
export function frozenRefusal(row: StandingFacts, tenant: Pick<Tenant, 'email'>): ReturnType<typeof refused> | undefined {
  const standing = standingOf(row)
  if (standing === 'frozen') return refused('ACCOUNT_FROZEN_BY_COMPANY', { email: tenant.email })
  return standing === 'reported' ? refused('ACCOUNT_FROZEN') : undefined
}
