/**
 * What a company begins with: the deposit networks, bank accounts and payout currencies of its file, written into the store once.
 * From then on they are the desk's; the file is not asked again.
 *
 * Invariant: each table by itself is filled only while the company has not a single row in it, in one transaction with the event
 * that says so; of nodes that boot together one does it.
 */
import { sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import type { Clock } from '../clock'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { auditEvent, collectionAccount, depositNetwork, withdrawCurrency } from '../db/schema'

/** Any number, the same on every node. */
const IMPORT_LOCK = 7_236_117

const PAYOUT_TYPE = { coin: 1, bank: 2 } as const satisfies Record<Tenant['wallet']['withdrawCurrencies'][number]['type'], number>

type First = Pick<Tenant, 'id' | 'wallet'>
type Stamp = { readonly tenantId: string; readonly isActive: true; readonly createdAt: number; readonly updatedAt: number }

const IMPORTS = {
  deposit_network: {
    count: ({ networks }: First['wallet']) => networks.length,
    insert: (tx: Tx, { networks }: First['wallet'], stamp: Stamp) =>
      tx
        .insert(depositNetwork)
        .values(networks.map(({ currency, protocol, address }) => ({ ...stamp, currencyCode: currency, protocolCode: protocol, address }))),
  },
  collection_account: {
    count: ({ collectionAccounts }: First['wallet']) => collectionAccounts.length,
    insert: (tx: Tx, { collectionAccounts }: First['wallet'], stamp: Stamp) =>
      tx
        .insert(collectionAccount)
        .values(collectionAccounts.map(({ usdtRate, ...account }) => ({ ...stamp, ...account, usdtRate: parseFixed(usdtRate) }))),
  },
  withdraw_currency: {
    count: ({ withdrawCurrencies }: First['wallet']) => withdrawCurrencies.length,
    insert: (tx: Tx, { withdrawCurrencies }: First['wallet'], stamp: Stamp) =>
      tx.insert(withdrawCurrency).values(
        withdrawCurrencies.map(({ type, drawRate, usdPrice, ...currency }) => ({
          ...stamp,
          ...currency,
          type: PAYOUT_TYPE[type],
          drawRate: parseFixed(drawRate),
          usdPrice: parseFixed(usdPrice),
        })),
      ),
  },
} as const
type ImportedTable = keyof typeof IMPORTS
const IMPORTED_TABLES = Object.keys(IMPORTS) as ImportedTable[]

export async function importFirstSettings(database: Database, tenants: readonly First[], clock: Clock): Promise<void> {
  // One look tells whom it concerns: on every boot but the first it is nobody.
  const begun = await database.system((tx) =>
    queryRows<{ tenant_id: string; name: string }>(
      tx,
      sql.join(
        IMPORTED_TABLES.map((name) => sql`select distinct tenant_id, ${name}::text as name from ${sql.raw(name)}`),
        sql` union all `,
      ),
    ),
  )
  const isBegun = new Set(begun.map(({ tenant_id, name }) => `${tenant_id}/${name}`))
  for (const tenant of tenants) {
    const missing = IMPORTED_TABLES.filter((name) => !isBegun.has(`${tenant.id}/${name}`) && IMPORTS[name].count(tenant.wallet) > 0)
    if (missing.length > 0) await database.withTenant(tenant.id, (tx) => importTables(tx, tenant, missing, clock.now()))
  }
}

async function importTables(tx: Tx, { id: tenantId, wallet }: First, names: readonly ImportedTable[], now: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const stamp: Stamp = { tenantId, isActive: true, createdAt: now, updatedAt: now }
  for (const name of names) {
    // Once more behind the lock: another node may have been first.
    const rows = await queryRows<{ found: boolean }>(tx, sql`select exists (select 1 from ${sql.raw(name)}) as found`)
    if (rows[0]?.found === true) continue
    await IMPORTS[name].insert(tx, wallet, stamp)
    const detail = { rows: IMPORTS[name].count(wallet) }
    await tx.insert(auditEvent).values({ tenantId, actor: 'system', action: 'settings.imported', object: name, detail, createdAt: now })
  }
}
