/**
 * `npm run audit`: recomputes the books of the store that `npm start` would use, from zero, prints a line an invariant, then
 * `clean` or the first broken row by name (exit code 1). `npm run audit -- --ranking` works out the ranking again instead.
 * Reads only. Exit code 2 when nothing could be looked at.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Env, readEnv } from '../app/platform/env.server'
import { auditBooks } from '../broker/audit/audit-books'
import { type AuditReport, auditReport } from '../broker/audit/audit-report'
import { loadTenants } from '../broker/companies/load-tenants'
import { FolderInUseError } from '../broker/db/lock-folder'
import type { Database } from '../broker/db/open-database'
import { auditRanking } from '../broker/ranking/audit-ranking'
import { ROOT_FOLDER as root } from '../broker/root-folder'
import { borrowDatabase } from '../broker/store/borrow-store'
import { StoreProblem } from '../broker/store/store-problem'
import type { Tenant } from '../contract/tenant'

const { values } = parseArgs({ options: { ranking: { type: 'boolean', default: false } } })

async function run(): Promise<number> {
  const read = await readEnv()
  if (!read.ok) return cannot(read.problems.join('\n'))
  const { env } = read
  if (env.BROKER_ORIGIN !== undefined) return cannot(`the books are kept by ${env.BROKER_ORIGIN}: run the audit there`)
  const dataDir = path.resolve(root, env.DATA_DIR)
  let database: Database
  try {
    database = await borrowDatabase({ dataDir, databaseUrl: env.DATABASE_URL, poolSize: 1, logger: silent })
  } catch (error) {
    const isKnown = error instanceof StoreProblem || error instanceof FolderInUseError
    return cannot(isKnown ? error.message : String(error))
  }
  try {
    const startedAt = performance.now()
    const report = await look(database, tenantsOf(env))
    for (const line of report.lines) console.log(line)
    console.log(
      `looked at ${env.DATABASE_URL === undefined ? dataDir : 'PostgreSQL'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    )
    return report.isClean ? 0 : 1
  } finally {
    await database.close()
  }
}

async function look(database: Database, tenants: readonly Tenant[]): Promise<AuditReport> {
  return values.ranking ? auditRanking(database, tenants) : auditReport(await auditBooks(database, tenants))
}

function tenantsOf(env: Env): readonly Tenant[] {
  return loadTenants({
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    themesDir: path.resolve(root, env.THEMES_DIR),
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
  }).tenants
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function cannot(reason: string): number {
  console.error(reason)
  return 2
}

run().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error)
    process.exitCode = 2
  },
)
