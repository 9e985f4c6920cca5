/**
 * Puts a backup back, on this machine or another.
 *
 * Invariants: every file is checked against the manifest before anything is written; nothing is ever put over what is there.
 */
import { cp, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { RESTORING } from '../store/cluster'
import { BackupProblem, checkedManifest, type Manifest, type OnBytes, requireEmpty, STORE_COPY } from './backup-manifest'

interface RestoreOptions {
  readonly from: string
  /** Empty, or not there yet. */
  readonly dataDir: string
  /** Where the brands are put; left out, they stay in the backup. */
  readonly tenantsDir?: string | undefined
  readonly themesDir?: string | undefined
  /** Puts the store back from its copy: the built-in one into the data folder that is given. */
  readonly putStore: (store: Manifest['store'], copy: string, dataDir: string) => Promise<void>
  readonly onBytes?: OnBytes
}

/** @throws BackupProblem */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { from, dataDir, tenantsDir, themesDir } = options
  const manifest = await checkedManifest(from, options.onBytes)
  for (const folder of [dataDir, tenantsDir, themesDir]) if (folder !== undefined) await requireEmpty(folder)
  if (path.resolve(dataDir).startsWith(`${path.resolve(from)}${path.sep}`))
    throw new BackupProblem('the data folder lies inside the backup')
  // What was broken off half-way is not taken for a data folder. One that is there already may be a mounted disk, which cannot be moved.
  const isThere = (await stat(dataDir).catch(() => null)) !== null
  const draft = isThere ? path.join(path.resolve(dataDir), RESTORING) : `${path.resolve(dataDir)}${RESTORING}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const hasData = Object.keys(manifest.files).some((file) => file.startsWith('data/'))
  if (hasData) await cp(path.join(from, 'data'), draft, { recursive: true, preserveTimestamps: true })
  await options.putStore(manifest.store, path.join(from, STORE_COPY[manifest.store]), draft)
  if (tenantsDir !== undefined) await cp(path.join(from, 'tenants'), tenantsDir, { recursive: true })
  if (themesDir !== undefined) await cp(path.join(from, 'themes'), themesDir, { recursive: true })
  if (!isThere) await rename(draft, dataDir)
  else {
    for (const name of await readdir(draft)) await rename(path.join(draft, name), path.join(dataDir, name))
    await rmdir(draft)
  }
  return manifest
}
