/**
 * What a company begins with: the deposit networks, bank accounts and payout currencies of its file, written into the store once.
 * From then on they are the desk's; the file is not asked again.
 *
 * Invariant: each table by itself is filled only while the company has not a single row in it, in one transaction with the event
 * that says so; of nodes that boot together one does it. All companies are written together: a start with thousands waits for it.
 */
import { sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { parseFixed } from '../../rules/decimal'
import { writeAudits } from '../audit-trail/write-audit'
import { insertMany } from '../db/insert-many'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { collectionAccount, depositNetwork, withdrawCurrency } from '../db/schema'
import type { Clock } from '../ground/clock'
import { PAYOUT_TYPE } from './payout-destination'

/** Any number, the same on every node. */
const IMPORT_LOCK = 7_236_119

type First = Pick<Tenant, 'id' | 'wallet'>
type Stamp = { readonly isActive: true; readonly createdAt: number; readonly updatedAt: number }

const IMPORTS = {
  deposit_network: {
    count: ({ networks }: First['wallet']) => networks.length,
    insert: (tx: Tx, tenants: readonly First[], stamp: Stamp) =>
      insertMany(
        tx,
        depositNetwork,
        tenants.flatMap(({ id: tenantId, wallet }) =>
          wallet.networks.map(({ currency, protocol, address }) => ({
            ...stamp,
            tenantId,
            currencyCode: currency,
            protocolCode: protocol,
            address,
          })),
        ),
      ),
  },
  collection_account: {
    count: ({ collectionAccounts }: First['wallet']) => collectionAccounts.length,
    insert: (tx: Tx, tenants: readonly First[], stamp: Stamp) =>
      insertMany(
        tx,
        collectionAccount,
        tenants.flatMap(({ id: tenantId, wallet }) =>
          wallet.collectionAccounts.map(({ usdtRate, ...account }) => ({
            ...stamp,
            ...account,
            tenantId,
            usdtRate: parseFixed(usdtRate),
          })),
        ),
      ),
  },
  withdraw_currency: {
    count: ({ withdrawCurrencies }: First['wallet']) => withdrawCurrencies.length,
    insert: (tx: Tx, tenants: readonly First[], stamp: Stamp) =>
      insertMany(
        tx,
        withdrawCurrency,
        tenants.flatMap(({ id: tenantId, wallet }) =>
          wallet.withdrawCurrencies.map(({ type, drawRate, usdPrice, ...currency }) => ({
            ...stamp,
            ...currency,
            tenantId,
            type: PAYOUT_TYPE[type],
            drawRate: parseFixed(drawRate),
            usdPrice: parseFixed(usdPrice),
          })),
        ),
      ),
  },
} as const
type ImportedTable = keyof typeof IMPORTS
const IMPORTED_TABLES = Object.keys(IMPORTS) as ImportedTable[]

export async function importFirstSettings(database: Database, tenants: readonly First[], clock: Clock): Promise<void> {
  // One look tells whom it concerns: on every boot but the first it is nobody.
  if ((await database.system((tx) => stillToImport(tx, tenants))).every((concerned) => concerned.length === 0)) return
  await database.system(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    const now = clock.now()
    const stamp: Stamp = { isActive: true, createdAt: now, updatedAt: now }
    // Once more behind the lock: another node may have been first.
    for (const [index, concerned] of (await stillToImport(tx, tenants)).entries()) {
      const name = IMPORTED_TABLES[index]
      if (name === undefined) continue
      const { insert, count } = IMPORTS[name]
      await insert(tx, concerned, stamp)
      const event = { actor: 'system', action: 'settings.imported', object: name, now } as const
      await writeAudits(
        tx,
        concerned.map(({ id: tenantId, wallet }) => ({ ...event, tenantId, detail: { rows: count(wallet) } })),
      )
    }
  })
}

/** For each of the tables: the companies whose files have something for it and who have nothing in it yet. */
async function stillToImport(tx: Tx, tenants: readonly First[]): Promise<First[][]> {
  const found: First[][] = []
  for (const name of IMPORTED_TABLES) {
    const begun = await queryRows<{ tenant_id: string }>(tx, sql`select distinct tenant_id from ${sql.raw(name)}`)
    const isBegun = new Set(begun.map(({ tenant_id }) => tenant_id))
    found.push(tenants.filter(({ id, wallet }) => !isBegun.has(id) && IMPORTS[name].count(wallet) > 0))
  }
  return found
}
