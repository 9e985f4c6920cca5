/** One submission of papers as the store keeps it: what it says is sealed under the tenant's key, for its trader only. */
import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { identityCase, image } from '../db/schema'
import type { CASE_STATUS } from '../db/statuses'
import { seal, unseal } from '../secrets/seal'
import type { ImageRow } from './image-references'

export type CaseRow = typeof identityCase.$inferSelect

export type CaseStatus = keyof typeof CASE_STATUS

export interface Papers {
  readonly name: string
  readonly number: string
}

export function sealPapers(key: Buffer, tenantId: string, traderId: bigint, { name, number }: Papers): string {
  return seal(key, placeOf(tenantId, traderId), Buffer.from(JSON.stringify({ name, number })))
}

export function openPapers(key: Buffer, { id, tenantId, traderId, sealed }: CaseRow): Papers {
  const text = unseal(key, placeOf(tenantId, traderId), sealed)
  if (text === null) throw new Error(`what the identity case ${id} of ${tenantId} says was changed, or belongs to another trader`)
  return JSON.parse(text.toString('utf8')) as Papers
}

function placeOf(tenantId: string, traderId: bigint): string {
  return `identity-case/${tenantId}/${traderId}`
}

export async function newestCase(tx: Tx, traderId: bigint): Promise<CaseRow | undefined> {
  const [row] = await tx.select().from(identityCase).where(eq(identityCase.traderId, traderId)).orderBy(desc(identityCase.id)).limit(1)
  return row
}

/** The picture of a case, while its bytes are there. */
export async function imageOf(tx: Tx, imageId: bigint): Promise<ImageRow | undefined> {
  const [row] = await tx.select().from(image).where(eq(image.id, imageId))
  return row?.deletedAt === null ? row : undefined
}
