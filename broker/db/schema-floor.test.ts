import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScratchDatabase } from '../../tests/fixtures/scratch-database'
import { createOnServer, testServerUrl } from '../../tests/fixtures/test-database'
import { silent as logger } from '../ground/logger'
import { MIGRATIONS_FOLDER, openDatabase } from './open-database'
import { openPostgres } from './open-postgres'
import { readMigrations } from './read-migrations'
import { trader } from './schema'
import { SchemaTooNew } from './schema-floor'

const KNOWN = readMigrations().length - 1

describe('a node and a database that a newer version has been on', () => {
  let server: ScratchDatabase
  let admin: pg.Client
  beforeEach(async () => {
    server = await createOnServer(testServerUrl())
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
  })
  afterEach(async () => {
    await admin.end()
    await server.drop()
  })
  const open = () => openDatabase({ databaseUrl: server.url, poolSize: 1, logger })

  test('that only added: it runs, and neither undoes nor repeats anything', async () => {
    await admin.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)
    await admin.query('alter table trader add column of_tomorrow text')
    const database = await open()
    try {
      await database.withTenant('aurora', (tx) =>
        tx.insert(trader).values({ tenantId: 'aurora', uid: '1', isDemo: true, inviteCode: 'X', createdAt: 0 }),
      )
      expect(await database.withTenant('aurora', (tx) => tx.select().from(trader))).toHaveLength(1)
    } finally {
      await database.close()
    }
    expect((await admin.query('select count(*)::int as made from drizzle.__drizzle_migrations')).rows).toEqual([{ made: KNOWN + 2 }])
  })

  test('that took away what came after it: it runs at the floor, and not below it', async () => {
    const floor = (migration: number) =>
      admin.query('insert into schema_floor (migration) values ($1) on conflict (single) do update set migration = excluded.migration', [
        migration,
      ])
    await floor(KNOWN)
    await (await open()).close()
    await floor(KNOWN + 1)
    const refused = await open().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SchemaTooNew)
    expect((refused as Error).message).toBe(
      `this version of Candor knows the database up to migration ${KNOWN}, and a newer version has taken away what came before ${KNOWN + 1}: ` +
        'start the newer version, or restore the backup that was made before it',
    )
  })

  test('there is one floor', async () => {
    await admin.query('insert into schema_floor (migration) values (1)')
    await expect(admin.query('insert into schema_floor (migration) values (2)')).rejects.toThrow('duplicate key')
    await expect(admin.query('insert into schema_floor (single, migration) values (false, 2)')).rejects.toThrow('one_row')
  })

  test('a newer node brings the database further while the older one goes on', async () => {
    const older = await open()
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'candor-newer-')), 'migrations')
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
    const journalFile = path.join(folder, 'meta/_journal.json')
    const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
    const last = journal.entries.at(-1)
    journal.entries.push({ ...last, idx: KNOWN + 1, when: (last?.when ?? 0) + 1, tag: `00${KNOWN + 1}_tomorrow` })
    await writeFile(journalFile, JSON.stringify(journal))
    await writeFile(
      path.join(folder, `00${KNOWN + 1}_tomorrow.sql`),
      `alter table trader add column of_tomorrow text default 'later' not null`,
    )
    const newer = await openPostgres({ url: server.url, migrationsFolder: folder, poolSize: 1, holder: null, migrates: true, logger })
    await newer.close()
    try {
      await older.withTenant('aurora', (tx) =>
        tx.insert(trader).values({ tenantId: 'aurora', uid: '1', isDemo: true, inviteCode: 'X', createdAt: 0 }),
      )
    } finally {
      await older.close()
    }
    expect((await admin.query('select of_tomorrow from trader')).rows).toEqual([{ of_tomorrow: 'later' }])
  })
})
