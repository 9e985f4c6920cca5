/**
 * Who a call is known to come from before anything of it is judged, so that strangers use up nothing of the owner's (http/call-budgets.ts).
 *
 * Invariant: for counting only, never for letting anybody in. A browser is known by the secret it kept from a sign-in; what a client
 * calls itself is no secret.
 */
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/open-database'
import { knownDevice, trader } from '../db/schema'
import { hashSecret } from '../secrets/session-token'
import { findTrader } from '../traders/trader-row'
import { findSession } from './session-store'

type Column = 'id' | 'email' | 'mobile'

/** The hash of a browser's secret where the account has signed in with it; `by` names the account. */
export async function knownBrowser(
  database: Database,
  tenantId: string,
  by: { readonly column: Column; readonly value: string },
  device: string | undefined,
): Promise<string | undefined> {
  const deviceHash = device === undefined ? undefined : hashSecret(device)
  if (deviceHash === undefined) return undefined
  const isAccount = by.column === 'id' ? eq(trader.id, BigInt(by.value)) : eq(trader[by.column], by.value)
  const [row] = await database.withTenant(tenantId, (tx) =>
    tx
      .select({ deviceHash: knownDevice.deviceHash })
      .from(knownDevice)
      .innerJoin(trader, and(eq(trader.tenantId, knownDevice.tenantId), eq(trader.id, knownDevice.traderId)))
      .where(and(eq(knownDevice.deviceHash, deviceHash), isAccount)),
  )
  return row?.deviceHash
}

/** Whether a code is sent to one of somebody's own addresses. */
export type IsTheirs = (address: { readonly email: string | null; readonly mobile: string | null }) => boolean

/** The account with the address and the browser, where it has signed in to that account before: also for whoever has no session left. */
export async function browserOfAddress(
  database: Database,
  tenantId: string,
  device: string,
  isTheirs: IsTheirs,
): Promise<{ readonly id: string; readonly deviceHash: string } | undefined> {
  const deviceHash = hashSecret(device)
  if (deviceHash === undefined) return undefined
  const rows = await database.withTenant(tenantId, (tx) =>
    tx
      .select({ id: trader.id, email: trader.email, mobile: trader.mobile })
      .from(knownDevice)
      .innerJoin(trader, and(eq(trader.tenantId, knownDevice.tenantId), eq(trader.id, knownDevice.traderId)))
      .where(eq(knownDevice.deviceHash, deviceHash)),
  )
  const row = rows.find(isTheirs)
  return row && { id: row.id.toString(), deviceHash }
}

/** The signed-in trader, where the address is their own. */
export async function ownerOfAddress(
  database: Database,
  tenantId: string,
  tokenHash: string,
  isTheirs: IsTheirs,
  now: number,
): Promise<string | undefined> {
  return database.withTenant(tenantId, async (tx) => {
    const session = await findSession(tx, tokenHash, now)
    const row = session === null ? undefined : await findTrader(tx, session.id)
    return row !== undefined && isTheirs(row) ? row.id.toString() : undefined
  })
}
