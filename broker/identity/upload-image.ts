/**
 * Takes a picture in: judged, re-encoded, encrypted, stored, and answered with an address that its trader may hand in once.
 *
 * Invariant: the encrypted file is on the disk before the row that names it is committed, so a row never names nothing; a file
 * without its row is swept away (forget-images.ts). A trader has at most so many pictures taken in a day, whatever races.
 */

import { createHash } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import type { uploadImage } from '../../contract/identity'
import { DAY_MS } from '../../rules/durations'
import { done, forTrader, type Handler, type Preparation, refused, type TraderCall, withPreparation } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { image } from '../db/schema'
import { FilesUnavailable, newStoreKey } from '../files/file-store'
import { findSession } from '../sessions/session-store'
import type { IdentityTools } from './identity-services'
import { encryptImage } from './image-keys'
import { makeReference } from './image-references'
import { lockTrader } from './lock-trader'
import { judgeImage, type ReencodedImage, reencodeImage } from './reencode-image'

const QUOTA = 20
const QUOTA_MS = DAY_MS

type Upload = typeof uploadImage

export function uploadHandler(tools: IdentityTools): Handler<Upload> {
  const prepare: Preparation<Upload, ReencodedImage> = async ({ tenant, tokenHash, upload, now }) => {
    if (upload === null) return refused('IMAGE_REQUIRED')
    const verdict = await judgeImage(upload.bytes)
    if (!verdict.ok) return verdict
    // Decoding is the dear part: who has used up their day is told before it. The count that decides is made when it is kept.
    const isUsedUp = await tools.database.withTenant(tenant.id, async (tx) => {
      const session = tokenHash === undefined ? null : await findSession(tx, tokenHash, now)
      return session !== null && (await isOverQuota(tx, BigInt(session.id), now))
    })
    if (isUsedUp) return refused('IMAGE_QUOTA')
    await tools.keys.make(tenant.id)
    return reencodeImage(verdict.data)
  }
  return withPreparation(prepare, (encoded) => forTrader<Upload>((own) => keepImage(tools, own, encoded)))
}

async function keepImage(tools: IdentityTools, { tx, tenant, trader, now }: TraderCall<Upload>, { bytes, width, height }: ReencodedImage) {
  const traderId = BigInt(trader.id)
  await lockTrader(tx, traderId)
  if (await isOverQuota(tx, traderId, now)) return refused('IMAGE_QUOTA')
  const place = { tenantId: tenant.id, storeKey: newStoreKey() }
  try {
    await tools.files.put(place, encryptImage(await tools.keys.open(tx, tenant.id), place, bytes))
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    tools.logger.error({ tenant: tenant.id, reason: error.message }, 'a picture could not be kept')
    return refused('SERVICE_UNAVAILABLE')
  }
  const contentHash = tools.keyedHash(`image/${tenant.id}`, createHash('sha256').update(bytes).digest('hex'))
  const [row] = await tx
    .insert(image)
    .values({ ...place, traderId, bytes: bytes.byteLength, width, height, contentHash, createdAt: now })
    .returning({ id: image.id })
  if (row === undefined) throw new Error('a picture was not inserted')
  return done({ url: await makeReference(tx, { tenantId: tenant.id, traderId, imageId: row.id, isForUse: true, now }) })
}

async function isOverQuota(tx: Tx, traderId: bigint, now: number): Promise<boolean> {
  const [row] = await tx
    .select({ taken: count() })
    .from(image)
    .where(and(eq(image.traderId, traderId), gt(image.createdAt, now - QUOTA_MS)))
  return (row?.taken ?? 0) >= QUOTA
}
