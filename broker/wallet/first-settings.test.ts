import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createWorld } from '../../tests/fixtures/create-world'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { queryRows } from '../db/open-database'
import { auditEvent } from '../db/schema'
import { importFirstSettings } from './first-settings'

const counts = (database: Awaited<ReturnType<typeof openTestDatabase>>) =>
  database.system((tx) =>
    queryRows<{ name: string; rows: number }>(
      tx,
      sql`select 'networks' as name, count(*)::int as rows from deposit_network
        union all select 'accounts', count(*)::int from collection_account
        union all select 'currencies', count(*)::int from withdraw_currency
        union all select 'events', count(*)::int from audit_event where action = 'settings.imported' and actor = 'system'`,
    ),
  )

test('what the files say is written once, with an event a table, however many nodes boot at the same time', async () => {
  const database = await openTestDatabase()
  const tenants = testTenants()
  await Promise.all([1, 2, 3].map(() => importFirstSettings(database, tenants, frozenClock())))
  await importFirstSettings(database, tenants, frozenClock())
  const sum = (of: (tenant: (typeof tenants)[number]) => number) => tenants.reduce((total, tenant) => total + of(tenant), 0)
  const { networks, accounts, currencies } = {
    networks: sum(({ wallet }) => wallet.networks.length),
    accounts: sum(({ wallet }) => wallet.collectionAccounts.length),
    currencies: sum(({ wallet }) => wallet.withdrawCurrencies.length),
  }
  expect(networks).toBeGreaterThan(0)
  expect(await counts(database)).toEqual([
    { name: 'networks', rows: networks },
    { name: 'accounts', rows: accounts },
    { name: 'currencies', rows: currencies },
    { name: 'events', rows: sum(({ wallet }) => 2 + (wallet.collectionAccounts.length > 0 ? 1 : 0)) },
  ])
  await database.close()
})

test('a table with a row in it is the desk’s: only the empty ones are filled', async () => {
  const database = await openTestDatabase()
  const [aurora] = testTenants()
  if (aurora === undefined) throw new Error('no tenant')
  const wallet = { ...aurora.wallet, collectionAccounts: [], withdrawCurrencies: [] }
  await importFirstSettings(database, [{ id: 'aurora', wallet: { ...wallet, networks: wallet.networks.slice(0, 1) } }], frozenClock())
  await importFirstSettings(database, [aurora], frozenClock())
  const [networks, accounts, , events] = await counts(database)
  expect([networks?.rows, accounts?.rows, events?.rows]).toEqual([1, aurora.wallet.collectionAccounts.length, 3])
  await database.close()
})

test('a broker that boots has them', async () => {
  const world = await createWorld()
  const [networks] = await counts(world.broker.database)
  expect(networks?.rows).toBe(world.tenants.reduce((total, { wallet }) => total + wallet.networks.length, 0))
  await world.close()
})

test('nothing else is written into the logs of all companies at once', async () => {
  const database = await openTestDatabase()
  const event = { tenantId: 'aurora', actor: 'system', action: 'settings.imported', object: 'deposit_network', detail: {}, createdAt: 1 }
  const write = (change: Partial<typeof event>) => database.system((tx) => tx.insert(auditEvent).values({ ...event, ...change }))
  await write({})
  for (const change of [{ action: 'deposit.approved' }, { actor: 'operator:ada' }]) {
    const refusal = await write(change).then(
      () => 'written',
      (error: unknown) => String((error as Error).cause ?? error),
    )
    expect(refusal).toContain('row-level security')
  }
  await database.close()
})
