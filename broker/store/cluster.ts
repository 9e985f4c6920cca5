/**
 * `DATA_DIR/postgres`: `data` is what PostgreSQL keeps, `run` holds the socket by which it is reached.
 *
 * Invariants: `data` is there only when it was made to the end, for it is made beside its place and then moved there; what somebody
 * else keeps in the folder is never touched.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { BARE_ENVIRONMENT, type Owner } from './as-its-user'
import type { Binaries } from './binaries'
import { type ClusterPlaces, clusterPlaces } from './cluster-places'
import { reasonIn, StoreProblem } from './store-problem'

export const STORE_USER = 'candor'
export const STORE_DATABASE = 'candor'
/** What is being put back into a data folder, until all of it is there. */
export const RESTORING = '.restoring'

/** Not there is what may not be looked at neither: then whoever opens it is told why. */
export function hasCluster(dataDir: string): boolean {
  try {
    return statSync(clusterPlaces(dataDir).data, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** Makes the folder on a first start, and sees on any other that it is one for these programs. @throws StoreProblem */
export async function prepareCluster(dataDir: string, binaries: Binaries, owner: Owner): Promise<ClusterPlaces> {
  const places = clusterPlaces(dataDir)
  refuseOldStore(dataDir, places)
  if (existsSync(path.join(dataDir, RESTORING)))
    throw new StoreProblem(`A restore into ${dataDir} was broken off: empty the folder and give the command again.`)
  try {
    for (const folder of [places.folder, places.run]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      chmodSync(folder, 0o700)
    }
    if (!existsSync(places.data)) await makeCluster(places, binaries, owner)
    refuseOtherVersion(places, binaries)
    chmodSync(places.data, 0o700)
    for (const place of [places.data, places.run, places.folder]) owner.own(place)
  } catch (error) {
    if (error instanceof StoreProblem) throw error
    throw new StoreProblem(`The built-in database cannot keep anything in ${places.folder}: ${(error as Error).message}`)
  }
  return places
}

/** What versions before PostgreSQL kept lies in `pglite`, and can only be read by them. */
function refuseOldStore(dataDir: string, { data }: ClusterPlaces): void {
  if (existsSync(data) || !existsSync(path.join(dataDir, 'pglite'))) return
  throw new StoreProblem(
    `${dataDir} holds the store of an earlier version, which this one leaves as it is. To take along what is in it: npm run backup -- --to DIR ` +
      'with that version, then npm run restore -- --from DIR --data-dir NEW with this one. To begin with nothing: another DATA_DIR.',
  )
}

function refuseOtherVersion({ data }: ClusterPlaces, { major }: Binaries): void {
  const file = path.join(data, 'PG_VERSION')
  if (!existsSync(file)) throw new StoreProblem(`${data} holds no store of PostgreSQL: give Candor a DATA_DIR of its own.`)
  const found = readFileSync(file, 'utf8').trim()
  if (found === major) return
  throw new StoreProblem(
    `${data} was made by PostgreSQL ${found}, and this version of Candor brings PostgreSQL ${major}: start the version of Candor that made it.`,
  )
}

async function makeCluster(places: ClusterPlaces, { initdb }: Binaries, owner: Owner): Promise<void> {
  // One that was killed half-way may have left its `initdb` at work: what it makes is taken away, and never the same folder.
  const isDraft = (name: string) => name.startsWith('making.')
  for (const name of readdirSync(places.folder).filter(isDraft)) rmSync(path.join(places.folder, name), { recursive: true, force: true })
  const draft = path.join(places.folder, `making.${randomUUID()}`)
  mkdirSync(draft, { mode: 0o700 })
  const hasSockets = process.platform !== 'win32'
  if (!hasSockets) writeFileSync(places.password, randomUUID(), { mode: 0o600 })
  for (const place of [draft, places.run, places.folder]) owner.own(place)
  const access = hasSockets ? ['--auth-local=trust', '--auth-host=reject'] : ['--auth=scram-sha-256', `--pwfile=${places.password}`]
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const [command, args] = owner.command(initdb, ['-D', draft, '-U', STORE_USER, '--no-instructions', ...access, ...text])
  const { code, written } = await run(command, args)
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new StoreProblem(`The built-in database could not be made in ${places.data}: ${reasonIn(written)}`)
  }
  renameSync(draft, places.data)
  // Only then does what is committed stand in a place that a power cut cannot take back.
  flushFolder(places.folder)
}

function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function run(command: string, args: readonly string[]): Promise<{ readonly code: number | null; readonly written: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: BARE_ENVIRONMENT })
    let written = ''
    child.stderr.on('data', (text) => (written += String(text)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, written }))
  })
}
