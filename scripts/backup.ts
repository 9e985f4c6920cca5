/**
 * `npm run backup -- --to DIR [--key-to FILE] [--progress]`: copies what a server needs to go on elsewhere into an empty folder.
 * The built-in store is copied beside its server or without one; a PostgreSQL server by pg_dump.
 * Exit code 0 when the backup is whole, 1 when it could not be made, 2 when the command was not understood.
 */
import { cp, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Env, readEnv } from '../app/process/env.server'
import { backUp } from '../broker/backup/back-up'
import { BackupProblem, type OnBytes } from '../broker/backup/backup-manifest'
import { copyBuiltIn } from '../broker/backup/built-in-copy'
import { dumpServer } from '../broker/backup/postgres-tools'
import { silent } from '../broker/ground/logger'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { MASTER_KEY_FILE } from '../broker/secrets/master-key'
import { borrowBuiltInStore } from '../broker/store/built-in-store'
import { clusterPlaces } from '../broker/store/cluster-places'
import { StoreProblem } from '../broker/store/store-problem'
import { complain, endWith } from './command'
import { bytesProgress, openProgress } from './progress'

const USAGE = 'npm run backup -- --to DIR [--key-to FILE] [--progress]   DIR must be empty; FILE must not lie in it'

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'key-to': { type: 'string' }, progress: { type: 'boolean' } } })
  if (values.to === undefined) return complain(2, USAGE)
  const read = await readEnv()
  if (!read.ok) return complain(1, read.problems.join('\n'))
  const { env } = read
  if (env.BROKER_ORIGIN !== undefined) return complain(1, `the books are kept by ${env.BROKER_ORIGIN}: make the backup there`)
  const to = path.resolve(values.to)
  const keyTo = values['key-to'] === undefined ? undefined : path.resolve(values['key-to'])
  if (keyTo?.startsWith(`${to}${path.sep}`))
    return complain(2, 'the master key must not lie in the backup: whoever has both can open everything')
  const dataDir = path.resolve(root, env.DATA_DIR)
  const progress = openProgress(values.progress)
  const onBytes = bytesProgress(progress)
  const { files } = await backUp({
    to,
    dataDir,
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    themesDir: path.resolve(root, env.THEMES_DIR),
    store: env.DATABASE_URL === undefined ? 'built-in' : 'postgres',
    copyStore: (place) => copyStore(env, dataDir, place, onBytes),
    now: Date.now(),
    onBytes,
  })
  progress.end()
  console.log(`${Object.keys(files).length} files in ${to}`)
  await keepKey(env, path.join(dataDir, MASTER_KEY_FILE), keyTo)
  return 0
}

async function copyStore({ DATABASE_URL: url }: Env, dataDir: string, place: string, onBytes: OnBytes): Promise<void> {
  if (url !== undefined) return dumpServer(url, place, process.env)
  const store = await borrowBuiltInStore({ dataDir, logger: silent })
  try {
    await copyBuiltIn(store.url, clusterPlaces(dataDir).data, place, onBytes)
  } finally {
    await store.close()
  }
}

async function keepKey(env: Env, keyFile: string, keyTo: string | undefined): Promise<void> {
  const hasFile = (await stat(keyFile).catch(() => null)) !== null
  if (env.MASTER_KEY !== undefined || !hasFile) {
    console.log('The master key is not in the backup: keep MASTER_KEY in another place. Without it this backup cannot be opened.')
    if (keyTo !== undefined) throw new BackupProblem('there is no key file to copy: the key comes from MASTER_KEY')
    return
  }
  if (keyTo === undefined) {
    console.log(`The master key is not in the backup: keep a copy of ${keyFile} in another place, or give --key-to FILE.`)
    return
  }
  await cp(keyFile, keyTo, { errorOnExist: true, force: false })
  console.log(`The master key is in ${keyTo}: keep it apart from the backup.`)
}

endWith(run(), { code: 1, known: [BackupProblem, StoreProblem] })
