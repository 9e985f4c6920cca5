/**
 * What an edit of a brand's file cannot change while it is served, and what is said about it.
 *
 * Invariant: nothing of an edit is passed over in silence: what waits for the next start keeps its old value and is named; what the
 * file no longer decides (it was taken into the store when the company began, or the desk has set it) is named as well.
 */
import type { Tenant } from '../../contract/tenant'

interface Standing {
  /** As it is served: the edit, with what stands. */
  readonly tenant: Tenant
  /** One sentence a field, for the log. */
  readonly notes: readonly string[]
}

const IN_STORE = ['networks', 'collectionAccounts', 'withdrawCurrencies'] as const

export function keepStanding(before: Tenant, after: Tenant): Standing {
  const notes: string[] = []
  const { brokerOrigin: _wanted, ...rest } = after
  let tenant = after
  if (before.brokerOrigin !== after.brokerOrigin) {
    notes.push('brokerOrigin: takes effect with the next start of the server')
    tenant = before.brokerOrigin === undefined ? rest : { ...rest, brokerOrigin: before.brokerOrigin }
  }
  for (const name of IN_STORE) {
    if (isSame(before.wallet[name], after.wallet[name])) continue
    notes.push(`wallet.${name}: what the company began with is kept at the desk since its first start; the file is not asked again`)
  }
  return { tenant, notes }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
