/**
 * Browsers that a trader signed in with before: a sign-in with another one is told to the owner, with a link that freezes the account.
 *
 * Invariant: only hashes are kept, so the table says nothing about anybody's browser. Not a proof of who signs in: the password and
 * the second step are.
 */

import { and, eq, gte, lt } from 'drizzle-orm'
import { DAY_MS } from '../../rules/durations'
import type { CallClient } from '../calls/handler'
import type { Database, Tx } from '../db/open-database'
import { knownDevice } from '../db/schema'
import type { KeyedHash } from '../secrets/keyed-hash'
import { hashSecret } from '../secrets/session-token'

/** A device that was not used for this long is new again. */
const REMEMBERED_MS = 400 * DAY_MS

/** A secret of the browser's own names it best; a client that keeps none is known by what it calls itself. */
export function deviceHash(hash: KeyedHash, device: string | undefined, client: CallClient): string {
  if (device === undefined || device === '') return hash('user-agent', client.userAgent)
  return hashSecret(device) ?? hash('device', device)
}

/** `first`: no device of the trader was known, so there is nobody yet who could wonder. */
export async function rememberDevice(
  tx: Tx,
  device: { readonly tenantId: string; readonly traderId: bigint; readonly deviceHash: string },
  now: number,
): Promise<'known' | 'new' | 'first'> {
  const isTraders = eq(knownDevice.traderId, device.traderId)
  const [known] = await tx
    .update(knownDevice)
    .set({ lastSeenAt: now })
    .where(and(isTraders, eq(knownDevice.deviceHash, device.deviceHash)))
    .returning({ deviceHash: knownDevice.deviceHash })
  if (known !== undefined) return 'known'
  const [another] = await tx.select({ deviceHash: knownDevice.deviceHash }).from(knownDevice).where(isTraders).limit(1)
  await tx
    .insert(knownDevice)
    .values({ ...device, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoNothing()
  return another === undefined ? 'first' : 'new'
}

/** Forgets what first signed in at `since` or later: the owner says that it was somebody else. */
export async function forgetDevicesSince(tx: Tx, traderId: bigint, since: number): Promise<void> {
  await tx.delete(knownDevice).where(and(eq(knownDevice.traderId, traderId), gte(knownDevice.firstSeenAt, since)))
}

/** Removes devices that were not used for a long time. Runs as the owner, over all companies. */
export async function forgetOldDevices(database: Database, now: number): Promise<void> {
  await database.system((tx) => tx.delete(knownDevice).where(lt(knownDevice.lastSeenAt, now - REMEMBERED_MS)))
}
