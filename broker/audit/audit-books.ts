/**
 * The audit: recomputes everything from the stored rows and from nothing else, and names every row that does not agree.
 *
 * Invariants: reads only, in one transaction that sees one moment; believes no cached figure, no hash and no receipt that it has
 * not worked out again.
 */
import { sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { formatAmount } from '../../rules/money'
import { type Database, queryRows, type Tx } from '../db/open-database'
import type { AccountRows } from './account-rows'
import { readAccounts } from './account-rows'
import { checkChain } from './check-chain'
import { checkMoney } from './check-money'
import { checkOrders } from './check-orders'
import { checkReceipts, publicKeyOf, type ReceiptTerms, sumOf } from './check-receipts'
import { checkReferences } from './check-references'
import { checkSums } from './check-sums'
import { Findings, type InvariantResult } from './findings'

/** @param tenants says how old a quote each company lets trade; companies that are not among them are held to the usual limit. */
export async function auditBooks(
  database: Pick<Database, 'atOneMoment'>,
  tenants: readonly Pick<Tenant, 'id' | 'trading'>[],
): Promise<InvariantResult[]> {
  const findings = new Findings()
  await database.atOneMoment(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await checkSums(tx, findings)
    await checkReferences(tx, findings)
    await checkMoney(tx, findings)
    const terms = await readTerms(tx, tenants)
    for await (const rows of readAccounts(tx)) {
      const read = checkReceipts(rows, terms, findings)
      checkOrders(rows, read, terms, findings)
      replayEntries(rows, findings)
    }
    await checkChain(tx, findings)
  })
  return findings.results()
}

async function readTerms(tx: Tx, tenants: readonly Pick<Tenant, 'id' | 'trading'>[]): Promise<ReceiptTerms> {
  const rows = await queryRows<{ tenant_id: string; key_id: string; public_key: string; created_at: string }>(
    tx,
    sql`select tenant_id, key_id, public_key, created_at::text as created_at from receipt_key`,
  )
  const since = new Map<string, number>()
  for (const { tenant_id, created_at } of rows) {
    since.set(tenant_id, Math.min(Number(created_at), since.get(tenant_id) ?? Number.POSITIVE_INFINITY))
  }
  return {
    keys: new Map(rows.map(({ tenant_id, key_id, public_key }) => [`${tenant_id}/${key_id}`, publicKeyOf(public_key)])),
    staleAfterMs: await staleLimits(tx, tenants),
    receiptsSince: since,
  }
}

/** The longest that a quote could be traded in each company: by its file, and by whatever its desk has ever put in force. */
async function staleLimits(tx: Tx, tenants: readonly Pick<Tenant, 'id' | 'trading'>[]): Promise<Map<string, number>> {
  const limits = new Map(tenants.map(({ id, trading }) => [id, trading.staleAfterMs]))
  const set = await queryRows<{ tenant_id: string; longest: number }>(
    tx,
    sql`select tenant_id, max((after->>'staleAfterMs')::int) as longest from setting_change
      where status = 'applied' and area = 'base' and target = 'trading' group by tenant_id`,
  )
  for (const { tenant_id, longest } of set) limits.set(tenant_id, Math.max(limits.get(tenant_id) ?? 0, longest))
  return limits
}

/** I12: every entry of the account once more, from nothing. */
function replayEntries({ tenantId, traderId, account, transactions }: AccountRows, findings: Findings): void {
  const sums = { balance: 0n, lockedMargin: 0n, lockedWithdrawal: 0n }
  for (const movement of transactions) {
    sums.balance += sumOf(movement, 'trader:available')
    sums.lockedMargin += sumOf(movement, 'trader:margin')
    sums.lockedWithdrawal += sumOf(movement, 'trader:withdrawal')
    findings.checked('I12', 'entries replayed', movement.entries.length)
  }
  findings.checked('I12', 'accounts')
  if (account === null) return
  for (const name of ['balance', 'lockedMargin', 'lockedWithdrawal'] as const) {
    if (account[name] === sums[name]) continue
    const row = { invariant: 'I12', table: 'trading_account', tenantId, id: String(traderId) } as const
    findings.broken({ ...row, expected: `${name} ${formatAmount(sums[name])}, replayed`, found: formatAmount(account[name]) })
  }
}
