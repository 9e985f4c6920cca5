/**
 * The decision about a trader's papers, for the desk and for the operator's command.
 *
 * Invariant: a case is decided once, by somebody whose name is kept with it; the decision, its event and the mail that tells the
 * trader are one transaction.
 */
import { and, asc, eq } from 'drizzle-orm'
import { readLanguage } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { writeAudit } from '../audit-trail/write-audit'
import type { Tx } from '../db/open-database'
import { identityCase, trader } from '../db/schema'
import { CASE_STATUS } from '../db/statuses'
import type { Delivery } from '../delivery/delivery'
import { keepNotice } from '../notices/notices'
import { findTrader } from '../traders/trader-row'
import { type CaseRow, type CaseStatus, openPapers, type Papers } from './case-record'
import type { ImageKeys } from './image-keys'

const MAX_REASON = 500
const LIST_LIMIT = 200

export interface Review {
  readonly tenant: Tenant
  readonly caseId: string
  /** Name of the operator, without `operator:`. */
  readonly operator: string
  readonly now: number
  /** Where the operator sat; absent on the machine itself. */
  readonly address?: string
}

export type ReviewOutcome = { readonly ok: true } | { readonly ok: false; readonly problem: 'unknown' | 'already-decided' | 'reason' }

export function approveCase(tx: Tx, delivery: Delivery, review: Review): Promise<ReviewOutcome> {
  return decide(tx, delivery, review, 'finished', '')
}

/** `reason`: 1 to 500 characters, shown and sent to the trader as it is. */
export async function rejectCase(tx: Tx, delivery: Delivery, review: Review, reason: string): Promise<ReviewOutcome> {
  const words = reason.trim()
  if (words === '' || words.length > MAX_REASON || /\p{Cc}/u.test(words)) return { ok: false, problem: 'reason' }
  return decide(tx, delivery, review, 'rejected', words)
}

async function decide(tx: Tx, delivery: Delivery, review: Review, status: 'finished' | 'rejected', reason: string): Promise<ReviewOutcome> {
  const { tenant, operator, now } = review
  const id = idOf(review.caseId)
  if (id === undefined) return { ok: false, problem: 'unknown' }
  const decidedBy = `operator:${operator}` as const
  const [decided] = await tx
    .update(identityCase)
    .set({ status: CASE_STATUS[status], reason, decidedBy, decidedAt: now })
    .where(and(eq(identityCase.id, id), eq(identityCase.status, CASE_STATUS.waiting)))
    .returning({ traderId: identityCase.traderId })
  if (decided === undefined) return { ok: false, problem: (await findCase(tx, id)) === undefined ? 'unknown' : 'already-decided' }
  const action = status === 'finished' ? 'identity.approved' : 'identity.rejected'
  const detail = { ...(review.address === undefined ? {} : { address: review.address }), ...(reason === '' ? {} : { reason }) }
  await writeAudit(tx, { tenantId: tenant.id, actor: decidedBy, action, object: `identity_case:${id}`, detail, now })
  await tell(tx, delivery, tenant, decided.traderId, reason, now)
  return { ok: true }
}

/** By mail where the trader has an address, else by text. */
async function tell(tx: Tx, delivery: Delivery, tenant: Tenant, traderId: bigint, reason: string, now: number): Promise<void> {
  const kind = reason === '' ? 'identity-approved' : 'identity-rejected'
  await keepNotice(tx, { tenant, traderId, kind, params: { reason }, now })
  const row = await findTrader(tx, String(traderId))
  const to = row?.email ?? row?.mobile
  if (row === undefined || !to) return
  const recipient = { channel: row.email === to ? 'email' : 'sms', to } as const
  const told = { tenant, recipient, language: readLanguage(row.language) }
  await delivery.queue(
    tx,
    reason === '' ? { ...told, kind: 'identity-approved' } : { ...told, kind: 'identity-rejected', values: { reason } },
    now,
  )
}

interface ListedCase {
  readonly id: string
  readonly uid: string
  readonly status: CaseStatus
  readonly submittedAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string | null
}

/** Those of one state, the longest waiting first; at most 200. */
export async function listCases(tx: Tx, status: CaseStatus): Promise<ListedCase[]> {
  const rows = await tx
    .select({ row: identityCase, uid: trader.uid })
    .from(identityCase)
    .innerJoin(trader, and(eq(trader.tenantId, identityCase.tenantId), eq(trader.id, identityCase.traderId)))
    .where(eq(identityCase.status, CASE_STATUS[status]))
    .orderBy(asc(identityCase.id))
    .limit(LIST_LIMIT)
  return rows.map(({ row, uid }) => listCase(row, uid))
}

interface OpenedCase extends ListedCase, Papers {
  readonly traderId: string
  readonly reason: string
  readonly frontImageId: bigint
  readonly reverseImageId: bigint
}

/** Everything a case says. Whoever calls this writes down that it was looked at. */
export async function openCase(tx: Tx, keys: ImageKeys, caseId: string): Promise<OpenedCase | undefined> {
  const id = idOf(caseId)
  const row = id === undefined ? undefined : await findCase(tx, id)
  if (row === undefined) return undefined
  const owner = await findTrader(tx, String(row.traderId))
  const { frontImageId, reverseImageId, reason } = row
  const papers = openPapers(await keys.open(tx, row.tenantId), row)
  return { ...listCase(row, owner?.uid ?? ''), ...papers, traderId: String(row.traderId), reason, frontImageId, reverseImageId }
}

function listCase({ id, status, submittedAt, decidedAt, decidedBy }: CaseRow, uid: string): ListedCase {
  const name = (Object.keys(CASE_STATUS) as CaseStatus[]).find((known) => CASE_STATUS[known] === status)
  if (name === undefined) throw new Error(`the identity case ${id} has an unknown state`)
  return { id: String(id), uid, status: name, submittedAt, decidedAt, decidedBy }
}

async function findCase(tx: Tx, id: bigint): Promise<CaseRow | undefined> {
  const [row] = await tx.select().from(identityCase).where(eq(identityCase.id, id))
  return row
}

function idOf(text: string): bigint | undefined {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}
