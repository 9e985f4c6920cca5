import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows } from './open-database'
import { trader } from './schema'
import { TENANT_TABLES } from './tenant-tables'

describe('the store keeps tenants apart', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    for (const tenantId of ['aurora', 'meridian']) {
      await database.withTenant(tenantId, (tx) =>
        tx.insert(trader).values({ tenantId, uid: '1', isDemo: true, inviteCode: 'X', createdAt: 0 }),
      )
    }
  })
  afterAll(() => database.close())

  test('a tenant sees its own rows only', async () => {
    const rows = await database.withTenant('aurora', (tx) => tx.select().from(trader))
    expect(rows.map((row) => row.tenantId)).toEqual(['aurora'])
  })

  test('a tenant cannot write a row of another', async () => {
    const writing = database.withTenant('aurora', (tx) =>
      tx.insert(trader).values({ tenantId: 'meridian', uid: '2', isDemo: true, inviteCode: 'Y', createdAt: 0 }),
    )
    await expect(writing).rejects.toThrow()
  })

  test('without a tenant nothing is seen', async () => {
    const rows = await database.withSessionHash('none', (tx) => tx.select().from(trader))
    expect(rows).toEqual([])
  })

  test('every table with a tenant column is under forced row-level security and in the list', async () => {
    const rows = await database.system((tx) =>
      queryRows<{ name: string; forced: boolean }>(
        tx,
        sql`select c.relname as name, c.relforcerowsecurity and c.relrowsecurity as forced from pg_class c
            join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
            join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind = 'r' order by 1`,
      ),
    )
    expect(rows.map((row) => row.name)).toEqual([...TENANT_TABLES].sort())
    expect(rows.filter((row) => !row.forced)).toEqual([])
  })

  test('what is read at one moment stays as it was when the reading began', async () => {
    const demoTraders = { tenantId: 'aurora', isDemo: true, createdAt: 0 }
    const counts = await database.atOneMoment(async (tx) => {
      const before = await tx.$count(trader)
      await database.withTenant('aurora', (other) => other.insert(trader).values({ ...demoTraders, uid: '9', inviteCode: 'Z' }))
      return { before, after: await tx.$count(trader) }
    })
    expect(counts.after).toBe(counts.before)
    expect(await database.system((tx) => tx.$count(trader))).toBe(counts.before + 1)
  })

  test('the roles we work in are neither owner nor superuser and cannot pass row security', async () => {
    const rows = await database.system((tx) =>
      queryRows<{ bad: boolean }>(
        tx,
        sql`select rolsuper or rolbypassrls or rolcreaterole or rolcanlogin as bad from pg_roles where rolname like 'candor\\_%'`,
      ),
    )
    expect(rows).toEqual([{ bad: false }, { bad: false }])
  })
})
