/**
 * `npm run restore -- --from DIR --data-dir EMPTY [--tenants-dir EMPTY --themes-dir EMPTY] [--key FILE]
 * [--progress]`: puts a backup back and audits it. A backup of PostgreSQL goes into the empty database that DATABASE_URL names.
 * Exit code 0 when it was put back and its books are clean, 1 when not, 2 when the command was not understood.
 */
import { chmod, cp } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadTenants } from '../app/brand-files/load-tenants.server'
import { type Env, readEnv } from '../app/process/env.server'
import { auditBooks } from '../broker/audit/audit-books'
import { auditCrew } from '../broker/audit/audit-crew'
import { auditReport } from '../broker/audit/audit-report'
import { BackupProblem, type Manifest, type OnBytes } from '../broker/backup/backup-manifest'
import { putBuiltIn } from '../broker/backup/built-in-copy'
import { takeOldStore } from '../broker/backup/old-store'
import { restoreServer } from '../broker/backup/postgres-tools'
import { restore } from '../broker/backup/restore'
import { judgeBrand } from '../broker/brands/judge-brand'
import { silent } from '../broker/ground/logger'
import { MASTER_KEY_FILE } from '../broker/secrets/master-key'
import { borrowDatabase } from '../broker/store/borrow-store'
import { clusterPlaces } from '../broker/store/cluster-places'
import { StoreProblem } from '../broker/store/store-problem'
import { complain, endWith } from './command'
import { bytesProgress, openProgress, type Progress } from './progress'

const USAGE = `npm run restore -- --from DIR --data-dir EMPTY [--tenants-dir EMPTY --themes-dir EMPTY] [--key FILE] [--progress]
  a backup of PostgreSQL goes into the empty database of DATABASE_URL`

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      'data-dir': { type: 'string' },
      'tenants-dir': { type: 'string' },
      'themes-dir': { type: 'string' },
      key: { type: 'string' },
      progress: { type: 'boolean' },
    },
  })
  if (values.from === undefined || values['data-dir'] === undefined) return complain(2, USAGE)
  const read = await readEnv()
  if (!read.ok) return complain(1, read.problems.join('\n'))
  const [from, dataDir] = [path.resolve(values.from), path.resolve(values['data-dir'])]
  const resolved = (folder: string | undefined) => (folder === undefined ? undefined : path.resolve(folder))
  const progress = openProgress(values.progress)
  const onBytes = bytesProgress(progress)
  const { store, madeAt } = await restore({
    from,
    dataDir,
    tenantsDir: resolved(values['tenants-dir']),
    themesDir: resolved(values['themes-dir']),
    putStore: (kind, copy, folder) => PUT[kind](copy, folder, read.env, onBytes),
    onBytes,
  })
  progress.end()
  if (values.key !== undefined) {
    await cp(path.resolve(values.key), path.join(dataDir, MASTER_KEY_FILE), { errorOnExist: true, force: false })
    await chmod(path.join(dataDir, MASTER_KEY_FILE), 0o600)
  }
  console.log(`put back as it was at ${madeAt}`)
  return audit(read.env, store === 'postgres' ? read.env.DATABASE_URL : undefined, { dataDir, from, progress })
}

/** How the copy of each kind of store is put back. */
const PUT: Record<Manifest['store'], (copy: string, dataDir: string, env: Env, onBytes: OnBytes) => Promise<void>> = {
  'built-in': (copy, dataDir, _env, onBytes) => putBuiltIn(copy, clusterPlaces(dataDir).data, onBytes),
  postgres: (file, _dataDir, env) => intoServer(env, file),
  pglite: (file, dataDir) => takeOldStore(file, dataDir),
}

async function intoServer({ DATABASE_URL: url }: Env, file: string): Promise<void> {
  if (url === undefined) throw new BackupProblem('this is a backup of PostgreSQL: set DATABASE_URL to an empty database')
  return restoreServer(url, file, process.env)
}

interface PutBack {
  readonly dataDir: string
  readonly from: string
  readonly progress: Progress
}

async function audit(env: Env, databaseUrl: string | undefined, { dataDir, from, progress }: PutBack): Promise<number> {
  const { tenants } = loadTenants({
    tenantsDir: path.join(from, 'tenants'),
    themesDir: path.join(from, 'themes'),
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    judge: judgeBrand,
  })
  const database = await borrowDatabase({ dataDir, databaseUrl, poolSize: 1, logger: silent })
  try {
    const results = await auditBooks(database, tenants, {
      crew: auditCrew(database.url),
      onPart: (_part, _result, done, of) => progress.say(`${done} of ${of} parts checked`),
    })
    progress.end()
    const report = auditReport(results)
    for (const line of report.lines) console.log(line)
    return report.isClean ? 0 : 1
  } finally {
    await database.close()
  }
}

endWith(run(), { code: 1, known: [BackupProblem, StoreProblem] })
