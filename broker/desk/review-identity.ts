/**
 * Identity cases at the desk, over the same decision as the command on the machine (identity/review-case.ts).
 *
 * Invariant: whoever opens a case is written down before seeing it; the full number is a look of its own.
 */
import { and, eq, gt } from 'drizzle-orm'
import type { decideIdentity, getDeskIdentity, listDeskIdentity } from '../../contract/desk/reviews'
import type { Tenant } from '../../contract/tenant'
import { badCursor, done, refused } from '../calls/handler'
import { auditEvent } from '../db/schema'
import { CASE_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { openPapers } from '../identity/case-record'
import { maskCardNumber } from '../identity/identity-fields'
import { approveCase, rejectCase } from '../identity/review-case'
import { holdUndecided, OUTCOME_OF } from './decide-once'
import { release } from './desk-claims'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'
import { pictureRef } from './desk-pictures'
import type { DeskServices } from './desk-services'
import { recordDeskEvent } from './record-desk-event'
import { accountFacts, historyOf, isLate } from './review-facts'
import { findItem, holdItem, pageOfQueue, type QueueItem } from './review-queue'

/** Within this, opening a case again is the same look. */
const SAME_LOOK_MS = 5 * 60_000

export const listIdentityHandler: DeskHandler<typeof listDeskIdentity> = async (call) => {
  const { tenant, now } = call
  const page = await pageOfQueue(call, { kind: 'identity_case', waiting: CASE_STATUS.waiting })
  if (page === undefined) return badCursor()
  return done({ data: page.items.map((item) => listCase(tenant, item, now)), total: page.total, next: page.next })
}

function listCase(tenant: Tenant, { row, uid, claimedBy }: QueueItem<'identity_case'>, now: number) {
  return {
    id: row.id.toString(),
    trader_id: row.traderId.toString(),
    uid,
    status: row.status,
    created_at: row.submittedAt,
    decided_by: row.decidedBy,
    claimed_by: claimedBy,
    is_late: row.status === CASE_STATUS.waiting && isLate(tenant, row.submittedAt, now),
  }
}

export function getIdentityHandler({
  keyedHash,
  identity,
}: Pick<DeskServices, 'keyedHash' | 'identity'>): DeskHandler<typeof getDeskIdentity> {
  return async (call) => {
    const { tx, tenant, input } = call
    const found = await findItem(call, 'identity_case')
    if (found === undefined) return refused('NOT_FOUND')
    const { row, owner, claim } = found
    const object = `identity_case:${row.id}`
    const isFull = input.full === '1'
    const action = isFull ? 'identity.number_viewed' : 'identity.case_viewed'
    // A page that is open reads its item anew whenever the queue changes: that is the same look.
    if (isFull || !(await hasJustLooked(call, action, object))) await recordDeskEvent(call, { action, object, traderId: row.traderId })
    const papers = openPapers(await identity.keys.open(tx, tenant.id), row)
    return done({
      ...listCase(tenant, found, call.now),
      name: papers.name,
      number: isFull ? papers.number : maskCardNumber(papers.number),
      country: owner.country ?? '',
      reason: row.reason,
      decided_at: row.decidedAt,
      front: await pictureRef(keyedHash, call, row.frontImageId),
      reverse: await pictureRef(keyedHash, call, row.reverseImageId),
      account: await accountFacts(tx, tenant.id, row.traderId),
      history: await historyOf(tx, tenant.id, object),
      claim,
    })
  }
}

async function hasJustLooked({ tx, tenant, operator, now }: DeskCall<typeof getDeskIdentity>, action: string, object: string) {
  const [look] = await tx
    .select({ id: auditEvent.id })
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.tenantId, tenant.id),
        eq(auditEvent.object, object),
        eq(auditEvent.action, action),
        eq(auditEvent.actor, operatorActor(operator)),
        gt(auditEvent.createdAt, now - SAME_LOOK_MS),
      ),
    )
    .limit(1)
  return look !== undefined
}

export function decideIdentityHandler({ delivery }: Pick<DeskServices, 'delivery'>): DeskHandler<typeof decideIdentity> {
  return async (call) => {
    const { tx, tenant, operator, client, now, input } = call
    const held = await holdUndecided(call, CASE_STATUS.waiting, (id) => holdItem(call, 'identity_case', id))
    if (!held.ok) return held
    const { row, reason } = held.data
    const review = { tenant, caseId: input.id, operator: operator.name, address: client.address, now }
    const decided = await (input.decision === 'approve' ? approveCase(tx, delivery, review) : rejectCase(tx, delivery, review, reason))
    invariant(decided.ok, 'a case that is held and waits is decided')
    await release(tx, tenant.id, `identity_case:${row.id}`, operator.name)
    return done({ outcome: OUTCOME_OF[input.decision] })
  }
}
