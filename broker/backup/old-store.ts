/**
 * What versions before the built-in PostgreSQL kept (`store.tar` of their backups, made by PGlite), row by row into a store of this one.
 *
 * PGlite is no part of the product any more: it is loaded here alone, from the packages that come with the tests.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { MIGRATIONS_FOLDER, openDatabase } from '../db/open-database'
import { silent } from '../ground/logger'
import { openBuiltInStore } from '../store/built-in-store'
import { BackupProblem } from './backup-manifest'

const ROWS_AT_ONCE = 1_000

interface OldStore {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>
  close(): Promise<void>
}

/** Makes a store in the data folder from the file of an old backup. @throws BackupProblem */
export async function takeOldStore(file: string, dataDir: string): Promise<void> {
  const old = await openOldStore(file)
  try {
    const store = await openBuiltInStore({ dataDir, logger: silent })
    try {
      await (await openDatabase({ databaseUrl: store.url, logger: silent })).close()
      const client = new pg.Client({ connectionString: store.url })
      client.on('error', () => {})
      await client.connect()
      try {
        await copyRows(old, client)
      } finally {
        await client.end()
      }
    } finally {
      await store.close()
    }
  } finally {
    await old.close()
  }
}

/** In memory, with its tables as this version has them. */
async function openOldStore(file: string): Promise<OldStore> {
  const loaded = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]).catch(() => null)
  if (loaded === null)
    throw new BackupProblem(
      'this backup is of an earlier version of Candor, whose store is read by a package that comes with the tests: put it back in a checkout, after npm install',
    )
  const [{ PGlite }, { drizzle }, { migrate }] = loaded
  const client = await PGlite.create({ dataDir: 'memory://', loadDataDir: new Blob([await readFile(file)]) })
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER })
  return client
}

/** All or nothing. */
async function copyRows(old: OldStore, client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select format('%I', c.relname) as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 1`,
  )
  await client.query('begin')
  // The rows are what they are: what guards their making has looked at them where they were made.
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
  for (const { name, columns } of tables) {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const { rows } = await old.query<{ count: number; part: string | null }>(
        `select count(*)::int as count, json_agg(t)::text as part from (select * from ${name} order by ctid limit ${ROWS_AT_ONCE} offset ${offset}) t`,
      )
      const { count = 0, part = null } = rows[0] ?? {}
      if (part !== null)
        await client.query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
          [part],
        )
      if (count < ROWS_AT_ONCE) break
    }
  }
  const { rows: numbers } = await old.query<{ name: string; last: string | null }>(
    `select format('%I', sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of numbers) if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
  await client.query('commit')
}
