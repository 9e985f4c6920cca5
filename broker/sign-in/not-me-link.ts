/** The link "this was not me" of a mail: it freezes the account until its owner sets a new password (freeze-account.ts). */

import type { Tenant } from '../../contract/tenant'
import { DAY_MS } from '../../rules/durations'
import type { Tx } from '../db/open-database'
import { newKey } from '../sessions/account-keys'
import type { TraderRow } from '../traders/trader-row'

/** How long it can be said. */
export const NOT_ME_LIFE_MS = 7 * DAY_MS

export async function notMeLink(tx: Tx, tenant: Tenant, row: Pick<TraderRow, 'id'>, now: number): Promise<string> {
  const key = await newKey(tx, { tenantId: tenant.id, traderId: row.id, purpose: 'not-me', lifeMs: NOT_ME_LIFE_MS }, now)
  return `${tenant.siteOrigin}/not-me#${key}`
}
