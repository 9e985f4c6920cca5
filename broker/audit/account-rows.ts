/** Everything the store holds about an account, read in portions of accounts, so that an audit of any size fits into memory. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { queryRows, type Tx } from '../db/open-database'
import { ledgerEntry, ledgerTransaction, receipt, tradeOrder, trader, tradingAccount } from '../db/schema'

export type AccountRow = typeof tradingAccount.$inferSelect
export type ReceiptRow = typeof receipt.$inferSelect
export type OrderRow = typeof tradeOrder.$inferSelect
export type EntryRow = typeof ledgerEntry.$inferSelect
export type TransactionRow = typeof ledgerTransaction.$inferSelect & { readonly entries: readonly EntryRow[] }

export interface AccountRows {
  readonly tenantId: string
  readonly traderId: bigint
  /** Whether the trader's own row says that he is a demo trader. */
  readonly isDemo: boolean
  /** `null` when the row is gone. */
  readonly account: AccountRow | null
  /** All by id, which is the order in which they were written. */
  readonly receipts: readonly ReceiptRow[]
  readonly orders: readonly OrderRow[]
  readonly transactions: readonly TransactionRow[]
}

const ACCOUNTS_A_READING = 100

/** Every trader of every tenant with his rows. */
export async function* readAccounts(tx: Tx): AsyncGenerator<AccountRows> {
  const tenants = await queryRows<{ id: string }>(tx, sql`select distinct tenant_id as id from trader order by id`)
  for (const { id: tenantId } of tenants) {
    let after = 0n
    for (;;) {
      const traders = await tx
        .select({ id: trader.id, isDemo: trader.isDemo })
        .from(trader)
        .where(and(eq(trader.tenantId, tenantId), sql`${trader.id} > ${after.toString()}::bigint`))
        .orderBy(trader.id)
        .limit(ACCOUNTS_A_READING)
      const last = traders.at(-1)
      if (last === undefined) break
      yield* readPortion(tx, tenantId, traders)
      after = last.id
    }
  }
}

async function* readPortion(tx: Tx, tenantId: string, traders: readonly { id: bigint; isDemo: boolean }[]): AsyncGenerator<AccountRows> {
  const ids = traders.map(({ id }) => id)
  const accounts = await tx
    .select()
    .from(tradingAccount)
    .where(and(eq(tradingAccount.tenantId, tenantId), inArray(tradingAccount.traderId, ids)))
  const receipts = await tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.tenantId, tenantId), inArray(receipt.traderId, ids)))
    .orderBy(receipt.id)
  const orders = await tx
    .select()
    .from(tradeOrder)
    .where(and(eq(tradeOrder.tenantId, tenantId), inArray(tradeOrder.traderId, ids)))
    .orderBy(tradeOrder.id)
  const movements = await tx
    .select()
    .from(ledgerTransaction)
    .where(and(eq(ledgerTransaction.tenantId, tenantId), inArray(ledgerTransaction.traderId, ids)))
    .orderBy(ledgerTransaction.id)
  const entries = await tx
    .select({ entry: ledgerEntry })
    .from(ledgerEntry)
    .innerJoin(
      ledgerTransaction,
      and(eq(ledgerTransaction.tenantId, ledgerEntry.tenantId), eq(ledgerTransaction.id, ledgerEntry.transactionId)),
    )
    .where(and(eq(ledgerTransaction.tenantId, tenantId), inArray(ledgerTransaction.traderId, ids)))
    .orderBy(ledgerEntry.id)

  const entriesOf = groupBy(entries, ({ entry }) => entry.transactionId)
  const receiptsOf = groupBy(receipts, ({ traderId }) => traderId)
  const ordersOf = groupBy(orders, ({ traderId }) => traderId)
  const movementsOf = groupBy(movements, ({ traderId }) => traderId)
  for (const { id, isDemo } of traders) {
    yield {
      tenantId,
      traderId: id,
      isDemo,
      account: accounts.find(({ traderId }) => traderId === id) ?? null,
      receipts: receiptsOf.get(id) ?? [],
      orders: ordersOf.get(id) ?? [],
      transactions: (movementsOf.get(id) ?? []).map((movement) => ({
        ...movement,
        entries: (entriesOf.get(movement.id) ?? []).map(({ entry }) => entry),
      })),
    }
  }
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => bigint): Map<bigint, Row[]> {
  const groups = new Map<bigint, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
