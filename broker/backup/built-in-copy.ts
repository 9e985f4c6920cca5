/**
 * The built-in store as files, copied while its server goes on, and back.
 *
 * PostgreSQL's own base backup without an archive (PostgreSQL 18, 25.3.4): files are copied as they change, and the log from where the
 * copy began to where it ended makes one moment of them when they are opened. Its programs for this are not among those we have.
 *
 * Invariants: every piece of the log that the copy needs is held back by the server until it is copied; a copy opens by itself, or it
 * was not finished and has no `backup_label`.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { findBinaries } from '../store/binaries'
import { BackupProblem, counting, type OnBytes, UNHEARD } from './backup-manifest'

/** Made anew by whoever opens the copy, or of the running server alone. */
const NOT_COPIED = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*)$/
const EMPTY_IN_A_COPY = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_tblspc', 'pg_stat', 'pg_commit_ts', 'pg_twophase'],
  ...['pg_logical/mappings', 'pg_logical/snapshots'],
]
/** What a copy would leave out without a word: nothing here makes any of it. */
const MUST_BE_EMPTY = ['pg_tblspc', 'pg_twophase']
/** Read whole by whoever opens the copy, and written while it is read here. */
const CONTROL = 'global/pg_control'
/** A piece of the log; later ones have greater names. */
const SEGMENT = /^[0-9A-F]{24}$/

/** Copies the store that `url` reaches, whose files lie in `data`, into the folder `to`. @throws BackupProblem */
export async function copyBuiltIn(url: string, data: string, to: string, onBytes = UNHEARD): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    // Of this session: it is gone with it, however this ends.
    await client.query(`select pg_create_physical_replication_slot('candor_backup', true, true)`)
    const [begun] = (await client.query<{ segment: string }>(`select pg_walfile_name(pg_backup_start('candor', true)) as segment`)).rows
    for (const folder of MUST_BE_EMPTY)
      if ((await readdir(path.join(data, folder))).length > 0) throw new BackupProblem(`${folder} is not empty: it cannot be copied`)
    await mkdir(to, { recursive: true, mode: 0o700 })
    await copyFolder(data, to, '', onBytes)
    await copyControl(path.join(data, CONTROL), path.join(to, CONTROL))
    const [ended] = (
      await client.query<{ label: string; segment: string }>(
        `select labelfile as label, pg_walfile_name(lsn - 1) as segment from pg_backup_stop(wait_for_archive => false)`,
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

async function copyFolder(from: string, to: string, inside: string, onBytes: OnBytes): Promise<void> {
  await mkdir(path.join(to, inside), { recursive: true, mode: 0o700 })
  const entries = await readdir(path.join(from, inside), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    unlessGone(error)
    return []
  })
  for (const entry of entries) {
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (NOT_COPIED.test(entry.name)) continue
    if (entry.isDirectory()) {
      if (EMPTY_IN_A_COPY.includes(name)) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 })
      else await copyFolder(from, to, name, onBytes)
    } else if (name !== CONTROL) await copyToItsEnd(path.join(from, name), path.join(to, name), onBytes).catch(unlessGone)
  }
}

/** Up to where it ends when it is read: what grows or shrinks meanwhile is mended by the log, and a copy of a stated length might never end. */
async function copyToItsEnd(from: string, to: string, onBytes: OnBytes): Promise<void> {
  await pipeline(createReadStream(from), counting('copied', onBytes), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}

/** The same twice in a row: it was not being written. */
async function copyControl(from: string, to: string): Promise<void> {
  let before = await readFile(from)
  for (;;) {
    const now = await readFile(from)
    if (now.equals(before)) return writeFile(to, now, { flag: 'wx', mode: 0o600, flush: true })
    before = now
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

/** Puts the copy in its place, in a data folder that has no store. @throws BackupProblem when this version could not open it. */
export async function putBuiltIn(copy: string, data: string, onBytes = UNHEARD): Promise<void> {
  const made = (await readFile(path.join(copy, 'PG_VERSION'), 'utf8')).trim()
  const { major } = findBinaries()
  if (made !== major)
    throw new BackupProblem(
      `this backup is of PostgreSQL ${made}, and this version of Candor brings ${major}: put it back with the version that made it`,
    )
  await mkdir(path.dirname(data), { recursive: true, mode: 0o700 })
  await putFolder(copy, data, onBytes)
  // Whatever carried the backup may have left out what is empty.
  for (const folder of EMPTY_IN_A_COPY) await mkdir(path.join(data, folder), { recursive: true, mode: 0o700 })
}

/** With the rights that the server asks for, whatever the carrier made of them. */
async function putFolder(from: string, to: string, onBytes: OnBytes): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await putFolder(source, target, onBytes)
    else {
      await copyFile(source, target)
      await chmod(target, 0o600)
      onBytes('put back', (await stat(target)).size)
    }
  }
}
