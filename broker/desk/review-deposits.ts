/**
 * Deposits at the desk: the queue, one deposit with what speaks for and against it, and the decision.
 *
 * Invariants: a deposit is decided once, whatever races: its row is held first, then the books. A credit above the company's limit
 * or above what was declared (rules/credited-amount.ts) needs two operators who approve the same sum; whether it is above is judged
 * on the sum that is credited, where it is credited. Whoever credits another sum than the declared one says why. No credit fills an
 * account above its bound.
 */

import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { decideDeposit, getDeskDeposit, listDeskDeposits } from '../../contract/desk/reviews'
import { CREDITED_BALANCE_MAX } from '../../contract/money-places'
import type { Tenant } from '../../contract/tenant'
import { declaredInUsdt, isAboveDeclared } from '../../rules/credited-amount'
import { formatFixedShort } from '../../rules/decimal'
import { type Amount, formatAmount, parseAmount } from '../../rules/money'
import { badCursor, done, type Outcome, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { deposit, depositNetwork, image, trader } from '../db/schema'
import { CASE_STATUS, literal, PAYMENT_STATUS } from '../db/statuses'
import { creditDeposit } from '../ledger/move-money'
import { lockAccount } from '../ledger/open-account'
import { heldBy } from '../ledger/recorded-books'
import { claimOf, release } from './desk-claims'
import { type DeskCall, type DeskHandler, operatorActor } from './desk-handler'
import { pictureRef } from './desk-pictures'
import type { DeskServices } from './desk-services'
import { recordDeskEvent } from './record-desk-event'
import { accountFacts, historyOf, isLate, lastMovements } from './review-facts'
import { inOrder, pageOfQueue } from './review-queue'
import { decider, readReason } from './review-reason'

type DepositRow = typeof deposit.$inferSelect

const STATUS_OF = { approve: PAYMENT_STATUS.completed, reject: PAYMENT_STATUS.rejected, invalid: PAYMENT_STATUS.invalid } as const
const OUTCOME_OF = { approve: 'completed', reject: 'rejected', invalid: 'invalid' } as const
const objectOf = (id: bigint) => `deposit:${id}`

const declaredUsdt = ({ amount, usdtRate }: Pick<DepositRow, 'amount' | 'usdtRate'>): Amount => declaredInUsdt(amount, usdtRate)
const limitOf = (tenant: Tenant) => parseAmount(tenant.wallet.secondApproval.depositsAbove)
const needsTwo = (tenant: Tenant, credited: Amount, row: DepositRow) =>
  credited > limitOf(tenant) || isAboveDeclared(credited, declaredUsdt(row))

/** The same picture, sent for another deposit. */
const isSentTwice = sql<boolean>`exists (select 1 from image mine join image other
  on other.tenant_id = mine.tenant_id and other.content_hash = mine.content_hash and other.id <> mine.id and other.used_for = 'deposit'
  where mine.tenant_id = ${deposit.tenantId} and mine.id = ${deposit.proofImageId})`
const isFirst = sql<boolean>`not exists (select 1 from deposit earlier where earlier.tenant_id = ${deposit.tenantId}
  and earlier.trader_id = ${deposit.traderId} and earlier.status = ${literal(PAYMENT_STATUS.completed)} and earlier.id <> ${deposit.id})`

export const listDepositsHandler: DeskHandler<typeof listDeskDeposits> = async (call) => {
  const { tx, tenant, now, input } = call
  const { status = '0', filter = 'all', q = '' } = input
  // USDT × 10⁸ on both sides, in numeric so that nothing overflows.
  const isOver = sql`${deposit.amount}::numeric * ${deposit.usdtRate} / 100000000 > ${limitOf(tenant).toString()}::numeric`
  const found = await pageOfQueue(call, {
    table: deposit,
    kind: 'deposit',
    status: Number(status),
    isWaiting: status === '0',
    q,
    asked: input,
    isMine: filter === 'mine',
    also: filter === 'over' ? isOver : undefined,
  })
  if (found === undefined) return badCursor()
  const rows = await tx
    .select({ row: deposit, isSentTwice, isFirst })
    .from(deposit)
    // With two tables the columns are written with their table's name, which the marks' own queries need.
    .innerJoin(trader, and(eq(trader.tenantId, deposit.tenantId), eq(trader.id, deposit.traderId)))
    .where(
      and(
        eq(deposit.tenantId, tenant.id),
        inArray(
          deposit.id,
          found.items.map(({ id }) => id),
        ),
      ),
    )
  const marks = new Map(rows.map(({ row, ...marked }) => [row.id, marked]))
  const shown = inOrder(
    found,
    rows.map(({ row }) => row),
  )
  return done({
    data: shown.map(({ row, uid, claimedBy }) =>
      listed(
        tenant,
        { row, uid, isSentTwice: marks.get(row.id)?.isSentTwice === true, isFirst: marks.get(row.id)?.isFirst === true },
        claimedBy,
        now,
      ),
    ),
    total: found.total,
    next: found.next,
  })
}

interface Found {
  readonly row: DepositRow
  readonly uid: string
  readonly isSentTwice: boolean
  readonly isFirst: boolean
}

function listed(tenant: Tenant, { row, uid, isSentTwice: is_duplicate, isFirst: is_first }: Found, claimed_by: string | null, now: number) {
  return {
    id: row.id.toString(),
    trader_id: row.traderId.toString(),
    uid,
    type: row.type,
    amount: formatAmount(row.amount),
    currency: row.currencyCode,
    protocol: row.protocol,
    usdt: formatAmount(declaredUsdt(row)),
    status: row.status,
    created_at: row.createdAt,
    needs_two: row.firstApprovedBy !== null || needsTwo(tenant, row.creditedAmount ?? declaredUsdt(row), row),
    is_duplicate,
    is_first,
    first_approved_by: row.firstApprovedBy,
    claimed_by,
    is_late: row.status === PAYMENT_STATUS.unchecked && isLate(tenant, row.createdAt, now),
  }
}

export function getDepositHandler({ keyedHash }: Pick<DeskServices, 'keyedHash'>): DeskHandler<typeof getDeskDeposit> {
  return async (call) => {
    const { tx, tenant, input } = call
    if (!/^\d{1,18}$/.test(input.id)) return refused('NOT_FOUND')
    const [found] = await tx
      .select({ row: deposit, uid: trader.uid, isSentTwice, isFirst })
      .from(deposit)
      .innerJoin(trader, and(eq(trader.tenantId, deposit.tenantId), eq(trader.id, deposit.traderId)))
      .where(and(eq(deposit.tenantId, tenant.id), eq(deposit.id, BigInt(input.id))))
    if (found === undefined) return refused('NOT_FOUND')
    const { row } = found
    const claim = await claimOf(call, objectOf(row.id))
    const account = await accountFacts(tx, tenant.id, row.traderId)
    return done({
      ...listed(tenant, found, claim?.by ?? null, call.now),
      rate: formatFixedShort(row.usdtRate),
      target: row.target as Record<string, string>,
      credited: row.creditedAmount === null ? '' : formatAmount(row.creditedAmount),
      first_approved_amount: row.firstApprovedAmount === null ? '' : formatAmount(row.firstApprovedAmount),
      remark: row.remark,
      decided_by: row.decidedBy,
      decided_at: row.decidedAt,
      picture: await pictureRef(keyedHash, call, row.proofImageId),
      duplicates: await duplicatesOf(tx, row),
      checks: [
        { name: 'address_is_ours', is_good: await isOurs(tx, row) },
        { name: 'proof_is_new', is_good: !found.isSentTwice },
        { name: 'not_first_deposit', is_good: !found.isFirst },
        { name: 'identity_certified', is_good: account.identity === CASE_STATUS.finished },
        { name: 'account_open', is_good: !account.is_frozen },
      ],
      account,
      movements: await lastMovements(tx, tenant.id, row.traderId),
      history: await historyOf(tx, tenant.id, objectOf(row.id)),
      claim,
    })
  }
}

/** The address the trader was shown is still one of the company's that is offered. */
async function isOurs(tx: Tx, row: DepositRow): Promise<boolean> {
  if (row.networkId === null) return true
  const [network] = await tx
    .select()
    .from(depositNetwork)
    .where(and(eq(depositNetwork.tenantId, row.tenantId), eq(depositNetwork.id, row.networkId)))
  return network?.isActive === true && network.address === (row.target as { readonly address?: string }).address
}

async function duplicatesOf(tx: Tx, row: DepositRow) {
  const same = tx
    .select({ id: image.id })
    .from(image)
    .where(
      and(
        eq(image.tenantId, row.tenantId),
        eq(image.contentHash, sql`(select content_hash from image where tenant_id = ${row.tenantId} and id = ${row.proofImageId})`),
      ),
    )
  const rows = await tx
    .select({ id: deposit.id, uid: trader.uid, status: deposit.status, createdAt: deposit.createdAt })
    .from(deposit)
    .innerJoin(trader, and(eq(trader.tenantId, deposit.tenantId), eq(trader.id, deposit.traderId)))
    .where(and(eq(deposit.tenantId, row.tenantId), ne(deposit.id, row.id), inArray(deposit.proofImageId, same)))
    .orderBy(asc(deposit.id))
    .limit(20)
  return rows.map(({ id, uid, status, createdAt }) => ({ id: id.toString(), uid, status, created_at: createdAt }))
}

type DecideCall = DeskCall<typeof decideDeposit>

export function decideDepositHandler(services: Pick<DeskServices, 'trading' | 'notices'>): DeskHandler<typeof decideDeposit> {
  return async (call) => {
    const { tx, tenant, input } = call
    const reason = readReason(input.reason, input.decision !== 'approve')
    if (reason === undefined) return refused('DESK_REASON_REQUIRED')
    if (!/^\d{1,18}$/.test(input.id)) return refused('NOT_FOUND')
    const [row] = await tx
      .select()
      .from(deposit)
      .where(and(eq(deposit.tenantId, tenant.id), eq(deposit.id, BigInt(input.id))))
      .for('update')
    if (row === undefined) return refused('NOT_FOUND')
    if (row.status !== PAYMENT_STATUS.unchecked) return refused('DESK_ALREADY_DECIDED', { by: decider(row.decidedBy) })
    if (input.decision === 'approve') return approve(services, call, row, reason)
    await settle(services, call, row, { decision: input.decision, reason })
    return done({ outcome: OUTCOME_OF[input.decision] })
  }
}

async function approve(
  services: Pick<DeskServices, 'trading' | 'notices'>,
  call: DecideCall,
  row: DepositRow,
  reason: string,
): Promise<Outcome<{ outcome: 'completed' | 'approved_once' }>> {
  const { tx, tenant, operator, now, input } = call
  const amount = input.amount === undefined ? declaredUsdt(row) : parseAmount(input.amount)
  if (amount <= 0n) return refused('DESK_AMOUNT_INVALID')
  if (amount !== declaredUsdt(row) && reason === '') return refused('DESK_REASON_REQUIRED')
  const account = await lockAccount(tx, tenant.id, row.traderId)
  if (heldBy(account) + amount > parseAmount(CREDITED_BALANCE_MAX)) return refused('BALANCE_TOO_LARGE', { max: CREDITED_BALANCE_MAX })
  const actor = operatorActor(operator)
  const isSecond = row.firstApprovedAmount === amount && (await call.stillMay(row.firstApprovedBy))
  // Whoever approved first cannot be the second, neither of the same sum nor by making it smaller.
  if (row.firstApprovedBy === actor) return refused('DESK_SAME_PERSON')
  if (needsTwo(tenant, amount, row) && !isSecond) {
    await tx
      .update(deposit)
      .set({ firstApprovedBy: actor, firstApprovedAmount: amount, firstApprovedAt: now })
      .where(and(eq(deposit.tenantId, tenant.id), eq(deposit.id, row.id)))
    await release(tx, tenant.id, objectOf(row.id), operator.name)
    await recordDeskEvent(call, {
      action: 'deposit.approved_once',
      object: objectOf(row.id),
      reason: reason || undefined,
      after: { credited: formatAmount(amount) },
      traderId: row.traderId,
    })
    return done({ outcome: 'approved_once' })
  }
  const credited = await services.trading.onBooks(call, { traderId: row.traderId, actor }, (unit) =>
    done(creditDeposit(unit, amount).transactionId),
  )
  if (!credited.ok) return credited
  await settle(services, call, row, { decision: 'approve', reason, amount, transactionId: credited.data })
  call.touched(row.traderId)
  return done({ outcome: 'completed' })
}

interface Settlement {
  readonly decision: keyof typeof STATUS_OF
  readonly reason: string
  readonly amount?: Amount
  readonly transactionId?: bigint
}

async function settle(
  { notices }: Pick<DeskServices, 'notices'>,
  call: DecideCall,
  row: DepositRow,
  { decision, reason, amount, transactionId }: Settlement,
): Promise<void> {
  const { tx, tenant, operator, now } = call
  const outcome = OUTCOME_OF[decision]
  await tx
    .update(deposit)
    .set({
      status: STATUS_OF[decision],
      remark: reason,
      decidedBy: operatorActor(operator),
      decidedAt: now,
      ...(amount === undefined ? {} : { creditedAmount: amount, transactionId }),
    })
    .where(and(eq(deposit.tenantId, tenant.id), eq(deposit.id, row.id)))
  await release(tx, tenant.id, objectOf(row.id), operator.name)
  await recordDeskEvent(call, {
    action: `deposit.${outcome}`,
    object: objectOf(row.id),
    reason: reason || undefined,
    before: { status: 'unchecked', declared: `${formatAmount(row.amount)} ${row.currencyCode}` },
    after: { status: outcome, ...(amount === undefined ? {} : { credited: formatAmount(amount) }) },
    traderId: row.traderId,
  })
  await notices.tell(tx, {
    tenant,
    traderId: row.traderId,
    kind: `deposit-${outcome}`,
    params: {
      amount: formatAmount(amount ?? row.amount),
      currency: amount === undefined ? row.currencyCode : 'USDT',
      number: row.id.toString(),
      reason,
    },
    now,
  })
}
