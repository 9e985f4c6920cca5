/**
 * Pictures at the desk: a reference is made with the item, for the operator who opened it, and is good for a minute.
 *
 * Invariants: the reference is signed and names picture, company and operator, so it is worth nothing to anybody else; each look is an
 * event that is committed before the bytes leave; nobody looks at more than so many people's papers in an hour.
 */

import { timingSafeEqual } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import type { getDeskPicture } from '../../contract/desk/reviews'
import { HOUR_MS } from '../../rules/durations'
import { done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { auditEvent, image } from '../db/schema'
import type { IdentityTools } from '../identity/identity-services'
import { readImage } from '../identity/view-image'
import type { KeyedHash } from '../secrets/keyed-hash'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'

const GOOD_FOR_MS = 60_000
/** Twenty people's papers, both sides of each. */
export const IDENTITY_LOOKS_PER_HOUR = 40

interface Place {
  readonly tenant: { readonly id: string }
  readonly operator: { readonly id: string; readonly name: string }
}

/** The reference of a picture; null where its bytes are gone. */
export async function pictureRef(
  keyedHash: KeyedHash,
  { tx, tenant, operator, now }: Pick<DeskCall<typeof getDeskPicture>, 'tx' | 'tenant' | 'operator' | 'now'>,
  imageId: bigint,
): Promise<string | null> {
  const [row] = await tx
    .select({ deletedAt: image.deletedAt })
    .from(image)
    .where(and(eq(image.tenantId, tenant.id), eq(image.id, imageId)))
  if (row === undefined || row.deletedAt !== null) return null
  const facts = `${imageId}.${now + GOOD_FOR_MS}`
  return `${facts}.${signature(keyedHash, { tenant, operator }, facts)}`
}

function signature(keyedHash: KeyedHash, { tenant, operator }: Place, facts: string): string {
  return keyedHash('desk-picture', `${tenant.id} ${operator.id} ${facts}`)
}

export function pictureHandler(keyedHash: KeyedHash, tools: IdentityTools): DeskHandler<typeof getDeskPicture> {
  return async ({ tx, tenant, operator, now, input }) => {
    const [, id = '', until = '', given = ''] = /^(\d{1,18})\.(\d{1,15})\.([0-9a-f]{64})$/.exec(input.ref) ?? []
    const right = signature(keyedHash, { tenant, operator }, `${id}.${until}`)
    if (given === '' || !timingSafeEqual(Buffer.from(given), Buffer.from(right)) || Number(until) < now) return refused('DESK_IMAGE_GONE')
    const [row] = await tx
      .select()
      .from(image)
      .where(and(eq(image.tenantId, tenant.id), eq(image.id, BigInt(id))))
    if (row === undefined || row.deletedAt !== null) return refused('DESK_IMAGE_GONE')
    const actor = operatorActor(operator)
    if (row.usedFor === 'identity' && (await looksWithinHour(tx, tenant.id, actor, now)) >= IDENTITY_LOOKS_PER_HOUR)
      return refused('DESK_IMAGE_LIMIT', { count: String(IDENTITY_LOOKS_PER_HOUR) })
    const bytes = await readImage(tools, tx, row, actor, now)
    return bytes === null ? refused('DESK_IMAGE_GONE') : done({ webp: bytes.toString('base64') })
  }
}

async function looksWithinHour(tx: Tx, tenantId: string, actor: string, now: number): Promise<number> {
  const [looked] = await tx
    .select({ count: count() })
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.tenantId, tenantId),
        eq(auditEvent.actor, actor),
        eq(auditEvent.action, 'identity.image_viewed'),
        gt(auditEvent.createdAt, now - HOUR_MS),
      ),
    )
  return looked?.count ?? 0
}
