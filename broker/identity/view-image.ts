/**
 * Shows a picture to those who may see it.
 *
 * Invariant: each look is an event in the books of the company, and it is committed before a byte leaves.
 */

import type { AuditAction, AuditActor } from '../audit-trail/audit-actions'
import { writeAudit } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'
import { hashSecret } from '../secrets/session-token'
import type { IdentityTools } from './identity-services'
import { decryptImage } from './image-keys'
import { findImage, type ImageRow } from './image-references'

/** What a look is called in the log, by what took the picture. */
const LOOKED_AT: Readonly<Record<string, AuditAction>> = {
  deposit: 'deposit.proof_viewed',
  feedback: 'feedback.picture_viewed',
}

export interface Look {
  readonly traderId: string
  /** What stands after `?ref=`. */
  readonly reference: string
  readonly now: number
}

/** WebP for the picture's owner; null for everybody else and for an address that is unknown or too old, all the same. */
export async function viewOwnImage(tools: IdentityTools, tx: Tx, { traderId, reference, now }: Look): Promise<Buffer | null> {
  const hash = hashSecret(reference)
  const row = hash === undefined ? undefined : await findImage(tx, traderId, hash, now)
  return row === undefined ? null : readImage(tools, tx, row, `trader:${traderId}`, now)
}

/** Reads a picture in somebody's name; null where its bytes are gone. */
export async function readImage(tools: IdentityTools, tx: Tx, row: ImageRow, actor: AuditActor, now: number): Promise<Buffer | null> {
  const stored = await tools.files.get(row)
  if (stored === null) {
    tools.logger.error({ tenant: row.tenantId, image: String(row.id) }, 'the file of a picture is missing')
    return null
  }
  const bytes = decryptImage(await tools.keys.open(tx, row.tenantId), row, stored)
  if (bytes === null) throw new Error(`the file of the picture ${row.id} of ${row.tenantId} was changed, or belongs to another picture`)
  const action = LOOKED_AT[row.usedFor ?? ''] ?? 'identity.image_viewed'
  await writeAudit(tx, { tenantId: row.tenantId, actor, action, object: `image:${row.id}`, now })
  return bytes
}
