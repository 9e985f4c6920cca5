/**
 * `npm run audit`: recomputes the books of the store that `npm start` would use, from zero, prints a line an invariant, then
 * `clean` or the first broken row by name (exit code 1). `--ranking` works out the ranking again instead, `--execution` the published execution figures, `--resume` goes on with an
 * audit that was interrupted, `--progress` tells how far it is also where nobody sits at a terminal.
 * Reads only. Exit code 2 when nothing could be looked at.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadTenants } from '../app/brand-files/load-tenants.server'
import { type Env, readEnv } from '../app/process/env.server'
import { auditBooks } from '../broker/audit/audit-books'
import { auditCrew } from '../broker/audit/audit-crew'
import { type AuditReport, auditReport } from '../broker/audit/audit-report'
import { hasKeptParts, openKeptParts } from '../broker/audit/kept-parts'
import { judgeBrand } from '../broker/brands/judge-brand'
import { auditExecution } from '../broker/companies/audit-execution'
import { FolderInUseError } from '../broker/db/lock-folder'
import { silent } from '../broker/ground/logger'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { auditRanking } from '../broker/ranking/audit-ranking'
import { type BorrowedDatabase, borrowDatabase } from '../broker/store/borrow-store'
import { StoreProblem } from '../broker/store/store-problem'
import type { Tenant } from '../contract/tenant'
import { cannot, endWith } from './command'
import { openProgress } from './progress'

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { ranking: flag, execution: flag, resume: flag, progress: flag } })

async function run(): Promise<number> {
  const read = await readEnv()
  if (!read.ok) return cannot(read.problems.join('\n'))
  const { env } = read
  if (env.BROKER_ORIGIN !== undefined) return cannot(`the books are kept by ${env.BROKER_ORIGIN}: run the audit there`)
  const dataDir = path.resolve(root, env.DATA_DIR)
  let database: BorrowedDatabase
  try {
    database = await borrowDatabase({ dataDir, databaseUrl: env.DATABASE_URL, poolSize: 1, logger: silent })
  } catch (error) {
    const isKnown = error instanceof StoreProblem || error instanceof FolderInUseError
    return cannot(isKnown ? error.message : String(error))
  }
  try {
    const startedAt = performance.now()
    const tenants = tenantsOf(env)
    const report = values.ranking
      ? await auditRanking(database, tenants)
      : values.execution
        ? await auditExecution(database)
        : await auditAll(database, tenants, dataDir)
    for (const line of report.lines) console.log(line)
    console.log(
      `checked ${env.DATABASE_URL === undefined ? dataDir : 'PostgreSQL'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    )
    return report.isClean ? 0 : 1
  } finally {
    await database.close()
  }
}

async function auditAll(database: BorrowedDatabase, tenants: readonly Tenant[], dataDir: string): Promise<AuditReport> {
  const file = path.join(dataDir, 'audit-under-way.ndjson')
  if (!values.resume && hasKeptParts(file)) console.error('An earlier audit was interrupted; --resume would have gone on with it.')
  const kept = openKeptParts(file, values.resume)
  if (values.resume) console.error(`${kept.found} parts were checked by the earlier audit`)
  const progress = openProgress(values.progress)
  const results = await auditBooks(database, tenants, {
    crew: auditCrew(database.url),
    known: kept.known,
    onPart(part, result, done, of) {
      kept.keep(part, result)
      progress.say(`${done} of ${of} parts checked`)
    },
  })
  progress.end()
  kept.drop()
  return auditReport(results)
}

function tenantsOf(env: Env): readonly Tenant[] {
  return loadTenants({
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    themesDir: path.resolve(root, env.THEMES_DIR),
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    judge: judgeBrand,
  }).tenants
}

endWith(run(), { code: 2 })
