/** Opens the store that a killed server left behind and holds it against what everybody was told. */
import { inArray } from 'drizzle-orm'
import { auditBooks } from '../../broker/audit/audit-books'
import { describe } from '../../broker/audit/audit-report'
import { deposit, ledgerTransaction, tradeOrder, withdrawal } from '../../broker/db/schema'
import { silent as logger } from '../../broker/ground/logger'
import { borrowDatabase } from '../../broker/store/borrow-store'
import { submitCoinDeposit } from '../../contract/deposits'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { submitOrder } from '../../contract/orders'
import { cancelWithdrawal, submitWithdrawal } from '../../contract/withdrawals'
import { formatFixed } from '../../rules/decimal'
import { testTenants } from '../fixtures/test-tenants'
import type { ChaosClient } from './chaos-client'
import type { ChaosCrew } from './chaos-crew'
import type { ChaosTrader } from './chaos-trader'
import type { MoneyTrader } from './money-trader'

interface StoreFindings {
  readonly violations: readonly string[]
  readonly orders: number
  readonly transactions: number
  readonly deposits: number
  readonly withdrawals: number
  /** Decided ones. */
  readonly credited: number
  readonly paid: number
  readonly returned: number
}

type OrderRow = typeof tradeOrder.$inferSelect
type TransactionRow = typeof ledgerTransaction.$inferSelect
type DepositRow = typeof deposit.$inferSelect
type WithdrawalRow = typeof withdrawal.$inferSelect

export async function verifyStore(dataDir: string, databaseUrl: string | undefined, crew: ChaosCrew): Promise<StoreFindings> {
  const database = await borrowDatabase({ dataDir, databaseUrl, logger })
  try {
    // All of it: the sums, the receipts with their chain, deposits and withdrawals, and the links that seal them.
    const violations = (await auditBooks(database, testTenants())).flatMap(({ findings }) => findings.map(describe))
    const ids = crew.traders.map(({ id }) => BigInt(id))
    const { orders, transactions, deposits, withdrawals } = await database.atOneMoment(async (tx) => ({
      orders: await tx.select().from(tradeOrder).where(inArray(tradeOrder.traderId, ids)),
      transactions: await tx.select().from(ledgerTransaction).where(inArray(ledgerTransaction.traderId, ids)),
      deposits: await tx.select().from(deposit),
      withdrawals: await tx.select().from(withdrawal),
    }))
    for (const trader of crew.traders) violations.push(...checkTrader(trader, orders, transactions))
    for (const trader of crew.moneyTraders) violations.push(...checkMoneyTrader(trader, deposits, withdrawals))
    for (const operator of crew.operators) violations.push(...checkOperator(operator, deposits, withdrawals))
    return {
      violations,
      orders: orders.length,
      transactions: transactions.length,
      deposits: deposits.length,
      withdrawals: withdrawals.length,
      credited: deposits.filter(({ status }) => status === 1).length,
      paid: withdrawals.filter(({ status }) => status === 1).length,
      returned: withdrawals.filter(({ status }) => status > 1).length,
    }
  } finally {
    await database.close()
  }
}

function checkTrader(trader: ChaosTrader, orders: readonly OrderRow[], transactions: readonly TransactionRow[]): string[] {
  const violations: string[] = []
  const byId = new Map(orders.map((order) => [order.id.toString(), order]))
  const booked = new Set(transactions.map(({ orderId, kind }) => `${orderId} ${kind}`))
  const acknowledged = trader.acknowledged()
  for (const [id, told] of acknowledged) {
    const order = byId.get(id)
    if (order === undefined) violations.push(`order ${id} was acknowledged and is not there`)
    else if (Number(told.Status) > order.status) violations.push(`order ${id} was acknowledged as ${told.Status} and is ${order.status}`)
    else if (told.CautionMoney !== formatFixed(order.margin)) violations.push(`order ${id} was told a margin of ${told.CautionMoney}`)
    else if (told.Status === 3 && told.FactProfits !== formatFixed(order.profit ?? 0n))
      violations.push(`order ${id} was told ${told.FactProfits}`)
    if (!booked.has(`${id} order_open`)) violations.push(`the opening entry of order ${id} is not there`)
    if (told.Status === 3 && !booked.has(`${id} order_close`)) violations.push(`the closing entry of order ${id} is not there`)
  }
  const own = orders.filter(({ traderId }) => traderId.toString() === trader.id)
  const mayExist = acknowledged.size + unknownOf(trader, submitOrder.path)
  if (own.length > mayExist) violations.push(`trader ${trader.id} has ${own.length} orders and asked for ${mayExist} at most`)
  return violations
}

/** Calls of a kind whose outcome nobody was told. */
function unknownOf(client: ChaosClient, path: string): number {
  return client.unknown.filter((deed) => deed.path === path).length
}

function succeeded(client: ChaosClient, path: string) {
  return client.deeds.filter(({ told, path: called }) => called === path && told?.code === SUCCESS_CODE)
}

/** Each acknowledged request is there once, and there are no others. */
function checkMoneyTrader(trader: MoneyTrader, deposits: readonly DepositRow[], withdrawals: readonly WithdrawalRow[]): string[] {
  const violations: string[] = []
  const kinds = [
    { what: 'deposits', path: submitCoinDeposit.path, rows: deposits },
    { what: 'withdrawals', path: submitWithdrawal.path, rows: withdrawals },
  ] as const
  for (const { what, path, rows } of kinds) {
    const own = (rows as readonly { readonly id: bigint; readonly traderId: bigint }[]).filter(
      ({ traderId }) => String(traderId) === trader.id,
    )
    const ids = new Set(own.map(({ id }) => String(id)))
    const told = succeeded(trader, path)
    for (const { told: answer } of told)
      if (!ids.has(String(answer?.data?.id)))
        violations.push(`${what} ${answer?.data?.id} of ${trader.name} was acknowledged and is not there`)
    const mayExist = told.length + unknownOf(trader, path)
    if (own.length > mayExist) violations.push(`${trader.name} has ${own.length} ${what} and asked for ${mayExist} at most`)
  }
  const byId = new Map(withdrawals.map((row) => [String(row.id), row]))
  for (const { params } of succeeded(trader, cancelWithdrawal.path)) {
    const endedAs = byId.get(params.id ?? '')?.endedAs
    if (endedAs !== 'cancelled') violations.push(`withdrawal ${params.id} was taken back and is ${endedAs ?? 'open'}`)
  }
  return violations
}

/** Each acknowledged decision stands. */
function checkOperator(operator: ChaosClient, deposits: readonly DepositRow[], withdrawals: readonly WithdrawalRow[]): string[] {
  const violations: string[] = []
  for (const { path, params, told } of operator.deeds) {
    if (told?.code !== SUCCESS_CODE) continue
    const rows: readonly { readonly id: bigint; readonly status: number; readonly firstApprovedBy: string | null }[] = path.includes(
      'deposit',
    )
      ? deposits
      : withdrawals
    const row = rows.find(({ id }) => String(id) === params.id)
    const wanted = { approve: 1, reject: 2, invalid: 3 }[params.decision ?? '']
    // One of two approvals leaves the item open.
    const stands = row?.status === wanted || (params.decision === 'approve' && row?.status !== undefined && row.firstApprovedBy !== null)
    if (!stands) violations.push(`${path} ${params.id}: ${params.decision} was acknowledged and its status is ${row?.status}`)
  }
  return violations
}
