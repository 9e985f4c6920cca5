/**
 * The addresses of pictures that travel: opaque, for one trader, for one hour.
 *
 * Invariant: the store knows only the hash of an address. An upload's own address can be handed in once; one that was made for
 * looking can never be handed in.
 */

import { and, desc, eq, gt, inArray, notInArray } from 'drizzle-orm'
import { IMAGE_PATH } from '../../contract/identity'
import { HOUR_MS } from '../../rules/durations'
import type { Tx } from '../db/open-database'
import { image, imageReference } from '../db/schema'
import { hashSecret, newSecret } from '../secrets/session-token'

export const REFERENCE_LIFE_MS = HOUR_MS
/** Addresses for looking at one picture that are good at the same time; the oldest makes room. */
const LOOKS_AT_ONCE = 10

export type ImageRow = typeof image.$inferSelect

interface NewReference {
  readonly tenantId: string
  readonly traderId: bigint
  readonly imageId: bigint
  readonly isForUse: boolean
  readonly now: number
}

export async function makeReference(tx: Tx, { now, ...owner }: NewReference): Promise<string> {
  const secret = newSecret()
  const referenceHash = hashSecret(secret)
  if (referenceHash === undefined) throw new Error('a new reference is not in the form of a secret')
  if (!owner.isForUse) await makeRoom(tx, owner.imageId)
  await tx.insert(imageReference).values({ ...owner, referenceHash, expiresAt: now + REFERENCE_LIFE_MS })
  return `${IMAGE_PATH}?ref=${secret}`
}

/** Asking for an address is a read that anybody may repeat: it must not fill the table. */
async function makeRoom(tx: Tx, imageId: bigint): Promise<void> {
  const ofImage = and(eq(imageReference.imageId, imageId), eq(imageReference.isForUse, false))
  const kept = tx
    .select({ hash: imageReference.referenceHash })
    .from(imageReference)
    .where(ofImage)
    .orderBy(desc(imageReference.expiresAt))
    .limit(LOOKS_AT_ONCE - 1)
  await tx.delete(imageReference).where(and(ofImage, notInArray(imageReference.referenceHash, kept)))
}

/** Hash of an address as `makeReference` writes it; undefined for any other text, so that no other address is ever looked at. */
export function referenceHashOf(url: string): string | undefined {
  const start = `${IMAGE_PATH}?ref=`
  return url.startsWith(start) ? hashSecret(url.slice(start.length)) : undefined
}

/** The picture behind an address that is good for the trader, used up or not; undefined for any other. */
export async function findImage(tx: Tx, traderId: string, referenceHash: string, now: number): Promise<ImageRow | undefined> {
  const [row] = await tx
    .select({ image })
    .from(imageReference)
    .innerJoin(image, and(eq(image.tenantId, imageReference.tenantId), eq(image.id, imageReference.imageId)))
    .where(
      and(
        eq(imageReference.referenceHash, referenceHash),
        eq(imageReference.traderId, BigInt(traderId)),
        gt(imageReference.expiresAt, now),
      ),
    )
  return row?.image.deletedAt === null ? row.image : undefined
}

/** Uses addresses up; the ids of their pictures in the order of the hashes, or undefined where one is not the trader's to use. */
export async function spendReferences(
  tx: Tx,
  traderId: string,
  referenceHashes: readonly string[],
  now: number,
): Promise<bigint[] | undefined> {
  const used = await tx
    .delete(imageReference)
    .where(
      and(
        inArray(imageReference.referenceHash, [...referenceHashes]),
        eq(imageReference.traderId, BigInt(traderId)),
        eq(imageReference.isForUse, true),
        gt(imageReference.expiresAt, now),
      ),
    )
    .returning({ hash: imageReference.referenceHash, imageId: imageReference.imageId })
  const found = referenceHashes.flatMap((hash) => used.filter((row) => row.hash === hash).map(({ imageId }) => imageId))
  return found.length === referenceHashes.length ? found : undefined
}
