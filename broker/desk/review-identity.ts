/**
 * Identity cases at the desk, over the same decision as the command on the machine (identity/review-case.ts).
 *
 * Invariant: whoever opens a case is written down before he sees it; the full number is a look of its own.
 */
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { decideIdentity, getDeskIdentity, listDeskIdentity } from '../../contract/desk/reviews'
import type { Tenant } from '../../contract/tenant'
import { badCursor, done, refused } from '../calls/handler'
import { auditEvent, identityCase, trader } from '../db/schema'
import { CASE_STATUS } from '../db/statuses'
import { openPapers } from '../identity/case-record'
import { maskCardNumber } from '../identity/identity-fields'
import { approveCase, rejectCase } from '../identity/review-case'
import { claimOf, release } from './desk-claims'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'
import { pictureRef } from './desk-pictures'
import type { DeskServices } from './desk-services'
import { recordDeskEvent } from './record-desk-event'
import { accountFacts, historyOf, isLate } from './review-facts'
import { inOrder, pageOfQueue } from './review-queue'
import { decider, readReason } from './review-reason'

/** Within this, opening a case again is the same look. */
const SAME_LOOK_MS = 5 * 60_000
const objectOf = (id: bigint) => `identity_case:${id}`

export const listIdentityHandler: DeskHandler<typeof listDeskIdentity> = async (call) => {
  const { tx, tenant, now, input } = call
  const { status = '1', filter = 'all', q = '' } = input
  const found = await pageOfQueue(call, {
    table: identityCase,
    kind: 'identity_case',
    status: Number(status),
    isWaiting: status === '1',
    q,
    asked: input,
    isMine: filter === 'mine',
  })
  if (found === undefined) return badCursor()
  const rows = await tx
    .select()
    .from(identityCase)
    .where(
      and(
        eq(identityCase.tenantId, tenant.id),
        inArray(
          identityCase.id,
          found.items.map(({ id }) => id),
        ),
      ),
    )
  return done({
    data: inOrder(found, rows).map(({ row, uid, claimedBy }) => listed(tenant, row, uid, claimedBy, now)),
    total: found.total,
    next: found.next,
  })
}

function listed(tenant: Tenant, row: typeof identityCase.$inferSelect, uid: string, claimed_by: string | null, now: number) {
  return {
    id: row.id.toString(),
    trader_id: row.traderId.toString(),
    uid,
    status: row.status,
    created_at: row.submittedAt,
    decided_by: row.decidedBy,
    claimed_by,
    is_late: row.status === CASE_STATUS.waiting && isLate(tenant, row.submittedAt, now),
  }
}

export function getIdentityHandler({
  keyedHash,
  identity,
}: Pick<DeskServices, 'keyedHash' | 'identity'>): DeskHandler<typeof getDeskIdentity> {
  return async (call) => {
    const { tx, tenant, input } = call
    if (!/^\d{1,18}$/.test(input.id)) return refused('NOT_FOUND')
    const [found] = await tx
      .select({ row: identityCase, owner: trader })
      .from(identityCase)
      .innerJoin(trader, and(eq(trader.tenantId, identityCase.tenantId), eq(trader.id, identityCase.traderId)))
      .where(and(eq(identityCase.tenantId, tenant.id), eq(identityCase.id, BigInt(input.id))))
    if (found === undefined) return refused('NOT_FOUND')
    const { row, owner } = found
    const isFull = input.full === '1'
    const action = isFull ? 'identity.number_viewed' : 'identity.case_viewed'
    // A page that is open reads its item anew whenever the queue changes: that is the same look.
    if (isFull || !(await hasJustLooked(call, action, objectOf(row.id))))
      await recordDeskEvent(call, { action, object: objectOf(row.id), traderId: row.traderId })
    const papers = openPapers(await identity.keys.open(tx, tenant.id), row)
    const claim = await claimOf(call, objectOf(row.id))
    return done({
      ...listed(tenant, row, owner.uid, claim?.by ?? null, call.now),
      name: papers.name,
      number: isFull ? papers.number : maskCardNumber(papers.number),
      country: owner.country ?? '',
      reason: row.reason,
      decided_at: row.decidedAt,
      front: await pictureRef(keyedHash, call, row.frontImageId),
      reverse: await pictureRef(keyedHash, call, row.reverseImageId),
      account: await accountFacts(tx, tenant.id, row.traderId),
      history: await historyOf(tx, tenant.id, objectOf(row.id)),
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
  return async ({ tx, tenant, operator, client, now, input }) => {
    const reason = readReason(input.reason, input.decision === 'reject')
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    const review = { tenant, caseId: input.id, operator: operator.name, address: client.address, now }
    const outcome = input.decision === 'approve' ? await approveCase(tx, delivery, review) : await rejectCase(tx, delivery, review, reason)
    if (outcome.ok) {
      await release(tx, tenant.id, `identity_case:${input.id}`, operator.name)
      return done({ outcome: input.decision === 'approve' ? 'completed' : 'rejected' })
    }
    if (outcome.problem === 'unknown') return refused('NOT_FOUND')
    if (outcome.problem === 'reason') return refused('DESK_REASON_REQUIRED')
    const [row] = await tx
      .select({ by: identityCase.decidedBy })
      .from(identityCase)
      .where(and(eq(identityCase.tenantId, tenant.id), eq(identityCase.id, BigInt(input.id))))
    return refused('DESK_ALREADY_DECIDED', { by: decider(row?.by) })
  }
}
