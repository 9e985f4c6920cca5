/** Reads what `judge-database.ts` judges, over a connection of its own: nothing is migrated and nothing is written. */
import pg from 'pg'
import type { Role } from '../../contract/desk/roles'
import { isThisMachine } from '../../rules/this-machine'
import { DEMO_OPERATOR_NAMES } from '../desk/demo-operators'
import type { DatabaseFacts, OperatorFacts } from './judge-database'

const WITHIN_MS = 5_000
const SETTINGS = ['server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'archive_mode', 'max_connections']

/** @throws what the connection says when there is none. */
export async function lookAtDatabase(url: string, isBuiltIn: boolean, now: () => number): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WITHIN_MS, statement_timeout: WITHIN_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    const askedAt = now()
    const [clock] = (await client.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')).rows
    // The answer was written somewhere between asking and hearing.
    const clockAheadMs = Math.round(clock.ms - (askedAt + now()) / 2)
    const named = (await client.query('select name, setting from pg_settings where name = any($1)', [SETTINGS])).rows
    const settings: Record<string, string> = Object.fromEntries(named.map(({ name, setting }) => [name, setting]))
    const [server] = (
      await client.query(`select (select rolsuper from pg_roles where rolname = current_user) as superuser,
          coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
          (select count(*)::int from pg_stat_replication) as standbys,
          (select extract(epoch from last_archived_time) * 1000 from pg_stat_archiver)::float8 as archived`)
    ).rows
    return {
      isBuiltIn,
      version: Number(settings.server_version_num),
      settings,
      isThisMachine: isThisMachine(client.host),
      isEncrypted: server.ssl,
      isSuperuser: server.superuser,
      clockAheadMs,
      standbys: server.standbys,
      archivedAt: server.archived,
      operators: await operatorsOf(client),
    }
  } finally {
    await client.end()
  }
}

async function operatorsOf(client: pg.Client): Promise<OperatorFacts[] | null> {
  const [table] = (await client.query(`select to_regclass('operator') is not null as there`)).rows
  if (!table.there) return null
  const { rows } = await client.query('select name, roles, last_step from operator where disabled_at is null order by name')
  return rows.map(({ name, roles, last_step: lastStep }: { name: string; roles: Record<string, Role[]>; last_step: string | null }) => ({
    name,
    isDemo: DEMO_OPERATOR_NAMES.includes(name),
    hasSignedIn: lastStep !== null,
    roles,
  }))
}
