/**
 * A copy of everything that a server would need to go on elsewhere: store, pictures, brands and their history.
 *
 * Invariants: the store is copied at one moment, before the pictures, so every picture that it names is there; a backup has its
 * manifest last, so one that was broken off is never taken for whole; the master key, without which pictures, identities and signing
 * keys cannot be opened, is never in it.
 */
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MASTER_KEY_FILE } from '../secrets/master-key'
import { BackupProblem, hashFolder, MANIFEST, type Manifest, type OnBytes, requireEmpty, STORE_COPY } from './backup-manifest'

interface BackUpOptions {
  readonly to: string
  readonly dataDir: string
  readonly tenantsDir: string
  readonly themesDir: string
  readonly store: keyof typeof STORE_COPY
  /** Writes the store to a place where nothing is yet. */
  readonly copyStore: (place: string) => Promise<void>
  /** Unix milliseconds. */
  readonly now: number
  readonly onBytes?: OnBytes
}

/** Parts of the data folder that are the store itself, belong to the running process, or must lie elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set(['postgres', 'lock', 'operator', 'audit-under-way.ndjson', MASTER_KEY_FILE])

/** @throws BackupProblem when the folder is not empty or lies in what is copied. */
export async function backUp(options: BackUpOptions): Promise<Manifest> {
  const { to, dataDir, store } = options
  if (`${path.resolve(to)}${path.sep}`.startsWith(`${path.resolve(dataDir)}${path.sep}`))
    throw new BackupProblem('the backup would lie in the data folder')
  await requireEmpty(to)
  await mkdir(to, { recursive: true, mode: 0o700 })
  await options.copyStore(path.join(to, STORE_COPY[store]))
  for (const entry of await readdir(dataDir).catch(() => [])) {
    if (!LEFT_OUT.has(entry) && !entry.startsWith('lock.')) await cp(path.join(dataDir, entry), path.join(to, 'data', entry), COPY)
  }
  await cp(options.tenantsDir, path.join(to, 'tenants'), COPY)
  await cp(options.themesDir, path.join(to, 'themes'), COPY)
  const manifest: Manifest = {
    format: 'candor-backup-1',
    madeAt: new Date(options.now).toISOString(),
    store,
    files: await hashFolder(to, options.onBytes),
  }
  await writeFile(path.join(to, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  return manifest
}

const COPY = { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false } as const
