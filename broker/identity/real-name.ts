/**
 * Real-name verification as the trader sees it: hand in, and look where it stands.
 *
 * Invariant: a trader has at most one case that waits or is finished; the two pictures of a case are the trader's own, different, and
 * used up by it. What was written is read back by nobody but the trader and an operator who is written down.
 */
import { and, inArray, isNull } from 'drizzle-orm'
import type { getRealName, submitRealName } from '../../contract/identity'
import { writeAudit } from '../audit-trail/write-audit'
import { done, forTrader, type Handler, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { identityCase, image } from '../db/schema'
import { CASE_STATUS } from '../db/statuses'
import { type CaseRow, imageOf, newestCase, openPapers, sealPapers } from './case-record'
import { maskCardNumber, readCardNumber, readName } from './identity-fields'
import type { IdentityTools } from './identity-services'
import { makeReference, referenceHashOf, spendReferences } from './image-references'
import { lockTrader } from './lock-trader'

export function submitHandler({ keys }: IdentityTools): Handler<typeof submitRealName> {
  return forTrader(async ({ tx, tenant, trader, input, now }) => {
    if (input.name.trim() === '') return refused('IDENTITY_NAME_REQUIRED')
    if (input.card_id.trim() === '') return refused('IDENTITY_NUMBER_REQUIRED')
    if (input.front_pic === '' || input.reverse_pic === '' || input.front_pic === input.reverse_pic) {
      return refused('IDENTITY_PHOTOS_REQUIRED')
    }
    const name = readName(input.name)
    if (name === undefined) return refused('IDENTITY_NAME_INVALID')
    const number = readCardNumber(input.card_id)
    if (number === undefined) return refused('IDENTITY_NUMBER_INVALID')

    const traderId = BigInt(trader.id)
    await lockTrader(tx, traderId)
    const newest = await newestCase(tx, traderId)
    if (newest !== undefined && newest.status !== CASE_STATUS.rejected) return refused('IDENTITY_ALREADY_SUBMITTED')
    const hashes = [referenceHashOf(input.front_pic), referenceHashOf(input.reverse_pic)].filter((hash) => hash !== undefined)
    const ids = hashes.length === 2 ? await spendReferences(tx, trader.id, hashes, now) : undefined
    const [front, reverse] = ids ?? []
    if (front === undefined || reverse === undefined) return refused('IMAGE_REFERENCE_INVALID')
    const taken = await takeImages(tx, [front, reverse])
    if (taken === 'gone') return refused('IMAGE_REFERENCE_INVALID')
    if (taken === 'same') return refused('IDENTITY_PHOTOS_REQUIRED')

    const sealed = sealPapers(await keys.open(tx, tenant.id), tenant.id, traderId, { name, number })
    const own = { tenantId: tenant.id, traderId, frontImageId: front, reverseImageId: reverse }
    const [row] = await tx
      .insert(identityCase)
      .values({ ...own, status: CASE_STATUS.waiting, sealed, submittedAt: now })
      .onConflictDoNothing()
      .returning({ id: identityCase.id })
    if (row === undefined) return refused('IDENTITY_ALREADY_SUBMITTED')
    const actor = `trader:${trader.id}` as const
    await writeAudit(tx, { tenantId: tenant.id, actor, action: 'identity.submitted', object: `identity_case:${row.id}`, now })
    return done(null)
  })
}

/** `same`: one picture sent twice under two addresses. */
async function takeImages(tx: Tx, ids: readonly bigint[]): Promise<'taken' | 'same' | 'gone'> {
  const taken = await tx
    .update(image)
    .set({ usedFor: 'identity' })
    .where(and(inArray(image.id, [...ids]), isNull(image.deletedAt), isNull(image.usedFor)))
    .returning({ contentHash: image.contentHash })
  if (taken.length !== ids.length) return 'gone'
  return new Set(taken.map(({ contentHash }) => contentHash)).size === ids.length ? 'taken' : 'same'
}

const NOTHING_SUBMITTED = {
  review_status: 0,
  name: '',
  card_id: '',
  front_pic: '',
  reverse_pic: '',
  reason: '',
  submitted_at: null,
  decided_at: null,
} as const

export function centerHandler({ keys }: IdentityTools): Handler<typeof getRealName> {
  return forTrader(async ({ tx, tenant, trader, now }) => {
    const row = await newestCase(tx, BigInt(trader.id))
    if (row === undefined) return done(NOTHING_SUBMITTED)
    const papers = openPapers(await keys.open(tx, tenant.id), row)
    return done({
      review_status: row.status,
      name: papers.name,
      card_id: maskCardNumber(papers.number),
      front_pic: await addressForLooking(tx, row, row.frontImageId, now),
      reverse_pic: await addressForLooking(tx, row, row.reverseImageId, now),
      reason: row.reason,
      submitted_at: row.submittedAt,
      decided_at: row.decidedAt,
    })
  })
}

/** Empty once the picture's time after the review is over. */
async function addressForLooking(tx: Tx, { tenantId, traderId }: CaseRow, imageId: bigint, now: number): Promise<string> {
  if ((await imageOf(tx, imageId)) === undefined) return ''
  return makeReference(tx, { tenantId, traderId, imageId, isForUse: false, now })
}
