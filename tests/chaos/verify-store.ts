/** Opens the store that a killed server left behind and holds it against what the traders were told. */
import { inArray } from 'drizzle-orm'
import { auditBooks } from '../../broker/audit/audit-books'
import { describe } from '../../broker/audit/audit-report'
import { openDatabase } from '../../broker/db/open-database'
import { ledgerTransaction, tradeOrder } from '../../broker/db/schema'
import { formatFixed } from '../../rules/decimal'
import { testTenants } from '../fixtures/test-tenants'
import type { ChaosTrader } from './chaos-trader'

export interface StoreFindings {
  readonly violations: readonly string[]
  readonly orders: number
  readonly transactions: number
}

export async function verifyStore(
  dataDir: string,
  databaseUrl: string | undefined,
  traders: readonly ChaosTrader[],
): Promise<StoreFindings> {
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const database = await openDatabase({ dataDir, databaseUrl, logger })
  try {
    // All of it: the sums, the receipts with their chain, and the links that seal them.
    const violations = (await auditBooks(database, testTenants())).flatMap(({ findings }) => findings.map(describe))
    const ids = traders.map(({ id }) => BigInt(id))
    const { orders, transactions } = await database.system(async (tx) => ({
      orders: await tx.select().from(tradeOrder).where(inArray(tradeOrder.traderId, ids)),
      transactions: await tx.select().from(ledgerTransaction).where(inArray(ledgerTransaction.traderId, ids)),
    }))
    const byId = new Map(orders.map((order) => [order.id.toString(), order]))
    const booked = new Set(transactions.map(({ orderId, kind }) => `${orderId} ${kind}`))
    for (const trader of traders) {
      const acknowledged = trader.acknowledged()
      for (const [id, told] of acknowledged) {
        const order = byId.get(id)
        if (order === undefined) violations.push(`order ${id} was acknowledged and is not there`)
        else if (Number(told.Status) > order.status)
          violations.push(`order ${id} was acknowledged as ${told.Status} and is ${order.status}`)
        else if (told.CautionMoney !== formatFixed(order.margin)) violations.push(`order ${id} was told a margin of ${told.CautionMoney}`)
        else if (told.Status === 3 && told.FactProfits !== formatFixed(order.profit ?? 0n))
          violations.push(`order ${id} was told ${told.FactProfits}`)
        if (!booked.has(`${id} order_open`)) violations.push(`the opening entry of order ${id} is not there`)
        if (told.Status === 3 && !booked.has(`${id} order_close`)) violations.push(`the closing entry of order ${id} is not there`)
      }
      const own = orders.filter(({ traderId }) => traderId.toString() === trader.id)
      const mayExist = acknowledged.size + trader.unknown.filter(({ path }) => path.endsWith('/submit')).length
      if (own.length > mayExist) violations.push(`trader ${trader.id} has ${own.length} orders and asked for ${mayExist} at most`)
    }
    return { violations, orders: orders.length, transactions: transactions.length }
  } finally {
    await database.close()
  }
}
