/**
 * Cases about fills: what is kept of them, what is shown of them, and the fill behind each, executed again.
 *
 * Invariant: a case is found by its own trader alone, or by the desk of its company.
 */
import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { Challenge, ChallengeStep, challengeFill, RulesAnswer } from '../../contract/challenges'
import type { OutputOf } from '../../contract/endpoint'
import type { Tenant } from '../../contract/tenant'
import { formatAmount } from '../../rules/money'
import type { InstrumentInForce } from '../../rules/reexecute/terms-in-force'
import { ReceiptBody } from '../audit/receipt-body'
import type { Tx } from '../db/open-database'
import { challenge, challengeStep, logEntry, logFact, receipt } from '../db/schema'
import { CHALLENGE_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import { findOrder } from '../ledger/order-store'
import { readTermsOf } from '../log/read-terms'
import { sha256Hex } from '../receipts/canonical-json'
import { ownReceipts, wireTicks } from '../receipts/list-receipts'
import type { TickRecord } from '../receipts/ticks'
import { answerByRules, type FillBody, fillFacts, isFill } from './answer-by-rules'

export type ChallengeRow = typeof challenge.$inferSelect
type ReceiptRow = typeof receipt.$inferSelect

interface OwnFill {
  readonly row: ReceiptRow
  readonly body: FillBody
}

interface Asked {
  readonly tx: Tx
  readonly tenant: Tenant
  readonly trader: { readonly id: string }
  readonly input: { readonly order: string; readonly receipt?: string | undefined }
}

/** The trader's own fill: of the receipt, or the newest one of the order. */
export async function findOwnFill({ tx, tenant, trader, input }: Asked): Promise<OwnFill | null> {
  const rows = await ownReceipts({ tx, tenant, trader, input: { id: input.order } })
  const fills = (rows ?? []).flatMap((row): OwnFill[] => {
    const parsed = ReceiptBody.safeParse(JSON.parse(row.body))
    return parsed.success && isFill(parsed.data) ? [{ row, body: parsed.data }] : []
  })
  return (input.receipt === undefined ? fills.at(-1) : fills.find(({ row }) => row.hash === input.receipt)) ?? null
}

/** The fill of a receipt, executed again. */
export async function executeAgain(tx: Tx, tenant: Tenant, { row, body }: OwnFill): Promise<RulesAnswer> {
  const order = await findOrder(tx, tenant.id, row.traderId, body.order)
  invariant(order !== null, 'a receipt of a fill has its order')
  return answerByRules({
    text: row.body,
    hash: row.hash,
    body,
    ticks: row.ticks as TickRecord[],
    terms: await termsOfFill(tx, tenant.id, body),
    staleAfterMs: tenant.trading.staleAfterMs,
    contractSize: order.contractSize,
    conversionRate: order.conversionRate,
  })
}

export const fillOf = ({ row, body }: OwnFill) => fillFacts({ hash: row.hash, body })

/** The terms of its instrument that the receipt of a fill names; where it names none those that may have held, the most likely first. */
async function termsOfFill(tx: Tx, tenantId: string, fill: FillBody): Promise<InstrumentInForce[]> {
  return (await readTermsOf(tx, tenantId, fill)).of(fill.instrument, fill)
}

/** What a case's fill was traded on, as the log has it; undefined where it does not say. */
export async function termsOfCase(tx: Tx, { tenantId, receiptId }: ChallengeRow): Promise<InstrumentInForce | undefined> {
  const [row] = await tx
    .select({ body: receipt.body })
    .from(receipt)
    .where(and(eq(receipt.tenantId, tenantId), eq(receipt.id, receiptId)))
  const parsed = row === undefined ? undefined : ReceiptBody.safeParse(JSON.parse(row.body))
  if (parsed?.success !== true || !isFill(parsed.data)) return undefined
  const { data: fill } = parsed
  return (await termsOfFill(tx, tenantId, fill)).find(({ since }) => fill.terms !== undefined || since <= fill.at)
}

/** SHA-256 of the rules that are in force, as the log has them; empty where none were noted. */
export async function rulesInForce(tx: Tx, tenantId: string): Promise<string> {
  const [row] = await tx
    .select({ hash: logFact.hash })
    .from(logFact)
    .where(and(eq(logFact.tenantId, tenantId), eq(logFact.kind, 'rules')))
    .orderBy(desc(logFact.id))
    .limit(1)
  return row?.hash ?? ''
}

/** The case of a fill that was not taken back. */
export async function caseOfReceipt(tx: Tx, tenantId: string, receiptId: bigint): Promise<ChallengeRow | undefined> {
  const standing = ne(challenge.status, CHALLENGE_STATUS.withdrawn)
  const [row] = await tx
    .select()
    .from(challenge)
    .where(and(eq(challenge.tenantId, tenantId), eq(challenge.receiptId, receiptId), standing))
  return row
}

async function readSteps(tx: Tx, { tenantId, id }: Pick<ChallengeRow, 'tenantId' | 'id'>): Promise<ChallengeStep[]> {
  const rows = await tx
    .select()
    .from(challengeStep)
    .where(and(eq(challengeStep.tenantId, tenantId), eq(challengeStep.challengeId, id)))
    .orderBy(asc(challengeStep.id))
  return rows.map(({ step, by, words, createdAt }) => ({ step, by, words, at: createdAt }))
}

export async function addStep(
  tx: Tx,
  { tenantId, traderId, id }: Pick<ChallengeRow, 'tenantId' | 'traderId' | 'id'>,
  { step, by, words, at }: ChallengeStep,
): Promise<void> {
  await tx.insert(challengeStep).values({ tenantId, traderId, challengeId: id, step, by, words, createdAt: at })
}

export async function changeChallenge(
  tx: Tx,
  { tenantId, id }: Pick<ChallengeRow, 'tenantId' | 'id'>,
  values: Partial<ChallengeRow>,
): Promise<ChallengeRow> {
  const [row] = await tx
    .update(challenge)
    .set(values)
    .where(and(eq(challenge.tenantId, tenantId), eq(challenge.id, id)))
    .returning()
  invariant(row !== undefined, 'a case that is held is there')
  return row
}

const STATES = ['open', 'corrected', 'stands', 'withdrawn', 'asked'] as const

export const stateOf = ({ status }: Pick<ChallengeRow, 'status'>): (typeof STATES)[number] => {
  const state = STATES.find((name) => CHALLENGE_STATUS[name] === status)
  invariant(state !== undefined, 'a case is in one of its states')
  return state
}

/** Open, and not answered within the company's time; one about which the trader was asked waits for the trader. */
export const isOverdue = ({ status, dueAt }: Pick<ChallengeRow, 'status' | 'dueAt'>, now: number): boolean =>
  status === CHALLENGE_STATUS.open && dueAt < now

export function wireHead(row: ChallengeRow, now: number): OutputOf<typeof challengeFill> {
  const { fill } = row
  return {
    id: row.id.toString(),
    state: stateOf(row),
    is_late: isOverdue(row, now),
    reason: row.reason,
    order: fill.order,
    receipt: row.receiptHash,
    event: fill.event,
    instrument: fill.instrument,
    price: fill.price,
    verdict: row.verdict,
    opened_at: row.createdAt,
    due_at: row.dueAt,
    ended_at: row.decidedAt,
  }
}

/** What trader and desk see alike of a case: its ticks, its steps and the decision with its entry of the log. */
export async function wireCase(
  tx: Tx,
  row: ChallengeRow,
): Promise<Pick<Challenge, 'words' | 'fill' | 'answer' | 'ticks' | 'steps' | 'decision'>> {
  const { words, fill, answer } = row
  return { words, fill, answer, ticks: await ticksOf(tx, row), steps: await readSteps(tx, row), decision: await decisionOf(tx, row) }
}

async function ticksOf(tx: Tx, { tenantId, receiptId, fill }: ChallengeRow): Promise<Challenge['ticks']> {
  const [row] = await tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.tenantId, tenantId), eq(receipt.id, receiptId)))
  return row === undefined ? [] : (await wireTicks(tx, row, fill.instrument)).Ticks
}

async function decisionOf(tx: Tx, row: ChallengeRow): Promise<Challenge['decision']> {
  const { document, factId, decidedAt, status } = row
  if (document === null || factId === null || decidedAt === null) return null
  const [entry] = await tx
    .select({ index: logEntry.index, salt: logEntry.salt })
    .from(logEntry)
    .where(and(eq(logEntry.tenantId, row.tenantId), eq(logEntry.factId, factId)))
  return {
    outcome: status === CHALLENGE_STATUS.corrected ? 'corrected' : 'stands',
    at: decidedAt,
    reason: row.notes,
    credited: row.amount === null ? '' : formatAmount(row.amount),
    receipt: row.creditReceiptHash ?? '',
    document,
    hash: sha256Hex(document),
    entry: entry?.salt == null ? null : { index: entry.index, salt: Buffer.from(entry.salt).toString('hex') },
  }
}
