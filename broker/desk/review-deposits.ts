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
import type { Tenant } from '../../contract/tenant'
import { declaredInUsdt, isAboveDeclared } from '../../rules/credited-amount'
import { formatFixedShort } from '../../rules/decimal'
import { type Amount, formatAmount, parseAmount } from '../../rules/money'
import { badCursor, done, type Outcome, refused } from '../calls/handler'
import { idArray, queryRows, type Tx } from '../db/open-database'
import { deposit, depositNetwork, image, trader } from '../db/schema'
import { CASE_STATUS, literal, PAYMENT_STATUS } from '../db/statuses'
import { creditDeposit } from '../ledger/move-money'
import { creditRoom } from './credit-room'
import { decideMoney, holdUndecided, type MoneyDecision } from './decide-once'
import type { DeskCall, DeskHandler } from './desk-handler'
import { pictureRef } from './desk-pictures'
import type { DeskServices } from './desk-services'
import { moneyItemFacts, moneyLine } from './review-facts'
import { findItem, holdItem, pageOfQueue, type QueueItem } from './review-queue'

type DepositRow = typeof deposit.$inferSelect

const declaredUsdt = ({ amount, usdtRate }: Pick<DepositRow, 'amount' | 'usdtRate'>): Amount => declaredInUsdt(amount, usdtRate)
const limitOf = (tenant: Tenant) => parseAmount(tenant.wallet.secondApproval.depositsAbove)
const needsTwo = (tenant: Tenant, credited: Amount, row: DepositRow) =>
  credited > limitOf(tenant) || isAboveDeclared(credited, declaredUsdt(row))

interface Marks {
  /** The same picture was sent for another deposit. */
  readonly isSentTwice: boolean
  /** No other of the trader was completed. */
  readonly isFirst: boolean
}

async function marksOf(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<Map<bigint, Marks>> {
  const rows = await queryRows<{ id: string; is_sent_twice: boolean; is_first: boolean }>(
    tx,
    sql`select d.id::text as id,
        exists (select 1 from image mine join image other
          on other.tenant_id = mine.tenant_id and other.content_hash = mine.content_hash and other.id <> mine.id and other.used_for = 'deposit'
          where mine.tenant_id = d.tenant_id and mine.id = d.proof_image_id) as is_sent_twice,
        not exists (select 1 from deposit earlier where earlier.tenant_id = d.tenant_id and earlier.trader_id = d.trader_id
          and earlier.status = ${literal(PAYMENT_STATUS.completed)} and earlier.id <> d.id) as is_first
      from deposit d where d.tenant_id = ${tenantId} and d.id = any(${idArray(ids)})`,
  )
  return new Map(rows.map(({ id, is_sent_twice: isSentTwice, is_first: isFirst }) => [BigInt(id), { isSentTwice, isFirst }]))
}

export const listDepositsHandler: DeskHandler<typeof listDeskDeposits> = async (call) => {
  const { tx, tenant, now, input } = call
  // USDT × 10⁸ on both sides, in numeric so that nothing overflows.
  const isOver = sql`${deposit.amount}::numeric * ${deposit.usdtRate} / 100000000 > ${limitOf(tenant).toString()}::numeric`
  const also = input.filter === 'over' ? isOver : undefined
  const page = await pageOfQueue(call, { kind: 'deposit', waiting: PAYMENT_STATUS.unchecked, also })
  if (page === undefined) return badCursor()
  const marks = await marksOf(
    tx,
    tenant.id,
    page.items.map(({ row }) => row.id),
  )
  return done({
    data: page.items.map((item) => listDeposit(tenant, item, marks.get(item.row.id), now)),
    total: page.total,
    next: page.next,
  })
}

function listDeposit(tenant: Tenant, item: QueueItem<'deposit'>, marks: Marks | undefined, now: number) {
  const { row } = item
  return {
    ...moneyLine(tenant, item, needsTwo(tenant, row.creditedAmount ?? declaredUsdt(row), row), now),
    usdt: formatAmount(declaredUsdt(row)),
    is_duplicate: marks?.isSentTwice === true,
    is_first: marks?.isFirst === true,
  }
}

export function getDepositHandler({ keyedHash }: Pick<DeskServices, 'keyedHash'>): DeskHandler<typeof getDeskDeposit> {
  return async (call) => {
    const { tx, tenant } = call
    const found = await findItem(call, 'deposit')
    if (found === undefined) return refused('NOT_FOUND')
    const { row, claim } = found
    const marks = (await marksOf(tx, tenant.id, [row.id])).get(row.id)
    const facts = await moneyItemFacts(tx, tenant.id, 'deposit', row)
    const { account } = facts
    return done({
      ...listDeposit(tenant, found, marks, call.now),
      rate: formatFixedShort(row.usdtRate),
      target: row.target as Record<string, string>,
      credited: row.creditedAmount === null ? '' : formatAmount(row.creditedAmount),
      first_approved_amount: row.firstApprovedAmount === null ? '' : formatAmount(row.firstApprovedAmount),
      remark: row.remark,
      picture: await pictureRef(keyedHash, call, row.proofImageId),
      duplicates: await duplicatesOf(tx, row),
      checks: [
        { name: 'address_is_ours', is_good: await isOurs(tx, row) },
        { name: 'proof_is_new', is_good: marks?.isSentTwice === false },
        { name: 'not_first_deposit', is_good: marks?.isFirst === false },
        { name: 'identity_certified', is_good: account.identity === CASE_STATUS.finished },
        { name: 'account_open', is_good: !account.is_frozen },
      ],
      ...facts,
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

export function decideDepositHandler(services: Pick<DeskServices, 'trading' | 'notices'>): DeskHandler<typeof decideDeposit> {
  return async (call) => {
    const held = await holdUndecided(call, PAYMENT_STATUS.unchecked, (id) => holdItem(call, 'deposit', id))
    if (!held.ok) return held
    const { row, reason } = held.data
    const change = (values: Partial<DepositRow>) =>
      call.tx
        .update(deposit)
        .set(values)
        .where(and(eq(deposit.tenantId, row.tenantId), eq(deposit.id, row.id)))
    const declared = { amount: formatAmount(row.amount), currency: row.currencyCode }
    const rejection: MoneyDecision = {
      kind: 'deposit',
      row,
      reason,
      keep: (verdict) => change({ ...verdict, remark: reason }),
      before: { declared: `${declared.amount} ${declared.currency}` },
      after: {},
      told: declared,
    }
    if (call.input.decision !== 'approve') return decideMoney(services, call, rejection)
    const judged = await judgeCredit(call, row, reason)
    if (!judged.ok) return judged
    const amount = judged.data
    const credited = formatAmount(amount)
    return decideMoney(services, call, {
      ...rejection,
      approval: {
        needsTwo: needsTwo(call.tenant, amount, row),
        isAsFirst: row.firstApprovedAmount === amount,
        keep: (first) => change({ ...first, firstApprovedAmount: amount }),
        after: { credited },
      },
      move: (unit) => creditDeposit(unit, amount),
      keep: (verdict, transactionId) => change({ ...verdict, remark: reason, creditedAmount: amount, transactionId }),
      after: { credited },
      told: { amount: credited, currency: 'USDT' },
    })
  }
}

/** What is to be credited. The books are held from here on, so that they have room for it when it is. */
async function judgeCredit({ tx, input }: DeskCall<typeof decideDeposit>, row: DepositRow, reason: string): Promise<Outcome<Amount>> {
  const declared = declaredUsdt(row)
  const amount = input.amount === undefined ? declared : parseAmount(input.amount)
  if (amount <= 0n) return refused('DESK_AMOUNT_INVALID')
  if (amount !== declared && reason === '') return refused('DESK_REASON_REQUIRED')
  return creditRoom(tx, row, amount)
}
