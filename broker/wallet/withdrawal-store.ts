/** The SQL about withdrawals: one of a trader, a page of them, the place in the queue, and how long they take. */
import { and, eq, sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import { countRows, type PageAsked, readPage } from '../db/read-page'
import { withdrawal } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { lockAccount } from '../ledger/open-account'

export type WithdrawalRow = typeof withdrawal.$inferSelect
type NewWithdrawal = Omit<typeof withdrawal.$inferInsert, 'id'>

/** How many of the last payouts the measured times are of, and how few of them say nothing. */
const MEASURED = 200
const FEWEST_MEASURED = 5

export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<bigint> {
  const [inserted] = await tx.insert(withdrawal).values(row).returning({ id: withdrawal.id })
  if (inserted === undefined) throw new Error('an insert returns its row')
  return inserted.id
}

/** Of a company, or of one trader of it. */
interface WithdrawalKey {
  readonly tenantId: string
  readonly id: bigint
  readonly traderId?: bigint
}

/**
 * A withdrawal with its account, both held until the transaction ends: whoever decides about it waits. The account is always
 * taken first, as books that end a withdrawal do, so that no two of them wait for each other. Whose it is never changes.
 */
export async function lockWithdrawalRow(tx: Tx, { tenantId, id, traderId }: WithdrawalKey): Promise<WithdrawalRow | undefined> {
  const ofTrader = traderId === undefined ? undefined : eq(withdrawal.traderId, traderId)
  const isThisRow = and(eq(withdrawal.tenantId, tenantId), ofTrader, eq(withdrawal.id, id))
  const [found] = await tx.select({ traderId: withdrawal.traderId }).from(withdrawal).where(isThisRow)
  if (found === undefined) return undefined
  await lockAccount(tx, tenantId, found.traderId)
  const [row] = await tx.select().from(withdrawal).where(isThisRow).for('update')
  return row
}

export async function pageWithdrawals(
  tx: Tx,
  tenantId: string,
  traderId: bigint,
  { type, ...asked }: PageAsked & { readonly type: number },
): Promise<{ rows: WithdrawalRow[]; total: number; next: string } | undefined> {
  const mine = and(eq(withdrawal.tenantId, tenantId), eq(withdrawal.traderId, traderId), eq(withdrawal.type, type))
  const page = await readPage(tx, withdrawal, { list: 'withdrawals', where: mine, by: [withdrawal.id] }, asked)
  return page && { ...page, total: await countRows(tx, { from: withdrawal, where: mine }) }
}

/** Of a trader's withdrawals that wait: how many of the company's stand before each, itself counted. */
export async function placesInQueue(tx: Tx, tenantId: string, traderId: bigint): Promise<Map<bigint, number>> {
  const rows = await queryRows<{ id: string; place: string | number }>(
    tx,
    sql`select w.id::text as id, (select count(*) from withdrawal q
          where q.tenant_id = ${tenantId} and q.status = ${PAYMENT_STATUS.unchecked} and q.id <= w.id) as place
        from withdrawal w where w.tenant_id = ${tenantId} and w.status = ${PAYMENT_STATUS.unchecked} and w.trader_id = ${traderId}`,
  )
  return new Map(rows.map(({ id, place }) => [BigInt(id), Number(place)]))
}

export interface WithdrawalClock {
  readonly p50Minutes: number | null
  readonly p95Minutes: number | null
  readonly measured: number
  readonly waiting: number
}

/** Both read the index of the queue: the last 200 that were paid, and those that wait. */
export async function readClock(tx: Tx, tenantId: string): Promise<WithdrawalClock> {
  const [row] = await queryRows<{ p50: string | null; p95: string | null; measured: string | number; waiting: string | number }>(
    tx,
    sql`select (percentile_disc(0.5) within group (order by took))::text as p50,
          (percentile_disc(0.95) within group (order by took))::text as p95, count(*) as measured,
          (select count(*) from withdrawal where tenant_id = ${tenantId} and status = ${PAYMENT_STATUS.unchecked}) as waiting
        from (select decided_at - created_at as took from withdrawal
          where tenant_id = ${tenantId} and status = ${PAYMENT_STATUS.completed} order by id desc limit ${MEASURED}) last`,
  )
  const measured = Number(row?.measured ?? 0)
  const minutes = (text: string | null | undefined) =>
    text == null || measured < FEWEST_MEASURED ? null : Math.ceil(Number(text) / 60_000)
  return { p50Minutes: minutes(row?.p50), p95Minutes: minutes(row?.p95), measured, waiting: Number(row?.waiting ?? 0) }
}
