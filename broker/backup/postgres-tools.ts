/**
 * PostgreSQL is copied by its own tools, found on the PATH or where distributions keep them.
 *
 * Invariant: the password goes over the environment of the tool, never over its arguments, which every user of a machine can read.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { BackupProblem } from './backup-manifest'

/** Of the command that was given: it says where the tools lie. */
type Environment = NodeJS.ProcessEnv

const PACKAGED = '/usr/lib/postgresql'
/** Of the cluster, not of the database: a dump names them and does not make them (migrations/0001_guards.sql). */
const ROLES = ['candor_app', 'candor_system'] as const

export async function dumpServer(url: string, file: string, environment: Environment): Promise<void> {
  await runTool('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], url, environment)
}

/** Into a database without tables. The role of the address must be able to make roles, or find them made. */
export async function restoreServer(url: string, file: string, environment: Environment): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text as count from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    if (rows[0]?.count !== '0') throw new BackupProblem('the database is not empty: nothing is ever put over it')
    for (const role of ROLES) {
      const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (known.rowCount === 0) await client.query(`create role ${role} nologin`)
    }
  } finally {
    await client.end()
  }
  await runTool(
    'pg_restore',
    ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${databaseOf(url)}`, file],
    url,
    environment,
  )
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'
}

/** @throws BackupProblem with what the tool said. */
function runTool(name: string, args: readonly string[], url: string, environment: Environment): Promise<void> {
  const tool = findTool(name, environment.PATH ?? '')
  if (tool === null) throw new BackupProblem(`${name} was not found on the PATH nor in ${PACKAGED}: install the client tools of PostgreSQL`)
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { env: { ...environment, ...connectionOf(url) }, stdio: ['ignore', 'ignore', 'pipe'] })
    const said: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new BackupProblem(`${name} failed: ${Buffer.concat(said).toString('utf8').trim().slice(0, 2_000)}`))
    })
  })
}

function connectionOf(address: string): Record<string, string> {
  const url = new URL(address)
  const parts = {
    PGHOST: url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: databaseOf(address),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

function findTool(name: string, searched: string): string | null {
  const versions = existsSync(PACKAGED) ? readdirSync(PACKAGED).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...searched.split(path.delimiter).filter(Boolean), ...versions.map((version) => path.join(PACKAGED, version, 'bin'))]
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null
}
