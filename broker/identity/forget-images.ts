/**
 * Deletes pictures whose time is over: never handed in within their hour, or reviewed long enough ago. Files that no row names any
 * more go with them. The rows stay: they are what the events of the looks refer to, and say nothing of the picture.
 *
 * Invariant: a row says that its bytes are deleted before they are; whatever stops in between, the next sweep finds the file.
 */

import { and, eq, exists, inArray, isNull, lt, or } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import type { Database } from '../db/open-database'
import { deposit, feedback, identityCase, image, imageReference } from '../db/schema'
import type { FileStore, StoredFile } from '../files/file-store'
import { REFERENCE_LIFE_MS } from './image-references'

/** How long the pictures of a case are kept after it was decided. The case and its decision stay. */
const KEPT_AFTER_REVIEW_MS = 30 * DAY_MS
/** The proof of a deposit is evidence about money: it is kept a year after the decision. */
const KEPT_AFTER_DEPOSIT_MS = 365 * DAY_MS
/** The picture of a message shows what went wrong on somebody's screen; the message itself stays. */
const KEPT_AFTER_FEEDBACK_MS = 30 * DAY_MS
/** A file is written shortly before its row is committed: a younger one may still get it. */
const ORPHAN_AGE_MS = HOUR_MS
const BATCH = 500

export async function forgetImages(database: Database, store: FileStore, now: number): Promise<void> {
  await database.system((tx) => tx.delete(imageReference).where(lt(imageReference.expiresAt, now)))
  for (const place of await markForgotten(database, now)) await store.delete(place)
  let batch: StoredFile[] = []
  for await (const file of store.list()) {
    if (file.ageMs < ORPHAN_AGE_MS) continue
    batch.push(file)
    if (batch.length < BATCH) continue
    await deleteOrphans(database, store, batch)
    batch = []
  }
  await deleteOrphans(database, store, batch)
}

function markForgotten(database: Database, now: number) {
  return database.system(async (tx) => {
    const wasReviewed = tx
      .select({ id: identityCase.id })
      .from(identityCase)
      .where(
        and(
          eq(identityCase.tenantId, image.tenantId),
          or(eq(identityCase.frontImageId, image.id), eq(identityCase.reverseImageId, image.id)),
          lt(identityCase.decidedAt, now - KEPT_AFTER_REVIEW_MS),
        ),
      )
    const wasSettled = tx
      .select({ id: deposit.id })
      .from(deposit)
      .where(
        and(eq(deposit.tenantId, image.tenantId), eq(deposit.proofImageId, image.id), lt(deposit.decidedAt, now - KEPT_AFTER_DEPOSIT_MS)),
      )
    const wasAnswered = tx
      .select({ id: feedback.id })
      .from(feedback)
      .where(
        and(
          eq(feedback.tenantId, image.tenantId),
          eq(feedback.pictureImageId, image.id),
          lt(feedback.doneAt, now - KEPT_AFTER_FEEDBACK_MS),
        ),
      )
    const wasNeverUsed = and(isNull(image.usedFor), lt(image.createdAt, now - REFERENCE_LIFE_MS))
    return tx
      .update(image)
      .set({ deletedAt: now })
      .where(
        and(
          isNull(image.deletedAt),
          or(
            wasNeverUsed,
            and(eq(image.usedFor, 'identity'), exists(wasReviewed)),
            and(eq(image.usedFor, 'deposit'), exists(wasSettled)),
            and(eq(image.usedFor, 'feedback'), exists(wasAnswered)),
          ),
        ),
      )
      .returning({ tenantId: image.tenantId, storeKey: image.storeKey })
  })
}

async function deleteOrphans(database: Database, store: FileStore, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return
  const keys = files.map(({ storeKey }) => storeKey)
  const named = await database.system((tx) =>
    tx
      .select({ tenantId: image.tenantId, storeKey: image.storeKey })
      .from(image)
      .where(and(inArray(image.storeKey, keys), isNull(image.deletedAt))),
  )
  const isNamed = new Set(named.map(({ tenantId, storeKey }) => `${tenantId}/${storeKey}`))
  for (const file of files) if (!isNamed.has(`${file.tenantId}/${file.storeKey}`)) await store.delete(file)
}
