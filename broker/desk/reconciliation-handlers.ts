/**
 * Reconciliation at the desk: what differs from the providers' books, and how it is resolved.
 *
 * Invariants: a difference is held before it is judged, so of two operators one decides; who wants it resolved is never who agrees (the store
 * itself holds that too), and only while they still may; the posting is written in the transaction that resolves it.
 */
import { and, eq } from 'drizzle-orm'
import type { askAboutDifference, decideDifference, resolveDifference, runReconciliation } from '../../contract/desk/reconciliation'
import { formatAmount } from '../../rules/money'
import type { AuditAction } from '../audit-trail/audit-actions'
import { done, refused } from '../calls/handler'
import { reconciliationDifference } from '../db/schema'
import { postHouse } from '../ledger/house-postings'
import { type DifferenceRow, objectOf } from '../reconciliation/difference-rows'
import type { Reconciliation } from '../reconciliation/open-reconciliation'
import { nameOf } from './brakes-shown'
import { type DeskCall, type DeskHandler, operatorActor, type SomeDeskHandlers } from './desk-handler'
import { RECONCILIATION_LISTS } from './reconciliation-lists'
import { limitOf, needsSecond } from './reconciliation-shown'
import { reconciliationViews } from './reconciliation-views'
import { recordDeskEvent } from './record-desk-event'

type ResolveCall = DeskCall<typeof resolveDifference>
type DecideCall = DeskCall<typeof decideDifference>
type DifferenceCall = ResolveCall | DecideCall | DeskCall<typeof askAboutDifference>
type Resolution = Pick<DifferenceRow, 'resolveKind'>

export function reconciliationHandlers(services: { readonly reconciliation: Reconciliation }) {
  return {
    ...reconciliationViews(services),
    ...RECONCILIATION_LISTS,
    resolveDifference: resolveHandler,
    decideDifference: decideHandler,
    askAboutDifference: askHandler,
    runReconciliation: runHandler(services),
  } satisfies SomeDeskHandlers
}

const resolveHandler: DeskHandler<typeof resolveDifference> = async (call) => {
  const { input, operator, now } = call
  const { resolve_as: resolveKind, note } = input
  if (note === '') return refused('DESK_REASON_REQUIRED')
  const row = await holdDifference(call)
  if (row === undefined) return refused('NOT_FOUND')
  if (row.status === 'waiting' || row.status === 'resolved') return refused('DESK_ALREADY_DECIDED', { by: nameOf(row.proposedBy) })
  // What nobody can count cannot be posted.
  if (resolveKind === 'theirs_accepted' && row.amount === null) return refused('DESK_CHANGE_STALE')
  const singleLimit = limitOf(call.tenant)
  const proposed = { resolveKind, note, proposedBy: operatorActor(operator), proposedAt: now, singleLimit }
  if (needsSecond(row, singleLimit)) {
    await change(call, row, { ...proposed, status: 'waiting' })
    await record(call, 'reconciliation.proposed', row, { resolve_as: resolveKind }, note)
    return done({ status: 'waiting' as const })
  }
  await change(call, row, { ...proposed, ...(await ending(call, row, { resolveKind })) })
  await record(call, 'reconciliation.resolved', row, { resolve_as: resolveKind }, note)
  return done({ status: 'resolved' as const })
}

const decideHandler: DeskHandler<typeof decideDifference> = async (call) => {
  const { input, operator } = call
  const row = await holdDifference(call)
  if (row === undefined) return refused('NOT_FOUND')
  if (row.status !== 'waiting') return refused('DESK_ALREADY_DECIDED', { by: nameOf(row.approvedBy ?? row.proposedBy) })
  const actor = operatorActor(operator)
  const { resolveKind, note } = row
  if (input.decision === 'refuse') {
    const status = row.askedBy === null ? 'open' : 'awaiting_provider'
    await change(call, row, { status, resolveKind: null, note: null, proposedBy: null, proposedAt: null })
    await record(call, 'reconciliation.refused', row, { resolve_as: resolveKind }, note ?? undefined)
    return done({ status: 'open' as const })
  }
  if (row.proposedBy === actor) return refused('DESK_SAME_PERSON')
  if (!(await call.stillMay(row.proposedBy))) return refused('DESK_CHANGE_STALE')
  await change(call, row, { approvedBy: actor, ...(await ending(call, row, row)) })
  await record(call, 'reconciliation.resolved', row, { resolve_as: resolveKind, proposed_by: nameOf(row.proposedBy) }, note ?? undefined)
  return done({ status: 'resolved' as const })
}

const askHandler: DeskHandler<typeof askAboutDifference> = async (call) => {
  const { operator, now } = call
  const row = await holdDifference(call)
  if (row === undefined) return refused('NOT_FOUND')
  if (row.status !== 'open') return refused('DESK_ALREADY_DECIDED', { by: nameOf(row.proposedBy ?? row.askedBy) })
  await change(call, row, { status: 'awaiting_provider', askedBy: operatorActor(operator), askedAt: now })
  await record(call, 'reconciliation.asked_provider', row, {})
  return done({ status: 'awaiting_provider' as const })
}

function runHandler({ reconciliation }: { readonly reconciliation: Reconciliation }): DeskHandler<typeof runReconciliation> {
  return async (call) => {
    const { tenant, operator } = call
    const providers = await reconciliation.providersOf(tenant)
    await recordDeskEvent(call, {
      action: 'reconciliation.run_asked',
      object: `tenant:${tenant.id}`,
      after: { providers: providers.join(', ') },
    })
    call.afterCommit(() => void reconciliation.run(tenant, operatorActor(operator)))
    return done({ providers: [...providers] })
  }
}

async function holdDifference({ tx, tenant, input }: DifferenceCall): Promise<DifferenceRow | undefined> {
  const [row] = await tx
    .select()
    .from(reconciliationDifference)
    .where(isRow(tenant.id, BigInt(input.id)))
    .for('update')
  return row
}

async function ending({ tx, tenant, now }: ResolveCall | DecideCall, row: DifferenceRow, { resolveKind }: Resolution) {
  const amount = resolveKind === 'theirs_accepted' ? (row.amount ?? 0n) : 0n
  const posting = { tenantId: tenant.id, kind: 'cover_resolution', to: 'house:cover', from: 'house:provider', amount, now } as const
  return { status: 'resolved', resolvedAt: now, transactionId: amount === 0n ? null : await postHouse(tx, posting) } as const
}

async function change({ tx, tenant }: DifferenceCall, { id }: DifferenceRow, values: Partial<DifferenceRow>): Promise<void> {
  await tx.update(reconciliationDifference).set(values).where(isRow(tenant.id, id))
}

function isRow(tenantId: string, id: bigint) {
  return and(eq(reconciliationDifference.tenantId, tenantId), eq(reconciliationDifference.id, id))
}

function record(
  call: DifferenceCall,
  action: AuditAction,
  row: DifferenceRow,
  after: Record<string, unknown>,
  reason?: string,
): Promise<void> {
  const { provider, instrumentCode: instrument, kind, amount } = row
  const facts = { provider, instrument, kind, ...(amount === null ? {} : { amount: formatAmount(amount) }), ...after }
  return recordDeskEvent(call, { action, object: objectOf(row), reason, after: facts })
}
