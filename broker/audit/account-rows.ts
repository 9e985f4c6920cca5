/** Everything the store holds about an account, read in portions of accounts, so that an audit of any size fits into memory. */
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { queryText, type Tx } from '../db/open-database'
import { fundingCharge, type ledgerEntry, ledgerTransaction, receipt, tradeOrder, trader, tradingAccount } from '../db/schema'
import { literal, ORDER_STATUS } from '../db/statuses'

export type AccountRow = typeof tradingAccount.$inferSelect
export type ReceiptRow = typeof receipt.$inferSelect
export type OrderRow = typeof tradeOrder.$inferSelect
export type ChargeRow = typeof fundingCharge.$inferSelect
export type EntryRow = Pick<typeof ledgerEntry.$inferSelect, 'id' | 'transactionId' | 'account' | 'traderId' | 'amount'>
export type TransactionRow = typeof ledgerTransaction.$inferSelect & { readonly entries: readonly EntryRow[] }

export interface AccountRows {
  readonly tenantId: string
  readonly traderId: bigint
  /** Whether the trader's own row says that this is a demo trader. */
  readonly isDemo: boolean
  /** `null` when the row is gone. */
  readonly account: AccountRow | null
  /** All by id, which is the order in which they were written. */
  readonly receipts: readonly ReceiptRow[]
  readonly orders: readonly OrderRow[]
  readonly transactions: readonly TransactionRow[]
  readonly charges: readonly ChargeRow[]
}

/** Traders of one company by their ids, from behind `after` up to and including `upTo`. */
interface AccountRange {
  readonly tenantId: string
  readonly after: string
  readonly upTo: string
}

/** Of one movement after the other by their index, however many the table holds. */
const ENTRIES = `select e.id, e.transaction_id, e.account, e.trader_id, e.amount from ledger_transaction t
  cross join lateral (
    select * from ledger_entry i where i.tenant_id = t.tenant_id and i.transaction_id = t.id offset 0
  ) as e
  where t.tenant_id = $1 and t.trader_id > $2::bigint and t.trader_id <= $3::bigint order by e.id`

function readEntry(row: Record<string, unknown>): EntryRow {
  return {
    id: BigInt(row.id as string),
    transactionId: BigInt(row.transaction_id as string),
    account: row.account as string,
    traderId: row.trader_id === null ? null : BigInt(row.trader_id as string),
    amount: BigInt(row.amount as string),
  }
}

export async function readAccounts(tx: Tx, { tenantId, after, upTo }: AccountRange): Promise<AccountRows[]> {
  const inRange = (tenant: PgColumn, id: PgColumn) => sql`${tenant} = ${tenantId} and ${id} > ${after}::bigint and ${id} <= ${upTo}::bigint`
  const traders = await tx
    .select({ id: trader.id, isDemo: trader.isDemo })
    .from(trader)
    .where(inRange(trader.tenantId, trader.id))
    .orderBy(trader.id)
  const accounts = await tx.select().from(tradingAccount).where(inRange(tradingAccount.tenantId, tradingAccount.traderId))
  const receipts = await tx.select().from(receipt).where(inRange(receipt.tenantId, receipt.traderId)).orderBy(receipt.id)
  // Ended ones and the others have an index each; all of them together would be looked for among the whole company's.
  const isOrder = inRange(tradeOrder.tenantId, tradeOrder.traderId)
  const completed = literal(ORDER_STATUS.completed)
  const isEither = sql`((${tradeOrder.status} = ${completed} and ${isOrder}) or (${tradeOrder.status} <> ${completed} and ${isOrder}))`
  const orders = await tx.select().from(tradeOrder).where(isEither).orderBy(tradeOrder.id)
  const isMovement = inRange(ledgerTransaction.tenantId, ledgerTransaction.traderId)
  const movements = await tx.select().from(ledgerTransaction).where(isMovement).orderBy(ledgerTransaction.id)
  const entries = (await queryText(tx, ENTRIES, [tenantId, after, upTo])).map(readEntry)

  const charges = await tx.select().from(fundingCharge).where(inRange(fundingCharge.tenantId, fundingCharge.traderId))

  const entriesOf = groupBy(entries, ({ transactionId }) => transactionId)
  const receiptsOf = groupBy(receipts, ({ traderId }) => traderId)
  const ordersOf = groupBy(orders, ({ traderId }) => traderId)
  const movementsOf = groupBy(movements, ({ traderId }) => traderId)
  const chargesOf = groupBy(charges, ({ traderId }) => traderId)
  const accountOf = new Map(accounts.map((account) => [account.traderId, account]))
  return traders.map(({ id, isDemo }) => ({
    tenantId,
    traderId: id,
    isDemo,
    account: accountOf.get(id) ?? null,
    receipts: receiptsOf.get(id) ?? [],
    orders: ordersOf.get(id) ?? [],
    charges: chargesOf.get(id) ?? [],
    transactions: (movementsOf.get(id) ?? []).map((movement) => ({
      ...movement,
      entries: entriesOf.get(movement.id) ?? [],
    })),
  }))
}

export function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
