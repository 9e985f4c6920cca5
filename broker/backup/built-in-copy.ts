/**
 * The built-in store as files, copied while its server goes on, and back.
 *
 * PostgreSQL's own base backup without an archive (PostgreSQL 18, 25.3.4): files are copied as they change, and the log from where the
 * copy began to where it ended makes one moment of them when they are opened. Its programs for this are not among those we have.
 *
 * Invariants: every piece of the log that the copy needs is held back by the server until it is copied; a copy opens by itself, or it
 * was not finished and has no `backup_label`.
 */
import { copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { BackupProblem } from './backup-manifest'

/** Made anew by whoever opens the copy, or of the running server alone. */
const NOT_COPIED = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*)$/
const EMPTY_IN_A_COPY = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_tblspc', 'pg_stat', 'pg_commit_ts', 'pg_twophase'],
  ...['pg_logical/mappings', 'pg_logical/snapshots'],
]
/** A piece of the log; later ones have greater names. */
const SEGMENT = /^[0-9A-F]{24}$/

/** Copies the store that `url` reaches, whose files lie in `data`, into the folder `to`. @throws BackupProblem */
export async function copyBuiltIn(url: string, data: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    // Of this session: it is gone with it, however this ends.
    await client.query(`select pg_create_physical_replication_slot('candor_backup', true, true)`)
    const [begun] = (await client.query<{ segment: string }>(`select pg_walfile_name(pg_backup_start('candor', true)) as segment`)).rows
    await mkdir(to, { recursive: true, mode: 0o700 })
    await copyFolder(data, to, '')
    const [ended] = (
      await client.query<{ label: string; segment: string }>(
        `select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
      )
    ).rows
    if (begun === undefined || ended === undefined) throw new BackupProblem('the store did not say where its copy begins and ends')
    await copyLog(path.join(data, 'pg_wal'), path.join(to, 'pg_wal'), begun.segment, ended.segment)
    await writeFile(path.join(to, 'backup_label'), ended.label, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as { code?: unknown }).code === '42710') throw new BackupProblem('another backup of this store is being made')
    throw error
  } finally {
    await client.end()
  }
}

async function copyFolder(from: string, to: string, inside: string): Promise<void> {
  await mkdir(path.join(to, inside), { recursive: true, mode: 0o700 })
  for (const entry of await readdir(path.join(from, inside), { withFileTypes: true })) {
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (NOT_COPIED.test(entry.name)) continue
    if (entry.isDirectory()) {
      if (EMPTY_IN_A_COPY.includes(name)) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 })
      else await copyFolder(from, to, name)
    } else await copyFile(path.join(from, name), path.join(to, name)).catch(unlessGone)
  }
}

/** A table that was dropped meanwhile is not in the store any more: the log says so too. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  const needed = (await readdir(from)).filter((name) => SEGMENT.test(name) && name >= first && name <= last).sort()
  if (needed[0] !== first || needed.at(-1) !== last) throw new BackupProblem('the log of the store was not kept until it was copied')
  for (const name of needed) await copyFile(path.join(from, name), path.join(to, name))
}

/** Puts the copy in its place, in a data folder that has no store. */
export async function putBuiltIn(copy: string, data: string): Promise<void> {
  await mkdir(path.dirname(data), { recursive: true, mode: 0o700 })
  await cp(copy, data, { recursive: true, errorOnExist: true, force: false })
  // Whatever carried the backup may have left out what is empty.
  for (const folder of EMPTY_IN_A_COPY) await mkdir(path.join(data, folder), { recursive: true, mode: 0o700 })
}
